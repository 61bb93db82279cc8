/** A merchant that signs with OAuth 1.0a, for tests. Follows RFC 5849 and shares no code with the gateway. */

import { env } from 'cloudflare:test'
import { createHmac, randomUUID, sign } from 'node:crypto'
import { CARD_SALE, GATEWAY_URL, type testGateway, type Values } from './merchant.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_PRIVATE_KEY: string
      SANDBOX_CONTROL_KEY: string
    }
  }
}

type Pairs = readonly (readonly [string, string])[]

/** Percent-encodes by RFC 3986, which includes characters that `encodeURIComponent` leaves out. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The text to sign. @param address In normal form, without a query. */
function textToSign(address: string, pairs: Pairs): string {
  const lines = pairs.map(([name, value]) => `${encode(name)} ${encode(value)}`).sort()
  return `POST&${encode(address)}&${encode(lines.map((line) => line.replace(' ', '=')).join('&'))}`
}

const SIGN: Readonly<Record<string, (text: string) => string>> = {
  'HMAC-SHA1': (text) => createHmac('sha1', `${env.SANDBOX_CONTROL_KEY}&`).update(text).digest('base64'),
  'RSA-SHA256': (text) => sign('sha256', Buffer.from(text), env.TEST_PRIVATE_KEY).toString('base64'),
}

/** What a test changes in a signed request. */
export interface Changes {
  /** OAuth parameters, before signing. */
  readonly oauth?: Values
  /** The header, after signing. */
  readonly header?: (header: string) => string
  /** The body, after signing. */
  readonly body?: (body: string) => string
}

/** Signs a request. @returns The Authorization header. */
export function authorize(url: string, method: string, values: Values, oauth: Values = {}): string {
  const { origin, pathname, searchParams } = new URL(url)
  const parameters: Record<string, string> = {
    oauth_consumer_key: 'merchant',
    oauth_nonce: randomUUID(),
    oauth_signature_method: method,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
    ...oauth,
  }
  const text = textToSign(`${origin}${pathname}`, [
    ...Object.entries(values),
    ...Object.entries(parameters),
    ...searchParams,
  ])
  const header = { ...parameters, oauth_signature: SIGN[method]?.(text) ?? '' }
  const pairs = Object.entries(header).map(([name, value]) => `${name}="${encode(value)}"`)
  return `OAuth ${pairs.join(', ')}`
}

const METHODS: Values = { '/api/v2': 'HMAC-SHA1', '/api/v4': 'RSA-SHA256' }

/** Sends a request signed with OAuth, by the signature method of its API version. */
export async function send(
  gateway: ReturnType<typeof testGateway>,
  path: string,
  values: Values,
  { oauth, header = (text) => text, body = (text) => text }: Changes = {},
): Promise<Response> {
  const url = new URL(path, GATEWAY_URL).href
  const method = METHODS[path.slice(0, 7)] ?? ''
  const headers = {
    Accept: 'application/vnd.pay+json',
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: header(authorize(url, method, values, oauth)),
  }
  return gateway.request(path, {
    method: 'POST',
    headers,
    body: body(String(new URLSearchParams(values))),
  })
}

/** The default parameters of a payout. */
export const PAYOUT: Values = {
  client_orderid: 'PO-1',
  amount: '10.42',
  currency: 'EUR',
  credit_card_number: '4444555566661111',
}

/** The default parameters of a transfer, besides its source and target. */
const TRANSFER: Values = {
  client_orderid: 'TR-1',
  amount: '10.42',
  currency: 'EUR',
  ipaddress: '127.0.0.1',
}

/** A whole card. */
export const WHOLE_CARD: Values = {
  credit_card_number: '4444555566661111',
  card_printed_name: 'John Smith',
  expire_month: '12',
  expire_year: '2039',
}

/** The default parameters of a recurring payment. */
export const RECURRING: Values = {
  'credit-card-number': '4444555566661111',
  'card-printed-name': 'John Smith',
  'expire-month': '12',
  'expire-year': '2039',
  rp_card_type: 'SRC',
  'client-orderid': 'RP-1',
  order_desc: 'Tea, every month',
  amount: '10.42',
  currency: 'EUR',
  email: 'john.smith@gmail.com',
  period: 'month',
  interval: '1',
}

/** A gateway, with a method for each request that is signed with OAuth. */
export function oauthMerchant(gateway: ReturnType<typeof testGateway>) {
  const reply = async (path: string, values: Values, changes?: Changes) =>
    (await (await send(gateway, path, values, changes)).json()) as Values
  return {
    payout: (values: Values = {}) => reply('/api/v2/payout/1111', { ...PAYOUT, ...values }),
    payoutForm: (values: Values) => reply('/api/v2/payout-form/1111', values),
    check: (values: Values = {}) => reply('/api/v4/payout-check/1111', { ...PAYOUT, ...values }),
    pay: (orderid: string, values: Values = {}) =>
      reply('/api/v4/payout-pay/1111', { login: 'merchant', client_orderid: 'PO-1', orderid, ...values }),
    transfer: (values: Values) => reply('/api/v4/transfer/1111', { ...TRANSFER, ...values }),
    recurring: (values: Values = {}) =>
      reply('/api/v4/create-recurring-payment/1111', { ...RECURRING, ...values }),
    /** Pays a sale with a card and saves the card. */
    async saveCard(changes: Values = {}) {
      const sale = await gateway.ask('sale', { ...CARD_SALE, ...changes })
      const { client_orderid = '' } = CARD_SALE
      const orderid = sale['paynet-order-id'] ?? ''
      return reply('/api/v4/create-card-ref/1111', { login: 'merchant', client_orderid, orderid })
    },
    eligibility: (values: Values) =>
      reply('/api/v2/pan-eligibility/send/1111', { 'client-order-id': 'PE-1', ...values }),
  }
}
