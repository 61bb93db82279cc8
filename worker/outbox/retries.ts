/** When something that was not taken is tried again. Pure: no clock, no storage, no network. */
import type { Times } from '../config/times.ts'

/** The durations that tell when. */
export type RetryTimes = Pick<Times, 'webhookRetryFirst' | 'webhookRetryLast' | 'webhookRetriesFor'>

/**
 * The first offset after another at which to try: at once, then in steps that double, then in equal ones.
 *
 * @param afterMs Offset of the last try; -1 if none is known of, which costs one try more.
 * @returns Milliseconds after the beginning, or `undefined` once it is over.
 */
export function nextRetry(afterMs: number, times: RetryTimes): number | undefined {
  const { webhookRetryFirst, webhookRetryLast, webhookRetriesFor } = times
  if (afterMs < 0) return 0
  let offset = 0
  for (let stepMs = webhookRetryFirst; stepMs < webhookRetryLast; stepMs *= 2) {
    offset += stepMs
    if (offset > afterMs) return offset <= webhookRetriesFor ? offset : undefined
  }
  const steps = Math.max(1, Math.floor((afterMs - offset) / webhookRetryLast) + 1)
  const next = offset + steps * webhookRetryLast
  return next <= webhookRetriesFor ? next : undefined
}
