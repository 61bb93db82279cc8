import type { Outcome } from '../api/outcome.ts'
import { type CallbackStores, queueCallback } from '../callbacks/callback-delivery.ts'
import type { MovementKind, OrderStore } from '../store/order-store.ts'
import { type Transaction, type TransactionType, withOutcome } from '../store/transaction.ts'

/** What it takes to settle a transaction. */
export interface SettlementStores extends CallbackStores {
  readonly store: OrderStore
}

/** How an approval moves money. Checks move none. */
const MOVEMENT: Readonly<Partial<Record<TransactionType, MovementKind>>> = {
  sale: 'charge',
  preauth: 'hold',
  'account-verification': 'verification',
  capture: 'capture',
  reversal: 'reversal',
  cancel: 'release',
  rebill: 'charge',
  payout: 'payout',
  transfer: 'transfer',
  chargeback: 'chargeback',
}

/** The outcome that a `decline` fault gives instead of an approval. */
const DECLINED: Outcome = { status: 'declined', errorCode: '100', errorMessage: 'Do not honour' }

/** Settles a transaction, unless a fault rule declines it or withholds its outcome. */
export function settle(outcome: Outcome, transaction: Transaction, stores: SettlementStores): void {
  const { fate } = transaction
  if (fate === 'processing') stores.store.save({ ...transaction, withheld: true })
  else settleNow(fate && outcome.status === 'approved' ? DECLINED : outcome, transaction, stores)
}

/**
 * Settles a transaction: stores the outcome, moves the money and queues the callback, in one atomic step.
 *
 * @returns Whether its status allowed that. Repeating the call changes nothing.
 */
export function settleNow(outcome: Outcome, transaction: Transaction, stores: SettlementStores): boolean {
  const settled = withOutcome(transaction, outcome, stores.now())
  if (!settled) return false
  stores.store.save(settled)
  if (settled.status === 'approved') moveMoney(settled, stores)
  queueCallback(settled, stores)
  settleTwin(settled, outcome, stores)
  return true
}

/** Settles the second order of a `second-order` fault, with the same card or destination. */
function settleTwin(settled: Transaction, outcome: Outcome, stores: SettlementStores): void {
  const twin = settled.twin ? stores.store.newest('serialNumber', settled.twin) : undefined
  if (twin?.status !== 'processing') return
  const { card, destination } = settled
  settleNow(outcome, { ...twin, ...(card && { card }), ...(destination && { destination }) }, stores)
}

/** A void releases a hold, and reverses a charge. */
const undoing = ({ orderId }: Transaction, store: OrderStore): MovementKind =>
  store.stages(orderId)[0]?.type === 'preauth' ? 'release' : 'reversal'

function moveMoney(transaction: Transaction, stores: SettlementStores): void {
  const { store, now } = stores
  const {
    orderId,
    clientOrderId,
    type,
    amountMinor,
    currency,
    destination,
    paidFrom,
    scheduled,
    owner,
    host,
  } = transaction
  const kind = type === 'void' ? undoing(transaction, store) : MOVEMENT[type]
  if (!kind) return
  const movement = { orderId, clientOrderId, kind, amountMinor, at: now() }
  store.addMovement({
    ...movement,
    ...(currency && { currency }),
    ...(paidFrom && { from: paidFrom }),
    ...(destination && { to: destination.masked }),
    ...(scheduled && { scheduled }),
    ...(owner && { owner }),
    ...(host && { host }),
  })
  if (type === 'capture') releaseRest(transaction, stores)
}

/** Releases the part of the hold that was not captured. */
function releaseRest(capture: Transaction, { store, now }: SettlementStores): void {
  const { orderId, clientOrderId, currency, owner, host } = capture
  const [preauth] = store.stages(orderId)
  const amountMinor = (preauth?.amountMinor ?? 0) - capture.amountMinor
  if (amountMinor <= 0) return
  store.addMovement({
    ...{ orderId, clientOrderId, kind: 'release', amountMinor, at: now() },
    ...(currency && { currency }),
    ...(owner && { owner }),
    ...(host && { host }),
  })
}

/** Settles every approved charge with the bank. A merchant cannot void it afterwards. Repeating the call is harmless. */
export function settleBatch({ store, now }: SettlementStores): void {
  for (const transaction of store.transactions()) {
    const { type, status, batchedAt } = transaction
    const isOpen = status === 'approved' && batchedAt === undefined
    if (MOVEMENT[type] === 'charge' && isOpen) store.save({ ...transaction, batchedAt: now() })
  }
}
