/** When a failed delivery is retried. Pure: no clock, no storage, no network. */
import type { Times } from '../config/durations.ts'

/** The durations of the schedule. */
export type RetryTimes = Pick<Times, 'webhookRetryFirst' | 'webhookRetryLast' | 'webhookRetriesFor'>

/**
 * Computes the next try: at once, then at intervals that double, then at equal intervals.
 *
 * @param afterMs Offset of the last try; -1 if it is unknown, which costs one extra try.
 * @returns Milliseconds after the start; `undefined` if no try is left.
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
