/** What a receipt lists. Pure. */
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { LabelKey } from './english-texts.ts'
import { readableReference } from './reference.ts'

/** Where the rows come from. */
export interface ReceiptSources {
  readonly view: OrderView
  /** Name of the seller, if the edge has named one. */
  readonly seller: string
  /** The masked card, as people read it; empty where none is known. */
  readonly card: string
  /** The shopper's address, if it was typed in this page or the page knows it. */
  readonly email: string
  /** Address of the shop's support; empty where there is none. */
  readonly support: string
  /** Address on which shoppers withdraw from the contract; empty where there is none. */
  readonly withdrawal: string
}

/** One row. `date` is a moment in ISO 8601. */
export interface ReceiptRow {
  readonly key: LabelKey
  readonly value: string
}

/** The rows of which something is known. Paper has the addresses in place of the buttons. */
export function receiptRows({
  view,
  seller,
  card,
  email,
  support,
  withdrawal,
}: ReceiptSources): readonly ReceiptRow[] {
  const paid = view.attempts.find(({ status }) => isSettled(status))
  const rows: readonly ReceiptRow[] = [
    // Whoever pays out sells nothing; the head of the receipt names them.
    { key: 'seller', value: view.intent === 'payout' ? '' : seller },
    { key: 'card', value: card },
    { key: 'reference', value: readableReference(view) },
    { key: 'date', value: paid?.startedAt ?? '' },
    { key: 'field.email', value: email },
    { key: 'withdraw', value: withdrawal },
    { key: 'contact', value: support.replace(/^tel:|^mailto:([^?]*).*/, '$1') },
  ]
  return rows.filter(({ value }) => value)
}

/** Whether somebody bought something: who gives, proves a card or is paid did not. */
export const isContract = ({ intent, act }: OrderView) =>
  (intent === 'sale' || intent === 'preauth') && act !== 'donation'
