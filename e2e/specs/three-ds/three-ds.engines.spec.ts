import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { bankInFrame, dialogGone } from '../../pages/bank-dialog.ts'
import { confirmAtBank, refuseAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { describeShopper } from '../../support/engine-shopper.ts'
import { moneyMoved } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

/** Three ways to the bank, each the main one of its kind. */
const ROWS = [
  ['a method and a challenge', '4000000000005001'],
  ['a redirect', '4000000000011009'],
  ['a PaReq', '4000000000010001'],
] as const

describeShopper((open) => {
  /** Types a card that the bank asks about. */
  async function askedBy(number: string): Promise<Tab> {
    const session = await shopOrder()
    const tab = await open(await sell({ offer: '', attributes: { session } }))
    await payWithCard(tab, { number })
    return tab
  }

  it.each(ROWS)('pays in the shop’s page after %s, and is charged once', async (_, number) => {
    const tab = await askedBy(number)
    const page = await tab.url()

    await confirmAtBank(await bankInFrame(tab))

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    await dialogGone(tab)
    expect(await tab.url()).toBe(page)
    expect(await orderOf(tab)).toMatchObject({ status: 'approved', attempts: [{ method: 'card' }] })
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
    await tab.close()
  })

  it.each(ROWS)('cancels at the bank after %s, and is not charged', async (_, number) => {
    const tab = await askedBy(number)

    await refuseAtBank(await bankInFrame(tab))

    expect(await statusText(tab, /declined/)).toBe('Payment declined')
    await dialogGone(tab)
    expect(await moneyMoved()).toEqual([])
    await tab.close()
  })

  it.each(ROWS)('goes on after a reload in the middle of %s, and is charged once', async (_, number) => {
    const tab = await askedBy(number)
    await (await bankInFrame(tab)).text('[name=challenge]')

    await tab.reload()
    await confirmAtBank(await bankInFrame(tab))

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
    await tab.close()
  })
})
