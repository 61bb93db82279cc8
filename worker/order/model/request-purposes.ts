/**
 * The four purposes of a request, and the one table of what differs between them. The rest is the same for all: a
 * request is sent once, given up where no reply came, and polled until it is certain.
 */
import { isAtForm, isDecided, isUncertain } from '../../../shared/order-status.ts'
import type { Failure } from '../../../shared/order-view.ts'
import { laterLook, lookAnswered, untilAnswered } from './absence.ts'
import { attemptAnswered } from './attempt-requests.ts'
import { change } from './attempts.ts'
import { duplicateRefundAnswered, duplicateRefundReported } from './duplicate-refunds.ts'
import type { Replied, Report, Reported } from './events.ts'
import { followUpReported } from './follow-up-outcome.ts'
import { followUpAnswered } from './follow-ups.ts'
import { isDoubtedBy, withMisnamed, withMixed, withoutMisnamed } from './misnamed-answers.ts'
import type { Polled } from './polling.ts'
import { type Subject, subjectOf } from './report-subject.ts'
import { doubted, reported } from './reports.ts'
import { type Purpose, type RequestRef, requestKey, type SentPurpose } from './request-ref.ts'
import type {
  Attempt,
  DuplicateRefund,
  FollowUp,
  OrderState,
  Polling,
  UnmatchedTransaction,
} from './state.ts'
import { unmatchedReported, withUnmatched } from './unmatched-transactions.ts'

/** The identifiers of a transaction besides the merchant's own name for it. */
export interface TransactionIds {
  readonly gatewayId?: string | undefined
  readonly serialNumber?: string | undefined
}

/** A request as the order follows it, whatever its purpose. */
export interface FollowedRequest extends RequestRef, Polled {
  /** The attempt under whose `client_orderid` the gateway knows it. */
  readonly attempt: Attempt
  /** When the request was stored, to be sent next, in milliseconds since the epoch. */
  readonly sentAt?: number
  readonly refusal?: Failure | undefined
  /** What `status` is asked about. Absent: the gateway cannot be asked. */
  readonly ids?: TransactionIds | undefined
}

type Followed = Omit<FollowedRequest, keyof RequestRef | 'attempt'>

/** Purpose → what the state holds of a request. */
interface Stored {
  readonly attempt: Attempt
  readonly 'follow-up': FollowUp
  readonly 'duplicate-refund': DuplicateRefund
  readonly unmatched: UnmatchedTransaction
}

/** The reply to a request of one purpose. Spelled so that the compiler knows which function it goes to. */
type ReplyTo<One extends Purpose> = { [Each in One]: Replied & { readonly purpose: Each } }[One]

/** A row of the table. */
interface Rules<One extends Purpose> {
  /** The order's requests of this purpose. */
  readonly list: (state: OrderState) => readonly Stored[One][]
  /** What following one needs. */
  readonly followed: (request: Stored[One], attempt: Attempt) => Followed
  /** Applies the gateway's reply, or its loss. */
  readonly answered: (state: OrderState, event: ReplyTo<One>, now: number) => OrderState
  /** Applies the gateway's report, which is about the request's own transaction. */
  readonly reported: (state: OrderState, event: Reported, now: number) => OrderState
}

/** One row for each purpose. */
const PURPOSES: { readonly [One in Purpose]: Rules<One> } = {
  attempt: {
    list: ({ attempts }) => attempts,
    followed: (attempt) => ({
      ...progress(attempt),
      superseded: attempt.superseded,
      ids: idsOfAttempt(attempt),
    }),
    answered: attemptAnswered,
    reported,
  },
  'follow-up': {
    list: ({ followUps }) => followUps,
    followed: (followUp, { gatewayId }) => ({
      ...progress(followUp),
      ids: { gatewayId, serialNumber: followUp.serialNumber },
    }),
    answered: followUpAnswered,
    reported: followUpReported,
  },
  'duplicate-refund': {
    list: ({ duplicateRefunds }) => duplicateRefunds,
    followed: ({ status, changedAt, asking, gatewayId, serialNumber }) => ({
      ...{ status: status === 'due' ? undefined : status, sentAt: changedAt, asking },
      isPolledForever: true,
      ids: { gatewayId, serialNumber },
    }),
    answered: duplicateRefundAnswered,
    reported: duplicateRefundReported,
  },
  unmatched: {
    list: ({ unmatched }) => unmatched,
    followed: ({ id, asking }) => ({ asking, ids: { gatewayId: id } }),
    // The order sent nothing.
    answered: (state) => state,
    reported: unmatchedReported,
  },
}

const progress = ({ status, startedAt, refusal, asking }: Attempt | FollowUp) => ({
  ...{ status, refusal, asking },
  sentAt: startedAt,
})

/**
 * The order asks about an attempt's own request until that is decided, then about whichever stage it has reached. A
 * recurring payment is no transaction: under its name the gateway would report the charges of its schedule.
 */
function idsOfAttempt({ method, status, gatewayId, serialNumber }: Attempt): TransactionIds | undefined {
  if (method === 'recurring-payment') return undefined
  return { gatewayId, serialNumber: isDecided(status) ? undefined : serialNumber }
}

const ALL: readonly Purpose[] = ['attempt', 'follow-up', 'duplicate-refund', 'unmatched']

/** All requests of an order. */
export const requestsOf = (state: OrderState): FollowedRequest[] =>
  ALL.flatMap((purpose) => requestsFor(state, purpose))

function requestsFor<One extends Purpose>(state: OrderState, purpose: One): FollowedRequest[] {
  const { list, followed } = PURPOSES[purpose]
  return list(state).flatMap((request, index) => {
    const attempt = attemptOf(state, request)
    const number = 'number' in request ? request.number : index + 1
    return attempt ? [{ ...followed(request, attempt), attempt, purpose, number }] : []
  })
}

const attemptOf = ({ attempts }: OrderState, request: Stored[Purpose]): Attempt | undefined =>
  'attempt' in request ? attempts[request.attempt - 1] : request

/** The request of a name, if there is one. */
export const requestOf = (state: OrderState, { purpose, number }: RequestRef): FollowedRequest | undefined =>
  requestsFor(state, purpose).find((one) => one.number === number)

/** Applies the reply to a request, or its loss. */
export const answered = <One extends SentPurpose>(state: OrderState, event: ReplyTo<One>, now: number) =>
  PURPOSES[event.purpose].answered(state, event, now)

/** What a report is about, to those who asked for the status of a request. */
export const subjectFor = ({ attempt, ids }: FollowedRequest, report: Report): Subject =>
  subjectOf({ clientOrderId: attempt.clientOrderId, gatewayId: ids?.gatewayId }, report)

/**
 * Applies the gateway's report on a request's status, if it is about that. One about something else decides nothing, but
 * the order follows a further transaction under the name of an attempt.
 */
export function reportedOn(state: OrderState, event: Reported, now: number): OrderState {
  const { report, spanMs } = event
  const request = requestOf(state, event)
  if (!request) return state
  const key = requestKey(event)
  const subject = subjectFor(request, report)
  if (subject === 'own')
    return answeredRightly(PURPOSES[event.purpose].reported(heard(state, event, now), event, now), event)
  if (saysNothing(request, report, subject)) return state
  const isStillOpen = isOpen(state, request)
  const noted = isStillOpen ? withMisnamed(state, key, { now, spanMs }) : state
  const isOfAttempt = event.purpose === 'attempt'
  const asked =
    isOfAttempt && isStillOpen ? change(noted, event.number, (one) => askedAgain(one, now)) : noted
  const judged = isOfAttempt && isDoubtedBy(state, asked, key) ? doubted(asked, event, now) : asked
  // A follow-up may have an identifier of its own, so what an answer about one names is no further charge.
  const isOfCharge = isOfAttempt && subject === 'another'
  return isOfCharge ? withUnmatched(judged, request.attempt, { id: report.gatewayId, now }) : judged
}

/**
 * What was answered about something else is asked again. The order asks about a payment only where somebody wants to know,
 * so from here on it asks by itself until the gateway answers that.
 */
const askedAgain = (attempt: Attempt, now: number): Attempt =>
  attempt.asking || !isDecided(attempt.status)
    ? untilAnswered(attempt)
    : { ...attempt, asking: laterLook(now) }

/** The gateway answered about a request. As long as the order goes on asking, wrong answers may come again. */
export function answeredRightly(state: OrderState, ref: RequestRef): OrderState {
  if (!state.misnamed) return state
  const request = requestOf(state, ref)
  const key = requestKey(ref)
  return request && isAsked(request) && !isBrief(request.asking)
    ? withMixed(state, key)
    : withoutMisnamed(state, key)
}

/** Polling for a minute after a notice about what is decided ends by itself. */
const isBrief = (asking: Polling | undefined): boolean =>
  !asking?.isUntilAnswered && (asking?.pace === 'again' || asking?.pace === 'doubting')

/** A last look at a decided attempt is over once the gateway told of that attempt. */
const heard = (state: OrderState, { purpose, number }: Reported, now: number): OrderState =>
  purpose === 'attempt'
    ? change(state, number, (one) => (isDecided(one.status) ? lookAnswered(one, { now, spanMs: 0 }) : one))
    : state

/**
 * Whether the order still has to learn something of it. Wrong answers about any other request matter to nobody. A payment
 * may always be reversed or charged back.
 */
export const isOpen = ({ payment }: OrderState, request: FollowedRequest): boolean =>
  isAsked(request) || (request.purpose === 'attempt' && request.number === payment)

const isAsked = ({ asking, status }: FollowedRequest): boolean =>
  asking !== undefined || (status !== undefined && isUncertain(status))

/** Some gateways name no order while the shopper is at the form. That is how it stands anyway. */
const saysNothing = ({ attempt, purpose }: FollowedRequest, { status }: Report, subject: Subject): boolean =>
  purpose === 'attempt' && isAtForm(attempt.status) && status === 'processing' && subject === 'nobody'
