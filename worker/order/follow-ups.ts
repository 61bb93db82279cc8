/** Captures, voids and refunds of a payment, and the second step of a payout: judges, stores the intent, and sends. */
import { toMinor } from '../../shared/money.ts'
import type { FollowUpKind, MerchantOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { decide } from './follow-up-decisions.ts'
import { startFollowUp } from './follow-up-sending.ts'
import { askWithinLimits, resumeCounting } from './limited-follow-ups.ts'
import { type AllowedFollowUp, followUpOf, uncertainFollowUp, unsentOf } from './model/follow-ups.ts'
import { refTo } from './model/request-ref.ts'
import type { OrderState } from './model/state.ts'
import type { Decision } from './model/unsent-follow-ups.ts'
import { merchantResponse } from './queries.ts'
import { forgottenFollowUp } from './restored-order.ts'
import { pollRequest } from './status-polling.ts'

/** A merchant's request. Amount and currency come together, or neither does. */
export interface FollowUpRequest {
  readonly kind: FollowUpKind
  /** The `Idempotency-Key`. */
  readonly key: string
  /** Decimal text; absent for all that is left. */
  readonly amount?: string
  readonly currency?: string
  readonly comment?: string
  /** Name of the merchant key. Absent from a Worker of an older version. */
  readonly by?: string
}

/** The order with the follow-up, or a refusal. */
export type FollowUpResult = Result<MerchantOrderView, Refusal> & {
  /** Number of the follow-up that the key made. */
  readonly followUp?: number
}

/**
 * Carries a follow-up out, once per key and one at a time, and waits for the gateway's answer to the request.
 *
 * The gateway is asked for its totals first: a lost answer is settled by comparing with them, and somebody else may
 * have given money back meanwhile.
 */
export async function requestFollowUp(
  context: OrderContext,
  request: FollowUpRequest,
): Promise<FollowUpResult> {
  const isPaused = context.config().PAYMENTS === 'paused' && request.kind === 'payout-pay'
  if (isPaused) return refused({ code: 'payments-paused' })
  return context.mutexes.followUps.runExclusive(() => judgeAndSend(context, request))
}

async function judgeAndSend(context: OrderContext, request: FollowUpRequest): Promise<FollowUpResult> {
  const { record } = context
  const before = record.state
  if (!before) return refused({ code: 'not-found' })
  const first = judge(context, before, request)
  if (!first.ok) return first
  if (first.value === 'joins') return joined(context, request.key)
  const isAnswered = await pollRequest(context, refTo('attempt', before.payment ?? 0))
  if (!isAnswered) return refused({ code: 'gateway-silent' })
  const latest = record.state ?? before
  const judged = judge(context, latest, request)
  if (!judged.ok) return judged
  const { value: allowed } = judged
  if (allowed === 'joins') return joined(context, request.key)
  const forgotten = await forgottenFollowUp(context)
  if (forgotten) return refused({ ...forgotten, order: record.views.merchant(record.state ?? latest) })
  return start(context, request, allowed)
}

/** The same key gets the same answer. What its object left before the count of the key answered goes on now. */
async function joined(context: OrderContext, key: string): Promise<FollowUpResult> {
  const { state } = context.record
  const counting = state && unsentOf(state).find((one) => one.key === key)
  if (counting) await resumeCounting(context, counting.number)
  return responseFor(context, key)
}

function judge(
  { record }: OrderContext,
  state: OrderState,
  { kind, key, comment, ...sum }: FollowUpRequest,
): Result<'joins' | AllowedFollowUp, Refusal> {
  const amountMinor = toAmountMinor(state.terms, sum)
  const order = record.views.merchant(state)
  if (typeof amountMinor === 'string')
    return refused({ code: 'amount-invalid', fields: [amountMinor], order })
  const verdict = record.policy.admitFollowUp(state, {
    kind,
    key,
    ...(amountMinor !== undefined && { amountMinor }),
    ...(comment !== undefined && { comment }),
  })
  if (verdict.ok) return verdict
  const isSum = verdict.reason === 'amount-invalid'
  return refused({ code: verdict.reason, order, ...(isSum && { fields: ['amount'] }) })
}

/** @returns Minor units, `undefined` for all of it, or the name of the field that is wrong. */
function toAmountMinor(
  { currency: own, exponent }: OrderTerms,
  { amount, currency }: Pick<FollowUpRequest, 'amount' | 'currency'>,
): number | undefined | 'amount' | 'currency' {
  if (amount === undefined && currency === undefined) return undefined
  if (currency !== own) return 'currency'
  if (amount === undefined) return 'amount'
  const minor = toMinor(amount, exponent)
  return minor.ok ? minor.value : 'amount'
}

/** The same key gets the same answer: the outcome of its follow-up, or that it waits. */
function responseFor(context: OrderContext, key: string): FollowUpResult {
  const { state, views } = context.record
  const unsent = state && unsentOf(state).find((one) => one.key === key)
  if (state && unsent?.status === 'counting') return refused(unfinishedCount(state))
  if (unsent?.error && state) return refused({ code: unsent.error.code, order: views.merchant(state) })
  const followUp = state?.followUps.find((one) => one.key === key)
  const response = merchantResponse(context, () => followUp?.error)
  const { number } = followUp ?? unsent ?? {}
  return { ...response, ...(number !== undefined && { followUp: number }) }
}

/**
 * Why a follow-up of a key with limits was not sent yet. The same key goes on with it, or the alarm does, so this must not read
 * as a refusal: its caller would ask for the same under another key.
 */
const unfinishedCount = (state: OrderState): Refusal => ({
  code: 'unavailable',
  why: uncertainFollowUp(state)
    ? 'it goes out once another follow-up is settled'
    : 'the key’s count or the gateway gave no answer',
})

async function start(
  context: OrderContext,
  { kind, key, comment, by }: FollowUpRequest,
  allowed: AllowedFollowUp,
): Promise<FollowUpResult> {
  const request = { kind, key, ...(comment !== undefined && { comment }), ...allowed }
  const asked = by === undefined ? accepted('free') : await askWithinLimits(context, { ...request, by })
  if (!asked.ok) return asked
  if (asked.value === 'free') await startFollowUp(context, { ...request, ...(by !== undefined && { by }) })
  return responseFor(context, key)
}

/** A key's decision on a follow-up that waits for one. */
export interface DecisionRequest {
  readonly verdict: Decision['verdict']
  /** Number of the follow-up. */
  readonly followUp: number
  /** Name of the merchant key. */
  readonly by: string
}

/**
 * Lets a follow-up go out that waits, or ends it, for another key than the one that asked. Repeating it is harmless: it gets the
 * gateway's answer again.
 */
export const decideOnFollowUp = (context: OrderContext, request: DecisionRequest): Promise<FollowUpResult> =>
  context.mutexes.followUps.runExclusive(async () => {
    const refusal = await decide(context, { ...request, number: request.followUp })
    if (refusal) return refused(refusal)
    const response = merchantResponse(context, (state) => followUpOf(state, request.followUp)?.error)
    return { ...response, followUp: request.followUp }
  })

/** The alarm goes on with what its object left. */
export const continueCounting = (context: OrderContext, number: number): Promise<void> =>
  context.mutexes.followUps.runExclusive(() => resumeCounting(context, number))
