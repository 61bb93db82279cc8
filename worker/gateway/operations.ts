/**
 * Every operation of the gateway that the edge uses, in the order of the gateway's manual. One entry, one section.
 * Data only: what is odd about an operation is a column here, never a branch elsewhere.
 */

/** An amount on its way to the gateway. */
export interface Money {
  /** Minor units; what controls are computed from. */
  readonly minor: number
  /** Decimals; requests carry major units with exactly that many. */
  readonly exponent: number
}

/** A field of a request: which value fills it, and how long that may be. */
interface Field {
  readonly from: string
  readonly maxLength: number
  readonly need: 'required' | 'optional'
}

const required = <From extends string>(from: From, maxLength: number) =>
  ({ from, maxLength, need: 'required' }) as const
const optional = <From extends string>(from: From, maxLength: number) =>
  ({ from, maxLength, need: 'optional' }) as const

/** What every hosted form takes. Lengths: current manual of the gateway family. */
const form = {
  client_orderid: required('clientOrderId', 128),
  order_desc: required('description', 64_000),
  email: required('email', 50),
  ipaddress: required('ip', 45),
  redirect_url: required('returnUrl', 128),
  server_callback_url: optional('callbackUrl', 128),
  first_name: optional('firstName', 50),
  last_name: optional('lastName', 50),
  address1: optional('address', 50),
  city: optional('city', 50),
  zip_code: optional('postalCode', 10),
  country: optional('country', 2),
  state: optional('state', 3),
  phone: optional('phone', 15),
} as const

const money = {
  amount: required('amount', 13),
  currency: required('currency', 3),
} as const

/** A value that controls are computed from: of the request, of the destination, or an amount in minor units. */
export type ControlPart = 'endpointId' | 'login' | 'clientOrderId' | 'gatewayId' | 'amountMinor' | 'email'

/** One row of the table. */
export interface Operation {
  /** Joined with the endpoint's part of the path. */
  readonly path: string
  readonly auth: 'sha1-control'
  /** Values before the key, in this order. One that was not given counts as empty. */
  readonly control: readonly ControlPart[]
  /** Wire name → value. */
  readonly fields: Readonly<Record<string, Field>>
  readonly reply: 'form' | 'status'
  /** What to do when the answer is lost: ask what became of it, or send it again since it changes nothing. */
  readonly onLostReply: 'ask' | 'resend'
}

const table = <Rows extends Record<string, Operation>>(rows: Rows) => rows

export const operations = table({
  /** Opens a page where a card is checked at no charge. Manual: ACCOUNT_VERIFICATION_FORM. */
  'account-verification-form': {
    path: '/api/v2/account-verification-form',
    auth: 'sha1-control',
    control: ['endpointId', 'clientOrderId', 'email'],
    fields: form,
    reply: 'form',
    onLostReply: 'ask',
  },
  /** Opens a page where money is reserved. Manual: PREAUTHFORM. */
  'preauth-form': {
    path: '/api/v2/preauth-form',
    auth: 'sha1-control',
    control: ['endpointId', 'clientOrderId', 'amountMinor', 'email'],
    fields: { ...form, ...money },
    reply: 'form',
    onLostReply: 'ask',
  },
  /** Opens a page where a card is charged. Manual: SALEFORM. */
  'sale-form': {
    path: '/api/v2/sale-form',
    auth: 'sha1-control',
    control: ['endpointId', 'clientOrderId', 'amountMinor', 'email'],
    fields: { ...form, ...money },
    reply: 'form',
    onLostReply: 'ask',
  },
  /** Tells where a transaction stands. Manual: STATUS. `by-request-sn` pins the answer to one request. */
  status: {
    path: '/api/v2/status',
    auth: 'sha1-control',
    control: ['login', 'clientOrderId', 'gatewayId'],
    fields: {
      login: required('login', 20),
      client_orderid: required('clientOrderId', 128),
      orderid: optional('gatewayId', 128),
      'by-request-sn': optional('serialNumber', 128),
    },
    reply: 'status',
    onLostReply: 'resend',
  },
})

export type OperationName = keyof typeof operations

type Fields<Name extends OperationName> = (typeof operations)[Name]['fields']

type NamesOf<All, Need> = {
  [Wire in keyof All]: All[Wire] extends { from: infer From extends string; need: Need } ? From : never
}[keyof All]

type ValueOf<From> = From extends 'amount' ? Money : string

/** What an operation needs to be told; a missing value is a compile error. The login comes with the destination. */
export type Input<Name extends OperationName> = {
  readonly [From in Exclude<NamesOf<Fields<Name>, 'required'>, 'login'>]: ValueOf<From>
} & {
  readonly [From in NamesOf<Fields<Name>, 'optional'>]?: ValueOf<From> | undefined
}
