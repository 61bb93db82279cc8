import { expect, it } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { EMAIL, MUG, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, merchantKey, sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Opens an order as the shop's server does. @returns The tag's `session`. */
async function session(reference: string): Promise<string> {
  const reply = await fetch(`${addresses().local.edge}/v1/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${merchantKey()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ reference, intent: 'sale', amount: '20.00', currency: 'EUR', description: 'Teapot' },
      customer: { email: EMAIL },
      returnUrl: `${addresses().shop}/thanks.html`,
    }),
  })
  const { order, token } = (await reply.json()) as { order: OrderView; token: string }
  return `${order.id}.${token}`
}

it('a shopper pays an order that the shop’s server opened', async () => {
  const reference = `session-${Date.now().toString(36)}`
  const tab = await visits(await sell({ offer: MUG }))
  const named = JSON.stringify(await session(reference))
  await tab.evaluate(`{
    const tag = document.querySelector('pay-checkout')
    tag.removeAttribute('offer')
    tag.setAttribute('session', ${named})
  }`)
  await payLabel(tab, /20/)

  await pay(tab)
  await payByCard(tab)

  await statusText(tab, /approved/)
  expect(await orderOf(tab)).toMatchObject({ reference, amount: '20.00', description: 'Teapot' })
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})
