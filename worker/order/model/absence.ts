/**
 * Absence needs proof. The gateway's reports may lag behind its work, so one answer that tells of nothing proves nothing:
 * that something did not happen is a conclusion of two answers that lie apart.
 */

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
