/** The gateway's pages in frames and pop-ups that a page of the shop opens by itself. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { shopperClient } from '../../../packages/server/src/server.ts'
import type { Presentation } from '../../../shared/http-bodies.ts'
import type { Tab } from '../../browser.ts'
import { isClosed, windowOf } from '../../engines/chromium.ts'
import { edge, merchant } from '../../support/merchant/server.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** An order whose shopper may go to the gateway's page, and a way to read its status. */
async function waitingAt(presentation: Presentation) {
  const { order, token } = await merchant().createOrder({
    ...{ reference: `shown-${randomUUID()}`, intent: 'sale', amount: '20.00', currency: 'EUR' },
    ...{ description: 'Teapot', methods: ['hosted'], customer: { email: 'ann@example.com' } },
    returnUrl: `${served().shop}/teapot-thanks.html`,
  })
  const page = shopperClient({ ...edge(), token })
  await page.payOrder(order, { id: 'first', method: 'hosted', presentation })
  const look = () => page.getOrder(order)
  await expect.poll(async () => (await look()).status).toBe('redirect')
  return { look, action: (await look()).action ?? expect.fail() }
}

/** A page of the shop that opens an address by itself, and records the messages that it receives. */
async function shop(body: string, headers: Record<string, string> = {}): Promise<Tab> {
  const path = `/gateway-page-${randomUUID()}.html`
  await serve({
    path,
    headers,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapot</title><main><h1>Teapot</h1>
<script>heard = []; addEventListener('message', ({ origin, data }) => heard.push([origin, data]))</script>
${body}</main></html>`,
  })
  const tab = await visits('index')
  await tab.goto(served().shop + path)
  return tab
}

const CARD = { '#number': '4444555566661111', '#expiry': '12/39', '#code': '123', '#holder': 'Ann Example' }

it('in a frame takes the card without moving the shop’s page, and ends with a message to it', async () => {
  const { look, action } = await waitingAt('frame')
  const tab = await shop(
    `<iframe id="pay" title="Payment" width="800" height="700" src="${action.frame}"></iframe>`,
  )
  const address = await tab.url()

  const gateway = await (await tab.frame('#pay')).frame('iframe[name=bank]')
  for (const [field, text] of Object.entries(CARD)) await gateway.type(field, text)
  await gateway.click('[name=card] button[value=pay]')

  await expect.poll(async () => (await look()).status).toBe('approved')
  await expect.poll(() => tab.evaluate('heard')).toContainEqual([addresses().edge, 'pay-checkout:done'])
  expect(await tab.url()).toBe(address)
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})

it.each([
  ['over a page', {}],
  ['over a page that cuts its windows off', { 'Cross-Origin-Opener-Policy': 'same-origin' }],
])('in a pop-up %s closes it, and the order tells what came of it', async (_, headers) => {
  const { look, action } = await waitingAt('popup')
  const tab = await shop('<button>Pay</button>', headers)
  await tab.evaluate(`document.querySelector('button').onclick = () => {
    const shown = open('')
    shown.location = ${JSON.stringify(action.url)}
  }`)

  const popUp = await windowOf(tab, () => tab.click('button'))
  for (const [field, text] of Object.entries(CARD)) await popUp.type(field, text)
  await popUp.click('[name=card] button[value=pay]')
  await expect.poll(() => isClosed(popUp)).toBe(true)

  await expect.poll(async () => (await look()).status).toBe('approved')
  expect(await tab.evaluate('heard')).toEqual([])
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})

it('that was meant for a frame and is opened in full goes on to the shop', async () => {
  const { look, action } = await waitingAt('frame')
  const tab = await shop(`<a id="full" href="${action.url}">Open in full page</a>`)
  await serve({
    path: '/teapot-thanks.html',
    body: '<!doctype html><html lang="en"><title>Thanks</title><main><h1>Thanks</h1></main></html>',
  })

  await tab.click('#full')
  for (const [field, text] of Object.entries(CARD)) await tab.type(field, text)
  await tab.click('[name=card] button[value=pay]')

  await tab.waitForUrl(/teapot-thanks\.html#pay-order=/)
  await expect.poll(async () => (await look()).status).toBe('approved')
})
