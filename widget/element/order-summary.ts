/** What is bought, from whom and for how much: drawn above every panel, and the head of the receipt. */
import { html, nothing } from 'lit'
import type { Merchant } from '../../shared/http-bodies.ts'
import type { Intent } from '../../shared/order-view.ts'
import { decimalsOf, type Price, times } from '../forms/amount.ts'
import type { Claims } from '../order/offer.ts'
import { words } from './controls.ts'
import type { Speak } from './shopper-texts.ts'

/**
 * Says how many pieces a sum is of, and the price of one. Both come from the sum, so that they always fit it.
 *
 * @param price Writes an amount in the shopper's language.
 * @returns Empty for one piece, without a sum, and where no price of one piece makes the sum.
 */
export function piecesOf({ sum = '', quantity = 1 }: Price, price: (amount: string) => string): string {
  const amount = (Number(sum) / quantity).toFixed(decimalsOf(sum))
  return quantity > 1 && times(amount, quantity) === sum ? `${quantity} × ${price(amount)}` : ''
}

/** Everything that the summary is drawn with. */
export interface SummaryContext {
  readonly say: Speak
  readonly intent: Intent
  readonly locale: string
  /** The seller, once the edge has named one. */
  readonly merchant: Merchant | undefined
  /** The gateway is a sandbox: no money moves. */
  readonly isTest: boolean
  /** How many of one thing at what price each; empty for one. */
  readonly pieces: string
  /** The lines of the order or the cart, if there are any. */
  readonly lines: Claims['lines']
  /** The sum in the shopper's language; empty while there is none to name. */
  readonly amount: string
  /** Writes an amount of the order in the shopper's language. */
  price(amount: string): string
}

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
  { amount, intent, isTest, lines = [], locale, merchant, pieces, price, say }: SummaryContext,
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
