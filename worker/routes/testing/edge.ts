/** For tests: calls the edge as a browser, the gateway or a stranger would, with its real Durable Objects. */
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { CheckoutReply, Problem } from '../../../shared/http-bodies.ts'
import { configOf } from '../../config/config.ts'
import { orderToken } from '../../credentials/order-tokens.ts'
import { claimsWith, signed } from '../../credentials/testing/offers.ts'
import { edgeApp } from '../app.ts'
import { interfaceDocument, publicOperations } from '../openapi/document.ts'
import { DOCUMENT_FILE, DOCUMENT_ORIGIN } from '../openapi/document-file.ts'
import { OPERATIONS } from '../operation-list.ts'
import { untruth } from './document.ts'

export const EDGE = 'https://pay.example.com'
export const SHOP = 'https://shop.example.com'

export const config = configOf({ ...env })

/** The edge's static files, without a build: the API document alone. */
const ASSETS = {
  fetch: async (url: string) =>
    new URL(url).pathname === `/${DOCUMENT_FILE}`
      ? Response.json(interfaceDocument(publicOperations(OPERATIONS), DOCUMENT_ORIGIN))
      : new Response('', { status: 404 }),
}

/**
 * Sends a request to the edge, and checks the response against the API document.
 *
 * @param bindings Replaces settings or objects.
 */
export async function ask(path: string, init: RequestInit = {}, bindings: object = {}): Promise<Response> {
  const url = new URL(path, EDGE).href
  const response = await edgeApp().request(
    url,
    { redirect: 'manual', ...init },
    { ...env, ASSETS, ...bindings },
  )
  const { method = 'GET' } = init
  expect(await untruth({ method, url, response, isMadeUp: 'ORDERS' in bindings })).toBeUndefined()
  return response
}

/** An offer that is valid now. */
export function offer(changes: Record<string, unknown> = {}): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  return signed(claimsWith({ iat: nowSeconds - 60, exp: nowSeconds + 3600, ...changes }))
}

/** A JSON request of a page. */
export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID(), ...headers },
  body: JSON.stringify(body),
})

/** The merchant's server: a key with every scope. */
export const merchant = () => bearer(env.TEST_MERCHANT_KEY)

/** Order objects that record their calls and answer as a test says. */
export function scriptedOrders(answers: Readonly<Record<string, unknown>>) {
  const asked: [name: string, method: string, ...args: unknown[]][] = []
  const answering = (name: string) =>
    Object.entries(answers).map(([method, answer]) => [
      method,
      async (...args: unknown[]) => {
        asked.push([name, method, ...args])
        return typeof answer === 'function' ? answer(...args) : answer
      },
    ])
  const ORDERS = { getByName: (name: string) => Object.fromEntries(answering(name)) }
  return { asked, ORDERS }
}

/** A token that reads an order, and does no more. */
export const viewToken = (id: string) => orderToken(config, { id, scope: 'view' }, Date.now())

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Opens an order. */
export async function opened(changes: Record<string, unknown> = {}, request: object = {}) {
  const response = await ask('/v1/checkout', post({ offer: await offer(changes), ...request }))
  expect(response.status).toBe(200)
  return response.json<CheckoutReply>()
}

/** Reads a problem document, and checks that it is one. */
export async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  const problem = await response.json<Problem>()
  expect(problem).toMatchObject({
    type: `urn:pay-checkout:problem:${problem.code}`,
    status: response.status,
    title: expect.any(String),
    supportId: expect.stringMatching(/^([\w-]{8}-)?[0-9A-Z]{8}$/),
  })
  return problem
}

/** Status and code of a refusal, such as `422 offer-expired`. */
export async function refusalOf(response: Response): Promise<string> {
  const { status, code } = await problemOf(response)
  return `${status} ${code}`
}
