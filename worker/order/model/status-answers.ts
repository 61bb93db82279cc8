/**
 * What the gateway's answer to a status request makes: an event, or nothing. Pure, so that a search of every history runs
 * the very same.
 */
import type { Times } from '../../config/durations.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { isTooSoon, mayProve } from './doubt.ts'
import { laterLookAfter } from './duplicate-look.ts'
import type { Looked, RefusalConfirmed, Report, Reported, UnheardOf } from './events.ts'
import { isAbout, namesOf } from './report-subject.ts'
import { type FollowedRequest, subjectFor, type TransactionIds } from './request-purposes.ts'
import { refTo } from './request-ref.ts'
import type { Attempt } from './state.ts'

/** The gateway's answer to a status request: a report, or that it knows no such order. */
export interface StatusAnswer {
  readonly report?: Report
  readonly isNotFound?: true
  /**
   * An error that may mean that there is no such order, from a gateway whose code for that is not known. It may mean
   * anything else as well, such as "system busy", so it has to come twice.
   */
  readonly isRefused?: true
}

/** When and for which order an answer came. `now` is in milliseconds since the epoch. */
export interface AnswerSetting {
  readonly terms: OrderTerms
  readonly now: number
  readonly times: Times
}

/**
 * The event of an answer about a request.
 *
 * @param answer `undefined` where the gateway gave no usable one.
 * @returns `undefined` where the answer says nothing.
 */
export function answerEvent(
  request: FollowedRequest,
  answer: StatusAnswer | undefined,
  setting: AnswerSetting,
): Reported | RefusalConfirmed | UnheardOf | undefined {
  if (answer?.report) return reportEvent(request, answer.report, setting)
  return answer && request.purpose === 'attempt' ? absenceEvent(request.attempt, answer, setting) : undefined
}

/** Of a report about something else the order keeps the names alone. */
function reportEvent(request: FollowedRequest, report: Report, { times }: AnswerSetting): Reported {
  const { purpose, number } = request
  const isOwn = subjectFor(request, report) === 'own'
  return {
    ...{ type: 'reported', purpose, number, spanMs: laterLookAfter(times) },
    report: isOwn ? report : namesOf(report),
  }
}

/**
 * The gateway did not take an attempt that it refused and does not know, as it has to say twice. For any other it takes
 * more proof. The pause is shorter than the one between two status requests, so that the next one counts.
 */
function absenceEvent(
  attempt: Attempt,
  { isNotFound, isRefused }: StatusAnswer,
  { terms, now, times }: AnswerSetting,
): RefusalConfirmed | UnheardOf | undefined {
  const { number, refusal, asking } = attempt
  // Money out is never sent again on an error that may mean anything: that takes a merchant's word.
  const isDenial = isNotFound || (isRefused && terms.intent !== 'payout')
  if (refusal && isDenial)
    return { type: 'refusal-confirmed', attempt: number, spanMs: times.activeEvery / 2 }
  if (asking?.isUntilAnswered && isDenial)
    return { type: 'refusal-confirmed', attempt: number, spanMs: laterLookAfter(times) }
  // "Not found" proves something only if the gateway repeats it for some time, and for attempts that `mayProve` allows.
  return isNotFound && mayProve(terms, attempt) && !isTooSoon(attempt, now, times)
    ? { type: 'unheard-of', attempt: number, spanMs: times.notAcceptedSpan }
    : undefined
}

/**
 * The event of an answer to a look for a further transaction.
 *
 * @returns `undefined` for any but a report: an error proves nothing of a second transaction, nor does silence.
 */
export function lookEvent(
  attempt: Attempt,
  answer: StatusAnswer | undefined,
  times: Times,
): Looked | undefined {
  if (!answer?.report) return undefined
  const report = isAbout(attempt, answer.report) ? answer.report : namesOf(answer.report)
  return { type: 'looked', attempt: attempt.number, report, spanMs: laterLookAfter(times) }
}

/** The request whose own stage has the totals of a payment. */
export const totalsIds = ({ gatewayId, serialNumber }: Attempt): TransactionIds => ({
  gatewayId,
  serialNumber,
})

/**
 * The event of an answer to a question for the totals. One about something else says nothing of them: the question about the
 * follow-up itself notes such answers.
 */
export function totalsEvent(attempt: Attempt, answer: StatusAnswer | undefined): Reported | undefined {
  if (!answer?.report || !isAbout(attempt, answer.report)) return undefined
  return { type: 'reported', ...refTo('attempt', attempt.number), report: answer.report }
}
