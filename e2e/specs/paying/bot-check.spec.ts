/** Cards in offers, and the bot check once cards of an offer have failed. A stand-in plays its verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import {
  checkDialogText,
  checkInDialog,
  leaveCheck,
  openCheckInFull,
  passCheck,
  passCheckByKeys,
  passCheckInFull,
} from '../../pages/bot-check.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { alertText, choosePaymentMethod, fillDetails, pay, statusText } from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { readLedger } from '../../support/ledger.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, redeploy } from '../../support/stack/stack.ts'
import { page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

const CHARGE = 'charge 12.50 EUR'

/** One failed card is enough for the offer to want a check. */
const LIMITS = { ...ROOMY_LIMITS, failuresPerOffer: 1 }

beforeAll(() =>
  redeploy('edge', {
    LIMITS: JSON.stringify(LIMITS),
    TURNSTILE_URL: addresses().local.gateway,
    TURNSTILE_SITE_KEY: '3x00000000000000000000FF',
    TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  }),
)
afterAll(() => redeploy('edge'))

/** Visits an offer of its own that takes cards. */
async function offerPage(headers: Record<string, string> = {}): Promise<Tab> {
  const claims = { methods: ['card', 'hosted'] }
  const tab = await visits(await strangePage(({ script, tag }) => page(script, tag), { claims, headers }))
  await fillDetails(tab, { email: EMAIL })
  return tab
}

/** A shopper whose card was declined, and who tries the next one. */
async function triesAgain(tab: Tab): Promise<Tab> {
  await payWithCard(tab, { cvv: '116' })
  await statusText(tab, /declined/)
  await payWithCard(tab)
  return tab
}

const asked = async (headers?: Record<string, string>) => triesAgain(await offerPage(headers))

it('the demo shop’s mug is paid by a card that is typed in its page, without a check', async () => {
  const tab = await visits('mug')
  await fillDetails(tab, { email: EMAIL })

  await payWithCard(tab)

  expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
  expect(await tab.url()).toMatch(/\/mug\.html$/)
  expect(await moneyMoved()).toEqual([CHARGE])
})

describe('a bot check', () => {
  it('lets a shopper who passes it pay by the card that is typed already, once', async () => {
    const tab = await asked()

    await passCheck(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CHARGE])
    expect(operationsSent(await readLedger())).toEqual(['sale', 'sale'])
  })

  it('can be passed by keys alone, and has no barriers', async () => {
    const tab = await asked()
    await checkInDialog(tab)
    expect(await axeViolations(tab)).toEqual([])

    // Axe opens a page of its own, and keys reach another site's frame only in the tab in front.
    await chromiumPage(tab).bringToFront()
    await passCheckByKeys(tab)

    await statusText(tab, /Thank you/)
  })

  it('that a shopper does not want leaves the payment page open', async () => {
    const tab = await asked()
    await checkInDialog(tab)

    await leaveCheck(tab)
    expect(await alertText(tab, /person/)).toBe('Please confirm that you are a person.')
    await choosePaymentMethod(tab, /payment page/)
    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CHARGE])
  })

  it('whose verifier is blocked in the frame can be passed in the full page', async () => {
    const tab = await offerPage()
    let isBlocked = true
    await chromiumPage(tab).route('**/turnstile/v0/api.js*', (route) =>
      isBlocked ? route.abort() : route.continue(),
    )
    await triesAgain(tab)
    await checkDialogText(tab, /Open the full page/)

    isBlocked = false
    await openCheckInFull(tab)
    await passCheckInFull(tab)
    await payWithCard(tab)

    await statusText(tab, /Thank you/)
    expect(await tab.url()).not.toContain('pay-check')
    expect(await moneyMoved()).toEqual([CHARGE])
  })

  it('is a page of its own for a cross-origin isolated page', async () => {
    const tab = await asked({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })

    await passCheckInFull(tab)
    await payWithCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CHARGE])
  })
})
