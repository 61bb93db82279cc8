import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CheckedOffer, CheckoutReply } from '../../../../shared/http-bodies.ts'
import { ask, EDGE, offer, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'

afterEach(() => vi.restoreAllMocks())

const check = (text: string, bindings = {}) => ask('/v1/offers/check', post({ offer: text }), bindings)

/** The same signature under other words. */
async function forged(): Promise<string> {
  const [head, , signature] = (await offer()).split('.')
  const claims = { aud: EDGE, description: 'Send your wages here', currency: 'EUR', amount: '9.00' }
  const payload = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return [head, payload, signature].join('.')
}

describe('POST /v1/offers/check', () => {
  it('names an offer that the merchant signed as its orders do', async () => {
    const text = await offer()
    const { order } = await (await ask('/v1/checkout', post({ offer: text }))).json<CheckoutReply>()

    const answer = await check(text)

    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ digest: order.offer })
  })

  it.each([
    ['that nobody signed', forged, '422 offer-invalid'],
    ['that is none', async () => 'hello', '422 offer-invalid'],
    ['for another edge', () => offer({ aud: 'https://other.example' }), '422 offer-invalid'],
    ['that has expired', () => offer({ exp: 1 }), '422 offer-expired'],
    ['that was withdrawn', () => offer({ item: 'withdrawn-item' }), '422 offer-withdrawn'],
  ])('refuses an offer %s', async (_, make, refusal) => {
    expect(await refusalOf(await check(await make()))).toBe(refusal)
  })

  it('makes no object of an offer without a limit', async () => {
    const none = { getByName: () => expect.fail('an object was addressed') }

    const answer = await check(await offer(), { ORDERS: none, OFFER_LIMITS: none })

    expect(answer.status).toBe(200)
  })

  it('tells of an offer that is sold out, and reserves nothing of another', async () => {
    const asked: string[] = []
    const limits = (isSoldOut: () => Promise<boolean>) => ({
      OFFER_LIMITS: {
        getByName: (name: string) => {
          asked.push(name)
          return { isSoldOut }
        },
      },
    })
    const text = await offer({ limit: 3 })

    expect(
      await refusalOf(
        await check(
          text,
          limits(async () => true),
        ),
      ),
    ).toBe('409 offer-limit')
    const { digest } = await (
      await check(
        text,
        limits(async () => false),
      )
    ).json<{ digest: string }>()
    expect(asked).toEqual([digest, digest])
  })

  it('lets shoppers go on where a counter does not answer', async () => {
    const OFFER_LIMITS = { getByName: () => ({ isSoldOut: () => Promise.reject(new Error('away')) }) }

    expect((await check(await offer({ limit: 3 }), { OFFER_LIMITS })).status).toBe(200)
  })

  it('leaves no row at the counter that it asks', async () => {
    const text = await offer({ limit: 3 })
    const { digest } = await (await check(text)).json<{ digest: string }>()

    const rows = await runInDurableObject(
      env.OFFER_LIMITS.getByName(digest),
      (_, { storage }) => [...storage.kv.list()].length,
    )
    expect(rows).toBe(0)
  })

  it('names a cart as its orders do, and the line that cannot be sold', async () => {
    const cart = [
      { offer: await offer({ item: 'tea' }), quantity: 1 },
      { offer: await offer({ item: 'mug' }) },
    ]
    const { order } = await (await ask('/v1/checkout', post({ lines: cart }))).json<CheckoutReply>()

    const answer = await ask('/v1/offers/check', post({ lines: cart }))

    expect(await answer.json()).toEqual({ digest: order.offer })
    const late = [...cart, { offer: await offer({ item: 'cup', exp: 1 }) }]
    expect(await problemOf(await ask('/v1/offers/check', post({ lines: late })))).toMatchObject({
      code: 'offer-expired',
      fields: ['lines.2.offer'],
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['that is for other pages', { origins: ['https://fair.example'] }, '403 origin-not-allowed'],
    ['that can be paid in no way', { methods: ['card'] }, '422 method-off'],
  ])('refuses a page of the shop an offer %s', async (_, claims, refusal) => {
    const init = post({ offer: await offer(claims) }, { Origin: SHOP })

    expect(await refusalOf(await ask('/v1/offers/check', init))).toBe(refusal)
  })

  it.each([{}, { offer: 'a', lines: [] }, { offer: 'a', quantity: 2 }])(
    'takes no body such as %j',
    async (body) => {
      expect(await refusalOf(await ask('/v1/offers/check', post(body)))).toBe('400 body-malformed')
    },
  )

  it('can be asked by pages of the shop', async () => {
    const answer = await ask('/v1/offers/check', post({ offer: await offer() }, { Origin: SHOP }))

    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
  })

  it('guesses the country from the connection, for this answer alone', async () => {
    const lines = [vi.spyOn(console, 'log'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    const none = { getByName: () => expect.fail('an object was addressed') }
    const from = { ...post({ offer: await offer() }), cf: { country: 'AT' } }

    const answer = await ask('/v1/offers/check', from, { ORDERS: none, OFFER_LIMITS: none })

    expect((await answer.json<CheckedOffer>()).country).toBe('AT')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(lines.flatMap(({ mock }) => mock.calls)).toEqual([])
    const settings = await ask('/v1/settings', { cf: { country: 'AT' } })
    expect(settings.headers.get('Cache-Control')).toContain('public')
    expect(await settings.text()).not.toContain('"AT"')
  })

  it.each(['T1', 'XX', undefined])('guesses no country from %s', async (country) => {
    const answer = await ask('/v1/offers/check', { ...post({ offer: await offer() }), cf: { country } })

    expect(await answer.json()).not.toHaveProperty('country')
  })
})
