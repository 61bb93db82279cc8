/** The queue of an order's undelivered notifications. Pure: no clock, no storage, no network. */
import type { Times } from '../config/durations.ts'
import { nextRetry, type RetryTimes } from './notification-retries.ts'
import type { AnyNotification, Channel } from './notifications.ts'

/** A notification that one channel has not delivered yet. Channels do not wait for each other. */
export type PendingNotification = AnyNotification & {
  readonly by: Channel
  /** When delivery began, in milliseconds since the epoch: at the change, or at a later request to resend. */
  readonly since: number
  /** When the last try failed, in milliseconds since the epoch, and why. Stored with the next change alone. */
  readonly lastFailure?: { readonly at: number; readonly why: string }
  /** All retries failed. It stays in the queue until the merchant asks to resend it. */
  readonly isGivenUp?: true
}

/** Oldest first. Plain data, stored with the order. */
export type Queue = readonly PendingNotification[]

/** A notification to send at `at`, in milliseconds since the epoch, and no earlier. */
export interface DueNotification {
  readonly at: number
  readonly pending: PendingNotification
}

/** The durations that a queue uses. */
export type QueueTimes = RetryTimes & Pick<Times, 'webhookHold'>

/** The limit of one channel of one order: far above a payment's changes, and a bound for the storage. */
export const MAX_PENDING = 100

/** The key of a pending notification, under which the time of its last try is kept. */
export const keyOf = ({ by, id }: Pick<PendingNotification, 'by' | 'id'>) => `${by} ${id}`

/**
 * Adds a notification for each channel. Adding it again is harmless.
 *
 * A full channel drops its oldest change of status: every later notification contains the whole order, so only the time
 * of that change is lost. The newest notification always stays.
 */
export function add(queue: Queue, notification: AnyNotification, channels: readonly Channel[]): Queue {
  const fresh = channels
    .map((by): PendingNotification => ({ ...notification, by, since: notification.at }))
    .filter((pending) => !queue.some((one) => keyOf(one) === keyOf(pending)))
  return fresh.reduce((all, pending) => [...withRoomFor(all, pending.by), pending], queue)
}

function withRoomFor(queue: Queue, by: Channel): Queue {
  const own = queue.filter((one) => one.by === by)
  if (own.length < MAX_PENDING) return queue
  const victim = own.find(isPlain) ?? own[0]
  return queue.filter((one) => one !== victim)
}

/** Later notifications contain this one's content. Only unmatched transactions and duplicate charges stand alone. */
const isPlain = ({ type }: PendingNotification) => type.startsWith('order.')

/** Removes a delivered notification. Repeating is harmless. */
export const delivered = (queue: Queue, { by, id }: Pick<PendingNotification, 'by' | 'id'>): Queue =>
  queue.filter((one) => one.by !== by || one.id !== id)

/**
 * Records a failed try.
 *
 * @param triedAt When it ended, in milliseconds since the epoch.
 * @returns The same queue if a retry follows, so nothing has to be written; otherwise a queue where it is given up.
 */
export function failed(
  queue: Queue,
  tried: Pick<PendingNotification, 'by' | 'id'>,
  triedAt: number,
  times: RetryTimes,
): Queue {
  const isLast = (one: PendingNotification) =>
    keyOf(one) === keyOf(tried) && !one.isGivenUp && nextRetry(triedAt - one.since, times) === undefined
  return queue.some(isLast) ? queue.map((one) => (isLast(one) ? { ...one, isGivenUp: true } : one)) : queue
}

/** Notes why a try failed. Nothing has to be written for it. */
export const withFailure = (
  queue: Queue,
  tried: Pick<PendingNotification, 'by' | 'id'>,
  lastFailure: NonNullable<PendingNotification['lastFailure']>,
): Queue => queue.map((one) => (keyOf(one) === keyOf(tried) ? { ...one, lastFailure } : one))

/**
 * Restarts notifications that should long have been delivered or given up, and have no known try. Either an object that
 * died sent one, and it is sent again; or nothing ran for days, and then one failed try must not give it up.
 *
 * @param now Milliseconds since the epoch.
 */
export function restarted(
  queue: Queue,
  triedAt: ReadonlyMap<string, number>,
  { now, times }: { readonly now: number; readonly times: RetryTimes },
): Queue {
  const longMs = times.webhookRetriesFor + 2 * times.webhookRetryLast
  const isLeftOver = (one: PendingNotification) =>
    !one.isGivenUp && !triedAt.has(keyOf(one)) && now - one.since > longMs
  return queue.some(isLeftOver) ? queue.map((one) => (isLeftOver(one) ? { ...one, since: now } : one)) : queue
}

/** Ten times as long as any notification is tried. */
const SURELY_DELIVERED_MS = 30 * 24 * 3600 * 1000

/**
 * Removes what was delivered without being written. An undelivered notification would have been given up long ago.
 *
 * @param now Milliseconds since the epoch.
 */
export const withoutDelivered = (queue: Queue, now: number): Queue =>
  queue.filter(({ isGivenUp, since }) => isGivenUp || now - since < SURELY_DELIVERED_MS)

/**
 * Retries everything that was given up, under the same ids.
 *
 * @param now When that begins, in milliseconds since the epoch.
 * @param only The channel that is asked for. Default: all.
 */
export const retried = (queue: Queue, now: number, only?: Channel): Queue =>
  queue.map((one) => {
    if (!one.isGivenUp || (only !== undefined && one.by !== only)) return one
    const { isGivenUp: _, ...again } = one
    return { ...again, since: now }
  })

/** Removes what waits for channels that are no more. Returns the very same queue if there is nothing of that. */
export function withoutChannels(queue: Queue, isGone: (by: Channel) => boolean): Queue {
  const kept = queue.filter(({ by }) => !isGone(by))
  return kept.length < queue.length ? kept : queue
}

/** Notifications that were given up. A person has to look at them. */
export const givenUp = (queue: Queue): Queue => queue.filter(({ isGivenUp }) => isGivenUp)

/**
 * The next notification of each channel, for the schedule: at most one, so that they are sent one after another. Call it
 * again after each.
 *
 * The oldest goes first. An undelivered one holds later ones back, until those are old enough themselves, so that one
 * notification that a receiver cannot take does not block the others for days.
 *
 * @param triedAt Last try of each, by `keyOf`, as far as the object remembers. A forgotten one is tried at once.
 * @returns The earliest first.
 */
export function due(
  queue: Queue,
  triedAt: ReadonlyMap<string, number>,
  times: QueueTimes,
): DueNotification[] {
  const lanes = Map.groupBy(queue, ({ by }) => by)
  return [...lanes.values()].flatMap((lane) => nextOf(lane, triedAt, times)).sort(earlier)
}

/** When the queue is due next, in milliseconds since the epoch; `undefined` if it is empty or given up. */
export const nextDue = (queue: Queue, triedAt: ReadonlyMap<string, number>, times: QueueTimes) =>
  due(queue, triedAt, times)[0]?.at

const earlier = (one: DueNotification, other: DueNotification) => one.at - other.at

function nextOf(lane: Queue, triedAt: ReadonlyMap<string, number>, times: QueueTimes): DueNotification[] {
  const waiting = lane.filter(({ isGivenUp }) => !isGivenUp)
  const all = waiting.map((pending, place) => {
    const freeAt = place === 0 ? pending.since : pending.since + times.webhookHold
    return { at: Math.max(freeAt, retryAt(pending, triedAt.get(keyOf(pending)), times)), pending }
  })
  return all.sort(earlier).slice(0, 1)
}

/** After forgotten tries comes one at once. A last try without a recorded failure is repeated. */
function retryAt({ since }: PendingNotification, triedAt: number | undefined, times: RetryTimes): number {
  if (triedAt === undefined) return since
  const offset = nextRetry(Math.max(-1, triedAt - since), times)
  return offset === undefined ? triedAt + times.webhookRetryLast : since + offset
}
