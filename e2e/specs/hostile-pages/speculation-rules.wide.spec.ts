/**
 * Pages that have Chromium fetch, or prepare, a page before the shopper asks for it. With a driver attached, Chromium fetches
 * what it should prepare; `prepared-pages.spec.ts` has the tag in a page that is prepared.
 */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage, launchWholeChromium } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import { page, paidOnce, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper(launchWholeChromium)

type Action = 'prefetch' | 'prerender'

/** Adds rules to the page, and waits until the browser has done what they say. @returns Its last word. */
async function speculate(tab: Tab, action: Action, url: string): Promise<string> {
  const session = await chromiumPage(tab).context().newCDPSession(chromiumPage(tab))
  const ended = new Promise<string>((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ status }) => {
      if (status === 'Ready' || status === 'Failure') resolve(status)
    })
  })
  await session.send('Preload.enable')
  const rules = JSON.stringify({ [action]: [{ urls: [url], eagerness: 'immediate' }] })
  await tab.evaluate(`void document.head.append(Object.assign(document.createElement('script'),
    { type: 'speculationrules', textContent: ${JSON.stringify(rules)} }))`)
  return ended
}

describe.each<Action>(['prefetch', 'prerender'])('a page that has the browser %s', (action) => {
  it('the page with the tag opens no order by that, and the shopper pays on it', async () => {
    const shop = await strangePage(({ script, tag }) => page(script, tag))
    const tab = await visits(await strangePage(() => page('', `<a id="mug" href="${shop}">Mug</a>`)))
    expect(await speculate(tab, action, shop)).toBe('Ready')

    await tab.click('#mug')
    await payLabel(tab, /12\.50/)
    expect(await tab.evaluate(`performance.getEntriesByType('navigation')[0].deliveryType`)).toBe(
      'navigational-prefetch',
    )
    expect(await orderOf(tab)).toBeUndefined()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('the payment page uses up nothing of it', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, tag)))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)
    const hosted = await tab.url()
    await tab.back()
    await statusText(tab, /not finished yet/)

    await speculate(tab, action, hosted)
    await continueToPayment(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('the edge’s page of the offer, which is the link in the tag, opens no order', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, tag)))
    await payLabel(tab, /12\.50/)

    await speculate(tab, action, await tab.evaluate<string>(`document.querySelector('pay-checkout a').href`))
    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})
