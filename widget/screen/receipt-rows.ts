/** What a receipt lists. Pure. */
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { readableReference } from '../../shared/readable-reference.ts'
import type { LabelKey } from './english-texts.ts'

/** Where the rows come from. */
export interface ReceiptSources {
  readonly view: OrderView
  /** The seller, as far as the edge has named them. */
  readonly seller: { readonly name?: string; readonly address?: string }
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
  /** The screen says it elsewhere: the head names the seller, buttons lead to the addresses. */
  readonly isForPaper?: boolean
}

/** The rows of which something is known. */
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
    {
      key: 'seller',
      value: view.intent === 'payout' ? '' : [seller.name, seller.address].filter(Boolean).join(', '),
      isForPaper: !seller.address,
    },
    { key: 'card', value: card },
    { key: 'reference', value: readableReference(view) },
    { key: 'date', value: paid?.startedAt ?? '' },
    { key: 'field.email', value: email },
    { key: 'withdraw', value: withdrawal, isForPaper: true },
    { key: 'contact', value: support.replace(/^tel:|^mailto:([^?]*).*/, '$1'), isForPaper: true },
  ]
  return rows.filter(({ value }) => value)
}

/** Whether money was paid for something, and not held, sent or given back. */
export const isReceipt = ({ intent, status, captured }: OrderView) =>
  (intent === 'sale' || intent === 'preauth') &&
  (status === 'approved' || status === 'captured') &&
  Number(captured) > 0
