/** The columns of the operation table. */
import type { FormatName } from './field-formats.ts'

/** An amount in a request. */
export interface Money {
  /** Minor units, a whole number above zero. Controls are computed from it. */
  readonly minor: number
  /** Decimals of the currency. Requests carry major units with exactly this many. */
  readonly exponent: number
}

/** How a request proves that it came from the merchant. */
export type Scheme = 'control' | 'hmac-sha1' | 'rsa-sha256'

/** Operations for which the specification names no scheme. `GATEWAY_PROFILE` decides under the same name. */
export type OpenScheme = 'get-card-info' | 'payment-form' | 'payout-form' | 'payout-pay'

/** A scheme that the profile decides, with its default and the source of that. */
interface DecidedScheme {
  readonly decidedBy: OpenScheme
  readonly default: Scheme
  readonly source: string
}

/** The scheme of an operation, with the profile's decisions. */
export const schemeOf = (
  { scheme }: Pick<Operation, 'scheme'>,
  decided: Readonly<Record<OpenScheme, Scheme>>,
): Scheme => (typeof scheme === 'string' ? scheme : decided[scheme.decidedBy])

/** A part of a control: a value of the request or of the target, or an amount in minor units. */
export type ControlPart =
  | 'endpointId'
  | 'login'
  | 'clientOrderId'
  | 'gatewayId'
  | 'cardRef'
  | 'amountMinor'
  | 'currency'
  | 'email'

/** Settings of the profile that change the spelling of a field. */
export type Spelling =
  | 'callbackField'
  | 'client-order-id'
  | 'client-orderid'
  | 'client_orderid'
  | 'cRes'
  | 'paRes'

/** A field of a request: the value that fills it, and its limits. */
export interface Field {
  readonly from: string
  /** In UTF-16 units, which are never fewer than the gateway's characters. */
  readonly maxLength: number
  readonly need: 'required' | 'optional'
  readonly format: FormatName
  /** The setting that changes its spelling. Absent: every gateway spells it like the table. */
  readonly spelling?: Spelling
}

/** Wire name → field, in the order of the body. */
export type Fields = Readonly<Record<string, Field>>

/** The kind of endpoint that serves an operation. `own`: the endpoint of its order. */
type EndpointKind = 'own' | 'sale' | 'preauth' | 'verify' | 'payout' | 'rebill' | 'transfer'

/** The kind of reply to an accepted request. */
export type ReplyKind = 'async' | 'form' | 'card-ref' | 'card-info' | 'recurring-payment' | 'status'

/**
 * What to do when the reply is lost. `ask` for the status; `resend`, because a second request changes nothing; `compare`
 * the captured and returned totals with the earlier ones; or `report` it, because nothing can be asked.
 */
export type OnLostReply = 'ask' | 'resend' | 'compare' | 'report'

/** One row of the table. */
export interface Operation {
  /** The specification's name of the operation, if it has one. */
  readonly code?: string
  /** Joined with the endpoint's part of the path. */
  readonly path: string
  /** How a group of endpoints appears in the path: as `group/7`, or `bare` as `7`. */
  readonly group?: 'bare'
  readonly endpoint: EndpointKind
  readonly scheme: Scheme | DecidedScheme
  /** Parts before the key, in this order, without values that are not sent. Empty if only OAuth signs. */
  readonly control: readonly ControlPart[]
  readonly fields: Fields
  /** Choices, of which exactly one set of fields is sent: name of the choice → name of the set → fields. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, Fields>>>>
  readonly reply: ReplyKind
  /** Whether it starts a transaction. The others act on an earlier one, or on none. */
  readonly starts: boolean
  readonly onLostReply: OnLostReply
  /** The specification's schemas, if it names them. */
  readonly schemas?: { readonly request: string; readonly response: string }
  /** Assumptions where the specification is silent, each with its source. */
  readonly assumed: readonly string[]
}

/** A mandatory field. */
export const required = <From extends string>(from: From, maxLength: number, format: FormatName = 'text') =>
  ({ from, maxLength, need: 'required', format }) as const

/** A field that is sent only with a value. */
export const optional = <From extends string>(from: From, maxLength: number, format: FormatName = 'text') =>
  ({ from, maxLength, need: 'optional', format }) as const

/** A field whose spelling the profile may change. */
export const spelled = <Kind extends Field>(spelling: Spelling, field: Kind) =>
  ({ ...field, spelling }) as const
