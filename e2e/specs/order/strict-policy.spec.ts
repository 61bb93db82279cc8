import { describe, expect, it } from 'vitest'
import { chromiumPage, windowOf } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { EMAIL, MUG, shopper } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

describe('the strict policy of the page', () => {
  it('has no violation during a payment', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    const violations: string[] = []
    chromiumPage(tab).on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
    })

    await tab.reload()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)

    expect(violations.filter((text) => !text.includes('favicon'))).toEqual([])
  })

  it('without the live socket makes the tag poll', async () => {
    const tab = await visits(
      await sell({ offer: MUG, hasSocket: false, attributes: { presentation: 'popup' } }),
    )
    const reads: string[] = []
    chromiumPage(tab).on('request', (request) => {
      if (/\/v1\/orders\/[\w-]+$/.test(request.url()) && request.method() === 'GET') reads.push(request.url())
    })

    const popUp = await windowOf(tab, () => pay(tab, { email: EMAIL }))
    await expect.poll(() => reads.length).toBeGreaterThan(1)
    await payByCard(popUp)

    await statusText(tab, /Thank you/)
  })
})
