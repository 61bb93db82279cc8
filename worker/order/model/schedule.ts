/** The table of an order's jobs: what is due, and when. */
import { isPayable } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { due, keyOf, type Queue } from '../../outbox/notification-queue.ts'
import { isOver } from './attempts.ts'
import { cardToKeep, keepingSince, unreportedPlaces } from './cards.ts'
import { pollingEnds } from './doubt.ts'
import { standing } from './index-entry.ts'
import { pollDue } from './polling.ts'
import { limitFreeAt } from './reservation.ts'
import type { Attempt, OrderState, Polling, Reversal } from './state.ts'
import { statusOf } from './status.ts'
import { type StepJob, stepDue, stepKey } from './three-ds-time-limits.ts'

/** A job of an order. */
export type Job =
  | { readonly type: 'ask'; readonly attempt: number }
  | { readonly type: 'ask-follow-up'; readonly followUp: number }
  | { readonly type: 'give-up-sending'; readonly attempt: number }
  | { readonly type: 'give-up-follow-up'; readonly followUp: number }
  | { readonly type: 'ask-foreign'; readonly gatewayId: string }
  | { readonly type: 'look'; readonly attempt: number }
  | { readonly type: 'reverse'; readonly reversal: number }
  | { readonly type: 'ask-reversal'; readonly reversal: number }
  | { readonly type: 'give-up-reversal'; readonly reversal: number }
  | { readonly type: 'end-asking'; readonly attempt?: number; readonly followUp?: number }
  | { readonly type: StepJob; readonly attempt: number }
  | { readonly type: 'learn-cards' }
  | { readonly type: 'keep-card' }
  | { readonly type: 'index' }
  | { readonly type: 'tell' }
  | { readonly type: 'expire' }
  | { readonly type: 'release-limit' }
  | { readonly type: 'claim-limit' }
  | { readonly type: 'settle-limit' }
  | { readonly type: 'forget' }

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
}

/** Keys of {@link JobHistory.askedAt}: one for each thing that the order asks about. */
export const attemptKey = (number: number) => `attempt ${number}`
/** Another decision needs another look. */
export const lookKey = ({ number, decidedAt }: Attempt) => `look ${number} ${decidedAt}`
export const followUpKey = (number: number) => `follow-up ${number}`
export const foreignKey = (gatewayId: string) => `foreign ${gatewayId}`
/** The order asks about all of its saved cards together. */
export const CARDS_KEY = 'saved cards'
/** The offer's counter knows that its units are sold. */
export const SETTLED_KEY = 'offer settled'
export const keepKey = ({ number }: Attempt) => `keep ${number}`
export const reversalKey = (number: number) => `reversal ${number}`

/** One row for each kind of job: when it is due, if at all. */
const TABLE: readonly ((state: OrderState, done: JobHistory, times: Times) => DueJob[])[] = [
  ({ attempts }, { askedAt }, times) =>
    attempts.flatMap((attempt) =>
      row(pollDue(attempt, askedAt.get(attemptKey(attempt.number)), times), {
        type: 'ask',
        attempt: attempt.number,
      }),
    ),
  ({ attempts }, { askedAt }, times) =>
    attempts.flatMap((attempt) =>
      row(lookDue(attempt, askedAt.get(lookKey(attempt)), times), { type: 'look', attempt: attempt.number }),
    ),
  ({ followUps }, { askedAt }, times) =>
    followUps.flatMap((followUp) =>
      row(pollDue(followUp, askedAt.get(followUpKey(followUp.number)), times), {
        type: 'ask-follow-up',
        followUp: followUp.number,
      }),
    ),
  ({ foreign }, { askedAt }, times) =>
    foreign.flatMap((one) =>
      row(pollDue(one, askedAt.get(foreignKey(one.id)), times), {
        type: 'ask-foreign',
        gatewayId: one.id,
      }),
    ),
  ({ reversals }, { askedAt }, times) =>
    reversals.flatMap((reversal) =>
      row(reversalDue(reversal, askedAt.get(reversalKey(reversal.number)), times), {
        type: 'reverse',
        reversal: reversal.number,
      }),
    ),
  ({ reversals }, { askedAt }, times) =>
    reversals.flatMap((reversal) =>
      row(untilCertain(reversal.asking, askedAt.get(reversalKey(reversal.number)), times), {
        type: 'ask-reversal',
        reversal: reversal.number,
      }),
    ),
  ({ reversals }, _, times) =>
    reversals.flatMap(({ status, changedAt, number }) =>
      row(sendingEnds({ status, startedAt: changedAt }, times), {
        type: 'give-up-reversal',
        reversal: number,
      }),
    ),
  ({ attempts }, _, times) =>
    attempts.flatMap((attempt) =>
      row(sendingEnds(attempt, times), { type: 'give-up-sending', attempt: attempt.number }),
    ),
  ({ followUps }, _, times) =>
    followUps.flatMap((followUp) =>
      row(sendingEnds(followUp, times), { type: 'give-up-follow-up', followUp: followUp.number }),
    ),
  ({ attempts, followUps }, _, times) => [
    ...attempts.flatMap((one) => row(pollingEnds(one, times), { type: 'end-asking', attempt: one.number })),
    ...followUps.flatMap((one) => row(pollingEnds(one, times), { type: 'end-asking', followUp: one.number })),
  ],
  (state, { askedAt }, times) =>
    state.attempts.flatMap((attempt) => {
      const next = stepDue(state, attempt, { toldAt: askedAt.get(stepKey(attempt)), times })
      return next ? [{ at: next.at, job: { type: next.type, attempt: attempt.number } }] : []
    }),
  (state, { askedAt }, times) => row(cardsDue(state, askedAt.get(CARDS_KEY), times), { type: 'learn-cards' }),
  (state, { askedAt }, times) => row(keepingDue(state, askedAt, times), { type: 'keep-card' }),
  (state, { indexed }, times) => withSlack(row(indexDue(state, indexed, times), { type: 'index' }), times),
  (_, done, times) => notificationRow(done, times),
  (state) => row(expiry(state), { type: 'expire' }),
  (state, _, times) => row(limitFreeAt(state, times), { type: 'release-limit' }),
  ({ claim }) => row(claim?.since, { type: 'claim-limit' }),
  (state, done) => row(settlingDue(state, done), { type: 'settle-limit' }),
  (state, done, times) => row(forgottenAt(state, done, times), { type: 'forget' }),
]

const row = (at: number | undefined, job: Job): DueJob[] => (at === undefined ? [] : [{ at, job }])

/** A request has a deadline of its own. If it is still being sent long after that, the object died meanwhile. */
const sendingEnds = (
  { status, startedAt }: { readonly status: string; readonly startedAt: number },
  times: Times,
) => (status === 'sending' ? startedAt + 2 * times.requestDeadline : undefined)

/** After polling ends, some jobs run daily: until the money is back, or a card is kept or given up. */
const untilCertain = (asking: Polling | undefined, askedAt: number | undefined, times: Times) =>
  asking && (pollDue({ asking }, askedAt, times) ?? (askedAt ?? asking.since) + times.daysEvery)

/**
 * At once, then after ever longer pauses, without end. The order asks the gateway before each request, so while the
 * gateway is silent the questions get rarer too.
 */
function reversalDue(
  { status, tries, changedAt }: Reversal,
  askedAt: number | undefined,
  times: Times,
): number | undefined {
  if (status !== 'due') return undefined
  const { activeEvery, daysEvery } = times
  const from = changedAt + (tries === 0 ? 0 : Math.min(activeEvery * 2 ** tries, daysEvery))
  return untilCertain({ since: from, pace: 'active' }, askedAt, times)
}

/**
 * The order looks right after the report, while the object is awake. This row is for an object that died before, or a
 * silent gateway. It does not look twice while the object remembers.
 */
function lookDue(
  { decidedAt }: Attempt,
  lookedAt: number | undefined,
  { activeEvery, activeFor, minutesFor }: Times,
): number | undefined {
  if (decidedAt === undefined || lookedAt === Number.POSITIVE_INFINITY) return undefined
  const at = lookedAt === undefined ? decidedAt + activeEvery : lookedAt + activeFor
  return at - decidedAt > minutesFor ? undefined : at
}

/**
 * The order writes to the list at once, outside the alarm. This row is for a failure or an object that died before. It
 * is late enough that the alarm of the first question, which is needed anyway, serves it too.
 */
const indexDue = (state: OrderState, indexed: string | undefined, { catchUpAfter }: Times) =>
  state.attempts.length > 0 && indexed !== standing(state) ? state.updatedAt + catchUpAfter : undefined

/** As for the list: the edge notifies at once, outside the alarm. This row is for a failure. */
function notificationRow({ queue, triedAt }: JobHistory, times: Times): DueJob[] {
  const [next] = due(queue, triedAt, times)
  if (!next) return []
  const isTried = triedAt.has(keyOf(next.pending))
  const at = isTried ? next.at : Math.max(next.at, next.pending.since + times.catchUpAfter)
  const dueJobs = row(at, { type: 'tell' })
  return isTried ? dueJobs : withSlack(dueJobs, times)
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
  return untilCertain({ since: keepingSince(paid), pace: 'active' }, askedAt.get(keepKey(paid)), times)
}

const expiry = (state: OrderState) => (isOver(state) ? undefined : state.terms.expiresAt)

/** The offer's counter learns at once that its units are sold, and again if the object forgot that it did. */
const settlingDue = ({ payment, holdsLimit, attempts }: OrderState, { askedAt }: JobHistory) =>
  payment !== undefined && holdsLimit && askedAt.get(SETTLED_KEY) !== Number.POSITIVE_INFINITY
    ? attempts[payment - 1]?.decidedAt
    : undefined

/**
 * An order without an attempt is deleted, so that strangers cannot fill the storage; but not before the edge has
 * notified its merchant, or given that up.
 */
function forgottenAt(state: OrderState, { queue }: JobHistory, times: Times): number | undefined {
  const { expired, cancelled, attempts, terms, holdsLimit } = state
  const isOver = (expired || cancelled) && attempts.length === 0 && !holdsLimit
  return isOver && queue.every(({ isGivenUp }) => isGivenUp)
    ? terms.expiresAt + times.orderExpires
    : undefined
}

/** A job that makes up for something needs no alarm of its own where one comes soon after. */
const withSlack = (dueJobs: DueJob[], { catchUpAfter }: Times): DueJob[] =>
  dueJobs.map((due) => ({ ...due, slackMs: catchUpAfter }))

/** All jobs of an order, the earliest first. */
export function dueJobs(state: OrderState, done: JobHistory, times: Times): DueJob[] {
  const all = TABLE.flatMap((rows) => rows(state, done, times))
  return all.map((due) => aligned(due, all)).sort((one, other) => one.at - other.at)
}

function aligned(due: DueJob, all: readonly DueJob[]): DueJob {
  const { at, job, slackMs } = due
  if (slackMs === undefined) return due
  const later = all.filter((one) => one.slackMs === undefined && one.at >= at && one.at <= at + slackMs)
  return { at: later.length > 0 ? Math.min(...later.map((one) => one.at)) : at, job }
}
