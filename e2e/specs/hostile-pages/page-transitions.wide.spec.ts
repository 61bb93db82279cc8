/** Pages that Turbo, htmx or the router of Astro swaps for one another, in the middle of a payment. */
import { describe, expect, it } from 'vitest'
import { windowOf } from '../../engines/chromium.ts'
import { dialogGone } from '../../pages/bank-dialog.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, fillDetails, orderKeyOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { readLedger, setFaults, untilLedger } from '../../support/ledger.ts'
import { passBack, passTo, siteOf, TRANSITIONS } from '../../support/page-transitions.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { paidOnce, untilAtShop } from '../../support/strange-page.ts'
import { approve, payUntilChallenged, untilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe.each(Object.keys(TRANSITIONS))('a transition of %s', (library) => {
  it('before the click is paid after, and the outcome is there again after another one', async () => {
    const site = await siteOf(library)
    const tab = await visits(site.about)
    await passTo(tab, 'pay')
    await payLabel(tab, /12\.50/)

    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    await passTo(tab, 'about')
    await passBack(tab, 'pay')

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('while the order is being opened leads to no other page, and the order waits behind it', async () => {
    await setFaults({ operation: 'sale-form', fault: 'delay', delayMs: 1_500 })
    const site = await siteOf(library)
    const tab = await visits(site.pay)
    await pay(tab, { email: EMAIL })
    await untilLedger(({ transactions }) => transactions[0], 'a form')
    await passTo(tab, 'about')

    await passBack(tab, 'pay')
    await statusText(tab, /not finished yet/)
    await continueToPayment(tab)
    await onHostedPage(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('while the bank asks ends the dialog, and the way back opens it again for the same payment', async () => {
    const site = await siteOf(library, { session: await shopOrder() })
    const tab = await visits(site.pay)
    await payUntilChallenged(tab)

    await passTo(tab, 'about')
    await dialogGone(tab)
    await passBack(tab, 'pay')
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('while the bank asks, by which the page keeps the tag as it is, leaves or opens the dialog for the same payment', async () => {
    const site = await siteOf(library, { session: await shopOrder() }, true)
    const tab = await visits(site.pay)
    await payUntilChallenged(tab)

    await passTo(tab, 'about')
    await passBack(tab, 'pay')
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('while the payment is in a window of its own leaves the window, and the way back shows the outcome', async () => {
    const site = await siteOf(library, { presentation: 'popup' })
    const tab = await visits(site.pay)
    const popUp = await windowOf(tab, () => pay(tab, { email: EMAIL }))
    await onHostedPage(popUp)

    await passTo(tab, 'about')
    await payByCard(popUp)
    await expect.poll(async () => (await readLedger()).movements.length).toBe(1)
    await passBack(tab, 'pay')

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('from what was typed keeps the payment whole, and makes no second order', async () => {
    const site = await siteOf(library)
    const tab = await visits(site.pay)
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()
    const before = await orderKeyOf(tab)
    await passTo(tab, 'about')
    await passBack(tab, 'pay')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)

    expect(await orderKeyOf(tab)).toBe(before)
    await paidOnce()
  })

  it('from the result page and back shows the outcome again', async () => {
    const site = await siteOf(library)
    const selling = await siteOf(library, { 'return-url': site.thanks })
    const tab = await visits(selling.pay)
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await untilAtShop(tab)
    await statusText(tab, /Thank you/)

    await passTo(tab, 'about')
    await passBack(tab, 'thanks')

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})

it('a refresh by which Turbo morphs the page while the bank asks leaves the dialog as it is', async () => {
  const site = await siteOf('Turbo', { session: await shopOrder() })
  const tab = await visits(site.pay)
  const bank = await payUntilChallenged(tab)

  await tab.evaluate(`new Promise((done) => {
    addEventListener('turbo:render', done, { once: true })
    Turbo.session.refresh(location.href)
  }).then(() => true)`)
  await approve(tab, bank)

  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
