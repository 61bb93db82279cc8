/** Reads the fields of a reply in either of its formats. Pure: no clock, no storage, no network. */
import { isObject } from '../../shared/json-members.ts'
import { toMinor } from '../../shared/money.ts'
import { withoutEchoes } from './card-data-redaction.ts'
import { fieldsOf, pairsIn } from './reply-text.ts'
import { NOTHING_SENT, type SentValues } from './sent-values.ts'

/** Trimmed values of a reply, under lower-case, hyphenated names. None is empty. */
export type ReplyFields = ReadonlyMap<string, string>

/** Names for the same value. They differ by operation and version. */
export const NAMES = {
  gatewayId: ['paynet-order-id', 'orderid', 'order-id'],
  clientOrderId: ['merchant-order-id', 'client-orderid', 'client-order-id', 'merchant-order'],
  redirectUrl: ['redirect-url', 'redirect-to'],
} as const

/** Fields with free text. */
const TEXTS = ['error-message', 'card-printed-name']

/** Fields that lead the shopper on. 3-D Secure steps have more. */
const PAGES = [...NAMES.redirectUrl, 'html']

/** A valid identifier. A longer one could not be sent back, and would fill storage and logs. */
const IDENTIFIER = /^[\w.-]{1,128}$/

/** A valid error code. It is stored, logged and shown to the merchant, so nothing else must fit in. */
const ERROR_CODE = /^[A-Za-z\d-]{1,8}$/

/** A valid transaction type: words, perhaps with a version, but no longer number. */
const KIND = /^(?!.*\d{3})[a-z][\w -]{0,39}$/i

/** Enough for a sentence. The gateway's own records have the rest. */
const MAX_MESSAGE = 200

/** A page that redirects the browser is short. A longer one could not be stored with the order. */
const MAX_PAGE = 65_536

/** The longest address that every browser takes. */
const MAX_ADDRESS = 2048

/** A raw reply, and the sent values that it must not echo. */
export interface ReceivedReply {
  readonly text: string
  readonly status?: number
  readonly mediaType?: string
  /** Default: nothing was sent. */
  readonly sent?: SentValues
}

/** Fields with one value each: an outcome hangs on them, so two values say nothing. */
const SINGLE = [
  ...['type', 'status', 'amount', 'currency', 'transaction-type'],
  ...[...NAMES.gatewayId, ...NAMES.clientOrderId],
]

/**
 * Reads a flat JSON object, or form-encoded text whose values end with line feeds, and removes echoed card and account
 * data.
 *
 * @param steps Names of the fields of a 3-D Secure step, if one is read.
 * @returns `undefined` for a text that is not the gateway's, such as a proxy's page, or that contradicts itself.
 */
export function readFields(heard: ReceivedReply, steps: readonly string[] = []): ReplyFields | undefined {
  const { text, mediaType, sent = NOTHING_SENT } = heard
  const pairs = isBareRefusal(heard) && !text.trim() ? [] : pairsIn(text, mediaType)
  const fields = pairs && fieldsOf(pairs, SINGLE)
  if (!fields || !(isOwn(heard) || isTyped(fields))) return undefined
  return withoutEchoes(fields, sent, { texts: TEXTS, pages: [...PAGES, ...steps] })
}

/** The media type of the gateway's replies. No proxy writes it. */
const MEDIA_TYPE = 'application/vnd.pay+json'

/** Whether a reply has the specification's media type. Its fields then need no type: the specification names none. */
export const isOwn = ({ mediaType }: Pick<ReceivedReply, 'mediaType'>): boolean => mediaType === MEDIA_TYPE

/** Whether the fields alone show that they may be the gateway's. */
export const isTyped = (fields: ReplyFields): boolean => fields.has('type') || fields.has('status')

/** Statuses of validation errors. The specification names 400, without any fields. */
const REFUSALS = [400, 401, 403, 404, 422]

/**
 * Whether status and media type alone make a reply the gateway's refusal. It must be complete, which means empty or an
 * object: a truncated one might have named an order.
 */
export const isBareRefusal = (heard: ReceivedReply): boolean =>
  isOwn(heard) && REFUSALS.includes(heard.status ?? 0) && (heard.text.trim() === '' || isObject(heard.text))

/** The first value that is not empty. */
export const first = (fields: ReplyFields, names: readonly string[]) =>
  names.map((name) => fields.get(name)).find((value) => value)

/** The text, if it is a valid identifier. */
export const identifier = (text: string | undefined) => (text && IDENTIFIER.test(text) ? text : undefined)

/** The transaction type in lower case. */
export const transactionKind = (text: string | undefined) =>
  text && KIND.test(text) ? text.toLowerCase() : undefined

/** The address, unless it is too long for a browser. */
export function address(text: string | undefined): string | undefined {
  return text && text.length <= MAX_ADDRESS ? text : undefined
}

/** The page, unless it is too long to store. */
export const pageOf = (text: string | undefined) => (text && text.length <= MAX_PAGE ? text : undefined)

/** A code of ISO 4217 in upper case; `undefined` for any other text. */
export function currencyCode(text: string | undefined): string | undefined {
  const code = text?.toUpperCase()
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined
}

/** Whether a text is a valid error code. */
export const isErrorCode = (text: string) => ERROR_CODE.test(text)

/** The error code, empty if there is none. */
export function errorCode(fields: ReplyFields): string {
  const code = fields.get('error-code') ?? ''
  return isErrorCode(code) ? code : ''
}

/** The error message without numbers that may have been sent. Some gateways write `null` for none. */
export function errorMessage(fields: ReplyFields): string | undefined {
  const told = fields.get('error-message')
  return !told || told === 'null' ? undefined : cut(told, MAX_MESSAGE)
}

/** Cuts a text to a number of UTF-16 units, without splitting a character. */
export const cut = (text: string, maxLength: number) =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')

/** Minor units. Gateways write `12.5`, `12.50` or `12.5000` for the same sum. */
export function minorOf(text: string | undefined, exponent: number): number | undefined {
  if (!text) return undefined
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.slice(0, exponent) + decimals.slice(exponent).replace(/(?<!0)0+$/, '')
  const minor = toMinor(kept ? `${whole}.${kept}` : whole, exponent)
  return minor.ok ? minor.value : undefined
}
