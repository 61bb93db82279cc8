/** A card that was tried too often: what its shopper reads, keeps and may do. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { payWithCard, typeCard } from '../../pages/card-form.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { alertText, choosePaymentMethod, fillDetails, pay, payButton, statusText } from '../../pages/shop.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { redeploy } from '../../support/stack/stack.ts'
import { page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify({ ...ROOMY_LIMITS, triesPerCard: 1 }) }))
afterAll(() => redeploy('edge'))

/** No other story pays with it, so this one's tries are all that were made. */
const CARD = { number: '4242424242424242' }

it('says that nothing was charged and when to try again, keeps the card, and leaves the hosted page open', async () => {
  const claims = { methods: ['card', 'hosted'] }
  const tab = await visits(await strangePage(({ script, tag }) => page(script, tag), { claims }))
  await fillDetails(tab, { email: EMAIL })
  await payWithCard(tab, { ...CARD, cvv: '116' })
  await statusText(tab, /declined/)
  await typeCard(tab, CARD)
  await pay(tab)

  const text = await alertText(tab, /too many tries/)
  expect(text).toMatch(/Nothing was charged\. Please try again after .*\d:\d\d/)
  const driven = chromiumPage(tab)
  expect(await driven.locator(payButton()).isDisabled()).toBe(true)
  const fields = driven.frameLocator('pay-checkout iframe[part~=card]')
  expect(await fields.locator('#number').inputValue()).toMatch(/\d{4}/)
  expect(await moneyMoved()).toEqual([])

  await choosePaymentMethod(tab, /payment page/)
  await pay(tab)
  await payByCard(tab)

  expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
  expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
})
