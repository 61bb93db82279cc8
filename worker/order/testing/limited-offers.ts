/** For tests inside workerd: orders of limited offers with their real counter, at a scripted gateway. */

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { referenceIn } from '../../../shared/order-names.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { OfferLimit } from '../offer-limit.ts'
import { terms as exampleTerms } from './examples.ts'
import { becomes, lasting, orderOf } from './orders.ts'
import { type ScriptedGateway, statusReply } from './scripted-gateway.ts'

/** Unanswered forms lapse as soon as they are open. */
export const LAPSING = lasting({ reservation: 1 })

/** A limited offer that no other test has. */
export const offer = (limit: number) => ({ offer: crypto.randomUUID(), limit })

let neighbours = 0

/** An address in a network that no other order uses just now. */
export function elsewhere(): string {
  neighbours += 1
  return `10.${(neighbours >> 8) % 250}.${neighbours % 250}.9`
}

export const counterOf = (name: string) => env.OFFER_LIMITS.getByName(name)

/** The terms of an order that no other test has. */
export function termsOf(change: Partial<OrderTerms>): OrderTerms {
  const id = crypto.randomUUID()
  const now = Date.now()
  return { ...exampleTerms, id, reference: id, openedAt: now, expiresAt: now + 600_000, ...change }
}

/** Opens an order without an attempt. */
export async function open(change: Partial<OrderTerms>): Promise<string> {
  const terms = termsOf(change)
  await orderOf(terms.id).open(terms)
  return terms.id
}

/** Requests a payment. @returns `ok`, or why not. */
export async function pay(id: string, ip = elsewhere(), key = 'key-1'): Promise<string> {
  const wish = { key, method: 'hosted', customer: { email: 'a@example.com' }, ip } as const
  const answer = await orderOf(id).pay(wish)
  return answer.ok ? 'ok' : answer.reason.code
}

/** An offer, and how many pieces of it a cart takes. */
type CartLine = readonly [offered: { readonly offer: string; readonly limit?: number }, quantity?: number]

/** The terms of a cart. */
export function cartOf(...lines: readonly CartLine[]): Partial<OrderTerms> {
  const sold = lines.map(([offered, quantity = 1]) => ({
    ...offered,
    ...{ item: 'item', offeredAt: 0, description: 'Thing', quantity, amountMinor: 500 },
  }))
  return { offer: crypto.randomUUID(), lines: sold }
}

/** An order whose shopper is at the hosted form. */
export async function atForm(change: Partial<OrderTerms>, ip = elsewhere()): Promise<string> {
  const id = await open(change)
  expect(await pay(id, ip)).toBe('ok')
  await becomes(id, 'redirect')
  return id
}

/** Sets the status that the gateway reports of one order; the others are still under way. */
export const settlesOnly = (gateway: ScriptedGateway, id: string, status: string) =>
  gateway.onStatus((question, deadline) => {
    const isIt = referenceIn(question.get('client_orderid') ?? '') === id
    return statusReply(isIt ? status : 'processing')(question, deadline)
  })

/** All rows of an offer's counter. */
export const stored = (name: string) =>
  runInDurableObject(counterOf(name), (_: OfferLimit, { storage }) => new Map(storage.kv.list()))

/** The units that an offer's counter counts. */
export async function counted(name: string): Promise<number> {
  const rows = await stored(name)
  const held = [...rows].filter(([row]) => row.startsWith('held:')) as [string, { units: number }][]
  return held.reduce((sum, [, { units }]) => sum + units, Number(rows.get('sold') ?? 0))
}

/** Waits until an offer's counter has all units back. */
export const lapsed = (name: string) => expect.poll(() => counted(name)).toBe(0)
