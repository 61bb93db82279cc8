/** The tag at 400 % and on paper. */

import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { galleryPage } from '../../pages/gallery.ts'
import { tagText } from '../../pages/shop.ts'
import { CARD_CHARGE } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { MUG_CHARGE, paysForTheMug, withHead } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { leaves, visits } = shopper()

describe('at 400 %', () => {
  it('the shopper reaches everything without scrolling sideways', async () => {
    const tab = await visits(await withHead(''), { width: 320, height: 256 })

    await paysForTheMug(tab)

    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('the shopper pays by card and answers the bank', async () => {
    const tab = await visits((await cardPage()).url, { width: 320, height: 256 })

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('on paper', () => {
  it('the payment is as it is on the screen, and the tag’s button prints', async () => {
    const tab = await visits(await withHead('<script>printed = 0; print = () => { printed += 1 }</script>'))
    await paysForTheMug(tab)

    await tab.click('pay-checkout [part=actions] button')
    expect(await tab.evaluate('printed')).toBe(1)
    await chromiumPage(tab).emulateMedia({ media: 'print' })

    await tagText(tab, /12\.50/)
    expect(await moneyMoved()).toEqual([MUG_CHARGE])
  })

  it.each(['approved', 'approved-cart'])(
    'the receipt %s takes one sheet, from a page of many',
    async (state) => {
      const tab = await visits(galleryPage('light'))
      await tab.evaluate('window.print = () => {}')

      // The browser ends the printing with the first document, and the page is whole again.
      await tab.click(`#${state} pay-checkout [part=actions] button`)
      const receipt = await sheets(tab)
      const page = await sheets(tab)

      expect(receipt).toBe(1)
      expect(page).toBeGreaterThan(1)
      await chromiumPage(tab).emulateMedia({ media: 'print' })
      expect(await tab.evaluate(SUPPORT(state))).toMatch(/^Contact the shop\s+http\S+$/)
      await leaves(tab)
    },
  )
})

/** What the receipt says of the shop's support. */
const SUPPORT = (state: string) =>
  `document.querySelector('#${state} pay-checkout').shadowRoot.querySelector('[part=receipt] .contact').innerText`

/** How many sheets of A4 the page takes. */
async function sheets(tab: Tab): Promise<number> {
  const document = await chromiumPage(tab).pdf({ format: 'A4' })
  return document.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
