/** Orders that documents speak of, such as the paid one that a guide refunds. */
import { expect } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { BROWSER, CARD, UNCERTAIN_CARD } from '../support/merchant/cards.ts'

/** An order of the reader's shop. */
export interface ReaderOrder {
  readonly id: string
  readonly reference: string
  readonly token: string
}

/** Opens an order of 12.50 EUR that nobody has paid. */
export async function openOrder(stack: Stack): Promise<ReaderOrder> {
  const reference = `order-${crypto.randomUUID()}`
  const body = {
    ...{ reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Heather mug' },
    ...{ methods: ['card', 'hosted'], customer: { email: 'ann@example.com' } },
  }
  const { order, token } = (await ask(stack, '/v1/orders', body)) as {
    order: MerchantOrderView
    token: string
  }
  return { id: order.id, reference, token }
}

/** Opens one and pays it by card. */
export const paidOrder = (stack: Stack) => orderOf(stack, CARD, 'approved')

/** Opens one whose bank has not decided. */
export const uncertainOrder = (stack: Stack) => orderOf(stack, UNCERTAIN_CARD, 'unknown')

/** A card that the gateway keeps, by its reference, from a payment. */
export async function savedCard(stack: Stack): Promise<string> {
  const { id } = await paidOrder(stack)
  const { cardRef } = (await ask(stack, `/v1/orders/${id}/card-ref`, { version: 'v2' })) as {
    cardRef: string
  }
  return cardRef
}

async function orderOf(stack: Stack, card: object, status: string): Promise<ReaderOrder> {
  const order = await openOrder(stack)
  const pay = { method: 'card', card, browser: BROWSER }
  await ask(stack, `/v1/orders/${order.id}/pay`, pay, order.token)
  const read = async () => ((await ask(stack, `/v1/orders/${order.id}`)) as MerchantOrderView).status
  await expect.poll(read).toBe(status)
  return order
}

async function ask({ addresses, secrets }: Stack, path: string, body?: object, token = secrets.merchantKey) {
  const reply = await fetch(addresses.local.edge + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': crypto.randomUUID(),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.status, path).toBe(200)
  return reply.json()
}
