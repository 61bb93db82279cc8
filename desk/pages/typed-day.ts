/** Reads days as people type them. Pure. */

/** Year first: the same everywhere. */
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** Day and month in the order of a language, then the year. */
const OWN = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

/**
 * @param locale BCP 47 tag: `11/5/2026` is a day of November in the USA alone.
 * @returns `YYYY-MM-DD`; `undefined` for a text that is no day.
 */
export function typedDay(text: string, locale: string): string | undefined {
  const [, year, month, day] = ISO.exec(text) ?? []
  if (year) return existing(year, month, day)
  const [, first, second, last] = OWN.exec(text) ?? []
  if (!last) return undefined
  return isMonthFirst(locale) ? existing(last, first, second) : existing(last, second, first)
}

function existing(year: string, month = '', day = ''): string | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${written}T00:00:00Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(written) ? undefined : written
}

function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0)
  const types = parts.map(({ type }) => type).filter((type) => type === 'day' || type === 'month')
  return types[0] === 'month'
}
