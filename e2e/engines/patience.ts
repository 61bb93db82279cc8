import { setTimeout as pause } from 'node:timers/promises'

/** How long a step waits: longer than a shopper would, shorter than a test's own limit. */
export const PATIENCE_MS = 40_000
/** So short that a run does not suffer, so long that a page can do something in between. */
const PAUSE_MS = 30

/** The result of one try: a value, or the obstacle. */
export type Attempt<T> = { readonly value: T } | { readonly obstacle: string; readonly cause?: unknown }

/**
 * Repeats an attempt until it has a value.
 *
 * An error counts as an obstacle, since a page that navigates fails in the middle of anything.
 *
 * @param subject What the error names: selector and page.
 * @throws {Error} With the last obstacle, when time is over.
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

/** Holds the deadline also where an engine waits for a document that never comes. */
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
