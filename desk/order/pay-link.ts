import { html, LitElement, nothing } from 'lit'
import type { DeskContext } from '../session/desk-context.ts'
import { icon } from '../theme/icons.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './pay-link.css?inline'
import { qrCode } from './qr-code.ts'

/** A link that pays an order, or sells a product: as a QR code, as text, to copy and to share. */
export class DeskPayLink extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    url: { attribute: false },
    said: { attribute: false },
    sum: { attribute: false },
    label: { attribute: false },
    note: { state: true },
  }

  declare desk: DeskContext
  declare url: string
  /** What is shared beside the address: who asks for how much. */
  declare said: string
  /** The formatted sum, for HTML to embed; empty where nobody embeds it. */
  declare sum: string
  /** What assistive technology says of the code; empty for the words of an order's. */
  declare label: string
  /** What became of copying or sharing; empty before. */
  declare note: string

  constructor() {
    super()
    this.said = this.sum = this.label = this.note = ''
  }

  protected override render() {
    const { words, env } = this.desk
    const { link } = words.payment
    return html`${qrCode(this.url, this.label || link.code)}
      <p class="address"><a href=${this.url} target="_blank" rel="noreferrer">${this.url}</a></p>
      <div class="buttons">
        <button type="button" @click=${() => this.#copy(this.url, link.copied)}>${icon('copy')}${link.copy}</button>
        ${env.share ? html`<button type="button" @click=${this.#share}>${icon('share')}${link.share}</button>` : nothing}
      </div>
      ${this.sum ? this.#embed(this.sum) : nothing}
      <p class="quiet-text" role="status">${this.note}</p>`
  }

  /** A plain link: a tag with a token would leave the token in the page for everybody, and pay nothing there. */
  #embed(sum: string) {
    const { link } = this.desk.words.payment
    const code = linkHtml(this.url, link.pay(sum))
    return html`<details><summary>${link.embed}</summary>
      <p class="quiet-text">${link.embedHint}</p>
      <pre tabindex="0"><code>${code}</code></pre>
      <button type="button" @click=${() => this.#copy(code, link.htmlCopied)}>${icon('copy')}${link.copyHtml}</button></details>`
  }

  async #copy(text: string, copied: string) {
    const { env, words } = this.desk
    const isCopied = await env.copy(text).then(
      () => true,
      () => false,
    )
    const { link } = words.payment
    this.note = isCopied ? copied : link.notCopied
  }

  /** A person who closes the sheet of the system has shared nothing, which is no failure. */
  async #share() {
    await this.desk.env.share?.({ text: this.said, url: this.url }).catch(() => undefined)
  }
}

/** HTML of a link, whatever stands in its address and its words. */
const linkHtml = (url: string, text: string) => `<a href="${escaped(url)}">${escaped(text)}</a>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
