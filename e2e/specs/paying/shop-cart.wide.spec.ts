/** The cart of the demo shop, which lives in the browser's storage. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { choosePaymentMethod, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { redeploy } from '../../support/stack/stack.ts'
import { untilAtShop } from '../../support/strange-page.ts'

const { visits, leaves } = shopper()

// The shop's things can be paid for by a card in the page too, which takes limits.
beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
afterAll(() => redeploy('edge'))

const CART_LINK = 'header a[href$="cart.html"]'

/** Puts products into the cart, each on its own page. */
async function fillCart(...products: string[]): Promise<void> {
  for (const product of products) {
    const tab = await visits(product)
    await tab.click('[data-add]')
    await tab.text('.drawer .said', /\d/)
    await leaves(tab)
  }
}

const chosen = (tab: Tab) =>
  tab.evaluate<string[]>(`[...document.querySelectorAll('.lines li:not([hidden])')].map((line) =>
    line.querySelector('input').value + ' ' + line.querySelector('h2').textContent)`)

it('two products, one of them three times, are paid on the payment page, and leave the cart', async () => {
  await fillCart('mug', 'juice')
  const tab = await visits('cart')
  await payLabel(tab, /16\.70/)
  await tab.type('[data-item=juice-apple] input', '3')
  await payLabel(tab, /25\.10/)
  expect(await tab.text(CART_LINK)).toBe('Cart (4)')

  await choosePaymentMethod(tab, /payment page/)
  await pay(tab, { email: EMAIL })
  await payByCard(tab)
  await untilAtShop(tab)

  await statusText(tab, /Thank you/)
  expect(await tagText(tab)).toMatch(/Heather mug, 300 ml\s*€12\.50\s*3 × Apple juice, 1 l\s*€12\.60/)
  expect(await chosen(tab)).toEqual([])
  expect(await tab.text(CART_LINK)).toBe('Cart')
  expect(await moneyMoved()).toEqual(['charge 25.10 EUR'])

  await tab.reload()

  await statusText(tab, /Thank you/)
  expect(await chosen(tab)).toEqual([])
})
