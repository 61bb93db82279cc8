/** How long the bank waits for a cardholder, and what happens afterwards. */

import { type SettlementStores, settle } from '../money/settlement.ts'
import type { Deadlines } from '../store/deadlines.ts'
import { isChallenged, type Transaction, tdsStep } from '../store/transaction.ts'
import { NOT_IN_TIME, TEST_BANKS, type TestBankName } from '../three-ds/test-banks.ts'
import type { Visit } from '../three-ds/three-ds-state.ts'

/** What it takes to limit how long the bank waits. */
export interface DeadlineStores extends SettlementStores {
  readonly deadlines: Deadlines
}

/**
 * Stores an order that waits for its cardholder or its merchant, and sets the deadline.
 *
 * A merchant has to open a challenge soon. In all other cases the time to answer starts at once. A method has no
 * deadline.
 */
export function startWaiting(order: Transaction, stores: DeadlineStores): void {
  stores.store.save(order)
  const kind = order.threeDs?.kind ?? order.challenge?.kind
  if (!kind || tdsStep(order) === 'method') return
  const isToBeOpened = tdsStep(order) === 'challenge'
  setDeadline(isToBeOpened ? stores.settings.bankTimes.startMs : timeToAnswer(kind, stores), order, stores)
}

/** Records a visit to the bank's page. The first visit starts the time to answer. */
export function recordVisit(visit: Visit, order: Transaction, stores: DeadlineStores): Transaction {
  const { threeDs } = order
  if (!threeDs) return order
  const opened = { ...order, threeDs: { ...threeDs, visits: [...threeDs.visits, visit] } }
  stores.store.save(opened)
  const isFirst = threeDs.visits.length === 0
  if (isFirst && tdsStep(order) === 'challenge')
    setDeadline(timeToAnswer(threeDs.kind, stores), order, stores)
  return opened
}

/** The time left to answer, in milliseconds. */
export const timeLeft = ({ serialNumber }: Transaction, { deadlines, now }: DeadlineStores) =>
  Math.max(0, (deadlines.of(serialNumber) ?? now()) - now())

/** Declines every payment whose deadline has passed, unless it was settled meanwhile. */
export function declineOverdue(stores: DeadlineStores): void {
  const { deadlines, store, now } = stores
  for (let next = deadlines.next(); next && next.at <= now(); next = deadlines.next()) {
    deadlines.remove(next.serialNumber)
    const order = store.newest('serialNumber', next.serialNumber)
    if (order && (isChallenged(order) || tdsStep(order))) settle(NOT_IN_TIME, order, stores)
  }
}

function timeToAnswer(kind: TestBankName, { settings: { bankTimes } }: DeadlineStores): number {
  return TEST_BANKS[kind].isBrief ? bankTimes.briefMs : bankTimes.finishMs
}

const setDeadline = (ms: number, { serialNumber }: Transaction, { deadlines, now }: DeadlineStores) =>
  deadlines.set(serialNumber, now() + ms)
