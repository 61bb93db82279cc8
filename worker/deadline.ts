/**
 * Runs work with a signal that aborts at a deadline, and clears the timer as soon as the work is done.
 *
 * `AbortSignal.timeout` cannot be cleared: its pending timer would keep an order's object in memory, which is billed,
 * long after the reply.
 *
 * @param deadlineMs For all of the work, the body of a reply included.
 * @throws Whatever the work throws. The work must react to the signal; nothing else ends it.
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

/**
 * Waits for an answer no longer than a deadline, since another object that hangs must not hold up this one.
 *
 * @throws {Error} At the deadline. The other object may have acted all the same.
 */
export async function withTimeout<Answer>(deadlineMs: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), deadlineMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
