import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOfferKey, type OfferKey, publicKeySet } from '../cli/keys.ts'
import { signingInput } from '../shared/offer.ts'
import { buildShop } from './build.ts'

const EDGE = 'http://pay.localhost:8787'
const ORIGIN = 'http://shop.localhost:5173'
const MORNING = Date.UTC(2027, 0, 15, 6)
const EVENING = Date.UTC(2027, 0, 15, 22)
const POLICY =
  `default-src 'none'; script-src ${EDGE}; connect-src ${EDGE} ws://pay.localhost:8787; frame-src ${EDGE}; ` +
  "require-trusted-types-for 'script'; trusted-types pay-checkout"

let key: OfferKey
let out: string

beforeAll(async () => {
  key = await makeOfferKey('ES256')
  out = await mkdtemp(join(tmpdir(), 'pay-checkout-shop-'))
  const claims = {
    item: 'pin',
    description: 'A "pin" & more',
    currency: 'JPY',
    intent: 'sale',
    amount: '500',
  }
  await buildShop({
    ...{ edge: EDGE, origin: ORIGIN, key, out, now: MORNING },
    docs: 'http://docs.localhost:5172',
    extra: {
      pin: {
        offer: { ...claims, limit: 1 },
        attributes: { quantity: '2', 'return-url': `${ORIGIN}/a?b=1&c="` },
      },
      forged: { offer: 'not.an.offer' },
    },
  })
})

afterAll(() => rm(out, { recursive: true }))

const page = (name: string) => readFile(join(out, `${name}.html`), 'utf8')
const offerOn = async (name: string) => /<pay-checkout offer="([^"]+)"/.exec(await page(name))?.[1] ?? ''
const policyOf = async (name: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(await page(name))?.[1]

it('lets the documentation sell the first product, and nothing else', async () => {
  const { edge, offer } = JSON.parse(await readFile(join(out, 'live-tag.json'), 'utf8'))

  expect(edge).toBe(EDGE)
  expect(decodeJwt(offer)).toMatchObject({
    item: 'mug-heather',
    aud: EDGE,
    origins: ['http://docs.localhost:5172'],
  })
})

describe('the shop', () => {
  it('has the same pages in English and German, and one for each extra offer', async () => {
    const pages = async (folder: string) =>
      (await readdir(folder)).filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -5))

    const shop = [
      'cart',
      'donation',
      'hotel',
      'index',
      'invoice',
      'juice',
      'mug',
      'plate',
      'privacy',
      'subscription',
    ]
    shop.push('terms', 'thanks')
    expect((await pages(join(out, 'de'))).sort()).toEqual(shop)
    expect((await pages(out)).sort()).toEqual([...shop, 'forged', 'pin'].sort())
  })

  it.each([
    ['mug', { intent: 'sale', amount: '12.50', quantity: { min: 1, max: 5 } }],
    [
      'donation',
      { intent: 'sale', min: '2.00', max: '500.00', suggested: ['5.00', '10.00', '25.00', '50.00'] },
    ],
    ['hotel', { intent: 'preauth', amount: '96.00', collect: ['email', 'name'] }],
    ['plate', { intent: 'sale', amount: '18.00', quantity: { min: 1, max: 12 } }],
    ['juice', { intent: 'sale', amount: '4.20', quantity: { min: 1, max: 12 } }],
    ['invoice', { intent: 'sale', amount: '140.00', limit: 1 }],
    ['subscription', { intent: 'sale', amount: '24.00' }],
    ['de/mug', { description: 'Heidebecher, 300 ml', amount: '12.50' }],
    ['pin', { intent: 'sale', amount: '500', limit: 1 }],
  ])('sells on %s.html what was signed for this edge and this shop', async (name, expected) => {
    const keys = createLocalJWKSet({ keys: [...publicKeySet([key]).keys] })

    const { payload } = await compactVerify(await offerOn(name), keys)

    const claims = JSON.parse(new TextDecoder().decode(payload))
    expect(claims).toMatchObject({ aud: EDGE, origins: [ORIGIN], ...expected })
  })

  it.each(['mug', 'donation', 'hotel', 'pin'])(
    'links on %s.html to the payment page with the same offer',
    async (name) => {
      const text = await page(name)

      expect(text).toContain(`><a href="${EDGE}/pay#offer=${await offerOn(name)}">`)
    },
  )

  it.each(['mug', 'donation', 'hotel', 'thanks', 'index', 'cart'])(
    'allows %s.html its sheet, its pictures, the cart and the tag',
    async (name) => {
      const policy = POLICY.replace('script-src', "script-src 'self'")
      expect(await policyOf(name)).toBe(`${policy}; style-src 'self'; img-src 'self'`)
    },
  )

  it('lets an extra page load the tag and nothing else', async () => {
    expect(await policyOf('pin')).toBe(POLICY)
  })

  it.each(['mug', 'donation', 'hotel', 'thanks', 'index', 'cart', 'pin'])(
    'has no inline script or style on %s.html',
    async (name) => {
      const text = await page(name)

      expect(text).not.toMatch(
        /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src="(http:\/\/pay\.localhost:8787)?\/)/,
      )
    },
  )

  it('links to gallery and counter on the front page only, and only if they exist', async () => {
    const plain = await page('index')

    await buildShop({ edge: EDGE, origin: ORIGIN, key, out, now: MORNING, isDev: true })

    expect([plain, await page('mug')].filter((text) => text.includes('/counter'))).toEqual([])
    expect(await page('index')).toMatch(/href="\/gallery\.html"[\s\S]*href="\/counter"/)
  })

  it('takes a card in the page for the mug alone, whatever the edge supports', async () => {
    const offers = await Promise.all(['mug', 'donation', 'hotel'].map(offerOn))

    expect(offers.map((offer) => decodeJwt(offer).methods)).toEqual([
      ['card', 'hosted'],
      ['hosted'],
      ['hosted'],
    ])
  })

  it.each(['', 'de/'])(
    'has in %scart.html the offers of the pages whose things fit into the cart',
    async (folder) => {
      const offers = [...(await page(`${folder}cart`)).matchAll(/data-offer="([^"]+)"/g)].map(
        ([, one]) => one,
      )

      expect(offers).toEqual(
        await Promise.all(['mug', 'plate', 'juice'].map((name) => offerOn(folder + name))),
      )
    },
  )

  it('has a button that fills the cart where several can be bought, and nowhere else', async () => {
    const names = ['mug', 'plate', 'juice', 'donation', 'hotel', 'subscription', 'invoice', 'index', 'thanks']
    const pages = await Promise.all(names.map(page))

    expect(names.filter((_, index) => pages[index]?.includes('data-add='))).toEqual(['mug', 'plate', 'juice'])
  })

  it('sells an invoice once, whichever language its page has', async () => {
    expect(signingInput(await offerOn('de/invoice'))).toBe(signingInput(await offerOn('invoice')))
  })

  it('says beside the subscription that nothing is charged later', async () => {
    expect(await page('subscription')).toContain('nothing is charged after today')
  })

  it('names the invoice on no other page', async () => {
    expect(await page('index')).not.toContain('invoice.html')
  })

  it.each([
    ['mug', '/de/mug.html'],
    ['de/mug', '/mug.html'],
  ])('links from %s to the same page in the other language', async (name, other) => {
    expect(await page(name)).toContain(`href="${other}" lang="`)
  })

  it('returns German shoppers to a German page', async () => {
    expect(await page('de/mug')).toContain(`return-url="${ORIGIN}/de/thanks.html"`)
  })

  it('has a result tag, without an offer, on the thank-you page', async () => {
    expect(await page('thanks')).toContain('<pay-checkout><p>')
  })

  it('returns shoppers to the thank-you page', async () => {
    expect(await page('mug')).toContain(`return-url="${ORIGIN}/thanks.html"`)
  })

  it('escapes its input', async () => {
    expect(await page('pin')).toContain(`quantity="2" return-url="${ORIGIN}/a?b=1&amp;c=&quot;"`)
  })

  it('puts a finished offer on the page unchanged', async () => {
    expect(await offerOn('forged')).toBe('not.an.offer')
  })

  it('keeps room for the tag in its sheet', async () => {
    const sheet = await readFile(join(out, 'shop.css'), 'utf8')

    expect(sheet).toMatch(/pay-checkout:not\(:defined\) \{\s+display: block;\s+min-block-size: 20rem;\s+\}/)
  })

  it('sets only style properties that the tag has', async () => {
    const sheet = await readFile(join(out, 'shop.css'), 'utf8')
    const tokens = await readFile(join(import.meta.dirname, '../docs/appearance.md'), 'utf8')

    const set = [...sheet.matchAll(/--pay-([\w-]+):/g)].map(([, name]) => name)

    expect(set).not.toEqual([])
    expect(set.filter((name) => !tokens.includes(`\`--pay-${name}\``))).toEqual([])
  })

  it('makes the same offers again on the same day', async () => {
    const before = await offerOn('mug')

    await buildShop({ edge: EDGE, origin: ORIGIN, key, out, now: EVENING })

    const after = await offerOn('mug')
    expect(signingInput(after)).toBe(signingInput(before))
    expect(decodeJwt(after).exp).toBeGreaterThan(EVENING / 1000)
  })

  it('refuses an invalid extra offer', async () => {
    const build = buildShop({
      edge: EDGE,
      origin: ORIGIN,
      key,
      out,
      extra: { free: { offer: { item: 'free' } } },
    })

    await expect(build).rejects.toThrow('no offer: description: missing')
  })
})
