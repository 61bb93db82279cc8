/** A merchant and a shopper for tests: it signs by the specification's words and knows the gateway from outside. */

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

/** What every test sale has, unless it says otherwise. */
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

/** A card that goes by its code. */
export const CARD: Values = {
  number: '4444 5555 6666 1111',
  expiry: '12/39',
  code: '123',
  holder: 'John Smith',
}

/** A direct sale with a card that goes by its code. */
export const CARD_SALE: Values = {
  ...SALE,
  credit_card_number: '4444555566661111',
  card_printed_name: 'John Smith',
  expire_month: '12',
  expire_year: '2039',
  cvv2: '123',
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** Where the test configuration lets every outgoing request end up. */
const RECEIVER_URL = 'http://127.0.0.1:8787'

/** Decimals of the currencies of tests; all others have two. */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

function cents({ amount = '', currency = '' }: Values): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return amount && String(Number(`${whole}${fraction.padEnd(DECIMALS[currency] ?? 2, '0')}`))
}

/** What the specification tells to hash, before the key. */
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

/** One gateway, fresh and empty, with everything a test does to it. */
export function testGateway() {
  const stub = env.GATEWAY.getByName(crypto.randomUUID())

  const request = (path: string, init?: RequestInit) =>
    stub.fetch(new Request(new URL(path, GATEWAY_URL), { redirect: 'manual', ...init }))

  /** Sends a signed request; a value in `changes` goes out as it is, signature included. */
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

  /** Sends a signed request and reads what it is answered. */
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
 * A merchant's server that takes callbacks.
 *
 * @param answers What it says to the first, second, … callback; the last one from then on.
 */
export async function testReceiver(answers: readonly number[] = [200]) {
  const id = crypto.randomUUID()
  await fetch(`${RECEIVER_URL}/answers/${id}`, { method: 'PUT', body: JSON.stringify(answers) })
  /** Resolves with the addresses of all callbacks once there are so many. */
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

/** The return form of a result page: where it goes and what it carries. */
export function returnForm(page: string): { action: string | undefined; values: Values } {
  const action = /<form method="post" action="([^"]*)" name="return">/.exec(page)?.[1]
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return { action, values: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) }
}

/** SHA-1 over status, both ids and the key: what callback and return have to carry. */
export const expectedControl = (status: string, orderId: string, clientOrderId: string) =>
  sha1(`${status}${orderId}${clientOrderId}${KEY}`)
