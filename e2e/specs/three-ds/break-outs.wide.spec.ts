import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { openFullPage } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

const placeOf = async (tab: Tab) => [await tab.url(), await tab.evaluate('performance.timeOrigin')]

describe('the shop’s page stays where it is', () => {
  it('when the bank tries to take the whole window, and the payment goes on in the dialog', async () => {
    const tab = await visits((await cardPage()).url)
    const place = await placeOf(tab)

    const bank = await payUntilChallenged(tab, '4000000000019002')
    await bank.click('h1')
    await bank.text('#frame-note', /tried to take the whole window/)
    await approve(tab, bank)

    expect(await placeOf(tab)).toEqual(place)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it.each([
    ['_parent', '4000000000020000'],
    ['_top', '4000000000021008'],
  ])('when the bank answers to %s, and the full page goes on', async (_, number) => {
    const tab = await visits((await cardPage()).url)
    const place = await placeOf(tab)
    const bank = await payUntilChallenged(tab, number)
    await confirmAtBank(bank)
    await bank.text('[name=answer]')
    await bank.click('[name=answer] button')
    expect(await placeOf(tab)).toEqual(place)
    expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })

    await openFullPage(tab)
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
