/** What one order has still to tell its merchant. Pure: no clock, no storage, no network. */
import type { Times } from '../config/times.ts'
import type { Channel, Notification } from './notifications.ts'
import { nextRetry, type RetryTimes } from './retries.ts'

/** A notification that one channel has not taken yet. Channels do not wait for each other. */
export interface PendingNotification extends Notification {
  readonly by: Channel
  /** When trying began, in milliseconds since the epoch: when it happened, or when it was asked for once more. */
  readonly since: number
  /** It was tried for as long as is tried at all. It stays, for whoever asks for it once more. */
  readonly isGivenUp?: true
}

/** Oldest first. Plain data, to be stored with the order. */
export type Queue = readonly PendingNotification[]

/** What may be told, and when: at `at` in milliseconds since the epoch, not before. */
export interface DueNotification {
  readonly at: number
  readonly pending: PendingNotification
}

/** The durations that a queue goes by. */
export type QueueTimes = RetryTimes & Pick<Times, 'webhookHold'>

/** The most that one channel keeps of one order: far above what a payment goes through, and a bounded size on disk. */
export const MAX_PENDING = 100

/** Names a pending notification, for whoever remembers when it was tried. */
export const keyOf = ({ by, id }: Pick<PendingNotification, 'by' | 'id'>) => `${by} ${id}`

/**
 * Adds a notification, once for each channel. Adding it again is harmless.
 *
 * Where a channel is full, the oldest change of status makes room: every later notification carries the whole order, so
 * only the moment is lost. The newest notification always stays.
 */
export function add(queue: Queue, notification: Notification, channels: readonly Channel[]): Queue {
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

/** What the view of a later notification says as well. A stranger's transaction or a surplus is told by its own alone. */
const isPlain = ({ type }: PendingNotification) => type.startsWith('order.')

/** Takes out what a channel has taken. Repeating it is harmless. */
export const delivered = (queue: Queue, { by, id }: Pick<PendingNotification, 'by' | 'id'>): Queue =>
  queue.filter((one) => one.by !== by || one.id !== id)

/**
 * Notes that a try was in vain.
 *
 * @param triedAt When it ended, in milliseconds since the epoch.
 * @returns The same queue while it will be tried again, so that nothing needs to be written; else it is given up.
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

/**
 * Begins anew with what was neither taken nor given up in all its time, as far as is known: either an object that is gone
 * told it, and it is told once more; or nothing ran for days, and then it must not be given up at the first try.
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

/** Has everything that was given up tried anew, from `now` on in milliseconds since the epoch, under the same ids. */
export const retried = (queue: Queue, now: number): Queue =>
  queue.map(({ isGivenUp, ...one }) => (isGivenUp ? { ...one, since: now } : one))

/** What nobody took for as long as it was tried: a person has to look at it. */
export const givenUp = (queue: Queue): Queue => queue.filter(({ isGivenUp }) => isGivenUp)

/**
 * What may be told next, for the table of due times: one notification for each channel at most, so that notifications go out one
 * after the other. Look again after each.
 *
 * The oldest goes first. What is not taken holds what happened later, until that is old enough itself, so that one
 * notification that a receiver chokes on does not hide the others for days.
 *
 * @param triedAt When each was last tried, by `keyOf`, as far as the object remembers: one that it forgot is tried at
 *   once, and goes on from there.
 * @returns The earliest first.
 */
export function due(
  queue: Queue,
  triedAt: ReadonlyMap<string, number>,
  times: QueueTimes,
): DueNotification[] {
  const lanes = Object.values(Object.groupBy(queue, ({ by }) => by))
  return lanes.flatMap((lane) => nextOf(lane, triedAt, times)).sort(earlier)
}

/** When the object has to wake for its queue, in milliseconds since the epoch; `undefined` if there is nothing to tell. */
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

/** Forgotten tries are made up for by one at once. A last try whose failure nobody noted is made once more. */
function retryAt({ since }: PendingNotification, triedAt: number | undefined, times: RetryTimes): number {
  if (triedAt === undefined) return since
  const offset = nextRetry(Math.max(-1, triedAt - since), times)
  return offset === undefined ? triedAt + times.webhookRetryLast : since + offset
}
