import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Product } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { csvFile } from '../session/merged-csv.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { hasScope } from '../session/scopes.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { catalogueCsv } from './catalogue-file.ts'
import { priceText } from './product-lines.ts'
import sheet from './product-list.css?inline'
import { leftText, stateMarks } from './product-marks.ts'
import { allProducts, changedMeanwhile, setShown } from './product-saving.ts'

/** The catalogue: what is sold, for how much, and what is left. One press hides a product. */
export class DeskProducts extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    products: { state: true },
    cursor: { state: true },
    refusal: { state: true },
    note: { state: true },
    busy: { state: true },
    isExporting: { state: true },
  }

  declare desk: DeskContext
  declare products: readonly Product[] | undefined
  declare cursor: string | undefined
  declare refusal: ProductRefusal | undefined
  /** What became of hiding or showing; empty before. */
  declare note: string
  /** The product that is being hidden or shown; empty for none. */
  declare busy: string
  declare isExporting: boolean

  constructor() {
    super()
    this.products = this.cursor = this.refusal = undefined
    this.note = this.busy = ''
    this.isExporting = false
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('desk') && this.#isAllowed) void this.#load()
  }

  get #isAllowed() {
    return hasScope('catalogue', this.desk.scopes)
  }

  async #load(cursor?: string) {
    const answer = await this.desk.api.products.list(cursor)
    // After a second click, the page is there already.
    if (this.desk.signal.aborted || (cursor && cursor !== this.cursor)) return
    this.refusal = answer.ok ? undefined : answer.reason
    if (!answer.ok) return
    this.products = [...(cursor ? (this.products ?? []) : []), ...answer.value.products]
    this.cursor = answer.value.cursor
  }

  protected override render() {
    const { words } = this.desk
    if (!this.#isAllowed)
      return html`<h1 tabindex="-1">${words.products.heading}</h1>${alertBox('notice', 'lock', words.products.scopeMissing)}`
    return html`<div class="head"><h1 tabindex="-1">${words.products.heading}</h1>
        <button type="button" aria-disabled=${this.isExporting ? 'true' : 'false'} @click=${this.#export}>${icon('download')}${words.products.file.export}</button>
        <a class="button" href="#/import-products">${words.products.file.import}</a>
        <a class="button primary" href="#/new-product">${words.products.make}</a></div>
      <div role="alert">${this.refusal ? refusalBox(this.refusal, words) : nothing}</div>
      <p class="quiet-text" role="status">${this.note}</p>
      ${this.#list()}`
  }

  #list() {
    const { products, cursor, refusal, desk } = this
    const { words } = desk
    if (!products) return refusal ? nothing : loading(words)
    if (products.length === 0)
      return html`<section class="card"><p class="empty">${words.products.none}</p></section>`
    return html`<section class="card">${this.#table(products)}</section>
      ${cursor ? html`<button type="button" class="more" @click=${() => this.#load(cursor)}>${words.products.more}</button>` : nothing}`
  }

  #table(list: readonly Product[]) {
    const { products } = this.desk.words
    return html`<table role="table"><caption class="unseen">${products.caption}</caption>
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${products.product}</th>
        <th role="columnheader" scope="col" class="end">${products.price}</th><th role="columnheader" scope="col" class="end">${products.units}</th>
        <th role="columnheader"><span class="unseen">${products.hide}</span></th></tr></thead>
      <tbody role="rowgroup">${list.map((product) => this.#row(product))}</tbody></table>`
  }

  #row(product: Product) {
    const { desk } = this
    const { products } = desk.words
    const { id, name, shown } = product
    return html`<tr role="row">
      <th role="rowheader" scope="row"><a data-row href="#/products/${encodeURIComponent(id)}">${name}</a><small>${id}</small><span class="marks">${stateMarks(product, desk.words)}</span></th>
      <td role="cell" class="end sum" data-label=${products.price}>${priceText(product, desk)}</td>
      <td role="cell" class="end" data-label=${products.units}>${leftText(product, desk.words, desk.locale)}</td>
      <td role="cell" class="end"><button type="button" aria-disabled=${this.busy === id ? 'true' : 'false'}
        aria-label=${shown ? products.hideNamed(name) : products.showNamed(name)}
        @click=${() => this.#turn(product)}>${shown ? products.hide : products.show}</button></td>
    </tr>`
  }

  async #turn(product: Product) {
    if (this.busy) return
    this.busy = product.id
    this.refusal = undefined
    const saved = await setShown(this.desk, product, !product.shown)
    this.busy = ''
    if (this.desk.signal.aborted) return
    const { products } = this.desk.words
    const changed = saved.ok ? undefined : changedMeanwhile(saved.reason)
    if (saved.ok) this.#put(saved.value, saved.value.shown ? products.isShown : products.isHidden)
    else if (changed) this.#put(changed, (name) => products.changedMeanwhile(name, changed.changedBy))
    else this.refusal = saved.reason
  }

  readonly #export = async () => {
    if (this.isExporting) return
    this.isExporting = true
    this.refusal = undefined
    const { desk } = this
    const all = await allProducts(desk)
    this.isExporting = false
    if (desk.signal.aborted) return
    if (all.ok) desk.env.save(csvFile(catalogueCsv(all.value)), 'products.csv')
    else this.refusal = all.reason
    this.note = all.ok ? desk.words.products.file.exported : ''
  }

  #put(product: Product, say: (name: string) => string) {
    this.note = say(product.name)
    this.products = this.products?.map((one) => (one.id === product.id ? product : one))
  }
}
