/** What a row of the operation table says. */
import type { FormatName } from './field-formats.ts'

/** An amount on its way to the gateway. */
export interface Money {
  /** Minor units, a whole number above zero; what controls are computed from. */
  readonly minor: number
  /** Decimals; requests carry major units with exactly that many. */
  readonly exponent: number
}

/** How a request proves that it came from the merchant. */
export type Scheme = 'control' | 'hmac-sha1' | 'rsa-sha256'

/** Operations whose scheme the specification does not tell; `GATEWAY_PROFILE` decides under the same name. */
export type OpenScheme = 'get-card-info' | 'payment-form' | 'payout-form' | 'payout-pay'

/** A scheme that the profile decides, its default, and who says so. */
export interface DecidedScheme {
  readonly decidedBy: OpenScheme
  readonly default: Scheme
  readonly source: string
}

/** How an operation is signed, once the profile has decided what the specification leaves open. */
export const schemeOf = (
  { scheme }: Pick<Operation, 'scheme'>,
  decided: Readonly<Record<OpenScheme, Scheme>>,
): Scheme => (typeof scheme === 'string' ? scheme : decided[scheme.decidedBy])

/** A value that controls are computed from: of the request, of the destination, or an amount in minor units. */
export type ControlPart =
  | 'endpointId'
  | 'login'
  | 'clientOrderId'
  | 'gatewayId'
  | 'cardRef'
  | 'amountMinor'
  | 'currency'
  | 'email'

/** Settings of the profile under which a gateway may spell a field otherwise than the table. */
export type Spelling =
  | 'callbackField'
  | 'client-order-id'
  | 'client-orderid'
  | 'client_orderid'
  | 'cRes'
  | 'paRes'

/** A field of a request: which value fills it, and what that may be. */
export interface Field {
  readonly from: string
  /** In UTF-16 units, which are never fewer than the gateway's characters. */
  readonly maxLength: number
  readonly need: 'required' | 'optional'
  readonly format: FormatName
  /** The setting that says how this gateway spells it; none: every gateway spells it as the table does. */
  readonly spelling?: Spelling
}

/** Wire name → field. The order is that of the body. */
export type Fields = Readonly<Record<string, Field>>

/** Which kind of endpoint serves an operation; `own` is the endpoint of the order that it acts for. */
export type EndpointKind = 'own' | 'sale' | 'preauth' | 'verify' | 'payout' | 'rebill' | 'transfer'

/** Which reply an accepted request brings. */
export type ReplyKind = 'async' | 'form' | 'card-ref' | 'card-info' | 'recurring-payment' | 'status'

/**
 * What to do when the answer is lost: ask for the status; send it again, since a second one changes nothing; compare
 * the captured and returned totals with those from before; or report it, since nothing can be asked.
 */
export type OnLostReply = 'ask' | 'resend' | 'compare' | 'report'

/** One row of the table. */
export interface Operation {
  /** The specification's name of the operation, where it has one. */
  readonly code?: string
  /** Joined with the endpoint's part of the path. */
  readonly path: string
  /** How a group of endpoints stands in the path: as `group/7`, or `bare` as `7`. */
  readonly group?: 'bare'
  readonly endpoint: EndpointKind
  readonly scheme: Scheme | DecidedScheme
  /** Values before the key, in this order. One that is not sent is left out. Empty where only OAuth is used. */
  readonly control: readonly ControlPart[]
  readonly fields: Fields
  /** Fields of which exactly one set is sent: name of the choice → name of the set → its fields. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, Fields>>>>
  readonly reply: ReplyKind
  /** Whether it starts a transaction of its own; the others act on an earlier one, or on none. */
  readonly starts: boolean
  readonly onLostReply: OnLostReply
  /** Names of the specification's schemas, where it names them. */
  readonly schemas?: { readonly request: string; readonly response: string }
  /** What is taken for granted where the specification is silent, each with its source. */
  readonly assumed: readonly string[]
}

/** A field that has to be sent. */
export const required = <From extends string>(from: From, maxLength: number, format: FormatName = 'text') =>
  ({ from, maxLength, need: 'required', format }) as const

/** A field that is sent where there is a value. */
export const optional = <From extends string>(from: From, maxLength: number, format: FormatName = 'text') =>
  ({ from, maxLength, need: 'optional', format }) as const

/** A field that this gateway may spell otherwise, as the profile says. */
export const spelled = <Kind extends Field>(spelling: Spelling, field: Kind) =>
  ({ ...field, spelling }) as const
