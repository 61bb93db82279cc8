/** For tests inside workerd: orders that a shopper pays at the hosted page of a scripted gateway. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith } from '../../testing/edge.ts'
import type { PaymentRequest } from '../attempt-start.ts'
import { terms as exampleTerms } from './examples.ts'
import { lasting } from './orders.ts'
import { startOver } from './platform.ts'
import { ScriptedGateway } from './scripted-gateway.ts'

/** A shopper's request to pay. */
export const request: PaymentRequest = {
  key: 'key-1',
  method: 'hosted',
  customer: { email: 'a@example.com' },
  ip: '203.0.113.9',
}

/** A crash breaks the stub that saw it, so every call takes a fresh one. */
export const order = (id: string) => env.ORDERS.getByName(id)

/** Opens an order. */
export async function open(change: Partial<OrderTerms> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const now = Date.now()
  await order(id).open({
    ...exampleTerms,
    id,
    reference: id,
    openedAt: now,
    expiresAt: now + 60_000,
    ...change,
  })
  return id
}

/** The order as the shopper's page sees it. */
export const shown = async (id: string) => (await order(id).snapshot())?.order as OrderView | undefined

/** The order's status. */
export const status = async (id: string) => (await shown(id))?.status

/** Polls until the event has happened; the runner's deadline ends it. */
export const becomes = (id: string, expected: string) => expect.poll(() => status(id)).toBe(expected)

/** Opens an order whose shopper is at the hosted page. */
export async function openAtHostedPage(change: Partial<OrderTerms> = {}): Promise<string> {
  const id = await open(change)
  await order(id).pay(request)
  await becomes(id, 'redirect')
  return id
}

/** A request that hangs is still under way when a slow machine looks. */
export const UNHURRIED = lasting({ requestDeadline: 30_000 })

/** The gateway of the test that runs. */
export let gateway: ScriptedGateway

/** Gives each test of a file a gateway of its own. */
export function useGateway(): void {
  beforeEach(() => {
    gateway = new ScriptedGateway()
    answerWith(gateway.fetch)
  })
  afterEach(startOver)
}
