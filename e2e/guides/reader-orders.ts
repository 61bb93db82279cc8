/** Orders that documents speak of, such as the paid one that a guide refunds. */
import { expect } from 'vitest'
import { type MerchantClient, merchantClient, shopperClient } from '../../packages/server/src/server.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
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
  const { order, token } = await merchant(stack).createOrder({
    ...{ reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Heather mug' },
    ...{ methods: ['card', 'hosted'], customer: { email: 'ann@example.com' } },
  })
  return { id: order.id, reference, token }
}

/** Opens one and pays it by card. */
export const paidOrder = (stack: Stack) => orderOf(stack, CARD, 'approved')

/** Opens one whose bank has not decided. */
export const uncertainOrder = (stack: Stack) => orderOf(stack, UNCERTAIN_CARD, 'unknown')

/** A card that the gateway keeps, by its reference, from a payment. */
export async function savedCard(stack: Stack): Promise<string> {
  const { cardRef } = await merchant(stack).createCardReference(await paidOrder(stack), { version: 'v2' })
  return cardRef
}

async function orderOf(stack: Stack, card: typeof CARD, status: string): Promise<ReaderOrder> {
  const order = await openOrder(stack)
  const page = shopperClient({ ...edgeOf(stack), token: order.token })
  await page.payOrder(order, { id: 'first', method: 'card', card, browser: BROWSER })
  await expect.poll(async () => (await merchant(stack).getOrder(order)).status).toBe(status)
  return order
}

const merchant = (stack: Stack): MerchantClient =>
  merchantClient({ ...edgeOf(stack), key: stack.secrets.merchantKey })

/** Nothing is sent again, so that no failure of the edge is overlooked. */
const edgeOf = ({ addresses }: Stack) => ({ edge: addresses.local.edge, patienceMs: 0 })
