/** For tests: orders that a merchant's server opened, and what people do who have the link to one. */
import { expect } from 'vitest'
import type { LinkReply, SessionReply } from '../../../shared/http-bodies.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import { ask, bearer, merchant, post } from './edge.ts'

/** What a merchant's server asks for. */
export const requested = (changes: object = {}) => ({
  reference: `order-${crypto.randomUUID()}`,
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'A tin of tea',
  customer: { email: 'ada@example.com' },
  ...changes,
})

/** Opens an order with a key. @returns Also the token of its link. */
export async function linkedOrder(changes: object = {}, bindings: object = {}) {
  const response = await ask('/v1/orders', post(requested(changes), merchant()), bindings)
  expect(response.status).toBe(200)
  const { order, token, payUrl = '' } = await response.json<SessionReply>()
  return { id: order.id, order, token, payUrl, link: linkIn(payUrl) }
}

/** The token in the address of a link. */
export const linkIn = (payUrl: string) =>
  /^https:\/\/[\w.]+\/pay#order=[\w-]{32}\.([\w.-]+)$/.exec(payUrl)?.[1] ?? ''

/** Reads the order with some token. */
export const look = (id: string, token: string, bindings: object = {}) =>
  ask(`/v1/orders/${id}`, { headers: bearer(token) }, bindings)

/** The view of some token. */
export const seen = async (id: string, token: string) => (await look(id, token)).json<OrderView>()

/** Clicks on the page of a link. */
export const click = (id: string, link: string, key: string = crypto.randomUUID(), bindings: object = {}) =>
  ask(`/v1/orders/${id}/link`, post({}, { ...bearer(link), 'Idempotency-Key': key }), bindings)

/** The token of an exchange. */
export async function exchanged(id: string, link: string, key?: string): Promise<string> {
  const response = await click(id, link, key)
  expect(response.status).toBe(200)
  return (await response.json<LinkReply>()).token
}

/** Pays, or tries to. */
export const pay = (id: string, token: string, body: object, key: string = crypto.randomUUID()) =>
  ask(`/v1/orders/${id}/pay`, post(body, { ...bearer(token), 'Idempotency-Key': key }))
