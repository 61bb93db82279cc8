/** West of every other zone: a card holds until its last month has ended there too. */
const LAST_ZONE_MS = 12 * 60 * 60 * 1000

/**
 * Tells whether a card's last month has ended everywhere.
 *
 * @param month 1 to 12.
 * @param year All four digits.
 * @param now Milliseconds since the epoch.
 */
// `Date.UTC` counts months from 0, so the card's month is already the one after.
export const hasCardExpired = (month: number, year: number, now: number): boolean =>
  now >= Date.UTC(year, month) + LAST_ZONE_MS
