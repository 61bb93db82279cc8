import type { Backend } from './backend.ts'
import { queueCallback } from './callbacks.ts'
import type { CardInput } from './card-input.ts'
import { verdictOf } from './cards.ts'
import type { MovementKind } from './store.ts'
import {
  type Card,
  type Outcome,
  settle,
  type Transaction,
  type TransactionType,
  takesCard,
} from './transactions.ts'

/** What an approval does with money; a check does nothing. */
const MOVEMENT: Readonly<Partial<Record<TransactionType, MovementKind>>> = {
  sale: 'charge',
  preauth: 'hold',
  'account-verification': 'verification',
  capture: 'capture',
  void: 'release',
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

function moveMoney(transaction: Transaction, { store, now }: Backend): void {
  const { orderId, clientOrderId, type, amountMinor, currency } = transaction
  const kind = MOVEMENT[type]
  if (!kind) return
  const movement = { orderId, clientOrderId, kind, amountMinor, at: now() }
  store.addMovement({ ...movement, ...(currency && { currency }) })
}

/** Pays with a card: settles at once, or sends the cardholder to the bank first. Repeating it changes nothing. */
export function payWith(input: CardInput, transaction: Transaction, backend: Backend): void {
  if (!takesCard(transaction)) return
  const { threeDs, outcome } = verdictOf(input.number, input.code)
  const withCard = { ...transaction, card: kept(input) }
  if (threeDs === 'challenge') challenge(withCard, outcome, backend)
  else settleWith({ ...outcome, ...(threeDs && { verified3d: VERIFIED[threeDs] }) }, withCard, backend)
}

const VERIFIED = { frictionless: 'AUTHENTICATED', unsupported: 'UNSUPPORTED' } as const

function challenge(transaction: Transaction, outcome: Outcome, { store }: Backend): void {
  const then: Outcome = { ...outcome, verified3d: 'AUTHENTICATED' }
  const token = crypto.randomUUID().replaceAll('-', '')
  store.save({ ...transaction, challenge: { token, wrongWords: 0, then } })
}

function kept({ number, brand, expiryMonth, expiryYear, holder }: CardInput): Card {
  return { brand, bin: number.slice(0, 6), last4: number.slice(-4), expiryMonth, expiryYear, holder }
}
