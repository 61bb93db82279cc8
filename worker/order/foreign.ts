/** Transactions under an order's name that it did not start. Pure: no clock, no storage, no network. */
import type { ForeignReported } from './events.ts'
import { withTransaction } from './reports.ts'
import type { Attempt, Foreign, OrderState } from './state.ts'

/** How many are kept; a flood of them says no more than these. */
const MAX_FOREIGN = 20

/**
 * Notes that the gateway vouches for a transaction that the order did not start, such as a second one under its name.
 * It is asked about, since it may have charged. Charges of a schedule are the gateway's own, and only noted.
 *
 * @param id The gateway's identifier of it.
 */
export function withForeign(
  state: OrderState,
  { number, gatewayId, method }: Attempt,
  { id, now }: { readonly id: string | undefined; readonly now: number },
): OrderState {
  const isKnown = state.foreign.some((one) => one.id === id)
  if (!id || id === gatewayId || isKnown || state.foreign.length >= MAX_FOREIGN) return state
  const named = { id, attempt: number }
  if (method === 'recurring-payment') return { ...state, foreign: [...state.foreign, named] }
  const found: Foreign = gatewayId === undefined ? { ...named, mayBeOwn: true } : stranger(named, now)
  return { ...state, foreign: [...state.foreign, found] }
}

const stranger = ({ id, attempt }: Foreign, now: number): Foreign => ({
  id,
  attempt,
  asking: { since: now, pace: 'active' },
})

/**
 * Tells strangers from what is the attempt's own, once its identifier is known: callbacks may come before the answer to
 * the request, and of two charges under one name either may be told first.
 */
export function identified(state: OrderState, now: number): OrderState {
  const ownId = ({ attempt }: Foreign) => state.attempts[attempt - 1]?.gatewayId
  if (!state.foreign.some((one) => one.mayBeOwn && ownId(one) !== undefined)) return state
  const foreign = state.foreign.flatMap((one) => {
    if (!one.mayBeOwn || ownId(one) === undefined) return [one]
    return one.id === ownId(one) ? [] : [stranger(one, now)]
  })
  return { ...state, foreign }
}

/** Applies what the gateway says of one: an approval is a charge too many, whatever its sum. */
export function foreignReported(state: OrderState, { gatewayId, report }: ForeignReported): OrderState {
  const index = state.foreign.findIndex(({ id }) => id === gatewayId)
  const found = state.foreign[index]
  const attempt = found && state.attempts[found.attempt - 1]
  if (!found?.asking || !attempt) return state
  const isAbout = report.gatewayId === gatewayId && report.clientOrderId === attempt.clientOrderId
  if (!isAbout || report.status === 'processing' || report.status === 'unknown') return state
  const { asking: _, ...known } = found
  const noted = { ...state, foreign: state.foreign.with(index, known) }
  const isCharge = report.kind === 'payment' && report.status === 'approved'
  return withTransaction(noted, attempt.number, report, isCharge ? { surplus: true } : {})
}
