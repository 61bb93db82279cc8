import { html } from 'lit'

/** One of a few choices that exclude each other, large enough for a finger. */
export const chip = (group: string, text: string, isChosen: boolean, choose: () => void) =>
  html`<label part="chip">
    <input type="radio" name=${group} .checked=${isChosen} @change=${choose} />
    <span .textContent=${text}></span>
  </label>`
