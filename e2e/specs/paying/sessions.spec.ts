import { expect, it } from 'vitest'
import { sessionOf } from '../../../packages/server/src/server.ts'
import type { Tab } from '../../browser.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { alertText, orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { merchant } from '../../support/merchant/server.ts'
import { EMAIL, MUG, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Opens an order as the shop's server does, with a return address or without. @returns The tag's `session`. */
async function session(reference: string, returnUrl?: string): Promise<string> {
  const opened = await merchant().createOrder({
    ...{ reference, intent: 'sale', amount: '20.00', currency: 'EUR', description: 'Teapot' },
    customer: { email: EMAIL },
    ...(returnUrl && { returnUrl }),
  })
  return sessionOf(opened)
}

/** Makes the page's tag one of a session. */
async function sells(tab: Tab, attributes: Record<string, string>): Promise<void> {
  await tab.evaluate(`{
    const tag = document.querySelector('pay-checkout')
    tag.removeAttribute('offer')
    tag.removeAttribute('return-url')
    for (const [name, value] of ${JSON.stringify(Object.entries(attributes))}) tag.setAttribute(name, value)
  }`)
  await payLabel(tab, /20/)
}

it('a shopper pays an order that the shop’s server opened', async () => {
  const reference = `session-${Date.now().toString(36)}`
  const tab = await visits(await sell({ offer: MUG }))
  await sells(tab, { session: await session(reference, `${addresses().shop}/thanks.html`) })

  await pay(tab)
  await payByCard(tab)

  await statusText(tab, /Thank you/)
  expect(await orderOf(tab)).toMatchObject({ reference, amount: '20.00', description: 'Teapot' })
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})

it('a shopper comes back to the page that the tag names, in place of the one that the server named', async () => {
  const reference = `session-${Date.now().toString(36)}`
  const thanks = `${addresses().shop}/thanks.html`
  const tab = await visits(await sell({ offer: MUG }))
  const named = await session(reference, `${addresses().shop}/elsewhere.html`)
  await sells(tab, { session: named, 'return-url': '/thanks.html' })

  await pay(tab)
  await payByCard(tab)

  await statusText(tab, /Thank you/)
  expect(await tab.evaluate('location.origin + location.pathname')).toBe(thanks)
  expect(await orderOf(tab)).toMatchObject({ reference })
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})

it('a tag that names another site as the return address pays nothing', async () => {
  const tab = await visits(await sell({ offer: MUG }))
  await sells(tab, {
    session: await session(`session-${Date.now().toString(36)}`),
    'return-url': 'https://other.example/',
  })

  await pay(tab)

  await alertText(tab)
  expect(await moneyMoved()).toEqual([])
})
