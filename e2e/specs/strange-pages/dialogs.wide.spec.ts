/** The tag in dialogs, details and steps of the page’s own, and the bank’s dialog above them. */

import { describe, expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { page, paidOnce, strangePage, untilAtShop } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a page’s own', () => {
  it('dialog holds the tag and is left open while the shopper pays', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(
          script,
          `<button onclick="basket.showModal()" id="buy">Buy</button><dialog id="basket" aria-label="Basket">${tag}</dialog>`,
        ),
      ),
    )
    await tab.click('#buy')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    // By then it is another page, and its dialog is closed.
    await untilAtShop(tab)
    await tab.click('#buy')
    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('details are closed and opened in the middle and keep what was typed', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(script, `<details open><summary>Pay</summary>${tag}</details>`),
      ),
    )
    await fillDetails(tab, { email: EMAIL })

    await tab.click('summary')
    await tab.gone('pay-checkout form')
    await tab.click('summary')

    expect(await tab.text('pay-checkout #email')).toBe(EMAIL)
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('steps hide the tag before it was ever seen and show it later', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(
          script,
          `<button onclick="step.hidden = !step.hidden" id="next">Next</button><div id="step" hidden>${tag}</div>`,
        ),
      ),
    )
    await tab.click('#next')
    await payLabel(tab, /12\.50/)
    await tab.click('#next')
    await tab.gone('pay-checkout form')
    await tab.click('#next')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await untilAtShop(tab)
    await tab.click('#next')
    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})

describe('a dialog of the page’s own', () => {
  it('that is modal lies below the bank’s', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) =>
        page(
          script,
          `<button onclick="basket.showModal()" id="buy">Buy</button><dialog id="basket" aria-label="Basket">${tag}</dialog>`,
        ),
      ),
    )
    await tab.click('#buy')

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('the bank’s dialog', () => {
  it('rises above the page’s own, which is closed and opened again', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) =>
        page(script, `<dialog id="basket" aria-label="Basket">${tag}</dialog>`),
      ),
    )
    await tab.evaluate('basket.showModal()')
    const bank = await payUntilChallenged(tab)

    await tab.evaluate('(basket.close(), basket.showModal())')
    await approve(tab, bank)

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
