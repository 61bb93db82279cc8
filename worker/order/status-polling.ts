/**
 * Asks the gateway for the status of attempts, follow-ups and other transactions. An older answer must not arrive after a
 * newer one, so status requests of one order wait for each other.
 */
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { askAboutAttempt, askStatus, type StatusAnswer } from './gateway-session.ts'
import { isTooSoon, mayProve } from './model/doubt.ts'
import { attemptKey, followUpKey, foreignKey, lookKey, reversalKey } from './model/schedule.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { merchantResponse } from './queries.ts'

/** Asks about an attempt. @returns Whether there was an answer that is about it. */
export const pollAttempt = (context: OrderContext, number: number): Promise<boolean> =>
  inTurn(context, () => askAttempt(context, number))

/** Looks for another transaction under the name of an attempt that was decided. */
export const lookForDuplicate = (context: OrderContext, number: number): Promise<void> =>
  inTurn(context, () => askForDuplicate(context, number))

/** Asks about a follow-up. @returns Whether there was an answer. */
export const pollFollowUp = (context: OrderContext, number: number): Promise<boolean> =>
  inTurn(context, () => askFollowUp(context, number))

/** Asks about a transaction that the order did not start. @returns Whether there was an answer. */
export const pollUnmatched = (context: OrderContext, gatewayId: string): Promise<boolean> =>
  inTurn(context, () => askUnmatched(context, gatewayId))

/** Asks about a duplicate charge. @returns Whether there was an answer that is about it. */
export const pollDuplicateRefund = (context: OrderContext, number: number): Promise<boolean> =>
  inTurn(context, () => askDuplicateRefund(context, number))

const inTurn = <Outcome>({ mutexes }: OrderContext, ask: () => Promise<Outcome>) =>
  mutexes.statusPolling.runExclusive(ask)

/** Asks the gateway now about everything that may still change. Refused where it answered none of it. */
export async function refresh(context: OrderContext): Promise<Result<MerchantOrderView, Refusal>> {
  const { record } = context
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const answered = await Promise.all(pollAll(context, state))
  const isSilent = answered.length > 0 && !answered.includes(true)
  return isSilent
    ? refused({ code: 'gateway-silent', order: record.views.merchant(record.state ?? state) })
    : merchantResponse(context)
}

/** A recurring payment is no transaction, and a payment may always be reversed or charged back. */
function pollAll(context: OrderContext, state: OrderState): Promise<boolean>[] {
  const { attempts, followUps, foreign, reversals, payment } = state
  const mayChange = ({ asking, number, method, status }: Attempt) =>
    method !== 'recurring-payment' && (asking !== undefined || number === payment || status === 'unknown')
  return [
    ...attempts.filter(mayChange).map(({ number }) => pollAttempt(context, number)),
    ...followUps
      .filter(({ asking, status }) => asking || status === 'unknown')
      .map(({ number }) => pollFollowUp(context, number)),
    ...foreign.filter(({ asking }) => asking).map(({ id }) => pollUnmatched(context, id)),
    ...reversals.filter(({ asking }) => asking).map(({ number }) => pollDuplicateRefund(context, number)),
  ]
}

async function askAttempt(context: OrderContext, number: number): Promise<boolean> {
  const { record, session } = context
  const { state } = record
  const attempt = state?.attempts[number - 1]
  if (!attempt) return false
  record.askedAt.set(attemptKey(number), Date.now())
  // Its own request is still under way, and the answer to that comes first. A recurring payment is no transaction:
  // under its name the gateway would report the charges of its schedule.
  if (attempt.status === 'sending' || attempt.method === 'recurring-payment') return false
  const answer = await answerTo(context, askAboutAttempt(session(), state.terms, attempt))
  if (!answer?.report) return withoutReport(context, state, { attempt, answer })
  const { report } = answer
  const after = record.apply({ type: 'reported', attempt: number, report })
  if (after.attempts[number - 1]?.decidedAt !== attempt.decidedAt) await askForDuplicate(context, number)
  return report.clientOrderId === attempt.clientOrderId
}

/** The gateway did not take an attempt that it refused and does not know. For any other it takes more proof. */
function withoutReport(
  { record, times }: OrderContext,
  { terms }: OrderState,
  { attempt, answer }: { readonly attempt: Attempt; readonly answer: StatusAnswer | undefined },
): false {
  const { number, refusal } = attempt
  const { notAcceptedSpan: spanMs, activeEvery } = times()
  if (answer?.isNotFound) {
    if (refusal) record.apply({ type: 'refusal-confirmed', attempt: number })
    // Such answers are proof only if they go on for long, and none for an attempt of which they could not be.
    else if (mayProve(terms, attempt) && !isTooSoon(attempt, Date.now(), times()))
      record.apply({ type: 'unheard-of', attempt: number, spanMs })
  } else if (answer?.isRefused && refusal && terms.intent !== 'payout')
    // Money out is never sent again on an error that may mean anything: that takes a merchant's word. The pause is
    // shorter than the one between two status requests, so that the next one counts.
    record.apply({ type: 'refusal-confirmed', attempt: number, apartMs: activeEvery / 2 })
  return false
}

/**
 * A gateway may have carried a request out twice, and no callback may report that. So once an attempt is decided, the
 * order looks at the newest transaction under its name.
 */
async function askForDuplicate(context: OrderContext, number: number): Promise<void> {
  const { record, session } = context
  const { state, askedAt } = record
  const attempt = state?.attempts[number - 1]
  const key = attempt && lookKey(attempt)
  if (!attempt?.decidedAt || !key || askedAt.get(key) === Number.POSITIVE_INFINITY) return
  askedAt.set(key, Date.now())
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt))
  // An error that names no order proves nothing of a second one: the look is repeated.
  if (!answer?.report && !answer?.isNotFound) return
  askedAt.set(key, Number.POSITIVE_INFINITY)
  const { gatewayId, clientOrderId } = answer.report ?? {}
  if (!gatewayId || clientOrderId !== attempt.clientOrderId || gatewayId === attempt.gatewayId) return
  record.apply({ type: 'foreign-found', attempt: number, gatewayId })
}

async function askFollowUp(context: OrderContext, number: number): Promise<boolean> {
  const { record, session } = context
  const { state } = record
  const followUp = state?.followUps[number - 1]
  const attempt = followUp && state.attempts[followUp.attempt - 1]
  if (!attempt) return false
  record.askedAt.set(followUpKey(number), Date.now())
  if (followUp.status === 'sending') return false
  const ids = { gatewayId: attempt.gatewayId, serialNumber: followUp.serialNumber }
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, ids))
  if (!answer?.report) return false
  record.apply({ type: 'follow-up-reported', followUp: number, report: answer.report })
  return true
}

async function askUnmatched(context: OrderContext, gatewayId: string): Promise<boolean> {
  const { record, session } = context
  const { state } = record
  const found = state?.foreign.find(({ id }) => id === gatewayId)
  const attempt = found && state?.attempts[found.attempt - 1]
  if (!state || !attempt) return false
  record.askedAt.set(foreignKey(gatewayId), Date.now())
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, { gatewayId }))
  if (!answer?.report) return false
  record.apply({ type: 'foreign-reported', gatewayId, report: answer.report })
  return true
}

async function askDuplicateRefund(context: OrderContext, number: number): Promise<boolean> {
  const { record, session } = context
  const { state } = record
  const reversal = state?.reversals[number - 1]
  const attempt = reversal && state?.attempts[reversal.attempt - 1]
  if (!state || !attempt) return false
  record.askedAt.set(reversalKey(number), Date.now())
  const { gatewayId, serialNumber } = reversal
  const ids = { gatewayId, serialNumber }
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, ids))
  if (!answer?.report) return false
  record.apply({ type: 'reversal-reported', reversal: number, report: answer.report })
  return answer.report.gatewayId === gatewayId && answer.report.clientOrderId === attempt.clientOrderId
}

async function answerTo({ reached }: OrderContext, question: Promise<StatusAnswer | undefined>) {
  const answer = await question
  await reached('report-received')
  return answer
}
