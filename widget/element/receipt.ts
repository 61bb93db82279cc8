/** What the shopper keeps of a payment. People read its reference out to the shop's support. */
import { html } from 'lit'
import type { OrderView } from '../../shared/order-view.ts'
import { cardName } from '../forms/method-picker.ts'
import type { Speak } from './messages.ts'

interface ReceiptContext {
  readonly view: OrderView | undefined
  readonly say: Speak
  readonly locale: string
}

/** What the edge makes where the shop has no reference of its own: 32 characters that mean nothing to anybody. */
const MADE_BY_EDGE = /^[\w-]{32}$/

/**
 * Draws a reference in whole, since the shop finds the payment by nothing less. One that the edge made falls into groups
 * of four by their looks alone: what is copied is the reference itself.
 */
const referenceText = (reference: string) => {
  const groups = MADE_BY_EDGE.test(reference) ? (reference.match(/.{4}/g) ?? []) : [reference]
  return html`${groups.map((group) => html`<span .textContent=${group}></span>`)}`
}

/** Draws what the shopper keeps of a payment: card, reference and date. */
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
