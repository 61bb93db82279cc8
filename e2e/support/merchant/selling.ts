/** Orders that a merchant's server opens at the start of its stories. */
import { expect } from 'vitest'
import {
  type Order,
  type PaymentRequest,
  type SessionRequest,
  shopperClient,
} from '../../../packages/server/src/server.ts'
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import { addresses } from '../stack/stack.ts'
import { BROWSER, CARD, CUSTOMER } from './cards.ts'
import { becomes, edge, merchant, newReference } from './server.ts'

/** A session, and how its page pays. */
export interface Session {
  readonly id: string
  readonly reference: string
  readonly token: string
  /** Pays as the page would, with the token of the order. */
  readonly pay: (body: PaymentRequest) => Promise<Order>
  /** The order as the page sees it. */
  readonly look: () => Promise<Order>
}

/** What differs from a sale of 12.50 EUR. What is `undefined` is not sent. */
type Changes = { readonly [Name in keyof SessionRequest]?: SessionRequest[Name] | undefined }

const SALE = {
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'Mug',
  customer: CUSTOMER,
} as const

/** Opens a session. */
export async function session(changes: Changes = {}): Promise<Session> {
  const reference = newReference()
  const { order, token } = await merchant().createOrder({ reference, ...SALE, ...changes } as SessionRequest)
  const page = shopperClient({ ...edge(), token })
  const pay = (body: PaymentRequest) => page.payOrder(order, { id: crypto.randomUUID(), ...body })
  return { id: order.id, reference, token, pay, look: () => page.getOrder(order) }
}

/** A payment by card, approved. */
export async function paidByCard(changes: Changes = {}): Promise<Session> {
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
