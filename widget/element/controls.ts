import { html } from 'lit'

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
