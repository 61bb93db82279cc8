/** What a transaction is and how its status may change. Pure: no clock, no storage, no network. */

/** Every status; only `processing` has not been told to anybody. */
export const STATUSES = ['processing', 'approved', 'declined', 'error', 'filtered', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

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

/** What a payment comes to. */
export interface Outcome {
  readonly status: Exclude<Status, 'processing'>
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly verified3d?: 'AUTHENTICATED' | 'NOT_AUTHENTICATED' | 'UNSUPPORTED'
}

/** What is kept of a card. The number and the code are not. */
export interface Card {
  readonly brand: string
  readonly bin: string
  readonly last4: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holder: string
}

/** A payment that waits for the cardholder at the bank. */
export interface Challenge {
  /** The secret part of the bank page's address. */
  readonly token: string
  readonly wrongWords: number
  /** What the payment comes to once the cardholder has been recognised. */
  readonly then: Outcome
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
  readonly callbackUrl?: string
  /** The secret part of the hosted page's address. */
  readonly formToken?: string
  readonly card?: Card
  readonly challenge?: Challenge
  readonly outcome?: Outcome
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly settledAt?: number
}

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
export function settle(transaction: Transaction, outcome: Outcome, now: number): Transaction | undefined {
  if (!NEXT[transaction.status].includes(outcome.status)) return undefined
  return { ...transaction, status: outcome.status, outcome, settledAt: now }
}

/** Whether a card may still be entered for it. */
export const takesCard = ({ status, challenge }: Transaction) => status === 'processing' && !challenge

/** Whether the cardholder is expected at the bank. */
export const isChallenged = ({ status, challenge }: Transaction) =>
  status === 'processing' && challenge !== undefined

/** The value of `order-stage` in replies, such as `sale_approved`. */
export function stageOf(transaction: Transaction): string {
  const stage = isChallenged(transaction) ? '3d_validating' : transaction.status
  return `${transaction.type.replace('-', '_')}_${stage}`
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
