/** The small controls of forms, panels and dialogs. */
import { html } from 'lit'
import { icon } from './icons.ts'

/** Draws words. */
export const words = (text: string) => html`<span .textContent=${text}></span>`

export const SPINNER = html`<span part="spinner"></span>`

/** A button that submits nothing. While it is busy it stays in place and says so. */
export const pushButton = (
  text: string,
  rank: string,
  press: (event: Event) => void,
  isBusy = false,
  isDisabled = false,
) =>
  html`<button part="button ${rank}" type="button" .disabled=${isDisabled} aria-disabled=${isBusy}
    @click=${(event: Event) => isBusy || press(event)} .textContent=${text}></button>`

/** Words that the shopper must not miss. The live region around them has to be there before they come. */
export const alertText = (text: string) => html`<p part="alert">${icon('alert')}${words(text)}</p>`
