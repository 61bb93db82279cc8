/** The receipt of a payment, with the reference that shoppers read out to the shop's support. */
import { html } from 'lit'
import type { OrderView } from '../../shared/order-view.ts'
import { cardName } from '../forms/method-picker.ts'
import type { Speak } from './shopper-texts.ts'

interface ReceiptContext {
  readonly view: OrderView | undefined
  readonly say: Speak
  readonly locale: string
}

/** A reference that the edge made, where the shop has none of its own: 32 random characters. */
const MADE_BY_EDGE = /^[\w-]{32}$/

/**
 * Draws the whole reference, since the shop finds the payment by nothing less. Styles alone part one that the edge made
 * into groups of four: a copy of it has no blanks.
 */
const referenceText = (reference: string) => {
  const groups = MADE_BY_EDGE.test(reference) ? (reference.match(/.{4}/g) ?? []) : [reference]
  return html`${groups.map((group) => html`<span .textContent=${group}></span>`)}`
}

/** Draws the receipt: card, reference and date. */
export function receipt({ view, say, locale }: ReceiptContext) {
  const paid = view?.attempts.find(({ status }) => status === 'approved')
  const rows = {
    card: view?.card && words(cardName(view.card)),
    reference: view && referenceText(view.reference),
    date: paid && words(new Date(paid.startedAt).toLocaleString(locale)),
  }
  return html`<dl part="receipt">${Object.entries(rows).map(
    ([key, value]) =>
      value && html`<div><dt .textContent=${say(key)}></dt><dd translate="no">${value}</dd></div>`,
  )}</dl>`
}

const words = (text: string) => html`<span .textContent=${text}></span>`
