/** Understands what the gateway answers. Pure: no clock, no storage, no network. */
import { toMinor } from '../../shared/money.ts'
import type { RawReply } from './transport.ts'

/** Values of an answer under lower-case, hyphenated names, without blanks around them. */
export type Fields = ReadonlyMap<string, string>

/** Answer to a hosted form: it was opened, or definitely was not. */
export type FormReply =
  | {
      readonly kind: 'accepted'
      readonly gatewayId: string
      readonly serialNumber: string | undefined
      readonly redirectUrl: string | undefined
    }
  | { readonly kind: 'refused'; readonly errorCode: string }

/** Where a transaction stands, as far as the gateway says. */
export type GatewayStatus = 'approved' | 'declined' | 'error' | 'filtered' | 'processing' | 'unknown'

export interface StatusReport {
  readonly kind: 'status'
  readonly status: GatewayStatus
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  /** `undefined` where the answer has no amount, or one that the currency cannot have. */
  readonly amountMinor: number | undefined
  readonly currency: string | undefined
  readonly transactionType: string | undefined
  readonly reversedMinor: number | undefined
  readonly errorCode: string
  readonly card: { readonly brand: string; readonly masked: string; readonly expires: string } | undefined
}

/** Answer to a question for the status: a report, or an error that says nothing about the money. */
export type StatusReply = StatusReport | { readonly kind: 'error'; readonly errorCode: string }

/** The gateway spells names with hyphens or underscores, by operation and version. */
const NAMES = {
  gatewayId: ['paynet-order-id', 'orderid', 'order-id'],
  clientOrderId: ['merchant-order-id', 'client-orderid', 'client-order-id', 'merchant-order'],
  redirectUrl: ['redirect-url', 'redirect-to'],
} as const

/** What an identifier or an error code may look like. A longer one could not be sent back, and fills storage and logs. */
const IDENTIFIER = /^[\w.-]{1,128}$/

/** Words of the gateway that are shown or stored, such as a card's brand. */
const MAX_WORD = 40

/** The longest address that every browser takes. */
const MAX_ADDRESS = 2048

const STATUSES: readonly string[] = ['approved', 'declined', 'error', 'filtered', 'processing', 'unknown']

/**
 * Reads the values of an answer, whatever its form: a flat JSON object, or form-encoded text whose values end with
 * line feeds.
 *
 * @returns `undefined` for anything without a `type` or `status`, such as a proxy's page.
 */
export function readFields(text: string): Fields | undefined {
  const pairs = jsonPairs(text) ?? [...new URLSearchParams(text)]
  const fields = new Map(pairs.map(([name, value]) => [normalName(name), value.trim()]))
  return fields.has('type') || fields.has('status') ? fields : undefined
}

const normalName = (name: string) => name.trim().toLowerCase().replaceAll('_', '-')

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

/** Refused for good: the client's mistake. Time-outs and "try later" may have acted all the same. */
const isRefusalStatus = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status)

/**
 * Reads the answer to a hosted form.
 *
 * @returns `undefined` if it proves neither that the form was opened nor that it was not.
 */
export function readFormReply({ status, text }: RawReply): FormReply | undefined {
  const fields = readFields(text)
  if (!fields) return undefined
  const named = first(fields, NAMES.gatewayId)
  if (!named) return isRefusalStatus(status) ? { kind: 'refused', errorCode: errorCode(fields) } : undefined
  const gatewayId = identifier(named)
  if (!gatewayId) return undefined
  const address = first(fields, NAMES.redirectUrl)
  const redirectUrl = address && address.length <= MAX_ADDRESS ? address : undefined
  return { kind: 'accepted', gatewayId, serialNumber: identifier(fields.get('serial-number')), redirectUrl }
}

const identifier = (text: string | undefined) => (text && IDENTIFIER.test(text) ? text : undefined)

const errorCode = (fields: Fields) => identifier(fields.get('error-code')) ?? ''

/**
 * Reads the answer to a question for the status.
 *
 * @param exponent Decimals that the order's currency has.
 * @returns `undefined` if it cannot be understood.
 */
export function readStatusReply({ text }: RawReply, exponent: number): StatusReply | undefined {
  const fields = readFields(text)
  if (!fields || !isReport(fields)) return undefined
  if (/error$/.test(fields.get('type') ?? '')) {
    return { kind: 'error', errorCode: errorCode(fields) }
  }
  return {
    kind: 'status',
    status: statusOf(fields),
    gatewayId: identifier(first(fields, NAMES.gatewayId)),
    clientOrderId: identifier(first(fields, NAMES.clientOrderId)),
    amountMinor: minorOf(fields.get('amount'), exponent),
    currency: fields.get('currency')?.toUpperCase(),
    transactionType: fields.get('transaction-type')?.toLowerCase().slice(0, MAX_WORD),
    reversedMinor: minorOf(fields.get('total-reversal-amount'), exponent),
    errorCode: errorCode(fields),
    card: cardOf(fields),
  }
}

/** Other programs write `status` too: a proxy's `{"status":500}` is none of the gateway's replies. */
const isReport = (fields: Fields) =>
  fields.has('type') || STATUSES.includes(fields.get('status')?.toLowerCase() ?? '')

/** A reply without a status means that it is under way; a word that nobody knows decides nothing. */
function statusOf(fields: Fields): GatewayStatus {
  const word = fields.get('status')?.toLowerCase() || 'processing'
  return STATUSES.includes(word) ? (word as GatewayStatus) : 'unknown'
}

/** Gateways write `12.5`, `12.50` or `12.5000` for the same sum. */
function minorOf(text: string | undefined, exponent: number): number | undefined {
  if (!text) return undefined
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.slice(0, exponent) + decimals.slice(exponent).replace(/0+$/, '')
  const minor = toMinor(kept ? `${whole}.${kept}` : whole, exponent)
  return minor.ok ? minor.value : undefined
}

function cardOf(fields: Fields): StatusReport['card'] {
  const lastFour = fields.get('last-four-digits')
  if (!lastFour || !/^\d{4}$/.test(lastFour)) return undefined
  const month = fields.get('card-exp-month')?.padStart(2, '0').slice(-2)
  const year = fields.get('card-exp-year')?.slice(-2)
  return {
    brand: (fields.get('card-type') ?? '').slice(0, MAX_WORD),
    masked: `•••• ${lastFour}`,
    expires: month && year ? `${month}/${year}` : '',
  }
}

const first = (fields: Fields, names: readonly string[]) =>
  names.map((name) => fields.get(name)).find((value) => value)
