/** What screen readers get without being asked, read from Chromium's accessibility tree. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { cardForm, payWithCard, typeCard } from '../../pages/card-form.ts'
import { fillDetails, pay, statusText } from '../../pages/shop.ts'
import { focusedNode, liveRegions } from '../../support/accessibility/live-regions.ts'
import { visitWithCard } from '../../support/card-order.ts'
import { EMAIL, MUG, shopper } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

const polite = (text: string) => ({ role: 'status', live: 'polite', text })
const assertive = (text: string) => ({ role: 'alert', live: 'assertive', text })

/** Holds requests of the page back. @returns What lets them go. */
async function holds(tab: Tab, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await chromiumPage(tab).route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('a screen reader', () => {
  it('hears that the click is at work, since the button keeps the focus', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await fillDetails(tab, { email: EMAIL })
    const goOn = await holds(tab, '**/v1/**')

    await pay(tab)

    await expect.poll(() => liveRegions(tab)).toEqual([polite('Processing…')])
    expect(await focusedNode(tab)).toMatch(/^button: Processing…/)
    goOn()
    await tab.waitForUrl(/gateway\.localhost/)
  })

  it('hears the outcome from the heading, which gets the focus', async () => {
    const tab = await visitWithCard(visits)

    await payWithCard(tab)
    await statusText(tab, /Thank you/)

    await expect.poll(() => focusedNode(tab)).toMatch(/^heading: Thank you!: You paid €20\.00\.$/)
    expect(await liveRegions(tab)).toEqual([])
  })

  it('hears the outcome from a live region where the focus is elsewhere', async () => {
    const tab = await visitWithCard(visits)
    await typeCard(tab)
    const goOn = await holds(tab, '**/pay')
    await pay(tab)
    await tab.evaluate('document.activeElement.blur()')

    goOn()
    await statusText(tab, /Thank you/)

    await expect.poll(() => liveRegions(tab)).toEqual([polite('Thank you! You paid €20.00.')])
  })

  it('hears of a wrong security code once: the reason from its field, the rest from a live region', async () => {
    const tab = await visitWithCard(visits)

    await payWithCard(tab, { number: '4000000000046005' })
    await statusText(tab, /declined/)

    const form = await cardForm(tab)
    await expect.poll(() => form.evaluate('document.hasFocus() && document.activeElement.id')).toBe('code')
    await expect.poll(() => liveRegions(tab)).toEqual([polite('Payment declined Nothing was charged.')])
    expect(await form.evaluate(`document.querySelector('[role=alert]').textContent`)).toBe('')
  })

  it('hears a lost connection at once', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await fillDetails(tab, { email: EMAIL })
    await chromiumPage(tab).route('**/v1/**', (route) => route.abort())

    await pay(tab)

    await expect
      .poll(() => liveRegions(tab))
      .toEqual([assertive('The connection was lost. Please try again.')])
  })

  it('hears the sum of another quantity, since the button keeps the focus', async () => {
    const tab = await visits(await sell({ offer: { ...MUG, quantity: { min: 1, max: 5 } } }))

    await tab.click('pay-checkout [part~=step]:last-of-type')

    await expect.poll(() => liveRegions(tab)).toEqual([polite('€25.00')])
    expect(await focusedNode(tab)).toMatch(/^button: Increase quantity/)
  })

  it('hears why a field is wrong from the field, which gets the focus', async () => {
    const tab = await visits(await sell({ offer: MUG }))

    await pay(tab)

    await expect
      .poll(() => focusedNode(tab))
      .toBe('textbox: Email: Enter an email address like name@example.com.')
  })
})
