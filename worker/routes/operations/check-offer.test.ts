import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { ask, EDGE, offer, post, refusalOf, SHOP, scriptedOrders } from '../testing/edge.ts'

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

  it('opens nothing', async () => {
    const { asked, ORDERS } = scriptedOrders({})

    await check(await offer(), { ORDERS })

    expect(asked).toEqual([])
  })

  it('can be asked by pages of the shop', async () => {
    const answer = await ask('/v1/offers/check', post({ offer: await offer() }, { Origin: SHOP }))

    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
  })
})
