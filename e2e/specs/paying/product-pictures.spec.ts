/** Pictures of products, which the edge's own page draws, and no page of a shop. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { shopMerchant } from '../../../shop/catalog.ts'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { measureShift, shiftOf } from '../../support/layout-shift.ts'
import { read } from '../../support/merchant/server.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, merchantKey, redeploy, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Where the merchant keeps pictures. Nothing answers there but the tests. */
const PICTURES = 'https://pictures.example'

beforeAll(() =>
  redeploy('edge', {
    MERCHANT: JSON.stringify({ ...shopMerchant(addresses().shop), imageOrigins: [PICTURES] }),
  }),
)
afterAll(() => redeploy('edge'))

async function made(name: string, amount: string, image?: string): Promise<string> {
  const headers = { authorization: `Bearer ${merchantKey()}`, 'content-type': 'application/json' }
  const id = `pictured-${randomUUID()}`
  const product = {
    ...{ id, name, currency: 'EUR', intent: 'sale', amount, image },
    ...{ methods: ['hosted'], collect: ['email'], shown: true },
  }
  const url = `${addresses().local.edge}/v1/products`
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(product) })
  expect(reply.status).toBe(200)
  return id
}

const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`

/** A request for a picture, with what it told of where it came from. */
interface Asked {
  readonly url: string
  readonly referrer: string | undefined
}

/**
 * Answers every request for a picture of the merchant's, and notes it. A picture named `missing` is not there.
 *
 * @param from When the answers begin.
 */
async function pictured(tab: Tab, from?: Promise<void>): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  await chromiumPage(tab).route(`${PICTURES}/**`, async (route) => {
    await from
    const request = route.request()
    asked.push({ url: request.url(), referrer: request.headers().referer })
    if (request.url().includes('missing')) return route.fulfill({ status: 404 })
    return route.fulfill({ contentType: 'image/svg+xml', body: drawing('darkcyan') })
  })
  return asked
}

/** Follows an address in a tab whose pictures are answered. */
async function opened(address: string, from?: Promise<void>): Promise<{ tab: Tab; asked: readonly Asked[] }> {
  const tab = await visits(`${addresses().edge}/pay`)
  const asked = await pictured(tab, from)
  await measureShift(tab)
  await chromiumPage(tab).goto('about:blank')
  await chromiumPage(tab).goto(address)
  return { tab, asked }
}

const payPage = (product: string) => `${addresses().edge}/pay#product=${product}`

/** Opens an order of a cart as a page does, and has the gateway make its form. @returns The form's address. */
async function formOf(lines: readonly object[]): Promise<string> {
  const checkout = { lines, customer: { email: EMAIL } }
  const { order, token } = await sent<CheckoutReply>('/v1/checkout', checkout)
  await sent(`/v1/orders/${order.id}/pay`, { method: 'hosted' }, token)
  const form = async () => (await read(order.id)).action?.url
  await expect.poll(form).toBeTruthy()
  return (await form()) ?? expect.fail()
}

async function sent<Body>(path: string, body: object, token?: string): Promise<Body> {
  const reply = await fetch(addresses().local.edge + path, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Body
}

/** Has a page load a picture from another place. @returns What the page's policy says of it. */
const refusedBy = (tab: Tab, url: string) =>
  tab.evaluate<string>(`new Promise((resolve) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      resolve(effectiveDirective + ' ' + blockedURI))
    Object.assign(new Image(), { onload: () => resolve('none'), src: ${JSON.stringify(url)} })
  })`)

/** The pictures that a shopper sees in the tag, and the line that each stands in. */
const seen = (tab: Tab) =>
  tab.evaluate<string[]>(`(() => {
    const pictures = document.querySelector('pay-checkout').shadowRoot.querySelectorAll('img')
    return [...pictures].filter((one) => one.checkVisibility() && one.naturalWidth)
      .map((one) => new URL(one.src).pathname + ' ' + one.parentElement.textContent)
  })()`)

describe('a product’s picture', () => {
  it('stands beside its name before and after the payment, and moves nothing as it comes', async () => {
    const mug = await made('Heather mug', '12.50', `${PICTURES}/mug.svg`)
    const { tab, asked } = await opened(payPage(mug))

    await payLabel(tab, /12\.50|Continue/)
    await expect.poll(() => seen(tab)).toEqual(['/mug.svg Heather mug'])
    expect(await shiftOf(tab)).toBeLessThan(0.005)
    expect(asked).toEqual([{ url: `${PICTURES}/mug.svg`, referrer: undefined }])

    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    await expect.poll(() => seen(tab)).toEqual(['/mug.svg Heather mug'])
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('stands in each line of a cart whose shopper comes back to the edge’s own page', async () => {
    const lines = [
      { product: await made('Heather mug', '12.50', `${PICTURES}/mug.svg`), quantity: 1 },
      { product: await made('Wool hat', '29.00') },
      { product: await made('A set of six plates for breakfast', '18.00', `${PICTURES}/plate.svg`) },
    ]
    const pictures = Promise.withResolvers<void>()
    const { tab } = await opened(await formOf(lines), pictures.promise)

    await payByCard(tab)

    await statusText(tab, /Thank you/)
    // Sums are drawn as EUR 12.50 for some milliseconds; that is no picture's doing.
    await tagText(tab, /€12\.50/)
    const before = await shiftOf(tab)
    pictures.resolve()
    await expect
      .poll(() => seen(tab))
      .toEqual(['/mug.svg Heather mug', '/plate.svg A set of six plates for breakfast'])
    expect((await shiftOf(tab)) - before).toBeLessThan(0.005)
  })

  it('is all that the page’s policy lets in besides the shop’s logo', async () => {
    const mug = await made('Heather mug', '12.50', `${PICTURES}/mug.svg`)
    const { tab } = await opened(payPage(mug))
    await expect.poll(() => seen(tab)).toHaveLength(1)

    expect(await refusedBy(tab, 'https://elsewhere.example/mug.svg')).toBe(
      'img-src https://elsewhere.example/mug.svg',
    )
  })

  it('that is not there leaves the line as one without', async () => {
    const mug = await made('Heather mug', '12.50', `${PICTURES}/missing.svg`)
    const { tab, asked } = await opened(payPage(mug))

    await payLabel(tab, /12\.50|Continue/)
    await expect
      .poll(() =>
        tab.evaluate(
          `document.querySelector('pay-checkout').shadowRoot.querySelector('img').checkVisibility()`,
        ),
      )
      .toBe(false)
    expect(asked).toHaveLength(1)
  })

  it('is asked for by no page of a shop', async () => {
    const mug = await made('Heather mug', '12.50', `${PICTURES}/mug.svg`)
    const { edge } = addresses()
    const path = `/${mug}.html`
    const body = `<!doctype html><html lang="en"><title>Mug</title><script type="module" src="${edge}/pay-checkout.js"></script>
      <pay-checkout product="${mug}"></pay-checkout>`
    await serve({ path, body })
    const { tab, asked } = await opened(served().shop + path)

    await payLabel(tab, /12\.50|Continue/)

    expect(asked).toEqual([])
  })
})
