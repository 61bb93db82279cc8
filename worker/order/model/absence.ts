/**
 * Absence needs proof. The gateway's reports may lag behind its work, so one answer that tells of nothing proves nothing:
 * that something did not happen is a conclusion of two answers that lie apart.
 */

import type { Polling } from './state.ts'

/** What waits for a second answer. */
interface Denied {
  /** When the gateway first answered that nothing had happened. */
  readonly deniedAt?: number
}

/**
 * Whether one more answer that tells of nothing proves it.
 *
 * @param spanMs How far apart the two answers have to lie. Absent: this one proves nothing.
 */
export const isProven = (
  { deniedAt }: Denied,
  { now, spanMs = Number.POSITIVE_INFINITY }: { readonly now: number; readonly spanMs?: number | undefined },
): boolean => deniedAt !== undefined && now - deniedAt >= spanMs

/** Notes the first answer that tells of nothing. Returns the very same value for a later one. */
export const denied = <One extends Denied>(one: One, now: number): One =>
  one.deniedAt === undefined ? { ...one, deniedAt: now } : one

/** Forgets it, since an answer in between told of something. */
export function undenied<One extends Denied>(one: One): One | Omit<One, 'deniedAt'> {
  if (one.deniedAt === undefined) return one
  const { deniedAt: _, ...rest } = one
  return rest
}

/** The look that comes a minute after a refusal was believed, since reports may lag behind for longer than both answers. */
export const laterLook = (now: number): Polling => ({ since: now, pace: 'again', isUntilAnswered: true })

/** A last look that was answered about something else is made again. */
export const untilAnswered = <One extends Looked>(one: One): One =>
  one.asking?.pace === 'again' && !one.asking.isUntilAnswered
    ? { ...one, asking: { ...one.asking, isUntilAnswered: true } }
    : one

/** What has a later look. */
interface Looked {
  readonly asking?: Polling
}

/** Ends the later look by an answer that counts. Returns the very same value for one that comes too soon. */
export function lookAnswered<One extends Looked>(
  one: One,
  { now, spanMs = Number.POSITIVE_INFINITY }: { readonly now: number; readonly spanMs?: number | undefined },
): One | Omit<One, 'asking'> {
  if (!one.asking?.isUntilAnswered || now - one.asking.since < spanMs) return one
  const { asking: _, ...rest } = one
  return rest
}
