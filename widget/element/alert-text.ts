import { html } from 'lit'
import { icon } from './icons.ts'

/** Words that the shopper must not miss. What announces them stands around it before they come. */
export const alertText = (text: string) =>
  html`<p part="alert">${icon('alert')}<span .textContent=${text}></span></p>`
