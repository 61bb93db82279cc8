/** What a transaction is and how its status may change. Pure: no clock, no storage, no network. */

import type { ThreeDsStep } from '../bank/test-banks.ts'
import type { Challenge, ThreeDs } from '../bank/three-ds-state.ts'
import type { Fate, Outcome, Status } from './outcome.ts'

/** The value of `transaction-type` in replies. */
export type TransactionType =
  | 'sale'
  | 'preauth'
  | 'account-verification'
  | 'capture'
  | 'void'
  | 'reversal'
  | 'cancel'
  | 'rebill'
  | 'payout'
  | 'payout-check'
  | 'transfer'
  | 'pan-eligibility'
  | 'chargeback'

/** What is known of a card where it is shown. The number stands elsewhere, under `vaultId`; the code nowhere. */
export interface Card {
  /** Names the number, and so is the same for every use of a card. */
  readonly vaultId: string
  readonly brand: string
  readonly bin: string
  readonly last4: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holder: string
}

/** What is kept of where money goes. */
export interface PayoutDestination {
  readonly kind: 'card' | 'bank' | 'ewallet' | 'phone'
  /** Enough of the number to know it again. */
  readonly masked: string
  readonly card?: Pick<Card, 'brand' | 'bin' | 'last4'>
  readonly bankName?: string
}

/** One transaction: one stage in the life of an order. */
export interface Transaction {
  /** Names the request that started it. */
  readonly serialNumber: string
  readonly orderId: string
  readonly clientOrderId: string
  readonly endpoint: string
  readonly type: TransactionType
  readonly status: Status
  /** Zero for a verification. */
  readonly amountMinor: number
  /** Missing for a verification, which names none. */
  readonly currency?: string
  readonly description: string
  /** Missing where nobody's was asked for, as for a payout. */
  readonly email?: string
  readonly phone?: string
  readonly merchantData?: string
  readonly redirectUrl?: string
  /** Where the outcome of this stage is told. */
  readonly callbackUrl?: string
  /** Where outcomes of later stages are told. */
  readonly notifyUrl?: string
  /** The secret part of the hosted page's address. */
  readonly formToken?: string
  readonly card?: Card
  /** The saved card that the hosted page asks no number of. */
  readonly savedCardRefId?: string
  /** The newest reference that was made from this order. */
  readonly cardRefId?: string
  readonly challenge?: Challenge
  readonly threeDs?: ThreeDs
  /** When a charge was settled with the bank, after which it cannot be voided. Milliseconds since the epoch. */
  readonly batchedAt?: number
  /** Where a payout or a transfer goes; a hosted payout learns it on its page. */
  readonly destination?: PayoutDestination
  /** Where the money of a transfer comes from: `deposit`, or a masked card number. */
  readonly paidFrom?: string
  /** Made by the schedule of a recurring payment. */
  readonly scheduled?: true
  readonly fate?: Fate
  /** Everything was done for it, but its outcome is kept back by its fate. */
  readonly withheld?: true
  /** The serial number of a second order that a fault rule made of the same request; it ends like this one. */
  readonly twin?: string
  readonly outcome?: Outcome
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly settledAt?: number
}

/** All stages of one order, the one that opened it first. */
export type Stages = readonly [opened: Transaction, ...later: Transaction[]]

/** An unknown outcome may still be cleared up; the others stand. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  processing: ['approved', 'declined', 'error', 'filtered', 'unknown'],
  unknown: ['approved', 'declined', 'error', 'filtered'],
  approved: [],
  declined: [],
  error: [],
  filtered: [],
}

/**
 * Gives a transaction its outcome.
 *
 * @returns `undefined` if its status forbids that; so a second call for the same payment changes nothing.
 */
export function withOutcome(
  transaction: Transaction,
  outcome: Outcome,
  now: number,
): Transaction | undefined {
  if (!NEXT[transaction.status].includes(outcome.status)) return undefined
  return { ...transaction, status: outcome.status, outcome, settledAt: now }
}

/** Whether somebody still has to do something before it has its outcome. */
export const isOpen = ({ status, withheld }: Transaction) => status === 'processing' && !withheld

/** Whether a card may still be entered for it. A payout asks for a destination instead. */
export const takesCard = (transaction: Transaction) =>
  isOpen(transaction) && !transaction.challenge && !transaction.threeDs && transaction.type !== 'payout'

/** Whether the cardholder is expected at the bank. */
export const isChallenged = (transaction: Transaction) =>
  isOpen(transaction) && transaction.challenge !== undefined

/** What the merchant has to upload next, if anything. */
export const tdsStep = (transaction: Transaction): ThreeDsStep | undefined =>
  isOpen(transaction) ? transaction.threeDs?.steps[0] : undefined

/** What a later stage has of its order. Only `notify_url` is told of what comes after the first outcome. */
export function laterStage(
  origin: Pick<Transaction, 'serialNumber' | 'endpoint' | 'fate'>,
  opened: Transaction,
): Omit<Transaction, 'type' | 'amountMinor' | 'createdAt'> {
  const { orderId, clientOrderId, description, email, phone, merchantData, currency, card, notifyUrl } =
    opened
  const { serialNumber, endpoint, fate } = origin
  return {
    ...{ serialNumber, orderId, clientOrderId, endpoint, status: 'processing', description },
    ...(email && { email }),
    ...(phone && { phone }),
    ...(merchantData && { merchantData }),
    ...(currency && { currency }),
    ...(card && { card }),
    ...(fate && { fate }),
    ...(notifyUrl && { notifyUrl, callbackUrl: notifyUrl }),
  }
}

/** The value of `order-stage` in replies, such as `sale_approved`. */
export function stageOf(transaction: Transaction): string {
  const stage = isChallenged(transaction) || tdsStep(transaction) ? '3d_validating' : transaction.status
  return `${transaction.type.replaceAll('-', '_')}_${stage}`
}

/** What the cardholder would read on a bank statement. */
export const DESCRIPTOR = 'SANDBOX'

/** The identifier under which the acquirer would know a transaction. */
export const acquirerId = ({ orderId }: Transaction) => `SANDBOX-${orderId}`

/** The acquirer's reference for asking about a transaction. */
export const retrievalNumber = ({ orderId }: Transaction) => orderId.slice(-12)

/** The bank's proof of an approval. */
export const approvalCode = ({ status, orderId }: Transaction) =>
  status === 'approved' ? orderId.slice(-6) : undefined
