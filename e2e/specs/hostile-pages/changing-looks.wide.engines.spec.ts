/** Pages that change their looks while the edge's card fields are shown. */

import { expect, it } from 'vitest'
import { cardForm, typeCard } from '../../pages/card-form.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

it('a page that turns dark, and then sets a token, takes the card fields along and keeps what was typed', async () => {
  const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
  const night = '<style>.night { color-scheme: dark } .brand { --pay-accent: #b00020 }</style>'
  const tab = await visits(await strangePage(({ script }) => page(script, tag, night)))
  await typeCard(tab)
  const form = await cardForm(tab)
  const drawn = () =>
    form.evaluate(`(({ colorScheme }) => [colorScheme, getComputedStyle(document.documentElement)
      .getPropertyValue('--pay-accent')])(document.documentElement.style)`)
  expect(await drawn()).not.toContain('dark')

  await tab.evaluate(`void (document.documentElement.className = 'night')`)

  await expect.poll(drawn).toEqual(['dark', expect.not.stringContaining('#b00020')])

  await tab.evaluate(`void (document.documentElement.className = 'night brand')`)

  await expect.poll(drawn).toEqual(['dark', '#b00020'])
  await pay(tab)
  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
