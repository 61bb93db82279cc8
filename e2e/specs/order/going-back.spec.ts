/** A shopper who goes back from the gateway's page, in a whole Chromium: it has a cache of pages. */
import { describe, expect, it } from 'vitest'
import { launchWholeChromium } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import {
  choosePaymentMethod,
  continueToPayment,
  orderOf,
  pay,
  payAnotherWay,
  pressSecondary,
  statusText,
} from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { readLedger, settle, untilLedger } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

const { visits } = shopper(launchWholeChromium)

const forms = async () => operationsSent(await readLedger())

describe('a shopper who', () => {
  it('goes back from the hosted page and continues there', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)

    await tab.back()
    await statusText(tab, /./)
    expect(await axeViolations(tab)).toEqual([])
    await continueToPayment(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await forms()).toEqual(['sale-form'])
  })

  it('goes back and pays another way is charged once', async () => {
    const tab = await visits(await sell({ offer: { ...MUG, methods: ['hosted', 'payment-page'] } }))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)

    await tab.back()
    await payAnotherWay(tab)
    await choosePaymentMethod(tab, /Other ways/)
    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect((await orderOf(tab))?.attempts.map(({ status }) => status)).toEqual(['superseded', 'approved'])
  })

  it('comes back out of the page cache to a button that works', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await tab.evaluate(
      'addEventListener("pageshow", ({ persisted }) => { if (persisted) document.title = "restored" })',
    )
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)

    await tab.back()

    await statusText(tab, /./)
    expect(await tab.evaluate('document.title')).toBe('restored')
    await continueToPayment(tab)
    await onHostedPage(tab)
  })

  it('cancels, and whose card is charged all the same, gets the money back', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)
    await tab.back()
    await statusText(tab, /./)
    await pressSecondary(tab)
    await expect.poll(async () => (await orderOf(tab))?.status).toBe('cancelled')

    const { clientOrderId } = await untilLedger(({ transactions }) => transactions[0], 'a form')
    await settle(clientOrderId, 'approved')

    await expect
      .poll(async () => {
        await tab.evaluate('document.querySelector("pay-checkout").refresh()')
        return (await orderOf(tab))?.transactions
      })
      .toMatchObject([{ status: 'approved', surplus: true, reversed: true }])
    expect((await orderOf(tab))?.status).toBe('cancelled')
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR', 'reversal 12.50 EUR'])
  })
})
