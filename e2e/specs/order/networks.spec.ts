/** The tag where the network, a proxy, the edge or the gateway fails at some moment of a payment. */
import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { fillCard, payByCard, submitCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderOf, pay, statusText } from '../../pages/shop.ts'
import { visitBehind } from '../../support/browser-disturbances.ts'
import { untilLedger } from '../../support/ledger.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import { addresses, without } from '../../support/stack/stack.ts'
import { paidOnce, paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

describe('a box that swallows sockets', () => {
  it('and stays silent leads to the hosted page and to the outcome all the same', async () => {
    const tab = await visitBehind(visits, await withHead(''), () => undefined)

    await paysForTheMug(tab)
  })
})

describe('a blocker', () => {
  it('of the tag’s script leaves the link, which sells', async () => {
    const tab = await visits('index')
    await chromiumPage(tab).route(`${addresses().edge}/pay-checkout.js`, (route) =>
      new URL(route.request().frame().url()).host.startsWith('shop') ? route.abort() : route.continue(),
    )
    await tab.goto(await withHead(''))

    await tab.click('pay-checkout a')
    await tab.waitForUrl(/^http:\/\/pay\.localhost/)

    await paysForTheMug(tab)
  })
})

describe('a network that goes away', () => {
  it('with the answer to the click pays once', async () => {
    const tab = await visits(await withHead(''))
    await fillDetails(tab, { email: EMAIL })
    await chromiumPage(tab).route(
      /\/v1\/checkout$/,
      async (route) => {
        // Node does not resolve names below localhost.
        const { edge, local } = addresses()
        await route.fetch({ url: route.request().url().replace(edge, local.edge) })
        await route.abort()
      },
      { times: 1 },
    )

    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})

describe('the edge', () => {
  it('that ends while the shopper is at the gateway knows the outcome when they come back', async () => {
    const tab = await visits(await withHead(''))
    await pay(tab, { email: EMAIL })
    await fillCard(tab)
    const page = chromiumPage(tab)

    await without('edge', async () => {
      await submitCard(tab)
      await page.waitForURL(/\/return\//, { waitUntil: 'commit' }).catch(() => undefined)
      await untilLedger(({ movements }) => movements[0], 'a charge')
    })
    await tab.reload()

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})

describe('the gateway', () => {
  it('that ends before it has made a form lets the shopper try again once it is back', async () => {
    const tab = await visits(await withHead(''))
    await fillDetails(tab, { email: EMAIL })

    await without('sandbox', async () => {
      await pay(tab)
      await expect.poll(async () => (await orderOf(tab))?.status).toBe('error')
    })

    await paysForTheMug(tab, {})
  })
})
