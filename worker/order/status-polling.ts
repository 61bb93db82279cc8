/**
 * Asks the gateway for the status of requests, whatever their purpose. An older answer must not arrive after a newer one,
 * so status requests of one order wait for each other.
 */
import { isDecided } from '../../shared/order-status.ts'
import type { RefreshedOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { askStatus, type StatusAnswer } from './gateway-session.ts'
import { reasonTelling } from './model/decline-reasons.ts'
import { isTooSoon, mayProve } from './model/doubt.ts'
import type { Report } from './model/events.ts'
import { type FollowedRequest, PURPOSES, requestOf, requestsOf } from './model/request-purposes.ts'
import { type RequestRef, requestKey } from './model/request-ref.ts'
import { lookKey } from './model/schedule.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { merchantResponse } from './queries.ts'

/** Asks about a request. @returns Whether there was an answer, as far as its purpose needs one about the request itself. */
export const pollRequest = (context: OrderContext, ref: RequestRef): Promise<boolean> =>
  inTurn(context, () => ask(context, ref))

/** Looks for another transaction under the name of an attempt that was decided. */
export const lookForDuplicate = (context: OrderContext, number: number): Promise<void> =>
  inTurn(context, () => askForDuplicate(context, number))

const inTurn = <Outcome>({ mutexes }: OrderContext, ask: () => Promise<Outcome>) =>
  mutexes.statusPolling.runExclusive(ask)

/**
 * Asks the gateway now about everything that may still change, and says whether there was anything. Refused where it
 * answered none of it.
 */
export async function refresh(context: OrderContext): Promise<Result<RefreshedOrderView, Refusal>> {
  const { record } = context
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const changing = requestsOf(state).filter((request) => mayChange(state, request))
  const answered = await Promise.all(changing.map((request) => pollRequest(context, request)))
  const gatewayAnswered = answered.includes(true)
  return answered.length > 0 && !gatewayAnswered
    ? refused({ code: 'gateway-silent', order: record.views.merchant(record.state ?? state) })
    : refreshed(context, gatewayAnswered)
}

/** The order as it stands after a refresh. */
export function refreshed(
  context: OrderContext,
  gatewayAnswered: boolean,
): Result<RefreshedOrderView, Refusal> {
  const order = merchantResponse(context)
  return order.ok ? accepted({ ...order.value, gatewayAnswered }) : order
}

/** A payment may always be reversed or charged back. */
const mayChange = ({ payment }: OrderState, { ids, asking, status, purpose, number }: FollowedRequest) =>
  ids && (asking || status === 'unknown' || (purpose === 'attempt' && number === payment))

async function ask(context: OrderContext, ref: RequestRef): Promise<boolean> {
  const { record, session } = context
  const { state } = record
  const request = state && requestOf(state, ref)
  if (!request) return false
  record.askedAt.set(requestKey(request), Date.now())
  const { purpose, number, attempt, status, ids } = request
  // The request itself is still under way, and the answer to that comes first.
  if (!ids || status === 'sending') return false
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, ids))
  if (!answer?.report) {
    if (purpose === 'attempt') withoutReport(context, state, { attempt, answer })
    return false
  }
  const report = await withTelling(context, answer.report, request)
  const after = record.apply({ type: 'reported', purpose, number, report })
  const isDecidedNow = after.attempts[attempt.number - 1]?.decidedAt !== attempt.decidedAt
  if (isDecidedNow) await askForDuplicate(context, attempt.number)
  return PURPOSES[purpose].isAnswer(report, request)
}

/** The report of an attempt that it decides, and whether the shopper may read the bank's reason. */
async function withTelling(
  { record, limits }: OrderContext,
  report: Report,
  { purpose, status }: FollowedRequest,
): Promise<Report> {
  if (!record.state || purpose !== 'attempt' || (status && isDecided(status))) return report
  const telling = reasonTelling(record.state.terms, report)
  const isTold = telling === 'tell' || (telling === 'ask' && (await limits.mayTellReason()))
  return isTold ? { ...report, isReasonTold: true } : report
}

/** The gateway did not take an attempt that it refused and does not know. For any other it takes more proof. */
function withoutReport(
  { record, times }: OrderContext,
  { terms }: OrderState,
  { attempt, answer }: { readonly attempt: Attempt; readonly answer: StatusAnswer | undefined },
): void {
  const { number, refusal } = attempt
  const { notAcceptedSpan: spanMs, activeEvery } = times()
  if (answer?.isNotFound) {
    if (refusal) record.apply({ type: 'refusal-confirmed', attempt: number })
    // "Not found" proves something only if the gateway repeats it for some time, and for attempts that `mayProve` allows.
    else if (mayProve(terms, attempt) && !isTooSoon(attempt, Date.now(), times()))
      record.apply({ type: 'unheard-of', attempt: number, spanMs })
  } else if (answer?.isRefused && refusal && terms.intent !== 'payout')
    // Money out is never sent again on an error that may mean anything: that takes a merchant's word. The pause is
    // shorter than the one between two status requests, so that the next one counts.
    record.apply({ type: 'refusal-confirmed', attempt: number, apartMs: activeEvery / 2 })
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
  record.apply({ type: 'unmatched-found', attempt: number, gatewayId })
}

async function answerTo({ reached }: OrderContext, question: Promise<StatusAnswer | undefined>) {
  const answer = await question
  await reached('report-received')
  return answer
}
