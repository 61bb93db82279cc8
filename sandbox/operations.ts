import { type Authentication, signed } from './control.ts'
import { type FieldRule, isEmail, isIpAddress, isWebAddress, optional, required } from './fields.ts'
import type { Handler } from './operations/handler.ts'
import { openForm } from './operations/open-form.ts'
import { status } from './operations/status.ts'

/** One operation of the gateway: data, and the handler that carries it out once everything is checked. */
export interface Operation {
  /** The path before `/{endpointId}` or `/group/{id}`. */
  readonly prefix: string
  readonly auth: Authentication
  readonly fields: Readonly<Record<string, FieldRule>>
  readonly handle: Handler
}

const control = required(40)
const money = { amount: required(13), currency: required(3) }
const order = { client_orderid: required(128), order_desc: required(65_535) }

const payer = {
  email: required(50, isEmail),
  ipaddress: required(45, isIpAddress),
  first_name: optional(50),
  last_name: optional(50),
  ssn: optional(32),
  birthday: optional(8, (value) => /^\d{8}$/.test(value)),
  address1: optional(50),
  city: optional(50),
  state: optional(3),
  zip_code: optional(10),
  country: optional(2, (value) => /^[A-Z]{2}$/.test(value)),
  phone: optional(15),
  cell_phone: optional(15),
}

const shop = {
  site_url: optional(128),
  purpose: optional(128),
  merchant_data: optional(65_535),
  server_callback_url: optional(128, isWebAddress),
  notify_url: optional(128, isWebAddress),
}

const hosted = { redirect_url: required(128, isWebAddress) }

/** Every operation, by the name that fault rules and the list of requests use. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'account-verification-form': {
    prefix: '/api/v2/account-verification-form',
    auth: signed('endpoint', 'client_orderid', 'email'),
    fields: { ...order, ...payer, ...shop, ...hosted, control },
    handle: openForm('account-verification'),
  },
  'preauth-form': {
    prefix: '/api/v2/preauth-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: { ...order, ...money, ...payer, ...shop, ...hosted, control },
    handle: openForm('preauth'),
  },
  'sale-form': {
    prefix: '/api/v2/sale-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: { ...order, ...money, ...payer, ...shop, ...hosted, control },
    handle: openForm('sale'),
  },
  status: {
    prefix: '/api/v2/status',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: {
      login: required(20),
      client_orderid: required(128),
      orderid: optional(20),
      'by-request-sn': optional(36),
      control,
    },
    handle: status,
  },
}

/** Finds the operation at a path prefix. An unknown one is named by the path without its version. */
export function operationAt(prefix: string): readonly [name: string, operation?: Operation] {
  const known = Object.entries(OPERATIONS).find(([, operation]) => operation.prefix === prefix)
  return known ?? [prefix.replace(/^\/api\/(3ds\/)?v\d+\//, '')]
}
