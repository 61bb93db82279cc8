/** What happened to an order's money, and what may still happen. Pure: no clock, no storage, no network. */

import { type ApiError, apiError } from '../api/error-codes.ts'
import type { Stages, Transaction, TransactionType } from './transaction.ts'

/** What a merchant asks to be done with an order. */
export interface FollowUpRequest {
  /** Minor units; without it the whole is meant. */
  readonly amountMinor?: number
  readonly currency?: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The stage that a wish leads to, or why it leads to none. */
export type Decision = { readonly type: TransactionType; readonly amountMinor: number } | ApiError

/** What was captured so far, in minor units. */
export const capturedMinor = (stages: Stages) => sumOf(stages, 'capture')

/** What was given back or released by returns so far, in minor units. */
export const returnedMinor = (stages: Stages) => sumOf(stages, 'reversal', 'cancel')

/** What the merchant no longer has of an order, in minor units. */
const takenBackMinor = (stages: Stages) => sumOf(stages, 'reversal', 'cancel', 'chargeback')

/** What may still be taken from the merchant of a charge, or of what was captured, in minor units. */
function availableMinor(stages: Stages): number {
  const [opened] = stages
  const taken = isCharge(opened) ? opened.amountMinor : capturedMinor(stages)
  return taken - takenBackMinor(stages)
}

/** Takes held money, once, the whole or a part; what is not taken is released. */
export function decideCapture(stages: Stages, wish: FollowUpRequest): Decision {
  const [opened] = stages
  if (opened.type !== 'preauth') return apiError('NOT_A_PREAUTH', 'only a preauth can be captured')
  return (
    orderProblem(stages) ?? captureProblem(stages) ?? wholeOrPart(stages, wish, 'capture', opened.amountMinor)
  )
}

/** Undoes an approval before money moves for good: a hold that was not captured, a charge that is not settled. */
export function decideVoid(stages: Stages, wish: FollowUpRequest): Decision {
  const [opened] = stages
  if (opened.type !== 'preauth' && !isCharge(opened))
    return apiError('NOT_VOIDABLE', `there is nothing to void in a ${opened.type}`)
  const { amountMinor, type } = { amountMinor: opened.amountMinor, type: 'void' } as const
  return (
    orderProblem(stages) ?? captureProblem(stages) ?? settledProblem(stages, wish) ?? { type, amountMinor }
  )
}

/** Gives back: the hold of a preauth as a whole, of a charge or a capture what is left or a part of it. */
export function decideReturn(stages: Stages, wish: FollowUpRequest): Decision {
  const [opened] = stages
  const captured = capturedMinor(stages)
  if (opened.type !== 'preauth' && !isCharge(opened))
    return apiError('NOT_RETURNABLE', `there is nothing to return of a ${opened.type}`)
  const problem = orderProblem(stages)
  if (problem) return problem
  if (opened.type === 'preauth' && captured === 0) return cancel(stages, wish)
  return wholeOrPart(stages, wish, 'reversal', availableMinor(stages))
}

/** Takes back for the cardholder, by the bank, what the merchant still has of an order. */
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
  const [opened, ...later] = stages
  if (opened.status !== 'approved')
    return apiError('NOT_SUCCESSFUL', `the ${opened.type} is ${opened.status}`)
  const undone = approvedLater(stages).find(({ type }) => type === 'void' || type === 'cancel')
  if (undone) return apiError('ALREADY_UNDONE', `the order has an approved ${undone.type}`)
  const pending = later.find(({ status }) => status === 'processing' || status === 'unknown')
  return pending && apiError('FOLLOW_UP_PENDING', `the ${pending.type} is ${pending.status}`)
}

const captureProblem = (stages: Stages) =>
  capturedMinor(stages) > 0 ? apiError('ALREADY_CAPTURED', 'the preauth is captured') : undefined

/** Left alone, a charge is settled a day after its approval. */
const SETTLED_AFTER_MS = 86_400_000

function settledProblem(stages: Stages, { now }: FollowUpRequest): ApiError | undefined {
  const [opened] = stages
  if (takenBackMinor(stages) > 0) return apiError('ALREADY_UNDONE', 'money of the order was returned')
  const { batchedAt = (opened.settledAt ?? now) + SETTLED_AFTER_MS } = opened
  const isSettled = isCharge(opened) && batchedAt <= now
  return isSettled ? apiError('ALREADY_SETTLED', 'the charge is settled, it can only be returned') : undefined
}

function cancel(stages: Stages, wish: FollowUpRequest): Decision {
  const [{ amountMinor }] = stages
  const decision = wholeOrPart(stages, wish, 'cancel', amountMinor)
  if ('name' in decision || decision.amountMinor === amountMinor) return decision
  return apiError('PART_NOT_ALLOWED', 'a hold is cancelled as a whole')
}

function wholeOrPart(
  [opened]: Stages,
  wish: FollowUpRequest,
  type: TransactionType,
  leftMinor: number,
): Decision {
  const { amountMinor = leftMinor, currency = opened.currency } = wish
  if (currency !== opened.currency) return apiError('OTHER_CURRENCY', 'the order is in another currency')
  if (leftMinor === 0) return apiError('AMOUNT_TOO_LARGE', 'nothing is left')
  if (amountMinor > leftMinor) return apiError('AMOUNT_TOO_LARGE', 'less than the amount is left')
  return { type, amountMinor }
}
