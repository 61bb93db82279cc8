/** How a reference is written for people, who read it out to the shop's support. */
import { html } from 'lit'

/** What the edge makes where the shop has no reference of its own: 32 characters that mean nothing to anybody. */
const MADE_BY_EDGE = /^[\w-]{32}$/

/**
 * Draws a reference in whole, since the shop finds the payment by nothing less. One that the edge made falls into groups
 * of four by their looks alone: what is copied is the reference itself.
 */
export const referenceText = (reference: string) => {
  const groups = MADE_BY_EDGE.test(reference) ? (reference.match(/.{4}/g) ?? []) : [reference]
  return html`${groups.map((group) => html`<span .textContent=${group}></span>`)}`
}
