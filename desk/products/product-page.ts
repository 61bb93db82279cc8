import { html, LitElement, type PropertyValues } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import type { Product } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { hasScope } from '../session/scopes.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import type { ProductSaved } from './product-form.ts'
import { stateMarks } from './product-marks.ts'
import sheet from './product-page.css?inline'

/** One product: what it is, what is left, what sells it, and what it was. Without an id it is to be made. */
export class DeskProduct extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    settings: { attribute: false },
    productId: { attribute: false },
    product: { state: true },
    refusal: { state: true },
  }

  declare desk: DeskContext
  declare settings: Settings | undefined
  /** Empty for one that is to be made. */
  declare productId: string
  declare product: Product | undefined
  declare refusal: ProductRefusal | undefined

  constructor() {
    super()
    this.productId = ''
    this.product = this.refusal = undefined
  }

  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('productId') && !changed.has('desk')) return
    if (this.product?.id === this.productId) return
    this.product = this.refusal = undefined
    if (this.productId && this.#isAllowed) void this.#load(this.productId)
  }

  get #isAllowed() {
    return hasScope('catalogue', this.desk.scopes)
  }

  async #load(id: string) {
    const answer = await this.desk.api.products.find(id)
    if (this.desk.signal.aborted || id !== this.productId) return
    if (answer.ok) this.product = answer.value
    else this.refusal = answer.reason
    // The heading that had the focus while the product was on its way is gone.
    const hadFocus = this.renderRoot.querySelector('h1:focus') !== null
    await this.updateComplete
    if (hadFocus) this.renderRoot.querySelector('h1')?.focus()
  }

  protected override render() {
    const { words } = this.desk
    const { products } = words
    if (!this.#isAllowed)
      return html`<h1 tabindex="-1">${products.heading}</h1>${alertBox('notice', 'lock', products.scopeMissing)}`
    return html`<a class="back" href="#/products">${icon('back')}${products.all}</a>${this.#content()}`
  }

  #content() {
    const { product, refusal, productId } = this
    const { words } = this.desk
    if (product) return this.#product(product)
    if (!productId)
      return html`<h1 tabindex="-1">${words.products.make}</h1><section class="card new">${this.#form()}</section>`
    if (!refusal) return html`<h1 class="unseen" tabindex="-1">${words.loading}</h1>${loading(words)}`
    return html`<h1 tabindex="-1">${words.products.missing}</h1><div role="alert">${refusalBox(refusal, words)}</div>`
  }

  #form() {
    return html`<desk-product-form .desk=${this.desk} .settings=${this.settings} .product=${this.product}
      @product-saved=${this.#take}></desk-product-form>`
  }

  #product(product: Product) {
    const { desk } = this
    const { products } = desk.words
    return html`<header class="title"><h1 tabindex="-1">${product.name}</h1>
        <span class="marks">${stateMarks(product, desk.words)}</span></header>
      <div class="columns">
        <section class="card content" aria-labelledby="details"><h2 id="details">${products.product} <small>${product.id}</small></h2>${this.#form()}</section>
          <section class="card embed" aria-labelledby="embed"><h2 id="embed">${products.embed.heading}</h2>
            <desk-product-embed .desk=${desk} .product=${product}></desk-product-embed></section>
          <section class="card" aria-labelledby="stock"><h2 id="stock">${products.stock.heading}</h2>
            <desk-product-units .desk=${desk} .product=${product} @product-saved=${this.#take}></desk-product-units></section>
          <section class="card" aria-labelledby="versions"><h2 id="versions">${products.history.heading}</h2>
            <desk-product-versions .desk=${desk} .product=${product}></desk-product-versions></section>
      </div>`
  }

  /** A product that was just made has a page of its own, so that Back works. */
  readonly #take = ({ detail }: ProductSaved) => {
    this.product = detail
    this.refusal = undefined
    if (this.productId !== detail.id) location.hash = `#/products/${encodeURIComponent(detail.id)}`
  }
}
