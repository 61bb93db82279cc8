/** Reads the values of an answer, whatever its form. Pure: no clock, no storage, no network. */
import { toMinor } from '../../shared/money.ts'

/** Values of an answer under lower-case, hyphenated names, without blanks around them. */
export type ReplyFields = ReadonlyMap<string, string>

/** The gateway spells names with hyphens or underscores, by operation and version. */
export const NAMES = {
  gatewayId: ['paynet-order-id', 'orderid', 'order-id'],
  clientOrderId: ['merchant-order-id', 'client-orderid', 'client-order-id', 'merchant-order'],
  redirectUrl: ['redirect-url', 'redirect-to'],
} as const

/** What an identifier or an error code may look like. A longer one could not be sent back, and fills storage and logs. */
const IDENTIFIER = /^[\w.-]{1,128}$/

/** Words of the gateway that are shown or stored, such as a card's brand. */
const MAX_WORD = 40

/** Room for a sentence; the rest is in the gateway's own records. */
const MAX_MESSAGE = 200

/** A page that sends the browser on is short; a longer one could not be kept with the order. */
const MAX_PAGE = 65_536

/** The longest address that every browser takes. */
const MAX_ADDRESS = 2048

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

/**
 * Reads a flat JSON object, or form-encoded text whose values end with line feeds.
 *
 * @returns `undefined` for anything without a `type` or `status`, such as a proxy's page.
 */
export function readFields(text: string): ReplyFields | undefined {
  const pairs = jsonPairs(text) ?? [...new URLSearchParams(text)]
  const fields = new Map(pairs.map(([name, value]) => [normalName(name), value.trim()]))
  return fields.has('type') || fields.has('status') ? fields : undefined
}

/** A name as {@link ReplyFields} has it. */
export const normalName = (name: string) => name.trim().toLowerCase().replaceAll('_', '-')

/** Numbers are kept as they were written: identifiers have up to 19 digits, which a double cannot hold. */
const sourceOfNumber = (_: string, value: unknown, context: { source: string }) =>
  typeof value === 'number' ? context.source : value

function jsonPairs(text: string): [string, string][] | undefined {
  try {
    const parse = JSON.parse as (text: string, reviver: typeof sourceOfNumber) => unknown
    const value = parse(text, sourceOfNumber)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).flatMap(([name, part]) => (isScalar(part) ? [[name, String(part)]] : []))
  } catch {
    return undefined
  }
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'boolean'

/** The first value that is not empty. */
export const first = (fields: ReplyFields, names: readonly string[]) =>
  names.map((name) => fields.get(name)).find((value) => value)

/** The text, if it can be an identifier. */
export const identifier = (text: string | undefined) => (text && IDENTIFIER.test(text) ? text : undefined)

/** A short word of the gateway, cut where it is not one. */
export const word = (text: string | undefined) => text?.slice(0, MAX_WORD)

/** Where the shopper goes next; not if it is too long for a browser. */
export function address(text: string | undefined): string | undefined {
  return text && text.length <= MAX_ADDRESS ? text : undefined
}

/** A page for the shopper; not if it is too long to be kept. */
export const pageOf = (text: string | undefined) => (text && text.length <= MAX_PAGE ? text : undefined)

/** A code of ISO 4217, whatever its letter case; what is no code is not told at all. */
export function currencyCode(text: string | undefined): string | undefined {
  const code = text?.toUpperCase()
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined
}

/** The error code, empty if there is none. */
export const errorCode = (fields: ReplyFields) => identifier(fields.get('error-code')) ?? ''

/** The error in words, without any number that may have been sent; `null` is how some gateways say nothing. */
export function errorMessage(fields: ReplyFields): string | undefined {
  const told = fields.get('error-message')
  if (!told || told === 'null') return undefined
  const masked = withoutNumbers(told.replace(/\p{C}+/gu, ' '))
  return masked.slice(0, MAX_MESSAGE).replace(/[\uD800-\uDBFF]$/, '')
}

const withoutNumbers = (text: string) => text.replace(IBAN, maskedAccount).replace(DIGITS, '…')

const maskedAccount = (run: string) => (run.replace(/\D/g, '').length < MIN_IBAN_DIGITS ? run : '…')

/** Gateways write `12.5`, `12.50` or `12.5000` for the same sum. */
export function minorOf(text: string | undefined, exponent: number): number | undefined {
  if (!text) return undefined
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.slice(0, exponent) + decimals.slice(exponent).replace(/0+$/, '')
  const minor = toMinor(kept ? `${whole}.${kept}` : whole, exponent)
  return minor.ok ? minor.value : undefined
}
