/**
 * Asks the gateway for the status of requests, whatever their purpose. An older answer must not arrive after a newer one,
 * so status requests of one order wait for each other.
 */
import { isDecided } from '../../shared/order-status.ts'
import type { RefreshedOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { askStatus } from './gateway-session.ts'
import { reasonTelling } from './model/decline-reasons.ts'
import { lookKey, lookSince } from './model/duplicate-look.ts'
import type { Report } from './model/events.ts'
import { isContradicted } from './model/follow-up-outcome.ts'
import { followUpOf } from './model/follow-ups.ts'
import { isMisnamedFor } from './model/misnamed-answers.ts'
import { isAbout } from './model/report-subject.ts'
import { type FollowedRequest, requestOf, requestsOf, subjectFor } from './model/request-purposes.ts'
import { type RequestRef, requestKey } from './model/request-ref.ts'
import type { OrderState } from './model/state.ts'
import { answerEvent, lookEvent, type StatusAnswer, totalsEvent, totalsIds } from './model/status-answers.ts'
import { merchantResponse } from './queries.ts'

/** Asks about a request. @returns Whether there was an answer about it. */
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
  const unanswered = state.attempts.filter((attempt) => isMisnamedFor(state, lookKey(attempt)))
  await Promise.all(unanswered.map(({ number }) => lookForDuplicate(context, number)))
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
  const { record, session, times } = context
  const { state } = record
  const request = state && requestOf(state, ref)
  if (!request) return false
  record.askedAt.set(requestKey(request), Date.now())
  const { purpose, number, attempt, status, ids } = request
  // The request itself is still under way, and the answer to that comes first.
  if (!ids || status === 'sending') return false
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, ids))
  const isOwn = answer?.report !== undefined && subjectFor(request, answer.report) === 'own'
  const told = isOwn ? { report: await withTelling(context, answer.report, request) } : answer
  const event = answerEvent(request, told, { terms: state.terms, now: Date.now(), times: times() })
  if (!event) return false
  const after = record.apply(event)
  const isDecidedNow = after.attempts[attempt.number - 1]?.decidedAt !== attempt.decidedAt
  if (isDecidedNow) await askForDuplicate(context, attempt.number)
  if (purpose === 'follow-up') await askForTotals(context, number)
  return isOwn
}

/**
 * The stage of a follow-up that another copy of it carried out tells of a failure for ever, and polling asks about that
 * stage alone. So the order asks about the payment's own as well, which has the totals.
 */
async function askForTotals(context: OrderContext, number: number): Promise<void> {
  const { record, session } = context
  const { state } = record
  const followUp = state && followUpOf(state, number)
  const attempt = followUp && state?.attempts[followUp.attempt - 1]
  if (!attempt || !isContradicted(followUp)) return
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt, totalsIds(attempt)))
  const event = totalsEvent(attempt, answer)
  if (event) record.apply(event)
}

/** The report of an attempt that it decides, and whether the shopper may read the bank's reason. */
async function withTelling(
  { record, limits }: OrderContext,
  report: Report,
  { purpose, status, number }: FollowedRequest,
): Promise<Report> {
  if (!record.state || purpose !== 'attempt' || (status && isDecided(status))) return report
  const { terms, attempts } = record.state
  const telling = reasonTelling(terms, report, attempts[number - 1]?.exchange)
  const isTold = telling === 'tell' || (telling === 'ask' && (await limits.mayTellReason()))
  return isTold ? { ...report, isReasonTold: true } : report
}

/**
 * A gateway may have carried a request out twice, and no callback may report that. So once an attempt is decided, the
 * order looks at the newest transaction under its name. That there is no other one is written with the next change.
 */
async function askForDuplicate(context: OrderContext, number: number): Promise<void> {
  const { record, session, times } = context
  const { state, askedAt } = record
  const attempt = state?.attempts[number - 1]
  if (!state || !attempt || lookSince(attempt) === undefined) return
  askedAt.set(lookKey(attempt), Date.now())
  const answer = await answerTo(context, askStatus(session(), state.terms, attempt))
  const event = lookEvent(attempt, answer, times())
  // Without one the look is repeated.
  if (!event) return
  // It ends a doubt that is written, so it is written too.
  const endsDoubt = isMisnamedFor(state, lookKey(attempt))
  const isOwn = isAbout(attempt, event.report)
  if (isOwn && attempt.gatewayId !== undefined && !endsDoubt) record.applyLater(event)
  else record.apply(event)
}

async function answerTo({ reached }: OrderContext, question: Promise<StatusAnswer | undefined>) {
  const answer = await question
  await reached('report-received')
  return answer
}
