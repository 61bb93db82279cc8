/** docs/without-a-terminal.md: a person with a browser and an editor sells on a page of their own, and by a link. */
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { deskAddress, deskText, signIn } from '../../pages/desk.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { choosePaymentMethod, pay, payLabel, statusText } from '../../pages/shop.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, merchantKey, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** The person at the desk has a browser of their own: the shopper's has no part of theirs. */
async function atDesk(): Promise<Tab> {
  const desk = await visits(deskAddress(), { profile: 'merchant' })
  await signIn(desk, merchantKey())
  await deskText(desk, /Today/)
  return desk
}

/** What a person types into their editor around the HTML from the desk, as the guide has it. */
const pageWith = (html: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Heather mug</title><main><h1>Heather mug</h1>${html}</main></html>`

async function payOnGatewayPage(page: Tab, details: { readonly email?: string } = {}): Promise<void> {
  await choosePaymentMethod(page, /payment page/)
  await pay(page, details)
  await payByCard(page)
  await statusText(page, /Thank you/)
}

it('on a page of one’s own: a product is made, its HTML is pasted, and the desk shows who paid for it', async () => {
  const desk = await atDesk()
  await desk.click('nav a[href="#/products"]')
  await desk.click('a[href="#/new-product"]')
  await desk.type('desk-product-form #name', 'Heather mug')
  await desk.type('desk-product-form #currency', 'EUR')
  await desk.type('desk-product-form #amount', '12.50')
  await desk.click('desk-product-form button.primary')
  const html = await desk.text('desk-product-embed #code', /<pay-checkout/)
  expect(html).toContain(`<script type="module" src="${addresses().edge}/pay-checkout.js">`)
  expect(html).not.toContain('12.50')

  await serve({ path: '/mug.html', body: pageWith(html) })
  const page = await visits(`${served().magazine}/mug.html`)
  await payLabel(page, /12\.50/)
  await payOnGatewayPage(page, { email: EMAIL })

  expect(new URL(await page.url()).origin).toBe(served().magazine)
  expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  await desk.click('nav a[href="#/orders"]')
  await desk.text('desk-orders tbody', /Heather mug.*Paid.*€12\.50/)
  await desk.click('desk-orders tbody a')
  await deskText(desk, new RegExp(`Customer.*${EMAIL}`))
})

it('by a link: a payment is made at the desk, and somebody with its link pays it', async () => {
  const desk = await atDesk()
  await desk.click('nav a[href="#/new"]')
  await desk.type('desk-new-payment #amount', '60')
  await desk.type('desk-new-payment #currency', 'EUR')
  await desk.type('desk-new-payment #description', 'Tuning of a piano')
  await desk.type('desk-new-payment #email', EMAIL)
  await desk.click('desk-new-payment button.primary')
  const link = await desk.text('desk-pay-link .address a', /#order=/)

  const payer = await visits(link)
  await payLabel(payer, /60/)
  await payOnGatewayPage(payer)

  await desk.text('desk-new-payment .pill', /^Paid$/)
  expect(await moneyMoved()).toEqual(['charge 60.00 EUR'])
})
