import { html, LitElement } from 'lit'
import type { Words } from '../texts/en.ts'
import { icon } from '../theme/icons.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './idle-warning.css?inline'

/**
 * Says a minute before the session ends that it will, and lets the person stay (WCAG 2.2.1).
 *
 * @fires stay - The person goes on. Closing the dialog by Escape means the same.
 * @fires leave - The person signs out now.
 */
export class DeskIdleWarning extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = { words: { attribute: false } }

  declare words: Words

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  protected override render() {
    const { idle, signOut } = this.words
    return html`<dialog role="alertdialog" aria-labelledby="heading" aria-describedby="about" @close=${() => this.#say('stay')}>
      <div class="mark">${icon('clock')}</div>
      <h2 id="heading">${idle.heading}</h2>
      <p id="about">${idle.about}</p>
      <div class="buttons">
        <button type="button" @click=${() => this.#say('leave')}>${signOut}</button>
        <button type="button" class="primary" autofocus @click=${() => this.#say('stay')}>${idle.stay}</button>
      </div>
    </dialog>`
  }

  #say(type: 'stay' | 'leave') {
    this.dispatchEvent(new Event(type))
  }
}
