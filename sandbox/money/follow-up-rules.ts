/** Which captures, voids, returns and chargebacks an order allows. Pure: no clock, no storage, no network. */

import { type ApiError, apiError } from '../api/error-codes.ts'
import type { Stages, Transaction, TransactionType } from '../store/transaction.ts'

/** A merchant's request to capture, void or return. */
export interface FollowUpRequest {
  /** Minor units. Default: the whole amount. */
  readonly amountMinor?: number
  readonly currency?: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The stage that a follow-up adds to its order, or why it is refused. */
export type Decision = { readonly type: TransactionType; readonly amountMinor: number } | ApiError

/** Captured so far, in minor units. */
export const capturedMinor = (stages: Stages) => sumOf(stages, 'capture')

/** Returned or released by returns so far, in minor units. */
export const returnedMinor = (stages: Stages) => sumOf(stages, 'reversal', 'cancel')

/** Taken back from the merchant so far, in minor units. */
const takenBackMinor = (stages: Stages) => sumOf(stages, 'reversal', 'cancel', 'chargeback')

/** What is left to return of a charge, or of a captured amount, in minor units. */
function availableMinor(stages: Stages): number {
  const [first] = stages
  const taken = isCharge(first) ? first.amountMinor : capturedMinor(stages)
  return taken - takenBackMinor(stages)
}

/** Decides a capture. A preauth can be captured once, wholly or in part; the rest of the hold is released. */
export function decideCapture(stages: Stages, wish: FollowUpRequest): Decision {
  const [first] = stages
  if (first.type !== 'preauth') return apiError('NOT_A_PREAUTH', 'only a preauth can be captured')
  return (
    orderProblem(stages) ?? captureProblem(stages) ?? wholeOrPart(stages, wish, 'capture', first.amountMinor)
  )
}

/** Decides a void. It undoes an approval before settlement: an uncaptured hold, or an unsettled charge. */
export function decideVoid(stages: Stages, wish: FollowUpRequest): Decision {
  const [first] = stages
  if (first.type !== 'preauth' && !isCharge(first))
    return apiError('NOT_VOIDABLE', `there is nothing to void in a ${first.type}`)
  const { amountMinor, type } = { amountMinor: first.amountMinor, type: 'void' } as const
  return (
    orderProblem(stages) ?? captureProblem(stages) ?? settledProblem(stages, wish) ?? { type, amountMinor }
  )
}

/** Decides a return: of the whole hold of a preauth, or of a charge or capture wholly or in part. */
export function decideReturn(stages: Stages, wish: FollowUpRequest): Decision {
  const [first] = stages
  const captured = capturedMinor(stages)
  if (first.type !== 'preauth' && !isCharge(first))
    return apiError('NOT_RETURNABLE', `there is nothing to return of a ${first.type}`)
  const problem = orderProblem(stages)
  if (problem) return problem
  if (first.type === 'preauth' && captured === 0) return cancel(stages, wish)
  return wholeOrPart(stages, wish, 'reversal', availableMinor(stages))
}

/** Decides a chargeback: the bank takes back everything that the merchant still has of an order. */
export function decideChargeback(stages: Stages): Decision {
  const problem = orderProblem(stages)
  if (problem) return problem
  const amountMinor = availableMinor(stages)
  if (amountMinor > 0) return { type: 'chargeback', amountMinor }
  return apiError('AMOUNT_TOO_LARGE', 'the merchant has nothing of the order')
}

const isCharge = ({ type }: Transaction) => type === 'sale' || type === 'rebill'

const approvedLater = ([_opened, ...later]: Stages) => later.filter(({ status }) => status === 'approved')

function sumOf(stages: Stages, ...types: readonly TransactionType[]): number {
  const counted = approvedLater(stages).filter(({ type }) => types.includes(type))
  return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function orderProblem(stages: Stages): ApiError | undefined {
  const [first, ...later] = stages
  if (first.status !== 'approved') return apiError('NOT_SUCCESSFUL', `the ${first.type} is ${first.status}`)
  const undone = approvedLater(stages).find(({ type }) => type === 'void' || type === 'cancel')
  if (undone) return apiError('ALREADY_UNDONE', `the order has an approved ${undone.type}`)
  const pending = later.find(({ status }) => status === 'processing' || status === 'unknown')
  return pending && apiError('FOLLOW_UP_PENDING', `the ${pending.type} is ${pending.status}`)
}

const captureProblem = (stages: Stages) =>
  capturedMinor(stages) > 0 ? apiError('ALREADY_CAPTURED', 'the preauth is captured') : undefined

/** A charge settles a day after its approval, unless a batch settles it earlier. */
const SETTLED_AFTER_MS = 86_400_000

function settledProblem(stages: Stages, { now }: FollowUpRequest): ApiError | undefined {
  const [first] = stages
  if (takenBackMinor(stages) > 0) return apiError('ALREADY_UNDONE', 'money of the order was returned')
  const { batchedAt = (first.settledAt ?? now) + SETTLED_AFTER_MS } = first
  const isSettled = isCharge(first) && batchedAt <= now
  return isSettled ? apiError('ALREADY_SETTLED', 'the charge is settled, it can only be returned') : undefined
}

function cancel(stages: Stages, wish: FollowUpRequest): Decision {
  const [{ amountMinor }] = stages
  const decision = wholeOrPart(stages, wish, 'cancel', amountMinor)
  if ('name' in decision || decision.amountMinor === amountMinor) return decision
  return apiError('PART_NOT_ALLOWED', 'a hold is cancelled as a whole')
}

function wholeOrPart(
  [first]: Stages,
  wish: FollowUpRequest,
  type: TransactionType,
  leftMinor: number,
): Decision {
  const { amountMinor = leftMinor, currency = first.currency } = wish
  if (currency !== first.currency) return apiError('OTHER_CURRENCY', 'the order is in another currency')
  if (leftMinor === 0) return apiError('AMOUNT_TOO_LARGE', 'nothing is left')
  if (amountMinor > leftMinor) return apiError('AMOUNT_TOO_LARGE', 'less than the amount is left')
  return { type, amountMinor }
}
