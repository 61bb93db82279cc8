/** A merchant's own server: the package for it, and requests as they are, for what no client would send. */
import { expect } from 'vitest'
import {
  type MerchantClient,
  merchantClient,
  type OrderDetails,
} from '../../../packages/server/src/server.ts'
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { addresses, merchantKey } from '../stack/stack.ts'

/** An answer of the edge. */
export interface Answer<Body = MerchantOrderView> {
  readonly status: number
  readonly body: Body
}

/** The body of a refusal. */
interface Refusal {
  readonly code: ProblemCode
  readonly gatewayCode?: string
  readonly fields?: readonly string[]
}

/** The stack's edge. Nothing is sent again, so that no test overlooks a failure of the edge. */
export const edge = () => ({ edge: addresses().local.edge, patienceMs: 0 })

/** The merchant's server, with every scope. */
export const merchant = (): MerchantClient => merchantClient({ ...edge(), key: merchantKey() })

let references = 0

/** All references of this process begin with this. */
export const REFERENCES = `e2e-${process.pid}-`

/** A reference that no other test has. */
export function newReference(): string {
  references += 1
  return `${REFERENCES}${Date.now().toString(36)}-${references}`
}

/** Sends a request with the merchant's key, and an `Idempotency-Key` of its own unless one is given. */
export async function ask<Body>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  const reply = await fetch(addresses().local.edge + path, {
    method,
    headers: {
      Authorization: `Bearer ${merchantKey()}`,
      'Idempotency-Key': crypto.randomUUID(),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Body }
}

/** Sends a request that has to succeed. */
export async function post<Body = MerchantOrderView>(
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const answer = await ask<Body>('POST', path, body, headers)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

/** Sends a request that the edge must refuse. @returns Status and codes: `422 gateway-refused 27`. */
export async function refusal(path: string, body: object = {}, headers = {}): Promise<string> {
  const { status, body: problem } = await ask<Refusal>('POST', path, body, headers)
  return [status, problem.code, problem.gatewayCode].filter((part) => part !== undefined).join(' ')
}

/** The order as the merchant sees it. */
export const read = (id: string): Promise<OrderDetails> => merchant().getOrder(id)

/** Waits until an order has this status. @returns The order at that moment; it may change at once. */
export async function becomes(id: string, status: MerchantOrderView['status']): Promise<OrderDetails> {
  const seen: OrderDetails[] = []
  const look = async () => {
    seen.push(await read(id))
    return seen.at(-1)?.status
  }
  await expect.poll(look).toBe(status)
  return seen.at(-1) as OrderDetails
}

/** Waits until no follow-up is under way. @returns How the last one ended. */
export async function followUpEnds(id: string): Promise<string> {
  const last = async () => (await read(id)).followUps.at(-1)?.status ?? 'none'
  await expect.poll(last).not.toMatch(/sending|processing|unknown/)
  return last()
}
