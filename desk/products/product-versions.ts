import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Product, ProductVersion } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { loading, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { differences } from './product-lines.ts'
import sheet from './product-versions.css?inline'

/** What a product was, when, and who changed it, the newest first: what each version changed of the one before. */
export class DeskProductVersions extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    product: { attribute: false },
    versions: { state: true },
    cursor: { state: true },
    refusal: { state: true },
  }

  declare desk: DeskContext
  declare product: Product
  declare versions: readonly ProductVersion[] | undefined
  declare cursor: string | undefined
  declare refusal: ProductRefusal | undefined
  #shown = ''

  constructor() {
    super()
    this.versions = this.cursor = this.refusal = undefined
  }

  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('product') || this.product.version === this.#shown) return
    this.#shown = this.product.version
    void this.#load()
  }

  async #load(cursor?: string) {
    const { desk, product } = this
    const answer = await desk.api.products.versions(product.id, cursor)
    if (desk.signal.aborted || product.version !== this.#shown) return
    // After a second click, the page is there already.
    if (cursor && cursor !== this.cursor) return
    this.refusal = answer.ok ? undefined : answer.reason
    if (!answer.ok) return
    this.versions = [...(cursor ? (this.versions ?? []) : []), ...answer.value.versions]
    this.cursor = answer.value.cursor
  }

  protected override render() {
    const { words } = this.desk
    const { versions, cursor, refusal } = this
    if (!versions && !refusal) return loading(words)
    return html`${versions ? html`<ol>${versions.map((version, at) => this.#version(version, versions[at + 1]))}</ol>` : nothing}
      ${refusal ? html`<div role="alert">${refusalBox(refusal, words)}</div>` : nothing}
      ${cursor ? html`<button type="button" @click=${() => this.#load(cursor)}>${words.products.history.more}</button>` : nothing}`
  }

  #version({ version, at, by, content }: ProductVersion, before: ProductVersion | undefined) {
    const { words, formats } = this.desk
    const { history } = words.products
    return html`<li data-version=${version}><p><time datetime=${at} title=${formats.exactly(at)}>${formats.moment(at)}</time> ${history.by(by)}</p>
      ${before ? this.#changes(before, { content }) : this.cursor ? nothing : html`<p>${history.made}</p>`}</li>`
  }

  #changes(before: Pick<ProductVersion, 'content'>, after: Pick<ProductVersion, 'content'>) {
    const { history } = this.desk.words.products
    const lines = differences(before.content, after.content, this.desk)
    if (lines.length === 0) return html`<p>${history.invisible}</p>`
    return lines.map(
      (line) =>
        html`<p>${history.changed(line.label, line.before || history.nothing, line.after || history.nothing)}</p>`,
    )
  }
}
