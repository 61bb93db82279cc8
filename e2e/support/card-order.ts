import type { Method, OrderView } from '../../shared/order-view.ts'
import type { Tab, TabOptions } from '../browser.ts'
import { payLabel } from '../pages/shop.ts'
import { EMAIL, MUG, type Shopper } from './shopper.ts'
import { addresses, merchantKey, sell } from './stack/stack.ts'

/** The payment of such an order, as the ledger writes it. */
export const CARD_CHARGE = 'charge 20.00 EUR'

let orders = 0

/** What may differ between orders of the shop's server. */
interface ShopOrder {
  readonly email?: string
  readonly returnUrl?: string
  readonly methods?: readonly Method[]
  /** What the shopper does by paying. Default: the edge's. */
  readonly act?: OrderView['act']
  /** The customer's saved cards. With a list, also an empty one, the shopper may keep the card. */
  readonly cardRefs?: readonly string[]
}

/** Opens an order as the shop's server does. Default method: card fields in the page. @returns The tag's `session`. */
export async function shopOrder({
  email = EMAIL,
  returnUrl = `${addresses().shop}/thanks.html`,
  methods = ['card'],
  act,
  cardRefs,
}: ShopOrder = {}): Promise<string> {
  orders += 1
  const reply = await fetch(`${addresses().local.edge}/v1/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${merchantKey()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ reference: `card-${process.pid}-${Date.now().toString(36)}-${orders}`, intent: 'sale' },
      ...{ amount: '20.00', currency: 'EUR', description: 'Teapot', act, methods, cardRefs },
      customer: { email },
      returnUrl,
    }),
  })
  const { order, token } = (await reply.json()) as { order: OrderView; token: string }
  return `${order.id}.${token}`
}

/** Opens a page of the shop whose tag asks for a card. */
export async function visitWithCard(visits: Shopper['visits'], options?: TabOptions): Promise<Tab> {
  const tab = await visits(await sell({ offer: MUG }), options)
  await takeOrder(tab)
  return tab
}

/** Gives a page's tag an order of its own. */
export async function takeOrder(tab: Tab): Promise<void> {
  const named = JSON.stringify(await shopOrder())
  await tab.evaluate(`(() => {
    const tag = document.querySelector('pay-checkout')
    tag.removeAttribute('offer')
    tag.setAttribute('session', ${named})
  })()`)
  await payLabel(tab, /20/)
}
