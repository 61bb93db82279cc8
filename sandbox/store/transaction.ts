/** The transaction and its state machine. Pure: no clock, no storage, no network. */

import type { CallbackFate, Fate, Outcome, Status } from '../api/outcome.ts'
import type { ThreeDsStep } from '../three-ds/test-banks.ts'
import type { Challenge, ThreeDs } from '../three-ds/three-ds-state.ts'

/** The values of `transaction-type` in replies. */
export const TRANSACTION_TYPES = [
  'sale',
  'preauth',
  'account-verification',
  'capture',
  'void',
  'reversal',
  'cancel',
  'rebill',
  'payout',
  'payout-check',
  'transfer',
  'pan-eligibility',
  'chargeback',
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** A card as it may be shown. The vault holds the number, under `vaultId`. The security code is never stored. */
export interface Card {
  /** Identifies the card number, so every use of a card has the same id. */
  readonly vaultId: string
  readonly brand: string
  readonly bin: string
  readonly last4: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holder: string
}

/** The destination of a payout or a transfer, as it is stored. */
export interface PayoutDestination {
  readonly kind: 'card' | 'bank' | 'ewallet' | 'phone'
  /** The number, masked. */
  readonly masked: string
  readonly card?: Pick<Card, 'brand' | 'bin' | 'last4'>
  readonly bankName?: string
}

/** A transaction: one stage of an order. */
export interface Transaction {
  /** The serial number of the request that started it. */
  readonly serialNumber: string
  readonly orderId: string
  readonly clientOrderId: string
  readonly endpoint: string
  readonly type: TransactionType
  readonly status: Status
  /** Zero for a verification. */
  readonly amountMinor: number
  /** Missing for a verification. */
  readonly currency?: string
  readonly description: string
  /** Missing if the operation does not ask for it, as for a payout. */
  readonly email?: string
  readonly phone?: string
  readonly merchantData?: string
  readonly redirectUrl?: string
  /** Where to send the callback about this stage. */
  readonly callbackUrl?: string
  /** Where to send callbacks about later stages. */
  readonly notifyUrl?: string
  /** The secret part of the hosted page's address. */
  readonly formToken?: string
  readonly card?: Card
  /** The saved card, whose number the hosted page does not ask for. */
  readonly savedCardRefId?: string
  /** The newest card reference made from this order. */
  readonly cardRefId?: string
  readonly challenge?: Challenge
  readonly threeDs?: ThreeDs
  /** When a batch settled the charge, in milliseconds since the epoch. It cannot be voided afterwards. */
  readonly batchedAt?: number
  /** The destination of a payout or a transfer. A hosted payout gets it from its page. */
  readonly destination?: PayoutDestination
  /** The source of a transfer: `deposit`, or a masked card number. */
  readonly paidFrom?: string
  /** Whether a recurring payment's schedule made the charge. */
  readonly scheduled?: true
  /** Another shop opened the order at this account. Missing for an order of the merchant's own. */
  readonly owner?: 'other'
  /** The host name through which the request for the stage came. Missing where no request of the merchant started it. */
  readonly host?: string
  readonly fate?: Fate
  readonly callback?: CallbackFate
  /** The stage is done, but a fault rule withholds its outcome. */
  readonly withheld?: true
  /** The serial number of the second order that a fault rule made of the same request. It ends like this one. */
  readonly twin?: string
  readonly outcome?: Outcome
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly settledAt?: number
}

/** All stages of one order. The first one opened it. */
export type Stages = readonly [first: Transaction, ...later: Transaction[]]

/** The state machine: from each status to those it may change to. An unknown outcome may still be resolved. */
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
 * @returns `undefined` if its status forbids that, so a second call changes nothing.
 */
export function withOutcome(
  transaction: Transaction,
  outcome: Outcome,
  now: number,
): Transaction | undefined {
  if (!NEXT[transaction.status].includes(outcome.status)) return undefined
  return { ...transaction, status: outcome.status, outcome, settledAt: now }
}

/** Whether the transaction still waits for its shopper, its merchant or its bank. */
export const isOpen = ({ status, withheld }: Transaction) => status === 'processing' && !withheld

/** Whether the shopper may still enter a card. A payout asks for a destination instead. */
export const takesCard = (transaction: Transaction) =>
  isOpen(transaction) && !transaction.challenge && !transaction.threeDs && transaction.type !== 'payout'

/** Whether the bank's page waits for the cardholder. */
export const isChallenged = (transaction: Transaction) =>
  isOpen(transaction) && transaction.challenge !== undefined

/** The 3-D Secure step whose result the merchant has to upload next, if any. */
export const tdsStep = (transaction: Transaction): ThreeDsStep | undefined =>
  isOpen(transaction) ? transaction.threeDs?.steps[0] : undefined

/** Copies the order's details to a later stage. Callbacks about later stages go to `notify_url` only. */
export function laterStage(
  origin: Pick<Transaction, 'serialNumber' | 'endpoint' | 'fate' | 'callback' | 'host'>,
  first: Transaction,
): Omit<Transaction, 'type' | 'amountMinor' | 'createdAt'> {
  const {
    orderId,
    clientOrderId,
    description,
    email,
    phone,
    merchantData,
    currency,
    card,
    notifyUrl,
    owner,
  } = first
  const { serialNumber, endpoint, fate, callback, host } = origin
  return {
    ...{ serialNumber, orderId, clientOrderId, endpoint, status: 'processing', description },
    ...(email && { email }),
    ...(phone && { phone }),
    ...(merchantData && { merchantData }),
    ...(currency && { currency }),
    ...(card && { card }),
    ...(owner && { owner }),
    ...(host && { host }),
    ...(fate && { fate }),
    ...(callback && { callback }),
    ...(notifyUrl && { notifyUrl, callbackUrl: notifyUrl }),
  }
}

/** The value of `order-stage` in replies, such as `sale_approved`. */
export function stageOf(transaction: Transaction): string {
  const stage = isChallenged(transaction) || tdsStep(transaction) ? '3d_validating' : transaction.status
  return `${transaction.type.replaceAll('-', '_')}_${stage}`
}

/** The descriptor on the cardholder's statement. */
export const DESCRIPTOR = 'SANDBOX'

/** The acquirer's id of a transaction. */
export const acquirerId = ({ orderId }: Transaction) => `SANDBOX-${orderId}`

/** The retrieval reference number. */
export const retrievalNumber = ({ orderId }: Transaction) => orderId.slice(-12)

/** The approval code, if the bank approved. */
export const approvalCode = ({ status, orderId }: Transaction) =>
  status === 'approved' ? orderId.slice(-6) : undefined
