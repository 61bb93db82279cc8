import { html, LitElement, nothing } from 'lit'
import type { DeskContext } from '../session/desk-context.ts'
import { icon } from '../theme/icons.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './pay-link.css?inline'
import { qrCode } from './qr-code.ts'

/** The link that pays an order: as a QR code, as text, to copy and to share. */
export class DeskPayLink extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    url: { attribute: false },
    said: { attribute: false },
    note: { state: true },
  }

  declare desk: DeskContext
  declare url: string
  /** What is shared beside the address: who asks for how much. */
  declare said: string
  /** What became of copying or sharing; empty before. */
  declare note: string

  constructor() {
    super()
    this.said = this.note = ''
  }

  protected override render() {
    const { words, env } = this.desk
    const { link } = words.payment
    return html`${qrCode(this.url, link.code)}
      <p class="address"><a href=${this.url} target="_blank" rel="noreferrer">${this.url}</a></p>
      <div class="buttons">
        <button type="button" @click=${this.#copy}>${icon('copy')}${link.copy}</button>
        ${env.share ? html`<button type="button" @click=${this.#share}>${icon('share')}${link.share}</button>` : nothing}
      </div>
      <p class="quiet-text" role="status">${this.note}</p>`
  }

  async #copy() {
    const { env, words } = this.desk
    const isCopied = await env.copy(this.url).then(
      () => true,
      () => false,
    )
    const { link } = words.payment
    this.note = isCopied ? link.copied : link.notCopied
  }

  /** A person who closes the sheet of the system has shared nothing, which is no failure. */
  async #share() {
    await this.desk.env.share?.({ text: this.said, url: this.url }).catch(() => undefined)
  }
}
