/** A click opens and pays an order by one request, whose connection breaks anywhere between browser and edge. */
import { afterAll, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage, launchLedChromium } from '../../engines/chromium.ts'
import { patiently } from '../../engines/patience.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, orderOf, PRESS_NOW, pay, payButton, statusText } from '../../pages/shop.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import {
  type BreakingPlace,
  type BreakingProxy,
  startBreakingProxy,
} from '../../support/stack/breaking-proxy.ts'
import { paidOnce, withHead } from '../../support/strange-page.ts'

let box: BreakingProxy

const { visits } = shopper(async () => {
  box = await startBreakingProxy()
  return launchLedChromium(box.resolverRules)
})
afterAll(() => box.stop())

/** Nothing, the first byte, some in between, all but the last byte, and everything. */
const SHARES = [0, 0.002, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 0.999, 1]

const PLACES: readonly BreakingPlace[] = (['request', 'answer'] as const).flatMap((message) =>
  (['head', 'body'] as const).flatMap((part) =>
    SHARES.map((share, index) => ({ message, part, share, by: index % 2 ? 'reset' : 'close' }) as const),
  ),
)

/** Whether the tag asks its shopper to press the button again. */
const ASKS = `(({ shadowRoot }) => !!shadowRoot.querySelector('[role=alert]')?.textContent.trim()
  || /not finished/.test(shadowRoot.querySelector('#status')?.textContent))(document.querySelector('pay-checkout'))`

/** Presses the button where the tag asks for it, until the gateway's page comes. */
const goesOn = (tab: Tab) =>
  patiently(
    async () => {
      if ((await tab.url()).startsWith('http://gateway.')) return { value: undefined }
      if (await tab.evaluate<boolean>(ASKS)) await tab.evaluate(PRESS_NOW)
      return { obstacle: 'does not lead to the gateway' }
    },
    () => tab.url(),
  )

async function isPaidOnce(tab: Tab): Promise<void> {
  await payByCard(tab)
  await statusText(tab, /Thank you/)
  await paidOnce()
  expect((await orderOf(tab))?.attempts).toHaveLength(1)
}

/** A shopper whose click has broken. */
async function clicks(place: BreakingPlace): Promise<Tab> {
  const broken = box.breaksAt(place)
  const tab = await visits(await withHead(''))
  await pay(tab, { email: EMAIL })
  await broken
  return tab
}

it.each(PLACES)(
  'a click that breaks ($by) at $share of the $part of its $message pays once',
  async (place) => {
    const tab = await clicks(place)

    await goesOn(tab)

    await isPaidOnce(tab)
  },
)

/** Holds the page's questions for its order back. @returns What lets them go. */
async function holdsQuestions(tab: Tab): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await chromiumPage(tab).route(/\/v1\/checkout$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

it.each<[string, Pick<BreakingPlace, 'message' | 'share'>, (tab: Tab) => Promise<void>]>([
  ['before it has arrived', { message: 'request', share: 0.5 }, (tab) => pay(tab, { email: EMAIL })],
  ['before its answer has come', { message: 'answer', share: 0 }, continueToPayment],
])(
  'a page that is reloaded during a click, %s, says that it is checking, and pays once',
  async (_, where, goOn) => {
    const tab = await clicks({ part: 'head', by: 'silence', ...where })
    const goes = await holdsQuestions(tab)

    await tab.reload()
    await statusText(tab, /^Looking up your payment/)
    await tab.gone(payButton())
    goes()
    await goOn(tab)

    await isPaidOnce(tab)
  },
)
