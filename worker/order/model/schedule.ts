/** The table of an order's jobs: what is due, and when. */
import { isPayable } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import { type MailQueue, nextMail } from '../../mail/mail-queue.ts'
import { due, keyOf, type Queue } from '../../outbox/notification-queue.ts'
import { isOver } from './attempts.ts'
import { cardToKeep, keepingSince, unreportedPlaces } from './cards.ts'
import { lookDue, lookKey } from './duplicate-look.ts'
import { unsentOf } from './follow-ups.ts'
import { isListed, listedAs } from './index-entry.ts'
import { pollDue, pollingEnds } from './polling.ts'
import { reminderDue } from './reminder.ts'
import { type FollowedRequest, requestsOf } from './request-purposes.ts'
import { type RequestRef, refTo, requestKey } from './request-ref.ts'
import { unitsFreeAt } from './reservation.ts'
import { type RetentionJob, retentionJobs } from './retention.ts'
import type { Attempt, DuplicateRefund, OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { type StepJob, stepDue, stepKey } from './three-ds-time-limits.ts'
import { isCountWrong } from './unsent-follow-ups.ts'

/** A job of an order. */
export type Job =
  | ({ readonly type: RequestJob } & RequestRef)
  | { readonly type: 'look'; readonly attempt: number }
  | { readonly type: 'refund-duplicate'; readonly number: number }
  | { readonly type: StepJob; readonly attempt: number }
  | { readonly type: UnsentJob | 'settle-count'; readonly number: number }
  | { readonly type: 'learn-cards' }
  | { readonly type: 'keep-card' }
  | { readonly type: 'index' }
  | { readonly type: 'tell' }
  | { readonly type: 'mail' }
  | { readonly type: 'remind' }
  | { readonly type: 'expire' }
  | { readonly type: 'release-units' }
  | { readonly type: 'confirm-units' }
  | { readonly type: 'settle-units' }
  | { readonly type: 'forget' }
  | RetentionJob

/** A job about one request: asks for its status, gives its reply up for lost, or ends the polling. */
type RequestJob = 'poll' | 'give-up' | 'end-polling'

/** A job about a follow-up that was not sent: asks the count of its key, or ends its wait. */
type UnsentJob = 'ask-count' | 'end-approval'

/** A job, and when it is due. */
export interface DueJob {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly job: Job
  /** It may run this much later, where another alarm comes by then anyway. */
  readonly slackMs?: number
}

/** What the object remembers of its jobs besides the state. */
export interface JobHistory {
  /** When it last asked about each attempt and follow-up. */
  readonly askedAt: ReadonlyMap<string, number>
  /** The entry that the list of orders has. */
  readonly indexed: string | undefined
  /** The notifications that the merchant has still to get, and when the edge last tried each. */
  readonly queue: Queue
  readonly triedAt: ReadonlyMap<string, number>
  /** The mails to the shopper. */
  readonly mails?: MailQueue
  /** The settings have the edge remind of a request by itself. */
  readonly isReminding?: boolean
}

/** Keys of {@link JobHistory.askedAt} beside those of requests and looks. The order asks about all of its saved cards together. */
export const CARDS_KEY = 'saved cards'
/** The offer's counter knows that its units are sold. */
export const SETTLED_KEY = 'offer settled'
export const keepKey = ({ number }: Attempt) => `keep ${number}`

/** One row for each kind of job: when it is due, if at all. */
const TABLE: readonly ((state: OrderState, done: JobHistory, times: Times) => DueJob[])[] = [
  (state, { askedAt }, times) =>
    requestJobs(state, 'poll', (request) => pollDue(request, askedAt.get(requestKey(request)), times)),
  (state, _, times) => requestJobs(state, 'give-up', (request) => sendingEnds(request, times)),
  (state, _, times) => requestJobs(state, 'end-polling', (request) => pollingEnds(request, times)),
  ({ attempts }, { askedAt }, times) =>
    attempts.flatMap((attempt) =>
      row(lookDue(attempt, askedAt.get(lookKey(attempt)), times), { type: 'look', attempt: attempt.number }),
    ),
  ({ duplicateRefunds }, { askedAt }, times) =>
    duplicateRefunds.flatMap((refund) => {
      const { number } = refund
      const asked = askedAt.get(requestKey(refTo('duplicate-refund', number)))
      return row(refundDue(refund, asked, times), { type: 'refund-duplicate', number })
    }),
  (state, { askedAt }, times) =>
    state.attempts.flatMap((attempt) => {
      const next = stepDue(state, attempt, { toldAt: askedAt.get(stepKey(attempt)), times })
      return next ? [{ at: next.at, job: { type: next.type, attempt: attempt.number } }] : []
    }),
  (state, _, times) => unsentJobs(state, times),
  ({ followUps }) =>
    followUps
      .filter(isCountWrong)
      .map(({ number, startedAt: at }) => ({ at, job: { type: 'settle-count', number } })),
  (state, { askedAt }, times) => row(cardsDue(state, askedAt.get(CARDS_KEY), times), { type: 'learn-cards' }),
  (state, { askedAt }, times) => row(keepingDue(state, askedAt, times), { type: 'keep-card' }),
  (state, { indexed }, times) => withSlack(row(indexDue(state, indexed, times), { type: 'index' }), times),
  (_, done, times) => notificationRow(done, times),
  (_, { mails }, times) => mailRow(mails, times),
  (state, done, times) => row(reminderDue(state, done, times), { type: 'remind' }),
  (state) => row(expiry(state), { type: 'expire' }),
  (state, _, times) => row(unitsFreeAt(state, times), { type: 'release-units' }),
  ({ waitingApproval }) => row(waitingApproval?.since, { type: 'confirm-units' }),
  (state, done) => row(settlingDue(state, done), { type: 'settle-units' }),
  (state, done, times) => row(forgottenAt(state, done, times), { type: 'forget' }),
]

const row = (at: number | undefined, job: Job): DueJob[] => (at === undefined ? [] : [{ at, job }])

const requestJobs = (
  state: OrderState,
  type: RequestJob,
  dueAt: (request: FollowedRequest) => number | undefined,
): DueJob[] =>
  requestsOf(state).flatMap((request) => {
    const { purpose, number } = request
    return row(dueAt(request), { type, purpose, number })
  })

/** The request itself asks the count. The row is for an object that died meanwhile, or a count that did not answer. */
const unsentJobs = (state: OrderState, { catchUpAfter }: Times): DueJob[] =>
  unsentOf(state).flatMap(({ number, status, askedAt, expiresAt }): DueJob[] => {
    if (status === 'counting') return row(askedAt + catchUpAfter, { type: 'ask-count', number })
    return status === 'waiting' ? row(expiresAt, { type: 'end-approval', number }) : []
  })

/** A request has a deadline of its own. If it is still being sent long after that, the object died meanwhile. */
const sendingEnds = ({ status, sentAt }: FollowedRequest, times: Times) =>
  status === 'sending' && sentAt !== undefined ? sentAt + 2 * times.requestDeadline : undefined

/** The ladder of polling from some time on, then daily: until the money is back, or a card is kept or given up. */
const daily = (since: number) => ({ asking: { since, pace: 'active' }, isPolledForever: true }) as const

/**
 * At once, then after ever longer pauses, without end. The order asks the gateway before each request, so while the
 * gateway is silent the questions get rarer too.
 */
function refundDue(
  { status, tries, changedAt }: DuplicateRefund,
  askedAt: number | undefined,
  times: Times,
): number | undefined {
  if (status !== 'due') return undefined
  const { activeEvery, daysEvery } = times
  const from = changedAt + (tries === 0 ? 0 : Math.min(activeEvery * 2 ** tries, daysEvery))
  return pollDue(daily(from), askedAt, times)
}

/**
 * The order writes to the list at once, outside the alarm. This row is for a failure or an object that died before, and for
 * a new order at a form, which the list need not have at once. It is late enough that the alarm of a question, which is
 * needed anyway, serves it too.
 */
const indexDue = (state: OrderState, indexed: string | undefined, { catchUpAfter }: Times) =>
  isListed(state) && indexed !== listedAs(state) ? state.updatedAt + catchUpAfter : undefined

/** As for the list: the edge notifies at once, outside the alarm. This row is for a failure. */
function notificationRow({ queue, triedAt }: JobHistory, times: Times): DueJob[] {
  const [next] = due(queue, triedAt, times)
  if (!next) return []
  const isTried = triedAt.has(keyOf(next.pending))
  const at = isTried ? next.at : Math.max(next.at, next.pending.since + times.catchUpAfter)
  const dueJobs = row(at, { type: 'tell' })
  return isTried ? dueJobs : withSlack(dueJobs, times)
}

/** As for notifications: the first try is at once, outside the alarm. */
function mailRow(mails: MailQueue = [], times: Times): DueJob[] {
  const next = nextMail(mails)
  if (!next) return []
  const isTried = next.nextAt > next.at
  return isTried
    ? row(next.nextAt, { type: 'mail' })
    : withSlack(row(next.nextAt + times.catchUpAfter, { type: 'mail' }), times)
}

/** While the shopper may choose one, ever more seldom. Never beside a payment, whose own questions come first. */
function cardsDue(state: OrderState, askedAt: number | undefined, times: Times): number | undefined {
  const mayChoose = !isOver(state) && isPayable(statusOf(state))
  if (!mayChoose || unreportedPlaces(state).length === 0) return undefined
  return pollDue({ asking: { since: state.terms.openedAt, pace: 'active' } }, askedAt, times)
}

/** At once after the payment, and then ever more seldom. The result of a try ends it. */
function keepingDue(state: OrderState, askedAt: JobHistory['askedAt'], times: Times): number | undefined {
  const paid = cardToKeep(state)
  if (!paid) return undefined
  return pollDue(daily(keepingSince(paid)), askedAt.get(keepKey(paid)), times)
}

const expiry = (state: OrderState) => (isOver(state) ? undefined : state.terms.expiresAt)

/** The offer's counter learns at once that its units are sold, and again if the object forgot that it did. */
const settlingDue = ({ payment, holdsUnits, attempts }: OrderState, { askedAt }: JobHistory) =>
  payment !== undefined && holdsUnits && askedAt.get(SETTLED_KEY) !== Number.POSITIVE_INFINITY
    ? attempts[payment - 1]?.decidedAt
    : undefined

/**
 * An order without an attempt is deleted, so that strangers cannot fill the storage; but not before the edge has
 * notified its merchant, or given that up. One whose attempt never began is deleted as soon as it holds no units.
 */
function forgottenAt(state: OrderState, { queue }: JobHistory, times: Times): number | undefined {
  const { expired, cancelled, attempts, terms, holdsUnits, isTentative, updatedAt } = state
  if (isTentative && !holdsUnits) return updatedAt
  // The list shows how a request ended; it is erased as paid orders are.
  if (terms.isRequest) return undefined
  const isOver = (expired || cancelled) && attempts.length === 0 && !holdsUnits
  return isOver && queue.every(({ isGivenUp }) => isGivenUp)
    ? terms.expiresAt + times.orderExpires
    : undefined
}

/** A job that makes up for something needs no alarm of its own where one comes soon after. */
const withSlack = (dueJobs: DueJob[], { catchUpAfter }: Times): DueJob[] =>
  dueJobs.map((due) => ({ ...due, slackMs: catchUpAfter }))

/** All jobs of an order, the earliest first. */
export function dueJobs(state: OrderState, done: JobHistory, times: Times): DueJob[] {
  const others = TABLE.flatMap((rows) => rows(state, done, times))
  const all: DueJob[] = [...others, ...retentionJobs(state, { others, queue: done.queue }, times)]
  return all.map((due) => aligned(due, all)).sort((one, other) => one.at - other.at)
}

function aligned(due: DueJob, all: readonly DueJob[]): DueJob {
  const { at, job, slackMs } = due
  if (slackMs === undefined) return due
  const later = all.filter((one) => one.slackMs === undefined && one.at >= at && one.at <= at + slackMs)
  return { at: later.length > 0 ? Math.min(...later.map((one) => one.at)) : at, job }
}
