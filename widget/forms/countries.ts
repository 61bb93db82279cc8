/** Countries of ISO 3166-1, as the browser knows and names them: no list is shipped. */

/** What browsers name beside the assigned codes: groupings, reserved codes, private use. */
const NOT_ASSIGNED = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'

/** AA to ZZ. */
const CODES = Array.from({ length: 26 * 26 }, (_, n) => String.fromCharCode(65 + n / 26, 65 + (n % 26)))

type Country = readonly [code: string, name: string]

const byLocale: Record<string, readonly Country[]> = {}

/** Code and name of every country, in the language's alphabetical order. */
export const countries = (locale: string): readonly Country[] => {
  byLocale[locale] ??= sorted(locale)
  return byLocale[locale]
}

function sorted(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const { compare } = new Intl.Collator(locale)
  return CODES.filter(isAssigned)
    .map((code) => [code, names.of(code) ?? ''] as const)
    .filter(([, name]) => name)
    .sort(([, a], [, b]) => compare(a, b))
}

/** An obsolete code is an alias of its successor. */
const isAssigned = (code: string) => !NOT_ASSIGNED.includes(code) && countryOf(`und-${code}`) === code

/** The country that a language tag names, such as `DE` for `de-DE`; empty if it names none. */
export const countryOf = (locale: string) => new Intl.Locale(locale).region ?? ''
