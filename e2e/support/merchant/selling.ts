/** Orders that a merchant's server opens at the start of its stories. */
import { expect } from 'vitest'
import type { MerchantOrderView, OrderView } from '../../../shared/order-view.ts'
import { addresses } from '../stack/stack.ts'
import { BROWSER, CARD, CUSTOMER } from './cards.ts'
import { ask, becomes, newReference, post } from './server.ts'

/** A session, and how its page pays. */
export interface Session {
  readonly id: string
  readonly reference: string
  readonly token: string
  /** Pays as the page would, with the token of the order. */
  readonly pay: (body: object) => Promise<OrderView>
  /** The order as the page sees it. */
  readonly look: () => Promise<OrderView>
}

/** Opens a session. */
export async function session(changes: Readonly<Record<string, unknown>> = {}): Promise<Session> {
  const reference = newReference()
  const { order, token } = await post<{ order: OrderView; token: string }>('/v1/orders', {
    reference,
    intent: 'sale',
    amount: '12.50',
    currency: 'EUR',
    description: 'Mug',
    customer: CUSTOMER,
    ...changes,
  })
  const headers = { Authorization: `Bearer ${token}` }
  const pay = (body: object) => post<OrderView>(`/v1/orders/${order.id}/pay`, body, headers)
  const look = async () => (await ask<OrderView>('GET', `/v1/orders/${order.id}`, undefined, headers)).body
  return { id: order.id, reference, token, pay, look }
}

/** A payment by card, approved. */
export async function paidByCard(changes: Readonly<Record<string, unknown>> = {}): Promise<Session> {
  const sold = await session({ methods: ['card'], ...changes })
  await sold.pay({ method: 'card', card: CARD, browser: BROWSER })
  await becomes(sold.id, 'approved')
  return sold
}

/** Waits until the shopper has to go to a page. @returns Its address. */
export async function nextStep({ id }: Session, status: MerchantOrderView['status']): Promise<string> {
  const { action } = await becomes(id, status)
  expect(action).toBeDefined()
  return action?.url ?? addresses().shop
}
