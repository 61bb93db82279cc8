/** What the tag of a page says, one text after the other. */
import type { Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'

/**
 * Notes what stands in the tag whenever it changes: its status, or else the button that pays, and what is said beside. The
 * tab's storage has the texts, so that they outlast a visit to the gateway.
 */
const RECORDER = `customElements.whenDefined('pay-checkout').then(() => {
  const root = document.querySelector('pay-checkout').shadowRoot
  const textOf = (one) => one.textContent.trim()
  const note = () => {
    const said = [...root.querySelectorAll('#status, #status-text, [role=alert]')].map(textOf).filter(Boolean)
    const button = root.querySelector('[part~=primary]')
    const text = (root.querySelector('#status') || !button ? said : [textOf(button.querySelector('.busy')?.textContent ? button.querySelector('.busy') : button), ...said]).join(' | ')
    const texts = JSON.parse(sessionStorage.getItem('texts') ?? '[]')
    if (text && texts.at(-1) !== text) sessionStorage.setItem('texts', JSON.stringify([...texts, text]))
  }
  new MutationObserver(note).observe(root, { subtree: true, childList: true, characterData: true })
  note()
})`

/** Records the texts of the tag from this tab's next page on. Chromium only. */
export const recordTexts = (tab: Tab) => chromiumPage(tab).addInitScript(RECORDER)

/** What the tag has said on pages of the present origin since `recordTexts`, oldest first: `Payment declined | Try again.` */
export const readTexts = (tab: Tab) =>
  tab.evaluate<string[]>('JSON.parse(sessionStorage.getItem("texts") ?? "[]")')
