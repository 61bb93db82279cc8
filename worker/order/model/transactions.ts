/** The totals and the transactions that the gateway reported. */
import type { Report } from './events.ts'
import type { OrderState, Transaction } from './state.ts'

/** What was taken from the payer, in minor units. Reserved money is not taken until it is captured. */
export const takenMinor = ({ terms, capturedMinor }: OrderState): number =>
  capturedMinor > 0 ? capturedMinor : terms.amountMinor

/** The outcome is unknown, or the money never left. Then the approval says nothing. */
const NOT_MOVED: readonly OrderState['laterOutcome'][] = ['voided', 'unknown']

/**
 * What the order moved, in minor units; minus `returned` it is what is left. Approving a sale takes its money, and
 * approving a one-step payout sends it, though gateways report no capture of either. Reserved money, or a checked
 * payout, has to be captured first. The stored total stays what the gateway reported: an unsettled sale can be voided
 * by it.
 */
export function movedMinor(state: OrderState): number {
  const { terms, payment, laterOutcome, capturedMinor } = state
  const isMovedAtOnce =
    terms.intent === 'sale' || (terms.intent === 'payout' && !terms.methods.includes('payout-check'))
  if (payment === undefined || !isMovedAtOnce || NOT_MOVED.includes(laterOutcome)) return capturedMinor
  return takenMinor(state)
}

/**
 * Takes over the totals of captures and returns. They never shrink: a late report must not make room for giving the
 * same money back twice. They never exceed what was agreed, or what was taken of it.
 */
export function withTotals(
  state: OrderState,
  { capturedMinor = 0, reversedMinor = 0 }: Partial<Report>,
): OrderState {
  const captured = Math.max(state.capturedMinor, Math.min(capturedMinor, state.terms.amountMinor))
  const taken = { ...state, capturedMinor: captured }
  const returned = Math.max(state.returnedMinor, Math.min(reversedMinor, takenMinor(taken)))
  const isSame = captured === state.capturedMinor && returned === state.returnedMinor
  return isSame ? state : { ...taken, returnedMinor: returned }
}

/**
 * Adds or updates a transaction. Returns the very same state if nothing is new.
 *
 * The request tells stages of one kind apart: two returns of one sum are two. A duplicate charge stays one, whatever
 * the gateway reports later, so that its refund is completed.
 */
export function withTransaction(
  state: OrderState,
  attempt: number,
  { gatewayId: id = '', type, kind, status, amountMinor = 0, serialNumber }: Report,
  mark: Pick<Transaction, 'surplus'> = {},
): OrderState {
  // A payment is one transaction, however many requests asked about it.
  const request = kind === 'payment' ? undefined : serialNumber
  const isIt = (known: Transaction) =>
    known.attempt === attempt && known.id === id && known.type === type && known.request === request
  const index = state.transactions.findIndex(isIt)
  const known = state.transactions[index]
  const fresh: Transaction = {
    ...known,
    ...{ attempt, id, type, status, amountMinor },
    ...(request && { request }),
    ...mark,
  }
  if (!known) return { ...state, transactions: [...state.transactions, fresh] }
  const isSame =
    known.status === status && known.amountMinor === amountMinor && known.surplus === fresh.surplus
  return isSame ? state : { ...state, transactions: state.transactions.with(index, fresh) }
}
