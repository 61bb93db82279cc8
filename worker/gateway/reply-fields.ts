/** Reads the values of an answer, whatever its form. Pure: no clock, no storage, no network. */
import { toMinor } from '../../shared/money.ts'
import { withoutEchoes } from './echo-redaction.ts'
import { NOTHING_SENT, type SentValues } from './sent-values.ts'

/** Values of an answer under lower-case, hyphenated names, without blanks around them. */
export type ReplyFields = ReadonlyMap<string, string>

/** The gateway spells names with hyphens or underscores, by operation and version. */
export const NAMES = {
  gatewayId: ['paynet-order-id', 'orderid', 'order-id'],
  clientOrderId: ['merchant-order-id', 'client-orderid', 'client-order-id', 'merchant-order'],
  redirectUrl: ['redirect-url', 'redirect-to'],
} as const

/** Fields for people, which gateways fill as they like. */
const TEXTS = ['error-message', 'card-printed-name']

/** Fields that lead the shopper on, wherever they are read; steps of 3-D Secure have more. */
const PAGES = [...NAMES.redirectUrl, 'html']

/** What an identifier may look like. A longer one could not be sent back, and fills storage and logs. */
const IDENTIFIER = /^[\w.-]{1,128}$/

/** An error code is stored, logged and told to the merchant, so it has no room for anything else. */
const ERROR_CODE = /^[A-Za-z\d-]{1,8}$/

/** The kind of a transaction in the gateway's word, which may be of several parts and have a version, and no number. */
const KIND = /^(?!.*\d{3})[a-z][\w -]{0,39}$/i

/** Room for a sentence; the rest is in the gateway's own records. */
const MAX_MESSAGE = 200

/** A page that sends the browser on is short; a longer one could not be kept with the order. */
const MAX_PAGE = 65_536

/** The longest address that every browser takes. */
const MAX_ADDRESS = 2048

/** An answer as it came, and what of cards and accounts it must not repeat. */
export interface ReceivedReply {
  readonly text: string
  readonly status?: number
  readonly mediaType?: string
  /** Default: nothing was sent. */
  readonly sent?: SentValues
}

/**
 * Reads a flat JSON object, or form-encoded text whose values end with line feeds. What the gateway echoes of cards and
 * accounts is gone from it.
 *
 * @param steps Names of fields that tell of a step of 3-D Secure, where one is read.
 * @returns `undefined` for anything without a `type` or `status`, such as a proxy's page, but for {@link isBareRefusal}.
 */
export function readFields(heard: ReceivedReply, steps: readonly string[] = []): ReplyFields | undefined {
  const { text, sent = NOTHING_SENT } = heard
  const pairs = jsonPairs(text) ?? [...new URLSearchParams(text)]
  const fields = new Map(pairs.map(([name, value]) => [normalName(name), value.trim()]))
  if (!fields.has('type') && !fields.has('status') && !isBareRefusal(heard)) return undefined
  return withoutEchoes(fields, sent, { texts: TEXTS, pages: [...PAGES, ...steps] })
}

/** The media type of the specification's replies; no proxy writes it. */
const MEDIA_TYPE = 'application/vnd.pay+json'

/** A validation error and its kin. The specification names 400 and shows no field of it. */
const REFUSALS = [400, 401, 403, 404, 422]

/**
 * Whether an answer is the gateway's own no by its status and media type alone, whatever its fields. What is cut off may
 * have named an order, so it has to be whole: empty, or JSON.
 */
export const isBareRefusal = ({ status = 0, mediaType, text }: ReceivedReply): boolean =>
  mediaType === MEDIA_TYPE &&
  REFUSALS.includes(status) &&
  (text.trim() === '' || jsonPairs(text) !== undefined)

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

/** The kind of a transaction, in small letters. */
export const transactionKind = (text: string | undefined) =>
  text && KIND.test(text) ? text.toLowerCase() : undefined

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

/** Whether a text can be a code of an error. Longer ones are not read. */
export const isErrorCode = (text: string) => ERROR_CODE.test(text)

/** The error code, empty if there is none. */
export function errorCode(fields: ReplyFields): string {
  const code = fields.get('error-code') ?? ''
  return isErrorCode(code) ? code : ''
}

/** The error in words, without any number that may have been sent; `null` is how some gateways say nothing. */
export function errorMessage(fields: ReplyFields): string | undefined {
  const told = fields.get('error-message')
  return !told || told === 'null' ? undefined : cut(told, MAX_MESSAGE)
}

/** The beginning of a text, in UTF-16 units, without half a character at its end. */
export const cut = (text: string, maxLength: number) =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')

/** Gateways write `12.5`, `12.50` or `12.5000` for the same sum. */
export function minorOf(text: string | undefined, exponent: number): number | undefined {
  if (!text) return undefined
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.slice(0, exponent) + decimals.slice(exponent).replace(/0+$/, '')
  const minor = toMinor(kept ? `${whole}.${kept}` : whole, exponent)
  return minor.ok ? minor.value : undefined
}
