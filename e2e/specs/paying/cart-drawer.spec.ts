/** The cart of the demo shop, open beside a product. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { choosePaymentMethod, fillDetails, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { focusedWords, press } from '../../support/accessibility/keyboard.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { redeploy } from '../../support/stack/stack.ts'
import { untilAtShop } from '../../support/strange-page.ts'

const { visits } = shopper()

// The shop's things can be paid for by a card in the page too, which takes limits.
beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
afterAll(() => redeploy('edge'))

const CART = '.drawer pay-checkout'
const CART_LINK = 'header a[href$="cart.html"]'

const tags = (tab: Tab) => tab.evaluate<number>('document.querySelectorAll("pay-checkout").length')

it('a product goes into the cart beside it, and two of it are paid there by card', async () => {
  const tab = await visits('mug')
  expect(await tags(tab)).toBe(1)

  await tab.click('[data-add]')
  await payLabel(tab, /12\.50/, CART)
  await tab.type('.drawer [data-item=mug-heather] input', '2')
  await payLabel(tab, /25\.00/, CART)
  await fillDetails(tab, { email: EMAIL }, CART)
  await payWithCard(tab, {}, CART)

  await statusText(tab, /Thank you/, CART)
  expect(await tagText(tab, /./, CART)).toMatch(/2 × Heather mug, 300 ml/)
  await tab.gone('.drawer .lines')
  expect(await tab.text(CART_LINK)).toBe('Cart')
  expect(await moneyMoved()).toEqual(['charge 25.00 EUR'])
})

it('Escape closes the cart, and the focus is again where it was opened', async () => {
  const tab = await visits('juice')
  await tab.click('[data-add]')
  await payLabel(tab, /4\.20/, CART)
  expect(await focusedWords(tab)).toBe('Your cart')
  expect(await tab.evaluate('document.querySelector(".drawer").matches(":modal")')).toBe(true)

  await press(tab, 'Escape')

  await tab.gone('.drawer')
  expect(await focusedWords(tab)).toMatch(/^Add to cart/)

  await tab.click(CART_LINK)
  await payLabel(tab, /4\.20/, CART)
  await tab.click('.drawer [aria-label="Close the cart"]')

  await tab.gone('.drawer')
  expect(await focusedWords(tab)).toMatch(/^Cart/)
})

it('what the cart beside a product sells on the payment page comes back to the page of the cart', async () => {
  const tab = await visits('plate')
  await tab.click('[data-add]')
  await choosePaymentMethod(tab, /payment page/, CART)

  await pay(tab, { email: EMAIL }, CART)
  await payByCard(tab)
  await untilAtShop(tab)

  await statusText(tab, /Thank you/)
  expect(await tab.url()).toMatch(/\/cart\.html/)
  expect(await tab.text(CART_LINK)).toBe('Cart')
  expect(await moneyMoved()).toEqual(['charge 18.00 EUR'])
})
