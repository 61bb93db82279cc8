/** Checkouts that pay at once: what the order is handed, who may send them, and what a refusal leaves. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { scopeOf } from '../../../credentials/order-tokens.ts'
import type { PaymentRequest } from '../../../order/attempt-start.ts'
import {
  ask,
  config,
  EDGE,
  offer,
  opened,
  post,
  problemOf,
  refusalOf,
  SHOP,
  scriptedOrders,
} from '../../testing/edge.ts'

const customer = { email: 'a@b.example' }

const card = {
  number: '4111 1111-1111 1111',
  holder: 'A B',
  expiryMonth: '12',
  expiryYear: '2099',
  cvv: '123',
}

const hosted = { method: 'hosted', customer }
const byCard = { method: 'card', card, customer }

/** Offers may be paid by card. */
const CARDS = {
  CHECKOUT_METHODS: '["card","hosted"]',
  LIMITS: '{"cardsForOffers":"auto"}',
  CARD_DIGEST_KEY: 'k'.repeat(32),
}

const KEY = { 'Idempotency-Key': 'a-key-of-this-page' }

/** Orders that record how they are opened, and answer with one that exists. */
async function orders() {
  const { order } = await opened()
  const value = { order: { ...order, status: 'sending' }, openedAt: Date.now() }
  return scriptedOrders({ checkOut: { ok: true, value } })
}

const wishOf = ({ asked }: { asked: readonly unknown[][] }) =>
  asked.map(([, , , wish]) => wish as PaymentRequest)

describe('POST /v1/checkout with pay', () => {
  it('hands the order what is sold and how it is paid in one call, and answers with a token that pays', async () => {
    const { asked, ORDERS } = await orders()
    const init = post(
      {
        offer: await offer(),
        customer: { email: 'b@b.example', phone: '12345678' },
        pay: { ...hosted, wait: 5 },
      },
      { ...KEY, 'CF-Connecting-IP': '192.0.2.7', Origin: SHOP },
    )

    const response = await ask('/v1/checkout', init, { ORDERS })

    const { order, token } = await response.json<CheckoutReply>()
    const [[id = '', ...call] = []] = asked
    expect(asked).toHaveLength(1)
    expect(call).toEqual([
      'checkOut',
      expect.objectContaining({ id, amountMinor: 1250 }),
      {
        key: 'a-key-of-this-page.1',
        method: 'hosted',
        customer: { email: 'a@b.example', phone: '12345678' },
        ip: '192.0.2.7',
        waitMs: 5000,
      },
    ])
    expect(order.status).toBe('sending')
    expect(await scopeOf(config, { id, token }, Date.now())).toMatchObject({ value: { scope: 'pay' } })
  })

  it('hands on no digest, so that a second tab joins with any body', async () => {
    const scripted = await orders()

    for (const pay of [hosted, byCard])
      await ask('/v1/checkout', post({ offer: await offer(), pay }, KEY), { ...CARDS, ...scripted })

    expect(wishOf(scripted).map(({ key, bodyDigest }) => [key, bodyDigest])).toEqual([
      ['a-key-of-this-page.1', undefined],
      ['a-key-of-this-page.1', undefined],
    ])
  })

  it.each<[string, object, object, string]>([
    ['a card that is wrong', { pay: { ...byCard, card: { ...card, cvv: '98765' } } }, {}, '422 card-invalid'],
    ['a card that is missing', { pay: { method: 'card' } }, {}, '400 body-malformed'],
    [
      'shopper’s data that are wrong',
      { pay: { ...hosted, customer: { email: 'x' } } },
      {},
      '422 customer-invalid',
    ],
    ['a longer wait', { pay: { ...hosted, wait: 6 } }, {}, '400 body-malformed'],
    [
      'what needs a private key, without one',
      { pay: { method: 'payment-page' } },
      { GATEWAY_PRIVATE_KEY: undefined, GATEWAY_PROFILE: '{"schemes":{"payment-form":"rsa-sha256"}}' },
      '503 private-key-missing',
    ],
  ])('asks no order for %s', async (_, request, settings, refusal) => {
    const { asked, ORDERS } = await orders()

    const response = await ask('/v1/checkout', post({ offer: await offer(), ...request }), {
      ...CARDS,
      ...settings,
      ORDERS,
    })

    expect(await refusalOf(response)).toBe(refusal)
    expect(asked).toEqual([])
  })

  it('shows in a refusal what would have been opened, and tells no token', async () => {
    const body = { offer: await offer(), pay: { method: 'hosted' } }

    const problem = await problemOf(await ask('/v1/checkout', post(body, KEY)))

    expect(problem).toMatchObject({ status: 422, code: 'collect-missing', fields: ['email'] })
    expect(problem.order).toMatchObject({ status: 'open', attempts: [] })
    expect(problem).not.toHaveProperty('token')
    const again = await ask('/v1/checkout', post({ ...body, pay: hosted }, KEY))
    expect((await again.json<CheckoutReply>()).order).toMatchObject({
      id: problem.order?.id,
      attempts: [{ number: 1 }],
    })
  })
})

describe('the edge’s own frame', () => {
  const FAIR = 'https://fair.example'

  it.each<[string, string | undefined, string | undefined, Record<string, unknown>, number]>([
    ['of the shop', EDGE, SHOP, {}, 200],
    ['of the edge itself, where payment links lead', EDGE, EDGE, { origins: [] }, 200],
    ['that it does not tell', EDGE, undefined, {}, 403],
    ['that the offer leaves out', EDGE, SHOP, { origins: [FAIR] }, 403],
    ['that only the offer names', EDGE, FAIR, { origins: [FAIR] }, 403],
    ['of a stranger', EDGE, 'https://evil.example', {}, 403],
    ['without an origin', EDGE, 'null', {}, 403],
  ])('sells by card in a page %s', async (_, sender, origin, claims, status) => {
    const { asked, ORDERS } = await orders()
    const headers = sender ? { Origin: sender } : {}
    const init = post({ offer: await offer(claims), pay: byCard, origin }, headers)

    const response = await ask('/v1/checkout', init, { ...CARDS, ORDERS })

    expect(response.status).toBe(status)
    expect(asked).toHaveLength(status === 200 ? 1 : 0)
    if (status === 403) expect((await problemOf(response)).code).toBe('origin-not-allowed')
  })

  it.each<[string, string, string, Record<string, unknown>]>([
    ['another page than its own', SHOP, EDGE, { origins: [FAIR] }],
    ['an allowed page in a page of a stranger', 'https://evil.example', SHOP, {}],
  ])('is not what a page becomes that tells of %s', async (_, sender, origin, claims) => {
    const init = post({ offer: await offer(claims), pay: hosted, origin }, { Origin: sender })

    expect(await refusalOf(await ask('/v1/checkout', init))).toBe('403 origin-not-allowed')
  })

  it('sends no shopper back to where the offer does not allow it, from any page', async () => {
    const init = post(
      { offer: await offer(), pay: byCard, origin: SHOP, returnUrl: 'https://evil.example/' },
      { Origin: EDGE },
    )

    expect(await refusalOf(await ask('/v1/checkout', init, CARDS))).toBe('422 return-url-invalid')
  })
})
