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
