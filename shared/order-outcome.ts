/**
 * What became of an order: the one decision behind every word about its money. The tag, the desk, the mails and the command line
 * each take their words from it, and none decides by the status alone. Pure.
 */
import { isMoving, isSettled, type OrderStatus } from './order-status.ts'
import type { Intent, OrderView } from './order-view.ts'

/**
 * `unmoved`: for certain none was taken or sent; it may be reserved. `may-move`: a form or a bank may still bring it.
 * `moved`: it was taken or sent, also where it went back afterwards.
 */
export const MONEY = ['unmoved', 'may-move', 'moved'] as const
export type Money = (typeof MONEY)[number]

/** What the decision needs of an order. */
export type KnownOrder = Pick<OrderView, 'intent' | 'status' | 'captured' | 'attempts' | 'transactions'>

/** What is known of the money of an order, apart from charges by mistake. */
export function moneyOf({ status, captured, attempts }: KnownOrder): Money {
  if (isSettled(status)) return Number(captured) ? 'moved' : 'unmoved'
  const statuses = [status, ...attempts.map((attempt) => attempt.status)]
  if (statuses.includes('approved')) return 'moved'
  return statuses.some(isMoving) ? 'may-move' : 'unmoved'
}

/** A row of every table of words: a status. `checked`: the gateway would send the payout, and waits for the merchant's word. */
export type Row = OrderStatus | 'checked'

/** The row whose words are true of an order. It is not always that of its status. */
export function rowOf(order: KnownOrder): Row {
  const { intent, status } = order
  const isUnmoved = moneyOf(order) === 'unmoved'
  if (intent === 'payout' && /cancelled|expired/.test(status) && isSent(order)) return 'approved'
  if (intent === 'payout' && status === 'approved' && isUnmoved) return 'checked'
  // A hold is released: nothing was charged, so nothing goes back.
  return intent === 'preauth' && status === 'returned' && isUnmoved ? 'voided' : status
}

/** Whether a payout was sent after it was cancelled, and nothing has undone it since. A check sends nothing. */
const isSent = ({ attempts, transactions }: KnownOrder) =>
  attempts.some(({ method, status }) => status === 'approved' && method !== 'payout-check') &&
  transactions.every(({ status, surplus }) => surplus || status !== 'approved')

/**
 * Row → intent → outcome, in words; one where it means the same for every intent. The compiler demands every cell. `contradictory reports`:
 * the gateway reports what cannot be, such as a captured verification.
 */
const OUTCOMES = {
  open: 'open',
  sending: 'sending',
  redirect: 'at the payment page',
  method: 'at the bank',
  challenge: 'at the bank',
  processing: 'processing',
  unknown: 'outcome unknown',
  checked: 'ready to pay out',
  approved: { sale: 'paid', preauth: 'on hold', verify: 'card verified', payout: 'paid out' },
  captured: { sale: 'captured', preauth: 'captured', verify: 'contradictory reports', payout: 'paid out' },
  voided: 'voided',
  returned: {
    sale: 'refunded',
    preauth: 'refunded',
    verify: 'contradictory reports',
    payout: 'payout came back',
  },
  'partially-returned': {
    sale: 'partly refunded',
    preauth: 'partly refunded',
    verify: 'contradictory reports',
    payout: 'payout partly came back',
  },
  'charged-back': {
    sale: 'charged back',
    preauth: 'charged back',
    verify: 'contradictory reports',
    payout: 'payout came back',
  },
  declined: 'declined',
  filtered: 'blocked',
  error: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Readonly<Record<Row, string | Readonly<Record<Intent, string>>>>

type Named<Cell> = Cell extends string ? Cell : Cell[keyof Cell]

/** What became of an order, as mails and the command line say it. */
export type Outcome = Named<(typeof OUTCOMES)[Row]>

/** What became of an order. */
export function outcomeOf(order: KnownOrder): Outcome {
  const cell = OUTCOMES[rowOf(order)]
  return typeof cell === 'string' ? cell : cell[order.intent]
}

/** What an entry of the list says. */
type Listed = Pick<OrderView, 'intent' | 'status' | 'amount'> & Partial<Pick<OrderView, 'captured'>>

/** The same of an entry of the list, which names no attempts. One that an older edge wrote has no sums: it had moved all. */
export const listedOutcomeOf = ({ intent, status, amount, captured = amount }: Listed): Outcome =>
  outcomeOf({ intent, status, captured, attempts: [], transactions: [] })

/** Whether somebody bought something: who gives, proves a card or is paid did not. */
export const isContract = ({ intent, act }: Pick<OrderView, 'intent' | 'act'>): boolean =>
  (intent === 'sale' || intent === 'preauth') && act !== 'donation'
