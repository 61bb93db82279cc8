/** Captures, voids and refunds of a payment, and the second step of a payout: judges, stores the intent, and sends. */
import { toMinor } from '../../shared/money.ts'
import type { FollowUpKind, MerchantOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { errorCode, failureOf, type GatewaySession, unanswered } from './gateway-session.ts'
import type { Replied } from './model/events.ts'
import type { AllowedFollowUp } from './model/follow-ups.ts'
import { refTo } from './model/request-ref.ts'
import type { Attempt, FollowUp, OrderState } from './model/state.ts'
import { merchantResponse } from './queries.ts'
import { sendStored } from './request-sending.ts'
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
  if (first.value === 'joins') return responseFor(context, request.key)
  const isAnswered = await pollRequest(context, refTo('attempt', before.payment ?? 0))
  if (!isAnswered) return refused({ code: 'gateway-silent' })
  const latest = record.state ?? before
  const judged = judge(context, latest, request)
  if (!judged.ok) return judged
  const forgotten = judged.value === 'joins' ? undefined : await forgottenFollowUp(context)
  if (forgotten) return refused({ ...forgotten, order: record.views.merchant(record.state ?? latest) })
  if (judged.value !== 'joins') await start(context, latest, { request, allowed: judged.value })
  return responseFor(context, request.key)
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

/** The same key gets the same answer: the outcome of its follow-up. */
function responseFor(context: OrderContext, key: string): FollowUpResult {
  const followUp = context.record.state?.followUps.find((one) => one.key === key)
  const response = merchantResponse(context, () => followUp?.error)
  return { ...response, ...(followUp && { followUp: followUp.number }) }
}

async function start(
  context: OrderContext,
  state: OrderState,
  { request, allowed }: { readonly request: FollowUpRequest; readonly allowed: AllowedFollowUp },
): Promise<void> {
  const { kind, key, comment, by } = request
  const given = { kind, key, ...(comment !== undefined && { comment }), ...(by !== undefined && { by }) }
  const attempt = state.payment ?? 0
  const started = context.record.apply({ type: 'follow-up-wanted', attempt, ...given, ...allowed })
  const followUp = started.followUps.at(-1)
  if (!followUp) return
  const sent = send(context, started, followUp)
  context.waitUntil(sent)
  await sent
}

async function send(
  context: OrderContext,
  { terms, attempts }: OrderState,
  followUp: FollowUp,
): Promise<void> {
  const attempt = attempts[followUp.attempt - 1]
  if (!attempt) return
  const ref = refTo('follow-up', followUp.number)
  await sendStored(context, ref, () => sendFollowUp(context.session(), { terms, attempt, followUp }))
}

/** A follow-up with the payment that it acts on. */
interface Subject {
  readonly terms: OrderTerms
  readonly attempt: Attempt
  readonly followUp: FollowUp
}

/** Sends a follow-up, once: where no answer comes, the gateway may have acted. */
async function sendFollowUp(session: GatewaySession, subject: Subject): Promise<Replied> {
  const { terms, followUp } = subject
  const { number, kind } = followUp
  const ref = refTo('follow-up', number)
  try {
    const reply = await callGateway(session, subject)
    return reply.kind === 'refused'
      ? { type: 'refused', ...ref, failure: failureOf(reply) }
      : { type: 'accepted', ...ref, serialNumber: reply.serialNumber }
  } catch (error) {
    log('follow-up-unheard', { order: terms.id, followUp: number, kind, code: errorCode(error) })
    return unanswered(error, ref)
  }
}

/** A part carries its sum, and the whole carries none (gateway manual, states and transitions). */
function callGateway({ gateway, config }: GatewaySession, { terms, attempt, followUp }: Subject) {
  const { clientOrderId, gatewayId = '', destination } = attempt
  const { kind, amountMinor, isWhole } = followUp
  const ids = { clientOrderId, gatewayId }
  if (kind === 'payout-pay') return gateway.call(kind, destination, ids)
  const comment = followUp.comment ?? config.GATEWAY_PROFILE.comments[kind]
  if (kind === 'void' || isWhole) return gateway.call(kind, destination, { ...ids, comment })
  const amount = { minor: amountMinor, exponent: terms.exponent }
  return gateway.call(kind, destination, { ...ids, comment, amount, currency: terms.currency })
}
