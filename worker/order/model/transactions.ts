/** The sums and the transactions that the gateway reported. */
import type { Report } from './events.ts'
import type { OrderState, Transaction } from './state.ts'

/** What was taken from the payer, in minor units: reserved money is not, until it is captured. */
export const takenMinor = ({ terms, capturedMinor }: OrderState): number =>
  capturedMinor > 0 ? capturedMinor : terms.amountMinor

/**
 * Takes over what was captured and returned so far. The sums never shrink: a report that lags behind must not make room
 * for giving the same money back twice. Nor do they exceed what was agreed, or what was taken of it.
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
 * Adds a transaction, or brings it up to date. The very same state comes back if nothing is new.
 *
 * Stages of one kind are told apart by the request that made each: two returns of one sum are two. What was once a
 * charge too many stays one, whatever is told of it later: giving it back is seen through.
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
  const told: Transaction = {
    ...known,
    ...{ attempt, id, type, status, amountMinor },
    ...(request && { request }),
    ...mark,
  }
  if (!known) return { ...state, transactions: [...state.transactions, told] }
  const isSame =
    known.status === status && known.amountMinor === amountMinor && known.surplus === told.surplus
  return isSame ? state : { ...state, transactions: state.transactions.with(index, told) }
}
