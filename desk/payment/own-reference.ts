/** References of orders that somebody opens on the desk. Pure. */
import { utcDayOf } from '../texts/formats.ts'

/** Enough of a random key that no two orders of a day share a reference: 48 bits. */
const CHARACTERS = 12

/**
 * A reference of ours, which begins with the day.
 *
 * @param now Milliseconds since the epoch.
 * @param key Unguessable, with hexadecimal digits.
 */
export const ownReference = (now: number, key: string): string =>
  `desk-${utcDayOf(now).replaceAll('-', '')}-${key.replaceAll('-', '').slice(0, CHARACTERS)}`
