/** The receipt of a payment, with the reference that shoppers read out to the shop's support. */
import { html } from 'lit'
import type { Merchant } from '../../shared/http-bodies.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { cardName } from '../forms/method-picker.ts'
import { words } from './controls.ts'
import { supportOf } from './shop-links.ts'
import type { Speak } from './shopper-texts.ts'

interface ReceiptContext {
  readonly view: OrderView | undefined
  readonly say: Speak
  readonly locale: string
  readonly merchant: Merchant | undefined
  /** The shopper's address, if it was typed in this page or the page knows it. */
  readonly email: string
}

/** So many characters of an order's id tell it from all others. The list of orders finds it by them. */
const SHORT = 8

/**
 * The reference that a shopper reads out. An order without one of the shop's has its id as reference, 32 random characters,
 * of which the first eight do.
 */
export const readableReference = ({ id, reference }: OrderView): string =>
  reference === id ? id.slice(0, SHORT) : reference

/** Draws it: what the edge made in groups of four. Styles alone part them, so a copy has no blanks. */
function referenceText(view: OrderView) {
  const reference = readableReference(view)
  return html`<bdi dir="ltr">${view.reference === view.id ? reference.match(/.{4}/g)?.map(words) : reference}</bdi>`
}

/** Draws the receipt below the summary of the order. Paper has the address of the shop's support in place of the button. */
export function receipt({ view, say, locale, merchant, email }: ReceiptContext) {
  const paid = view?.attempts.find(({ status }) => isSettled(status))
  const rows = {
    seller: merchant?.name,
    card: view?.card && cardName(view.card),
    reference: view && referenceText(view),
    date: paid && new Date(paid.startedAt).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' }),
    'field.email': email,
    contact: supportOf(merchant).replace(/^tel:|^mailto:([^?]*).*/, '$1'),
  }
  return html`<dl part="receipt">${Object.entries(rows).map(
    ([key, value]) =>
      value &&
      html`<div class=${key}><dt .textContent=${say(key)}></dt><dd translate="no">${value}</dd></div>`,
  )}</dl>`
}
