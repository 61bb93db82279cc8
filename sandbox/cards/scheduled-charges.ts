import { type SettlementStores, settle } from '../money/settlement.ts'
import type { Clock } from '../store/clock.ts'
import type { RecurringPayment, RecurringPayments } from '../store/recurring-payments.ts'
import type { Transaction } from '../store/transaction.ts'
import { isExpired } from './card-input.ts'
import { EXPIRED_CARD } from './issuer-decision.ts'

/** What it takes to charge recurring payments. */
export interface ChargeStores extends SettlementStores {
  readonly clock: Clock
  readonly recurringPayments: RecurringPayments
}

/** Makes every charge that is due by now, in the order of due dates. @returns How many. */
export function chargeDuePayments(stores: ChargeStores): number {
  return advanceClock(0, stores)
}

/**
 * Moves the sandbox's clock forward, and makes every charge that becomes due on the way.
 *
 * The clock stops at each due date, so each charge is dated with the time when it was due.
 *
 * @returns How many charges were made.
 */
export function advanceClock(byMs: number, stores: ChargeStores): number {
  const { clock, recurringPayments, now } = stores
  const until = now() + byMs
  const aheadMs = clock.aheadMs() + byMs
  let charges = 0
  for (let next = recurringPayments.next(); next && next.dueAt <= until; next = recurringPayments.next()) {
    moveTo(Math.min(clock.aheadMs() + next.dueAt - now(), aheadMs), clock)
    charge(next.payment, stores)
    charges += 1
  }
  moveTo(aheadMs, clock)
  return charges
}

/** Never moves the clock back: a late charge is dated with the current time. */
function moveTo(aheadMs: number, clock: Clock): void {
  const byMs = aheadMs - clock.aheadMs()
  if (byMs > 0) clock.advance(byMs)
}

/** Each charge is a sale of its own. A decline does not end the schedule. */
function charge(payment: RecurringPayment, stores: ChargeStores): void {
  const { store, recurringPayments, now } = stores
  recurringPayments.put({ ...payment, charges: payment.charges + 1 })
  const { id, outcome, schedule, charges, ...order } = payment
  const transaction: Transaction = {
    ...order,
    serialNumber: crypto.randomUUID(),
    orderId: store.nextOrderId(now()),
    type: 'sale',
    status: 'processing',
    scheduled: true,
    createdAt: now(),
  }
  store.add(transaction)
  settle(isExpired(payment.card, now()) ? EXPIRED_CARD.outcome : outcome, transaction, stores)
}
