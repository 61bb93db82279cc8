import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { cardForm, payWithCard } from '../../pages/card-form.ts'
import { fillDetails, PRESS_NOW, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { readLedger } from '../../support/ledger.ts'
import { oldestRelease, oldestScript } from '../../support/page-libraries.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { mug, page, paysForTheMug, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

const DIGESTS = fileURLToPath(new URL('../../../releases/0.1.0.json', import.meta.url))

it('the oldest tag that a page may have pinned pays at this edge', async () => {
  const { files } = JSON.parse(await readFile(DIGESTS, 'utf8'))
  const body = await oldestRelease()
  const url = `${addresses().edge}/v/0.1.0/pay-checkout.js`
  // The browser runs it only if it has the digest of the release.
  const script = `<script type="module" src="${url}" integrity="${files['pay-checkout.js']}" crossorigin="anonymous"></script>`
  const address = await strangePage(({ tag }) => page(script, tag))
  const tab = await visits(`${addresses().shop}/thanks.html`)
  const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }
  await chromiumPage(tab).route(url, (route) => route.fulfill({ headers, body }))
  await chromiumPage(tab).goto(address)

  await paysForTheMug(tab)

  expect(await tab.evaluate<string>(`document.querySelector('pay-checkout').order.status`)).toBe('approved')
})

it('the oldest tag tells a decline itself, and takes another card in the present card form', async () => {
  const { edge } = addresses()
  const tag = `<pay-checkout edge="${edge}" session="${await shopOrder()}"></pay-checkout>`
  const script = await oldestScript()
  const tab = await visits(await strangePage(() => page(script, tag)))

  await payWithCard(tab, { number: '4000000000046005' })
  await statusText(tab, /declined/)

  expect(await tab.text('pay-checkout #status-text')).toMatch(/^Nothing was charged/)
  const form = await cardForm(tab)
  expect(await form.evaluate(`document.querySelectorAll('[aria-invalid=true]').length`)).toBe(0)
  await payWithCard(tab)
  await statusText(tab, /Payment approved/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

const ORDER = `document.querySelector('pay-checkout').order`

const STAYS = `addEventListener('pay-redirect', (event) => event.preventDefault())`

it('a tab with the oldest tag and one with the present one, clicked at once, make one order and one form', async () => {
  const { edge } = addresses()
  const offer = await mug()
  const tag = `<pay-checkout edge="${edge}" offer="${offer}"></pay-checkout>`
  const scripts = [await oldestScript(), `<script type="module" src="${edge}/pay-checkout.js"></script>`]
  const tabs: Tab[] = []
  for (const script of scripts) tabs.push(await visits(await strangePage(() => page(script, tag))))
  for (const tab of tabs) await tab.evaluate(STAYS)
  for (const tab of tabs) await fillDetails(tab, { email: EMAIL })

  await Promise.all(tabs.map((tab) => tab.evaluate(PRESS_NOW)))

  const waiting = (tab: Tab) => tab.evaluate<string>(`${ORDER}?.status === 'redirect' ? ${ORDER}.id : ''`)
  for (const tab of tabs) await expect.poll(() => waiting(tab)).not.toBe('')
  const [one, other] = await Promise.all(tabs.map(waiting))
  expect(other).toBe(one)
  expect(operationsSent(await readLedger())).toEqual(['sale-form'])
})
