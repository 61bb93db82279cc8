/** Formats of request values, with words for the documents. Loose where only the gateway knows the rule. */

/** A format. */
interface Format {
  readonly pattern: RegExp
  /** Completes the sentence "it is …". */
  readonly words: string
}

const formats = <Rows extends Record<string, Format>>(rows: Rows) => rows

/** Name → format, for fields of the operation table. Patterns match the whole, trimmed value. */
export const FORMATS = formats({
  /** Lone surrogates and control characters would arrive different from what was signed. */
  text: {
    pattern: /^[[^\p{Cc}\p{Cs}]\t\n\r]*$/v,
    words: 'text without control characters',
  },
  identifier: { pattern: /^[\w.-]+$/, words: 'letters, digits, `_`, `.`, `-`' },
  amount: { pattern: /^\d+(\.\d+)?$/, words: 'major units with the decimals of the currency, above zero' },
  currency: { pattern: /^[A-Z]{3}$/, words: 'ISO 4217 code' },
  email: { pattern: /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, words: 'e-mail address' },
  ip: { pattern: /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F]*:[\da-fA-F:.]+)$/, words: 'IPv4 or IPv6 address' },
  url: { pattern: /^https?:\/\/\S+$/, words: 'http or https address' },
  phone: { pattern: /^\+?\d{5,}$/, words: 'digits, `+` before them allowed' },
  country: { pattern: /^[A-Z]{2}$/, words: 'ISO 3166-1 alpha-2 code' },
  state: { pattern: /^[A-Za-z]{2,3}$/, words: '2 or 3 letters' },
  'card-number': { pattern: /^\d{12,19}$/, words: '12 to 19 digits' },
  'expiry-month': { pattern: /^(0[1-9]|1[0-2])$/, words: '`01` to `12`' },
  'expiry-year': { pattern: /^20\d\d$/, words: 'year, 4 digits' },
  cvv: { pattern: /^\d{3,4}$/, words: '3 or 4 digits' },
  completion: { pattern: /^[YNU]$/, words: '`Y`, `N` or `U`' },
  boolean: { pattern: /^(true|false)$/, words: '`true` or `false`' },
  true: { pattern: /^true$/, words: '`true`' },
  count: { pattern: /^\d+$/, words: 'digits' },
  language: { pattern: /^[A-Za-z\d-]+$/, words: 'BCP 47 language tag' },
  'zone-offset': { pattern: /^-?\d+$/, words: 'minutes between local time and UTC, may be negative' },
  'card-role': { pattern: /^(SRC|DST)$/, words: '`SRC` or `DST`' },
  period: { pattern: /^(day|week|month|year)$/, words: '`day`, `week`, `month` or `year`' },
  interval: { pattern: /^[1-9]\d*$/, words: 'whole number of at least 1' },
})

export type FormatName = keyof typeof FORMATS
