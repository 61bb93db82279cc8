/** A merchant and a shopper for tests: it signs by the specification's words and knows the gateway from outside. */

import { env } from 'cloudflare:test'
import { createHash } from 'node:crypto'
import type { Gateway } from './gateway.ts'
import type { ledger } from './ledger.ts'

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

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** Where the test configuration lets every outgoing request end up. */
const RECEIVER_URL = 'http://127.0.0.1:8787'

const DIGITS: Values = { '10.42': '1042', '1000': '1000', '1.234': '1234' }

/** What the specification tells to hash for each operation, before the key. */
const SIGNED: Readonly<Record<string, (values: Values, endpoint: string) => string>> = {
  'sale-form': form,
  'preauth-form': form,
  'account-verification-form': ({ client_orderid, email }, endpoint) =>
    `${endpoint}${client_orderid}${email}`,
  status: ({ login, client_orderid, orderid = '' }) => `${login}${client_orderid}${orderid}`,
}

function form({ client_orderid, amount = '', email }: Values, endpoint: string): string {
  return `${endpoint}${client_orderid}${DIGITS[amount] ?? ''}${email}`
}

/** One gateway, fresh and empty, with everything a test does to it. */
export function testGateway() {
  const stub = env.GATEWAY.getByName(crypto.randomUUID())

  const request = (path: string, init?: RequestInit) =>
    stub.fetch(new Request(new URL(path, GATEWAY_URL), { redirect: 'manual', ...init }))

  /** Sends a signed request; a value in `changes` goes out as it is, signature included. */
  async function call(
    operation: string,
    values: Values,
    path = `/api/v2/${operation}/1111`,
    changes: Values = {},
  ) {
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

  return { stub, request, call, open, status, post, pay, control, faults, ledger: readLedger }
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
