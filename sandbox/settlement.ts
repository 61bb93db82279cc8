import type { Backend } from './backend.ts'
import { queueCallback } from './callbacks.ts'
import type { MovementKind, Store } from './store.ts'
import { type Outcome, settle, type Transaction, type TransactionType } from './transactions.ts'

/** What an approval does with money; a check does nothing. */
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
}

/**
 * Settles a transaction: keeps the outcome, moves the money, and queues the callback, all in one step.
 *
 * @returns Whether its status allowed that. A second call for the same payment changes nothing.
 */
export function settleWith(outcome: Outcome, transaction: Transaction, backend: Backend): boolean {
  const settled = settle(transaction, outcome, backend.now())
  if (!settled) return false
  backend.store.save(settled)
  if (settled.status === 'approved') moveMoney(settled, backend)
  queueCallback(settled, backend)
  return true
}

/** What a void does depends on what it undoes. */
const undoing = ({ orderId }: Transaction, store: Store): MovementKind =>
  store.stages(orderId)[0]?.type === 'preauth' ? 'release' : 'reversal'

function moveMoney(transaction: Transaction, { store, now }: Backend): void {
  const { orderId, clientOrderId, type, amountMinor, currency, destination, paidFrom, scheduled } =
    transaction
  const kind = type === 'void' ? undoing(transaction, store) : MOVEMENT[type]
  if (!kind) return
  const movement = { orderId, clientOrderId, kind, amountMinor, at: now() }
  store.addMovement({
    ...movement,
    ...(currency && { currency }),
    ...(paidFrom && { from: paidFrom }),
    ...(destination && { to: destination.masked }),
    ...(scheduled && { scheduled }),
  })
}

/** Frees what a capture left of its hold. */
export function releaseRest(preauth: Transaction, capture: Transaction, { store, now }: Backend): void {
  const { orderId, clientOrderId, currency } = preauth
  const amountMinor = preauth.amountMinor - capture.amountMinor
  if (amountMinor === 0) return
  const kind = 'release'
  store.addMovement({ orderId, clientOrderId, kind, amountMinor, at: now(), ...(currency && { currency }) })
}

/** Settles every approved charge with the bank, after which it cannot be voided. Repeating it is harmless. */
export function settleBatch({ store, now }: Backend): void {
  for (const transaction of store.transactions()) {
    const { type, status, batchedAt } = transaction
    const isOpen = status === 'approved' && batchedAt === undefined
    if (MOVEMENT[type] === 'charge' && isOpen) store.save({ ...transaction, batchedAt: now() })
  }
}
