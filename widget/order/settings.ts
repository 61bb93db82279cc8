/** The public settings of the edge: the seller, and whether the gateway is a sandbox. They draw, and decide nothing. */
import type { Settings } from '../../shared/http-bodies.ts'

/**
 * Reads the settings; the browser keeps the answer for a while. It stores nothing and identifies nobody, so that a tag may
 * ask before the shopper's first intent.
 *
 * @param edge Its origin, without a trailing slash.
 * @returns `undefined` where the edge does not answer: the tag works without them.
 */
export async function readSettings(
  edge: string,
  fetch: typeof globalThis.fetch,
): Promise<Settings | undefined> {
  try {
    const response = await fetch(`${edge}/v1/settings`, { credentials: 'omit' })
    return response.ok ? await response.json() : undefined
  } catch {
    return
  }
}
