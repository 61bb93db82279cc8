/** When the order next asks the gateway about a request, and when it gives that up. `config/durations.ts` has the times. */
import { isAtBank, isAtForm, isPending, type Status } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import type { Polling } from './state.ts'

/** Steps of one length, up to an offset from the start. */
interface Rung {
  readonly everyMs: number
  readonly untilMs: number
}

/** How the order polls: how eagerly at first, and whether the shopper may still be at somebody's page. */
export interface PollingManner {
  readonly pace: Polling['pace']
  readonly isAtPage: boolean
  /** Until the gateway answers, or for a day. */
  readonly isUntilAnswered?: true | undefined
}

/**
 * The offsets at which the order polls, as a ladder of ever longer steps: eagerly after a direct send, a return or a
 * callback; then seldom while the shopper is at a page, since most who are not back soon never come back; and for as
 * long as it takes where money may have moved.
 */
function ladder(manner: PollingManner, times: Times): Rung[] {
  const { pace, isAtPage } = manner
  if (pace === 'again')
    return [{ everyMs: times.activeFor, untilMs: times.activeFor }, ...later(manner, times)]
  const eager = pace === 'waiting' ? [] : [{ everyMs: times.activeEvery, untilMs: times.activeFor }]
  if (pace === 'doubting') return eager
  const waiting = single(times.waitingAfter, eager[0]?.untilMs ?? 0)
  if (isAtPage) return [...eager, ...waiting]
  const { minutesEvery, minutesFor, hoursEvery, hoursFor, daysEvery, daysFor } = times
  return [
    ...(pace === 'waiting' ? waiting.filter(({ untilMs }) => untilMs < minutesEvery) : eager),
    { everyMs: minutesEvery, untilMs: minutesFor },
    { everyMs: hoursEvery, untilMs: hoursFor },
    { everyMs: daysEvery, untilMs: daysFor },
  ]
}

/** A look that the gateway did not answer is tried again for a day. */
const later = (
  { isUntilAnswered }: PollingManner,
  { minutesEvery, minutesFor, hoursEvery, hoursFor }: Times,
): Rung[] =>
  isUntilAnswered
    ? [
        { everyMs: minutesEvery, untilMs: minutesFor },
        { everyMs: hoursEvery, untilMs: hoursFor },
      ]
    : []

/** One step to each of some offsets, beyond a first one. */
function single(offsets: readonly number[], fromMs: number): Rung[] {
  const beyond = offsets.filter((offset) => offset > fromMs)
  return beyond.map((untilMs, place) => ({ everyMs: untilMs - (beyond[place - 1] ?? fromMs), untilMs }))
}

/** A question that comes this part of a step too early, because of another alarm, counts as asked in time. */
const EARLY = 20

/**
 * Computes the next offset at which the order polls.
 *
 * @param afterMs Offset of the last question; -1 if none was asked, since an eager ladder begins at once.
 * @returns Milliseconds after the start of the ladder, or `undefined` once it has ended.
 */
export function nextOffset(manner: PollingManner, afterMs: number, times: Times): number | undefined {
  if (afterMs < 0 && manner.pace !== 'waiting') return 0
  let offset = 0
  for (const { everyMs, untilMs } of ladder(manner, times)) {
    const steps = Math.max(1, Math.floor((afterMs + everyMs / EARLY - offset) / everyMs) + 1)
    const next = offset + steps * everyMs
    if (next <= untilMs) return next
    offset = Math.max(offset, untilMs)
  }
  return undefined
}

/** Nothing has happened yet, or the shopper or a bank has to act. */
const isAtPage = (status: Status) => status === 'sending' || isAtForm(status) || isAtBank(status)

/** What polling a request depends on. */
export interface Polled {
  readonly asking?: Polling | undefined
  /** Absent: the order did not send it, or has not yet. */
  readonly status?: Status | undefined
  /** The shopper chose to pay another way. */
  readonly superseded?: true | undefined
  /** After the ladder it goes on daily, until the outcome is certain. */
  readonly isPolledForever?: true
}

/**
 * When the order has to ask the gateway next.
 *
 * @param askedAt When it last asked, as far as the object remembers.
 * @returns Milliseconds since the epoch, or `undefined` if it no longer polls.
 */
export function pollDue(
  { asking, superseded, status, isPolledForever }: Polled,
  askedAt: number | undefined,
  times: Times,
): number | undefined {
  if (!asking) return undefined
  const { pace, isUntilAnswered } = asking
  const manner = { pace, isUntilAnswered, isAtPage: status !== undefined && isAtPage(status) }
  const afterMs = askedAt === undefined ? -1 : Math.max(-1, askedAt - asking.since)
  const offset = nextOffset(manner, afterMs, times)
  if (offset === undefined && isPolledForever) return (askedAt ?? asking.since) + times.daysEvery
  const isLeft = superseded && status !== undefined && isAtForm(status)
  return offset === undefined || (isLeft && offset > times.supersededFor) ? undefined : asking.since + offset
}

/** When polling of something pending ends without an outcome, in milliseconds since the epoch. */
export const pollingEnds = ({ status, asking, isPolledForever }: Polled, { daysFor, activeFor }: Times) =>
  asking && status && isPending(status) && !isPolledForever ? asking.since + daysFor + activeFor : undefined
