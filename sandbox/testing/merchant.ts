/** A merchant and a shopper, for tests. They sign as the specification says and share no code with the gateway. */

import { env } from 'cloudflare:test'
import { createHash } from 'node:crypto'
import type { ledger } from '../controls/ledger.ts'
import type { Gateway } from '../gateway.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      GATEWAY: DurableObjectNamespace<Gateway>
    }
  }
}

const KEY = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
export const GATEWAY_URL = 'http://gateway.localhost:8788'

export type Values = Readonly<Record<string, string>>

/** The default parameters of a sale. */
export const SALE: Values = {
  client_orderid: '902B4FF5',
  order_desc: 'Blue teapot',
  amount: '10.42',
  currency: 'EUR',
  email: 'john.smith@gmail.com',
  ipaddress: '127.0.0.1',
  redirect_url: 'http://pay.localhost:8787/return/1/key',
  server_callback_url: 'http://pay.localhost:8787/callback/nobody/key',
}

/** A card whose security code decides. */
export const CARD: Values = {
  number: '4444 5555 6666 1111',
  expiry: '12/39',
  code: '123',
  holder: 'John Smith',
}

/** A direct sale with a card whose security code decides. */
export const CARD_SALE: Values = {
  ...SALE,
  credit_card_number: '4444555566661111',
  card_printed_name: 'John Smith',
  expire_month: '12',
  expire_year: '2039',
  cvv2: '123',
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** The test configuration sends every outgoing request here. */
const RECEIVER_URL = 'http://127.0.0.1:8787'

/** Currencies in tests that do not have two decimals. */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

function cents({ amount = '', currency = '' }: Values): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return amount && String(Number(`${whole}${fraction.padEnd(DECIMALS[currency] ?? 2, '0')}`))
}

/** What the specification says to hash before the key. */
type Hashed = (values: Values, endpoint: string) => string

const payment: Hashed = (values, endpoint) =>
  `${endpoint}${values.client_orderid}${cents(values)}${values.email}`
const verification: Hashed = ({ client_orderid, email }, endpoint) => `${endpoint}${client_orderid}${email}`
const earlier: Hashed = ({ login, client_orderid = '', orderid = '' }) =>
  `${login}${client_orderid}${orderid}`
const part: Hashed = (values, endpoint) =>
  `${earlier(values, endpoint)}${cents(values)}${values.currency ?? ''}`
const upload: Hashed = (values) => `${values.login}${values['client-order-id']}${values.orderid}`

const SIGNED: Readonly<Record<string, Hashed>> = {
  sale: payment,
  preauth: payment,
  'sale-form': payment,
  'preauth-form': payment,
  'payment-form': payment,
  'account-verification': verification,
  'account-verification-form': verification,
  capture: part,
  return: part,
  void: earlier,
  status: earlier,
  'create-card-ref': earlier,
  'get-card-info': ({ login, cardrefid }) => `${login}${cardrefid}`,
  'make-rebill': (values) =>
    `${values.login}${values.client_orderid}${values.cardrefid}${cents(values)}${values.currency}`,
  'upload-cres-result': upload,
  'upload-method-url-result': upload,
  'upload-pares-result': upload,
}

const pathOf = (operation: string) =>
  `/api/${operation.startsWith('upload-') ? '3ds/v1' : 'v2'}/${operation}/1111`

/** A new, empty gateway, and everything that a test does with it. */
export function testGateway() {
  const stub = env.GATEWAY.getByName(crypto.randomUUID())

  const request = (path: string, init?: RequestInit) =>
    stub.fetch(new Request(new URL(path, GATEWAY_URL), { redirect: 'manual', ...init }))

  /** Sends a signed request. Values in `changes` replace others after signing, also the signature. */
  async function call(operation: string, values: Values, path = pathOf(operation), changes: Values = {}) {
    const endpoint = path.split('/').at(-1) ?? ''
    const control = sha1(`${SIGNED[operation]?.(values, endpoint)}${KEY}`)
    const headers = {
      Accept: 'application/vnd.pay+json',
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const body = String(new URLSearchParams({ ...values, control, ...changes }))
    return request(path, { method: 'POST', headers, body })
  }

  const reply = async (response: Response) => (await response.json()) as Values

  /** Sends a signed request and returns the reply. */
  const ask = async (operation: string, values: Values) => reply(await call(operation, values))
  const open = async (operation = 'sale-form', values = SALE) => reply(await call(operation, values))
  const status = async (values: Values) => reply(await call('status', { login: 'merchant', ...values }))
  const post = (url: string, values: Values) =>
    request(url, { method: 'POST', body: new URLSearchParams(values) })
  const pay = (form: Values, changes: Values = {}) =>
    post(form['redirect-url'] ?? '', { action: 'pay', ...CARD, ...changes })
  const control = (path: string, method: string, body?: unknown) =>
    request(`/__sandbox/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const faults = (...rules: object[]) => control('faults', 'PUT', { rules })
  const readLedger = async () => (await (await control('ledger', 'GET')).json()) as ReturnType<typeof ledger>

  return { stub, request, call, ask, open, status, post, pay, control, faults, ledger: readLedger }
}

/**
 * A merchant's server that receives callbacks.
 *
 * @param answers The HTTP status for the first, second, … callback. The last one repeats.
 */
export async function testReceiver(answers: readonly number[] = [200]) {
  const id = crypto.randomUUID()
  await fetch(`${RECEIVER_URL}/answers/${id}`, { method: 'PUT', body: JSON.stringify(answers) })
  /** Resolves with the addresses of all callbacks, once this many have arrived. */
  const until = async (count: number) => {
    const response = await fetch(`${RECEIVER_URL}/received/${id}?count=${count}`)
    return (await response.json<string[]>()).map((url) => new URL(url))
  }
  return {
    path: `/callback/${id}/key`,
    url: `http://pay.localhost:8787/callback/${id}/key?from=gateway`,
    until,
  }
}

/** The return form of a result page: its address and its values. */
export function returnForm(page: string): { action: string | undefined; values: Values } {
  const action = /<form method="post" action="([^"]*)" name="return">/.exec(page)?.[1]
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return { action, values: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) }
}

/** The control of callbacks and browser returns: the SHA-1 of status, both ids and the key. */
export const expectedControl = (status: string, orderId: string, clientOrderId: string) =>
  sha1(`${status}${orderId}${clientOrderId}${KEY}`)
