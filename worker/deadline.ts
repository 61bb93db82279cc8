/**
 * Gives work a signal that aborts at a deadline, and takes the timer away as soon as the work is done.
 *
 * `AbortSignal.timeout` cannot be taken away: a timer that is pending keeps an order's object in memory, which is billed,
 * long after the reply that it guarded.
 *
 * @param deadlineMs For all of the work: a reply's body is read within it.
 * @throws What the work throws. It has to heed the signal; nothing else ends it.
 */
export async function withDeadline<Outcome>(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), deadlineMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
