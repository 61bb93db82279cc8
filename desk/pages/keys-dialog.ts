import { html, LitElement } from 'lit'
import type { Words } from '../texts/en.ts'
import { icon } from '../theme/icons.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './keys-dialog.css?inline'

/**
 * Shows the keys of the desk, and lets a person turn them off (WCAG 2.1.4).
 *
 * @fires switch - The person turned the keys on or off.
 * @fires close - The person closed it.
 */
export class DeskKeys extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = { words: { attribute: false }, isOn: { attribute: false } }

  declare words: Words
  declare isOn: boolean

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  protected override render() {
    const { keys, confirm } = this.words
    const rows = [
      [['/'], keys.search],
      [['↑', '↓'], keys.rows],
      [['Enter'], keys.open],
      [['?'], keys.help],
    ] as const
    return html`<dialog aria-labelledby="heading" @close=${() => this.dispatchEvent(new Event('close'))}>
      <h2 id="heading">${keys.heading}</h2>
      <dl>${rows.map(([names, about]) => html`<div><dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${about}</dd></div>`)}</dl>
      <p class="quiet-text">${keys.about}</p>
      <label class="check"><input type="checkbox" .checked=${this.isOn} @change=${() => this.dispatchEvent(new Event('switch'))} />${keys.on}</label>
      <div class="buttons"><button type="button" class="primary" autofocus @click=${this.#close}>${icon('check')}${confirm.close}</button></div>
    </dialog>`
  }

  #close() {
    this.renderRoot.querySelector('dialog')?.close()
  }
}
