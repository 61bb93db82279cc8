import { randomUUID } from 'node:crypto'
import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import {
  alertText,
  fillDetails,
  pay,
  payLabel,
  paymentMethodNames,
  statusText,
  tagText,
} from '../../pages/shop.ts'
import { readLedger, resetSandbox } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import {
  addresses,
  merchantKey,
  offerKey,
  sell,
  serve,
  served,
  WITHDRAWN_ITEM,
} from '../../support/stack/stack.ts'

const { visits } = shopper()

const nowSeconds = () => Math.floor(Date.now() / 1000)

const claims = () => ({
  aud: addresses().edge,
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
  item: 'mug',
  description: 'Mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  origins: [addresses().shop],
  collect: ['email'],
})

const header = () => ({ alg: String(offerKey().alg), kid: String(offerKey().kid), typ: 'pay-offer+jwt' })

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function sign(change: object = {}, headerChange: object = {}, key?: JWK): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...claims(), ...change }))
  const named = { ...header(), ...headerChange }
  const signer = await importJWK((key ?? offerKey()) as JWK, named.alg)
  return new CompactSign(bytes).setProtectedHeader(named).sign(signer)
}

/** Signs with the public key as if it were a secret: an attack with public knowledge alone. */
async function signedWithThePublicKey(): Promise<string> {
  const { d: _, ...publicJwk } = offerKey()
  const secret = new TextEncoder().encode(JSON.stringify(publicJwk))
  const bytes = new TextEncoder().encode(JSON.stringify(claims()))
  return new CompactSign(bytes).setProtectedHeader({ ...header(), alg: 'HS256' }).sign(secret)
}

async function resigned(): Promise<string> {
  const { privateKey } = await generateKeyPair(header().alg, { extractable: true })
  return sign({}, {}, { ...(await exportJWK(privateKey)), alg: header().alg })
}

/** The same signature over another amount. */
async function tampered(): Promise<string> {
  const [head, , signature] = (await sign()).split('.')
  return [head, encode({ ...claims(), amount: '0.01' }), signature].join('.')
}

/** A browser accepts an offer only with some signature. */
const forgedBy = async (make: () => Promise<string>) => `${await make()}c2lnbmF0dXJl`

const unsigned = async () => `${encode({ ...header(), alg: 'none' })}.${encode(claims())}.`

async function checkout(body: object, origin = addresses().shop): Promise<Response> {
  return fetch(`${addresses().local.edge}/v1/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), origin },
    body: JSON.stringify(body),
  })
}

/** Sends a request about an order, with its token or a merchant key. */
const posted = (path: string, bearer: string, body: object = {}) =>
  fetch(`${addresses().local.edge}/v1/orders/${path}`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })

beforeEach(() => resetSandbox())

/** The edge's own page with an offer in its link. */
const payPage = (offer: string) => `${addresses().edge}/pay#offer=${offer}`

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>

describe('the edge’s own page', () => {
  it.each([
    ['nobody signed', () => forgedBy(unsigned)],
    ['somebody else signed', resigned],
    ['was signed for another amount', tampered],
  ])('shows neither text nor price of an offer that %s', async (_, make) => {
    const tab = await visits(payPage(await make()))

    await tab.text('pay-checkout', /no payment to show/)

    const words = await tab.evaluate<string>(
      'document.body.innerText + document.querySelector("pay-checkout").shadowRoot.textContent',
    )
    expect(words).not.toMatch(/Mug|12\.50|0\.01/)
    expect(operationsSent(await readLedger())).toEqual([])
  })

  it.each([
    [1280, 'beside'],
    [390, 'above'],
  ])('%i pixels wide has what is bought %s the form, and names the seller once', async (width, place) => {
    const tab = await visits('about:blank')
    await chromiumPage(tab).setViewportSize({ width, height: 800 })
    await tab.goto(`${addresses().edge}/pay#offer=${await sign()}`)
    await tab.text('pay-checkout', /Mug.*Email/s)

    const [head, field] = await tab.evaluate<[Box, Box]>(
      `['[part=head]', '[part~=field]'].map((part) =>
        document.querySelector('pay-checkout').shadowRoot.querySelector(part).getBoundingClientRect().toJSON())`,
    )
    expect(head.right <= field.left ? 'beside' : head.bottom <= field.top && 'above').toBe(place)
    const seller = `getComputedStyle(document.querySelector('pay-checkout').shadowRoot.querySelector('[part=seller]')).visibility`
    expect(await tab.evaluate(seller)).toBe('hidden')
  })

  it('shows nothing of an offer before the edge has answered', async () => {
    const tab = await visits(`${addresses().edge}/pay`)
    const { promise: word, resolve: speak } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    await chromiumPage(tab).route('**/v1/offers/check', async (route) => {
      isAsked()
      await word
      await route.continue()
    })

    await tab.evaluate(`location.hash = 'offer=${await sign()}'`)
    await asked
    await expect.poll(() => tab.evaluate('!!customElements.get("pay-checkout")')).toBe(true)
    const before = await tab.evaluate<string>('document.querySelector("main").innerText.trim()')
    const within = await tab.evaluate<string>('document.querySelector("pay-checkout").shadowRoot.textContent')
    speak()

    await tab.text('pay-checkout', /Mug/)
    expect(before).toBe('')
    expect(within).not.toMatch(/Mug|12\.50/)
  })

  it('says that the edge cannot be reached, and tries again', async () => {
    const tab = await visits(`${addresses().edge}/pay`)
    const page = chromiumPage(tab)
    await page.route('**/v1/offers/check', (route) => route.abort())
    await tab.evaluate(`location.hash = 'offer=${await sign()}'`)
    await tab.text('#silence', /could not be loaded/)

    await page.unroute('**/v1/offers/check')
    await tab.click('#again')

    await tab.text('pay-checkout', /Mug/)
    await tab.gone('#silence')
  })

  it('sells what the merchant signed', async () => {
    const tab = await visits(payPage(await sign()))
    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})

describe('an offer', () => {
  it.each<[string, () => Promise<string>, string]>([
    ['with another amount', tampered, 'offer-invalid'],
    ['signed with another key', resigned, 'offer-invalid'],
    ['that nobody signed', unsigned, 'offer-invalid'],
    ['signed with the public key as a secret', signedWithThePublicKey, 'offer-invalid'],
    ['of another type', () => sign({}, { typ: 'JWT' }), 'offer-invalid'],
    ['for another edge', () => sign({ aud: 'https://pay.example.com' }), 'offer-invalid'],
    ['that has expired', () => sign({ exp: nowSeconds() - 1 }), 'offer-expired'],
    ['that was withdrawn', () => sign({ item: WITHDRAWN_ITEM }), 'offer-withdrawn'],
    ['of a currency that is none', () => sign({ currency: 'XXX' }), 'offer-invalid'],
    ['with more decimals than the currency has', () => sign({ amount: '12.505' }), 'offer-invalid'],
    ['that sends money out', () => sign({ intent: 'payout' }), 'offer-invalid'],
    ['that is no offer', async () => 'hello', 'offer-invalid'],
  ])('%s is refused', async (_, make, code) => {
    const reply = await checkout({ offer: await make() })

    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(await reply.json()).toMatchObject({ code })
    expect(operationsSent(await readLedger())).toEqual([])
  })

  it.each([
    ['an amount of the page’s own', { amount: '0.01' }, 422, 'amount-invalid'],
    ['more units than the offer allows', { quantity: 2 }, 422, 'quantity-invalid'],
    ['a currency of the page’s own', { currency: 'JPY' }, 400, 'body-malformed'],
    ['a return address elsewhere', { returnUrl: 'https://evil.example/' }, 422, 'return-url-invalid'],
  ])('does not take %s', async (_, change, status, code) => {
    const reply = await checkout({ offer: await sign(), ...change })

    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ code })
    expect(operationsSent(await readLedger())).toEqual([])
  })

  it('is not sold on pages that it does not name', async () => {
    const reply = await checkout({ offer: await sign({ origins: ['https://other.example'] }) })

    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ code: 'origin-not-allowed' })
    expect(operationsSent(await readLedger())).toEqual([])
  })

  it('is not sold on pages that the edge does not know, and the tag there says why', async () => {
    const elsewhere = served().shop.replace('shop.', 'elsewhere.')
    const tag = `<pay-checkout offer="${await sign()}"></pay-checkout>`
    const script = `<script type="module" src="${addresses().edge}/pay-checkout.js"></script>`
    const record = `<script>addEventListener('pay-failed', ({ error }) => { window.failed = error })</script>`
    const body = `<!doctype html><html lang="en"><title>Elsewhere</title>${record}${script}<main><h1>Mug</h1>${tag}</main></html>`
    await serve({ path: '/elsewhere', body })
    const tab = await visits(`${elsewhere}/elsewhere`)

    await fillDetails(tab, { email: EMAIL })

    await tagText(tab, /not set up to take payments/)
    expect(await tab.evaluate('window.failed')).toMatchObject({
      code: 'origin-not-allowed',
      recoverable: false,
    })
    expect(operationsSent(await readLedger())).toEqual([])
  })

  it('that names no ways to pay has those of the edge from the start, and the same after a decline', async () => {
    const tab = await visits(payPage(await sign()))
    await payLabel(tab, /12\.50/)
    const before = await paymentMethodNames(tab)

    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '116' })

    await statusText(tab, /declined/)
    expect(await paymentMethodNames(tab)).toEqual(before)
    expect(before).toEqual(['Secure payment page', 'Other ways to pay'])
  })

  it('of one unit that a stranger reserves is free once the merchant cancels', async () => {
    const offer = await sign({ item: randomUUID(), limit: 1 })
    const reply = await checkout({ offer, customer: { email: EMAIL } })
    const { order: stranger, token } = (await reply.json()) as CheckoutReply
    expect((await posted(`${stranger.id}/pay`, token, { method: 'hosted' })).status).toBe(200)
    const tab = await visits(payPage(offer))
    await pay(tab, { email: EMAIL })
    await alertText(tab, /already being paid for from your internet connection/)

    await expect.poll(async () => (await posted(`${stranger.id}/cancel`, merchantKey())).status).toBe(200)

    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    const left = await fetch(`${addresses().local.edge}/v1/orders/${stranger.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await left.json()).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('of one unit is paid once', async () => {
    const page = await sell({ offer: { ...claims(), item: randomUUID(), limit: 1 } as never })
    const first = await visits(page)
    await pay(first, { email: EMAIL })
    await payByCard(first)
    await statusText(first, /Thank you/)

    const second = await visits(page, { profile: 'another' })
    await second.click('pay-checkout [name=email]')

    await tagText(second, /sold out/i)
    expect(operationsSent(await readLedger())).toEqual(['sale-form'])
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})

it('a page that changes its offer while it delays the click sells neither, and a new click pays the shown price', async () => {
  const tab = await visits(await sell({ offer: MUG }))
  const dear = await sign({ item: 'vase', description: 'Vase', amount: '99.00', methods: ['hosted'] })
  await tab.evaluate(`(() => {
    const tag = document.querySelector('pay-checkout')
    tag.addEventListener('pay-failed', ({ error }) => { document.title = error.code })
    const swap = (event) => event.waitUntil(new Promise((goOn) => {
      tag.offer = ${JSON.stringify(dear)}
      tag.updateComplete.then(goOn)
    }))
    tag.addEventListener('pay-submit', swap, { once: true })
  })()`)

  await pay(tab, { email: EMAIL })

  await expect.poll(() => tab.evaluate('document.title')).toBe('terms-changed')
  await payLabel(tab, /99/)
  expect(operationsSent(await readLedger())).toEqual([])
  await pay(tab)
  await payByCard(tab)
  // Back on the page, which sells what it did before.
  await tab.waitForUrl(/pay-order/)
  await payLabel(tab)
  await expect.poll(moneyMoved).toEqual(['charge 99.00 EUR'])
})
