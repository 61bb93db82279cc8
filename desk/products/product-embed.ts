import { html, LitElement, nothing } from 'lit'
import type { Product } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { icon } from '../theme/icons.ts'
import { alertBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { embedCode, productLink } from './embed-code.ts'
import sheet from './product-embed.css?inline'

/**
 * What sells a product: HTML to copy, a link with its QR code, and the edge's own page to look at. The tag itself is not drawn
 * here: it would sell for real, beside a merchant key in the same page, and its frames of card and bot check need a wider
 * policy than the desk should have.
 */
export class DeskProductEmbed extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    product: { attribute: false },
    note: { state: true },
  }

  declare desk: DeskContext
  declare product: Product
  /** What became of copying; empty before. */
  declare note: string

  constructor() {
    super()
    this.note = ''
  }

  protected override render() {
    const { desk, product } = this
    const { embed } = desk.words.products
    const { edge } = desk.env
    const link = productLink(edge, product.id)
    return html`${product.shown ? nothing : alertBox('notice', 'alert', embed.hidden)}
      <div class="field"><label for="code">${embed.code}</label>
        <textarea id="code" rows="7" readonly spellcheck="false" aria-describedby="code-hint"
          .value=${embedCode(edge, product.id, embed.pay(product.name))} @focus=${selectAll}></textarea>
        <small id="code-hint">${embed.codeHint}</small></div>
      <div class="buttons"><button type="button" @click=${this.#copy}>${icon('copy')}${embed.copyCode}</button></div>
      <p class="quiet-text" role="status">${this.note}</p>
      <h3>${embed.link}</h3>
      <p class="quiet-text">${embed.linkHint}</p>
      <desk-pay-link .desk=${desk} .url=${link} .said=${product.name} .label=${embed.qr}></desk-pay-link>
      <a class="button" href=${link} target="_blank" rel="noopener noreferrer">${embed.preview}</a>
      <p class="quiet-text">${embed.previewHint}</p>`
  }

  readonly #copy = async () => {
    const { env, words } = this.desk
    const { embed } = words.products
    const text = embedCode(env.edge, this.product.id, embed.pay(this.product.name))
    const isCopied = await env.copy(text).then(
      () => true,
      () => false,
    )
    this.note = isCopied ? embed.copiedCode : embed.notCopied
  }
}

const selectAll = ({ target }: Event) => (target as HTMLTextAreaElement).select()
