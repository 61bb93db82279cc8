/** When an attempt is asked about next. Pure: no clock, no storage, no network. */
import type { Times } from '../config/times.ts'
import type { Asking, Attempt } from './state.ts'

/** Steps of one length, up to an offset from the start. */
interface Rung {
  readonly everyMs: number
  readonly untilMs: number
}

/**
 * The offsets at which an attempt is asked about, as a ladder of ever longer steps: eagerly after a return or a
 * callback, patiently while the shopper is at a hosted page, and then more and more seldom.
 */
function ladder(pace: Asking['pace'], times: Times): Rung[] {
  if (pace === 'again') return [{ everyMs: times.activeFor, untilMs: times.activeFor }]
  const eager = pace === 'waiting' ? [] : [{ everyMs: times.activeEvery, untilMs: times.activeFor }]
  if (pace === 'doubting') return eager
  return [
    ...eager,
    ...doublings(times, eager[0]?.untilMs ?? 0),
    { everyMs: times.minutesEvery, untilMs: times.minutesFor },
    { everyMs: times.hoursEvery, untilMs: times.hoursFor },
    { everyMs: times.daysEvery, untilMs: times.daysFor },
  ]
}

/** One step of each length from the first to the last, each twice the one before. */
function doublings({ waitingFirst, waitingLast }: Times, fromMs: number): Rung[] {
  const rungs: Rung[] = []
  for (let everyMs = waitingFirst; everyMs <= waitingLast; everyMs *= 2) {
    const untilMs = (rungs.at(-1)?.untilMs ?? fromMs) + everyMs
    rungs.push({ everyMs, untilMs })
  }
  return rungs
}

/**
 * The first offset after another at which to ask.
 *
 * @param afterMs Offset of the last question; -1 if none was asked, since an eager ladder begins at once.
 * @returns Milliseconds after the start of the ladder, or `undefined` once it has ended.
 */
export function nextOffset(pace: Asking['pace'], afterMs: number, times: Times): number | undefined {
  if (afterMs < 0 && pace !== 'waiting') return 0
  let offset = 0
  for (const { everyMs, untilMs } of ladder(pace, times)) {
    const steps = Math.max(1, Math.floor((afterMs - offset) / everyMs) + 1)
    const next = offset + steps * everyMs
    if (next <= untilMs) return next
    offset = Math.max(offset, untilMs)
  }
  return undefined
}

/** What is asked about: an attempt, what was done with a payment afterwards, or a charge that nobody wanted. */
type Asked = Pick<Attempt, 'asking' | 'superseded'> & { readonly status?: string }

/**
 * When an attempt or a follow-up is due to be asked about.
 *
 * @param askedAt When it was last asked about, as far as the object remembers.
 * @returns Milliseconds since the epoch, or `undefined` if it is not followed any more.
 */
export function askDue(asked: Asked, askedAt: number | undefined, times: Times): number | undefined {
  const { asking, superseded, status } = asked
  if (!asking) return undefined
  const offset = nextOffset(
    asking.pace,
    askedAt === undefined ? -1 : Math.max(-1, askedAt - asking.since),
    times,
  )
  const isLeft = superseded && (status === 'redirect' || status === 'lost')
  return offset === undefined || (isLeft && offset > times.supersededFor) ? undefined : asking.since + offset
}
