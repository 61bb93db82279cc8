/**
 * Removes card and account data that a gateway echoes in a reply, by kind of field: an identifier may look like a card
 * number, and must stay. What a shopper types is in `domain/attempt-details.ts`. Pure: no clock, no storage, no network.
 */
import type { SentValues } from './sent-values.ts'
import { compact, readings } from './text-decodings.ts'

/**
 * Three or more digits, with any separators. Gateways quote requests with groups of their own, and a security code, an
 * expiry or the end of a number must not be stored either.
 */
const DIGITS = /\p{N}(?:[^\p{L}\p{N}]{0,2}\p{N}){2,}/gu

/** An IBAN (ISO 13616), unbroken or in groups of four. */
const IBAN =
  /(?<![a-z0-9])[a-z]{2}\d{2}(?:[a-z0-9]{11,}|(?:[^a-z0-9]{1,2}[a-z0-9]{4}){2,7}(?:[^a-z0-9]{1,2}[a-z0-9]{1,4})?(?![a-z0-9]))/gi

/** Every IBAN has more. Words after a code such as `AB12` have none. */
const MIN_IBAN_DIGITS = 7

/** More than is kept of a sentence; more than an encoded number needs; the longest page that is read. */
const MAX_TEXT = 4096
const MAX_TYPED = 512
const MAX_PAGE = 65_536

/** Replaces removed text. No typed field accepts it. */
const GONE = '…'

/** Whether a value is a sent number, also grouped or encoded. A value that only contains one is the gateway's own. */
export const isNumberSent = (value: string, { numbers }: SentValues): boolean =>
  numbers.length > 0 &&
  value.length <= MAX_TYPED &&
  readingsOf(value, numbers).some((reading) => numbers.includes(reading))

/** Whether a text contains a sent number: plain, grouped, percent-encoded, escaped, in base64 or in hexadecimal. */
export const holdsNumberSent = (text: string, { numbers }: SentValues): boolean =>
  numbers.length > 0 &&
  readingsOf(text.slice(0, MAX_PAGE), numbers).some((reading) => numbers.some((one) => reading.includes(one)))

const readingsOf = (text: string, wanted: readonly string[]): string[] =>
  [...readings(text, shortest(wanted))].map(compact)

const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length))

/** A sentence or name without control characters, sent values, and runs of three or more digits. */
export function freeText(text: string, sent: SentValues): string {
  const plain = text.slice(0, MAX_TEXT).replaceAll(/\p{C}+/gu, ' ')
  return withoutNumbers(withoutSent(plain, [...sent.numbers, ...sent.words]))
}

function withoutSent(text: string, sent: readonly string[]): string {
  if (sent.length === 0) return text
  const clear = sent.reduce((left, one) => left.replaceAll(spread(one), GONE), text)
  return clear.replaceAll(/\S+/g, (word) => (hides(word, sent) ? GONE : word))
}

/** The same letters and digits as a whole word, with up to two separators between any two. */
const spread = (one: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${[...one].join('[^\\p{L}\\p{N}]{0,2}')}(?![\\p{L}\\p{N}])`, 'giu')

/** Whether a decoding of the word contains a sent value. */
const hides = (word: string, sent: readonly string[]) =>
  readingsOf(word, sent)
    .slice(1)
    .some((reading) => sent.some((one) => reading.includes(one)))

const withoutNumbers = (text: string) => text.replaceAll(IBAN, maskedAccount).replaceAll(DIGITS, GONE)

const maskedAccount = (run: string) => (run.replaceAll(/\D/g, '').length < MIN_IBAN_DIGITS ? run : GONE)

/** Fields of a reply by kind. Every other one is typed. */
interface Kinds {
  /** Fields that people read. */
  readonly texts: readonly string[]
  /** Fields that lead the shopper on: addresses, pages, and data for a bank. */
  readonly pages: readonly string[]
}

/**
 * Removes echoes from a reply. A typed field that equals a sent number becomes unreadable. If any page field contains
 * one, all page fields go, so that the shopper is not sent anywhere.
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
