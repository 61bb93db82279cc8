/** What is bought, from whom and for how much: drawn above every panel, and the head of the receipt. */
import { html, nothing } from 'lit'
import { words } from '../look/controls.ts'
import type { RenderContext } from './render-context.ts'

/** Keeps the room of a sum, so that nothing moves while the shopper types one. */
const NO_SUM = '\u00a0'

/** Draws the shop's words in their own direction. */
const ownWay = (text: string) => html`<bdi .textContent=${text}></bdi>`

/**
 * Draws the summary. The line of the seller keeps its room, also for the badge, until the edge has named the seller and said
 * whether it is a sandbox, so that nothing moves: on the edge's own page too, although that names the seller itself.
 */
export function orderSummary(
  description: string,
  { amount, intent, isTest, lines = [], locale, merchant, pieces, price, say }: RenderContext,
) {
  return html`<header part="head">
    <slot name="logo"></slot>
    <span part="seller">${merchant && html`<bdi translate="no" .textContent=${merchant.name}></bdi>`}</span>
    ${
      lines[1]
        ? html`<dl id="description" part="lines" lang=${locale}>${lines.map(
            ({ quantity, description, amount }) =>
              html`<div><dt>${quantity > 1 ? words(`${quantity} × `) : nothing}${ownWay(description)}</dt><dd translate="no" .textContent=${price(amount)}></dd></div>`,
          )}</dl>`
        : html`<p id="description" part="description" lang=${locale}>${ownWay(description)}</p>`
    }
    <small part="pieces" lang=${locale} .textContent=${pieces}></small>
    <p part="price" translate="no" lang=${locale} .textContent=${amount || (intent === 'verify' ? '' : NO_SUM)}></p>
    ${isTest ? html`<small part="badge" .textContent=${say('test')}></small>` : nothing}
  </header><slot name="summary"></slot>`
}
