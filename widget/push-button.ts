import { html } from 'lit/html.js'

/** A button that submits nothing; while it is busy it stays where it is, and says so. */
export const pushButton = (
  text: string,
  rank: string,
  press: (event: Event) => void,
  busy = false,
  disabled = false,
) =>
  html`<button part="button ${rank}" type="button" ?disabled=${disabled} aria-disabled=${busy}
    @click=${(event: Event) => busy || press(event)}>${text}</button>`
