/** The gateway's page in a window of its own, which the tag opens in the shopper's click. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage, isClosed, windowOf, windowsOf } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import {
  continueToPayment,
  orderOf,
  pay,
  payButton,
  payLabel,
  statusText,
  tagText,
} from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { readLedger } from '../../support/ledger.ts'
import { moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Opens a page of the shop with a tag that pays in a pop-up. */
async function visitShop(headers: Readonly<Record<string, string>> = {}): Promise<Tab> {
  const path = `/pop-up-${randomUUID()}.html`
  const session = await shopOrder({ methods: ['hosted'], returnUrl: served().shop + path })
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapot</title>
<script type="module" src="${addresses().edge}/pay-checkout.js"></script>
<main><h1>Teapot</h1><pay-checkout session="${session}" presentation="popup"></pay-checkout></main></html>`
  await serve({ path, headers, body })
  const tab = await visits('index')
  await tab.goto(served().shop + path)
  await payLabel(tab, /20/)
  return tab
}

/** With it, the browser's own `open` returns `null`, as with a pop-up blocker. The drivers of browsers turn blockers off. */
const WITHOUT_WINDOWS = 'sandbox allow-scripts allow-same-origin allow-forms'

const forms = async () => operationsSent(await readLedger())

it.each([
  ['a page', {}],
  ['a page that cuts its windows off', { 'Cross-Origin-Opener-Policy': 'same-origin' }],
])('over %s it opens in the click and closes itself, and the order shows the outcome', async (_, headers) => {
  const tab = await visitShop(headers)
  const address = await tab.url()

  const popUp = await windowOf(tab, () => pay(tab))
  await tagText(tab, /Continue in the other window/)
  await payByCard(popUp)

  await expect.poll(() => isClosed(popUp)).toBe(true)
  await statusText(tab, /Thank you/)
  expect(await tab.url()).toBe(address)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('that the browser blocks makes the page itself go there', async () => {
  const tab = await visitShop({ 'Content-Security-Policy': WITHOUT_WINDOWS })

  await pay(tab)
  await payByCard(tab)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('that was closed opens again for the same attempt', async () => {
  const tab = await visitShop()
  const first = await windowOf(tab, () => pay(tab))
  await onHostedPage(first)
  await first.close()

  const second = await windowOf(tab, () => continueToPayment(tab))
  await payByCard(second)

  await statusText(tab, /Thank you/)
  expect(await forms()).toEqual(['sale-form'])
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('is one window for two clicks', async () => {
  const tab = await visitShop()

  const popUp = await windowOf(tab, () => chromiumPage(tab).locator(payButton()).dblclick())
  await payByCard(popUp)

  await statusText(tab, /Thank you/)
  // The order may be settled before the window has closed.
  await expect.poll(() => windowsOf(tab).length).toBe(1)
  expect(await forms()).toEqual(['sale-form'])
})

it('does not open while a detail is missing', async () => {
  const tab = await visitShop()
  await tab.evaluate(`void (document.querySelector('pay-checkout').disabled = true)`)
  expect((await orderOf(tab))?.status).toBe('open')

  await tab.evaluate(`document.querySelector('pay-checkout').submit()`)

  expect(windowsOf(tab)).toHaveLength(1)
  expect(await forms()).toEqual([])
})
