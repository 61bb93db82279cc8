import { setTimeout as pause } from 'node:timers/promises'

/** How long a step waits: longer than a shopper would, shorter than a test's own limit. */
export const PATIENCE_MS = 40_000
/** Short enough not to be felt in a run, long enough for a page to do something in between. */
const PAUSE_MS = 30

/** What one try brought: a value, or what stood in the way. */
export type Attempt<T> = { readonly value: T } | { readonly obstacle: string; readonly cause?: unknown }

/**
 * Repeats an attempt until it brings a value.
 *
 * An error counts as an obstacle, since a page that navigates fails in the middle of anything.
 *
 * @param subject What the error is to name: selector and page.
 * @throws {Error} when the patience is used up, with the last obstacle.
 */
export async function patiently<T>(
  attempt: () => Promise<Attempt<T>>,
  subject: () => Promise<string>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  let last: Attempt<T> = { obstacle: 'the page does not answer' }
  while (Date.now() < deadline) {
    last = (await inTime(attempt(), deadline)) ?? last
    if ('value' in last) return last.value
    await pause(PAUSE_MS)
  }
  const name = await subject().catch(() => 'A page that does not answer')
  throw new Error(`${name}: ${last.obstacle}`, { cause: last.cause })
}

/** An engine may wait for a document that never comes; the deadline holds there too. */
async function inTime<T>(attempt: Promise<Attempt<T>>, deadline: number): Promise<Attempt<T> | undefined> {
  const stop = new AbortController()
  const late = pause(deadline - Date.now(), undefined, { signal: stop.signal })
  late.catch(() => undefined)
  try {
    return await Promise.race([attempt.catch(asObstacle), late])
  } finally {
    stop.abort()
  }
}

function asObstacle(cause: unknown) {
  return { obstacle: cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause), cause }
}
