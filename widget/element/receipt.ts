/** The receipt of a payment, with the reference that shoppers read out to the shop's support. */
import { html } from 'lit'
import type { Merchant } from '../../shared/http-bodies.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { cardName } from '../forms/method-picker.ts'
import { words } from './controls.ts'
import type { Speak } from './shopper-texts.ts'

interface ReceiptContext {
  readonly view: OrderView | undefined
  readonly say: Speak
  readonly locale: string
  readonly merchant: Merchant | undefined
  /** The shopper's address, if it was typed in this page or the page knows it. */
  readonly email: string
}

/** A reference that the edge made, where the shop has none of its own: 32 random characters. */
const MADE_BY_EDGE = /^[\w-]{32}$/

/**
 * Draws the whole reference, since the shop finds the payment by nothing less. Styles alone part one that the edge made
 * into groups of four: a copy of it has no blanks. Any other is no box of its own, whose lines would begin at the left.
 */
const referenceText = (reference: string) =>
  html`<bdi dir="ltr">${MADE_BY_EDGE.test(reference) ? reference.match(/.{4}/g)?.map(words) : reference}</bdi>`

/** Draws the receipt below the summary of the order. */
export function receipt({ view, say, locale, merchant, email }: ReceiptContext) {
  const paid = view?.attempts.find(({ status }) => isSettled(status))
  const rows = {
    seller: merchant?.name,
    card: view?.card && cardName(view.card),
    reference: view && referenceText(view.reference),
    date: paid && new Date(paid.startedAt).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' }),
    'field.email': email,
  }
  return html`<dl part="receipt">${Object.entries(rows).map(
    ([key, value]) =>
      value && html`<div><dt .textContent=${say(key)}></dt><dd translate="no">${value}</dd></div>`,
  )}</dl>`
}
