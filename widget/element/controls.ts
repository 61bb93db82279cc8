/** The small pieces that forms, panels and dialogs are drawn with. */
import { html } from 'lit'
import { icon } from './icons.ts'

/** A button that submits nothing; while it is busy it stays where it is, and says so. */
export const pushButton = (
  text: string,
  rank: string,
  press: (event: Event) => void,
  isBusy = false,
  isDisabled = false,
) =>
  html`<button part="button ${rank}" type="button" .disabled=${isDisabled} aria-disabled=${isBusy}
    @click=${(event: Event) => isBusy || press(event)} .textContent=${text}></button>`

/** One of a few choices that exclude each other, large enough for a finger. */
export const chip = (group: string, text: string, isChosen: boolean, choose: () => void) =>
  html`<label part="chip">
    <input type="radio" name=${group} .checked=${isChosen} @change=${choose} />
    <span .textContent=${text}></span>
  </label>`

/** Words that the shopper must not miss. What announces them stands around it before they come. */
export const alertText = (text: string) =>
  html`<p part="alert">${icon('alert')}<span .textContent=${text}></span></p>`
