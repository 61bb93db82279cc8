/**
 * Orders that the operator may have restored to an earlier point (docs/operate.md). Nothing in such an order tells what it
 * has sent since, so it asks the gateway before it sends.
 */
import { isDecided } from '../../../shared/order-status.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import { isUntyped } from './approval-proof.ts'
import type { Report } from './events.ts'
import type { OrderState } from './state.ts'

/**
 * Whether the order was opened before a restoration, and so may be an earlier self.
 *
 * @param restoredAt When orders were last restored, in milliseconds since the epoch; 0 for never.
 */
export const mayBeRestored = ({ terms }: OrderState, restoredAt: number): boolean =>
  terms.openedAt < restoredAt

/** Whether it may have forgotten attempts, and has not made sure since that there are none. */
export const mayLackAttempts = (state: OrderState, restoredAt: number): boolean =>
  mayBeRestored(state, restoredAt) && (state.checkedAt ?? 0) < restoredAt

/**
 * The number of the state after this one. An order that may be an earlier self goes on with the time in seconds, above every
 * number that it can have had, since no order changes every second: its merchant, the list of orders and the shopper's page
 * take a smaller one for something old.
 *
 * @param times When orders were last restored, as in {@link mayBeRestored}, and now.
 */
export const seqAfter = (
  state: OrderState,
  { restoredAt, now }: { readonly restoredAt: number; readonly now: number },
): number =>
  mayBeRestored(state, restoredAt) ? Math.max(state.seq + 1, Math.ceil(now / 1000)) : state.seq + 1

/** Whether the number of the state may be one that the order had before it was restored. */
export const mayRepeatSeq = (state: OrderState, restoredAt: number): boolean =>
  mayBeRestored(state, restoredAt) && state.seq < restoredAt / 1000

/**
 * Names the exchange of an attempt that the order had forgotten. The edge does not know which page made it, so only its own return
 * address shows it; and the page that repeats its key is taken for that page.
 */
export const forgottenExchange = (number: number): string => `forgotten.${number}`

/**
 * Whether a report on the payment tells of a capture or a return that the order does not know. Where the report names
 * the newest request, that decides: the order knows everything before one that it knows. Else it is anything that is
 * still under way, or the totals tell.
 */
export function tellsOfForgotten(state: OrderState, report: Report): boolean {
  const { kind, type, serialNumber } = report
  if (kind === 'payment' && type) return false
  const isNamed = serialNumber !== undefined && serialsOf(state).includes(serialNumber)
  if (serialNumber && !isUntyped(report)) return !isNamed
  // The payment is decided, and what is under way has not moved the totals yet.
  if (!isNamed && !isDecided(report.status)) return true
  const isTakenElsewhere = state.terms.intent !== 'sale' && capturedBy(state) < state.capturedMinor
  return isTakenElsewhere || sumOf(state, ['return']) < state.returnedMinor
}

const serialsOf = ({ attempts, followUps }: OrderState) =>
  [...attempts, ...followUps].flatMap(({ serialNumber }) => serialNumber ?? [])

const capturedBy = (state: OrderState) => sumOf(state, ['capture', 'payout-pay'])

const sumOf = ({ followUps }: OrderState, kinds: readonly FollowUpKind[]) =>
  followUps
    .filter(({ kind, status }) => kinds.includes(kind) && status === 'approved')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
