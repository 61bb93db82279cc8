import { type SessionRequest, sessionOf } from '../../packages/server/src/server.ts'
import type { Tab, TabOptions } from '../browser.ts'
import { payLabel } from '../pages/shop.ts'
import { merchant } from './merchant/server.ts'
import { EMAIL, MUG, type Shopper } from './shopper.ts'
import { addresses, sell } from './stack/stack.ts'

/** The payment of such an order, as the ledger writes it. */
export const CARD_CHARGE = 'charge 20.00 EUR'

let orders = 0

/** What may differ between orders of the shop's server. */
interface ShopOrder {
  readonly email?: string
  readonly returnUrl?: string
  readonly methods?: NonNullable<SessionRequest['methods']>
  /** What the shopper does by paying. Default: the edge's. */
  readonly act?: NonNullable<SessionRequest['act']> | undefined
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
  const opened = await merchant().createOrder({
    ...{ reference: `card-${process.pid}-${Date.now().toString(36)}-${orders}`, intent: 'sale' },
    ...{ amount: '20.00', currency: 'EUR', description: 'Teapot', methods, customer: { email }, returnUrl },
    ...(act && { act }),
    ...(cardRefs && { cardRefs }),
  })
  return sessionOf(opened)
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
