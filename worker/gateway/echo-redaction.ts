/**
 * Takes card and account data that a gateway echoes out of an answer, by kind of field: what looks like a card number may
 * be an identifier, and money must not hang on a likeness. Pure: no clock, no storage, no network.
 */
import type { SentValues } from './sent-values.ts'
import { compact, readings } from './text-decodings.ts'

/**
 * Three digits or more, whatever stands between them: gateways quote what they were sent, in groups of their own, and a
 * code, an expiry or the end of a number is as little to be kept as a whole one.
 */
const DIGITS = /\p{N}(?:[^\p{L}\p{N}]{0,2}\p{N}){2,}/gu

/** Account numbers that begin with a country and two digits (ISO 13616), unbroken or in groups of four. */
const IBAN =
  /(?<![a-z0-9])[a-z]{2}\d{2}(?:[a-z0-9]{11,}|(?:[^a-z0-9]{1,2}[a-z0-9]{4}){2,7}(?:[^a-z0-9]{1,2}[a-z0-9]{1,4})?(?![a-z0-9]))/gi

/** No account number has fewer; words behind a code such as `AB12` have none. */
const MIN_IBAN_DIGITS = 7

/** Far more than is kept of a sentence, far more than a number takes in any encoding, and the longest page that is read. */
const MAX_TEXT = 4096
const MAX_TYPED = 512
const MAX_PAGE = 65_536

/** Stands where something was taken out. No typed field can be read from it. */
const GONE = '…'

/** Whether a value is a number that was sent, grouped or encoded. One that merely contains it is not: it is the gateway's own. */
export const isNumberSent = (value: string, { numbers }: SentValues): boolean =>
  numbers.length > 0 &&
  value.length <= MAX_TYPED &&
  readingsOf(value, numbers).some((reading) => numbers.includes(reading))

/** Whether a text holds a number that was sent: plain, grouped, percent-encoded, escaped, in base64 or in hexadecimal. */
export const holdsNumberSent = (text: string, { numbers }: SentValues): boolean =>
  numbers.length > 0 &&
  readingsOf(text.slice(0, MAX_PAGE), numbers).some((reading) => numbers.some((one) => reading.includes(one)))

const readingsOf = (text: string, wanted: readonly string[]): string[] =>
  [...readings(text, shortest(wanted))].map(compact)

const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length))

/** A sentence or a name, without control characters, what was sent, and every run of three digits or more. */
export function freeText(text: string, sent: SentValues): string {
  const plain = text.slice(0, MAX_TEXT).replaceAll(/\p{C}+/gu, ' ')
  return withoutNumbers(withoutSent(plain, [...sent.numbers, ...sent.words]))
}

function withoutSent(text: string, sent: readonly string[]): string {
  if (sent.length === 0) return text
  const clear = sent.reduce((left, one) => left.replaceAll(spread(one), GONE), text)
  return clear.replaceAll(/\S+/g, (word) => (hides(word, sent) ? GONE : word))
}

/** The same letters and digits with up to two signs between any two, and no others around them. */
const spread = (one: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${[...one].join('[^\\p{L}\\p{N}]{0,2}')}(?![\\p{L}\\p{N}])`, 'giu')

/** Whether a word that was decoded says what was sent. */
const hides = (word: string, sent: readonly string[]) =>
  readingsOf(word, sent)
    .slice(1)
    .some((reading) => sent.some((one) => reading.includes(one)))

const withoutNumbers = (text: string) => text.replaceAll(IBAN, maskedAccount).replaceAll(DIGITS, GONE)

const maskedAccount = (run: string) => (run.replaceAll(/\D/g, '').length < MIN_IBAN_DIGITS ? run : GONE)

/** Fields of an answer by kind; every other one is typed. */
interface Kinds {
  /** Names of fields for people. */
  readonly texts: readonly string[]
  /** Names of fields that lead the shopper on: addresses, pages, and what a bank is told. */
  readonly pages: readonly string[]
}

/**
 * Takes echoes out of an answer. A typed field that is a number which was sent says nothing any more, though it is there;
 * where a field that leads on holds one, none of them is left, so that nobody is sent anywhere.
 */
export function withoutEchoes(
  fields: ReadonlyMap<string, string>,
  sent: SentValues,
  { texts, pages }: Kinds,
): ReadonlyMap<string, string> {
  const leads = !pages.some((name) => holdsNumberSent(fields.get(name) ?? '', sent))
  const kept = [...fields].filter(([name]) => leads || !pages.includes(name))
  return new Map(
    kept.map(([name, value]) => {
      if (texts.includes(name)) return [name, freeText(value, sent)]
      return [name, isNumberSent(value, sent) ? GONE : value]
    }),
  )
}
