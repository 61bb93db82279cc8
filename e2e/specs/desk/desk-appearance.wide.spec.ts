/** Every page of the desk, as people with other screens and settings see it. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { deskAddress, deskText, goWithin, signIn } from '../../pages/desk.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { focusedWords, goTo, press, typeKeys } from '../../support/accessibility/keyboard.ts'
import { chargeBack } from '../../support/ledger.ts'
import { paidByCard } from '../../support/merchant/selling.ts'
import { becomes, post } from '../../support/merchant/server.ts'
import { shopper } from '../../support/shopper.ts'
import { merchantKey } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Nothing is cut off or has to be scrolled sideways. */
const isWithin = (tab: Tab) =>
  tab.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

describe.each([320, 1280])('the desk at %i px', (width) => {
  it.each([
    ['light', { dark: false }, 'none'],
    ['dark', { dark: true }, 'none'],
    ['forced colours', { dark: false }, 'active'],
  ] as const)('has no barrier in %s', async (_, { dark }, forcedColors) => {
    const { id, reference } = await paidByCard()
    const { id: lost, reference: disputed } = await paidByCard()
    await chargeBack(disputed)
    await post(`/v1/orders/${lost}/refresh`)
    await becomes(lost, 'charged-back')
    const tab = await visits(deskAddress(), { width, dark })
    await chromiumPage(tab).emulateMedia({ forcedColors })
    const barriers: string[] = []
    const look = async (page: string, until: RegExp) => {
      await deskText(tab, until)
      barriers.push(...(await axeViolations(tab)).map((violation) => `${page}: ${violation}`))
      if (!(await isWithin(tab))) barriers.push(`${page}: is wider than the screen`)
    }

    await look('sign-in', /Merchant key/)
    await signIn(tab, merchantKey())
    await look('overview', /Charged back by.*Orders paid/)
    await goWithin(tab, '#/orders')
    await look('orders', new RegExp(reference))
    await goWithin(tab, '#/new')
    await look('new payment', /What for/)
    await goWithin(tab, '#/keypad')
    await look('keypad', /Show QR code/)
    await goWithin(tab, '#/products')
    await look('products', /New product/)
    await goWithin(tab, '#/import-products')
    await look('import', /File in CSV/)
    await goWithin(tab, '#/new-product')
    await look('new product', /Make the product/)
    await press(tab, '?')
    await look('keys', /Keys of the desk/)
    await press(tab, 'Escape')
    await goWithin(tab, `#/orders/${lost}`)
    await look('chargeback', /Charged back by.*Details/)
    await goWithin(tab, `#/orders/${id}`)
    await tab.click('desk-order [data-action=return]')
    await look('refund', /Refund this payment/)

    expect(barriers).toEqual([])
  })
})

it('a keyboard alone leads from the sign-in to a refund and back to its button', async () => {
  const { id, reference } = await paidByCard()
  const tab = await visits(deskAddress(`#/orders/${id}`))
  await deskText(tab, /Merchant key/)

  await typeKeys(tab, merchantKey())
  await press(tab, 'Enter')
  await deskText(tab, new RegExp(reference))
  await goTo(tab, /^Refund …$/)
  await press(tab, 'Enter')
  await deskText(tab, /Refund this payment/)
  await press(tab, 'Escape')
  await tab.gone('desk-action-dialog')
  await expect.poll(() => focusedWords(tab)).toBe('Refund …')
  await press(tab, 'Enter')
  await goTo(tab, /^Refund €12\.50$/)
  await press(tab, 'Enter')

  await becomes(id, 'returned')
  await deskText(tab, /€12\.50 refunded|gateway is working/)
  await press(tab, 'Enter')
  await tab.gone('desk-action-dialog dialog')
})
