import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, opened, post, problemOf, refusalOf, scriptedOrders } from './testing/edge.ts'

const id = 'A'.repeat(32)
const key = 'a-key-of-this-follow-up'
const ORDER = { id, followUps: [] }

function call(path: string, body: object, answers: Readonly<Record<string, unknown>>) {
  const { asked, ORDERS } = scriptedOrders(answers)
  const init = post(body, { ...merchant(), 'Idempotency-Key': key })
  return { asked, response: ask(path, init, { ORDERS }) }
}

const done = { ok: true, value: ORDER }

describe('what is done with a payment afterwards', () => {
  it.each([
    [`/v1/orders/${id}/capture`, {}, { kind: 'capture' }],
    [
      `/v1/orders/${id}/capture`,
      { amount: '1.00', currency: 'EUR' },
      { kind: 'capture', amount: '1.00', currency: 'EUR' },
    ],
    [`/v1/orders/${id}/void`, { comment: 'Sold out' }, { kind: 'void', comment: 'Sold out' }],
    [
      `/v1/orders/${id}/return`,
      { amount: '1.00', currency: 'EUR' },
      { kind: 'return', amount: '1.00', currency: 'EUR' },
    ],
    [`/v1/payout-checks/${id}/pay`, {}, { kind: 'payout-pay' }],
  ])('%s with %j is asked of the order under its key', async (path, body, wish) => {
    const { asked, response } = call(path, body, { followUp: done })

    expect(await (await response).json()).toEqual(ORDER)
    expect(asked).toEqual([[id, 'followUp', { key, by: 'shop server', ...wish }]])
  })

  it('tells which follow-up its key made', async () => {
    const { response } = call(`/v1/orders/${id}/return`, {}, { followUp: { ...done, followUp: 2 } })

    expect((await response).headers.get('Follow-Up')).toBe('2')
  })

  it.each([
    ['an amount without a currency', `/v1/orders/${id}/return`, { amount: '1.00' }],
    ['a currency without an amount', `/v1/orders/${id}/capture`, { currency: 'EUR' }],
    ['a void of a part', `/v1/orders/${id}/void`, { amount: '1.00', currency: 'EUR' }],
    ['a comment that is too long', `/v1/orders/${id}/void`, { comment: 'a'.repeat(51) }],
    ['a payout of another sum', `/v1/payout-checks/${id}/pay`, { amount: '1.00' }],
  ])('refuses %s', async (_, path, body) => {
    const { asked, response } = call(path, body, {})

    expect(await refusalOf(await response)).toBe('400 body-malformed')
    expect(asked).toEqual([])
  })

  it('is refused without a private key where RSA signs it', async () => {
    const { asked, ORDERS } = scriptedOrders({ followUp: done, createCardReference: done })
    const none = { ORDERS, GATEWAY_PRIVATE_KEY: undefined }
    const schemes = { 'get-card-info': 'rsa-sha256' }
    const signed = { ...none, GATEWAY_PROFILE: JSON.stringify({ schemes }) }
    const send = (path: string, body: object = {}) => ask(path, post(body, merchant()), none)

    const refused = [
      await send(`/v1/payout-checks/${id}/pay`),
      await send(`/v1/orders/${id}/card-ref`, { version: 'v4' }),
      await ask('/v1/card-refs/77', { headers: merchant() }, signed),
    ]
    const taken = [await send(`/v1/orders/${id}/void`), await send(`/v1/orders/${id}/card-ref`)]

    expect(await Promise.all(refused.map(refusalOf))).toEqual(refused.map(() => '503 private-key-missing'))
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(asked.map(([, method]) => method)).toEqual(['followUp', 'createCardReference'])
  })

  it('says why the order refuses, with the gateway’s own code', async () => {
    const reason = { code: 'gateway-refused', gatewayCode: '38', order: ORDER }

    const { response } = call(`/v1/orders/${id}/return`, {}, { followUp: { ok: false, reason } })

    expect(await problemOf(await response)).toMatchObject({ status: 422, gatewayCode: '38', order: ORDER })
  })

  it.each([
    ['refresh', 'refresh', []],
    ['erase', 'erase', ['shop server']],
    ['not-accepted', 'declareNotAccepted', ['shop server', {}]],
  ])('%s is asked of the order', async (name, method, args) => {
    const { asked, response } = call(`/v1/orders/${id}/${name}`, {}, { [method]: done })

    expect(await (await response).json()).toEqual(ORDER)
    expect(asked).toEqual([[id, method, ...args]])
  })

  it('tells the order which request its merchant means', async () => {
    const { asked, response } = call(...([`/v1/orders/${id}/not-accepted`, { followUp: 2 }] as const), {
      declareNotAccepted: done,
    })

    expect((await response).status).toBe(200)
    expect(asked).toEqual([[id, 'declareNotAccepted', 'shop server', { followUp: 2 }]])
  })

  it.each([[{ attempt: 1, followUp: 1 }], [{ followUp: 0 }], [{ followUp: '1' }], [{ refund: 1 }]])(
    'takes no word on %j',
    async (body) => {
      const { asked, response } = call(`/v1/orders/${id}/not-accepted`, body, { declareNotAccepted: done })

      expect(await refusalOf(await response)).toBe('400 body-malformed')
      expect(asked).toEqual([])
    },
  )

  it('knows no order that was never opened', async () => {
    const response = await ask(`/v1/orders/${id}/refresh`, post({}, merchant()))

    expect(await refusalOf(response)).toBe('404 not-found')
  })

  it('lets a key that charges ask for the status, and the order answers as the merchant sees it', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}/refresh`, post({}, bearer(env.TEST_CHARGE_KEY)))

    expect(await response.json()).toMatchObject({
      ...{ id: order.id, followUps: [], needsAttention: false },
      // It was never paid, so the gateway was not asked.
      gatewayAnswered: false,
    })
  })
})

describe('references to cards', () => {
  it.each([
    [{}, 'v2'],
    [{ version: 'v4' }, 'v4'],
  ])('are made of an order with %j', async (body, version) => {
    const value = { version, cardRef: '77' }

    const { asked, response } = call(`/v1/orders/${id}/card-ref`, body, {
      createCardReference: { ok: true, value },
    })

    expect(await (await response).json()).toEqual(value)
    expect(asked).toEqual([[id, 'createCardReference', version, 'shop server']])
  })

  it('that cannot be one are not asked about', async () => {
    const response = await ask(`/v1/card-refs/${'1'.repeat(129)}`, { headers: merchant() })

    expect(await refusalOf(response)).toBe('404 not-found')
  })

  it('cannot be told of while the gateway is silent', async () => {
    const endpoints = { GATEWAY_ENDPOINTS: '{"*":{"endpoint":1}}' }

    const response = await ask('/v1/card-refs/77', { headers: merchant() }, endpoints)

    expect(await refusalOf(response)).toBe('502 gateway-silent')
  })
})

describe('a refund above the limits of its key', () => {
  it.each([
    ['approve', { verdict: 'approve', followUp: 2 }],
    ['refuse', { verdict: 'refuse', followUp: 2 }],
  ])('%s is asked of the order for the key that decides', async (path, decision) => {
    const { asked, response } = call(
      `/v1/orders/${id}/${path}`,
      { followUp: 2 },
      {
        decideOnFollowUp: { ...done, followUp: 2 },
      },
    )

    expect((await response).headers.get('Follow-Up')).toBe('2')
    expect(asked).toEqual([[id, 'decideOnFollowUp', { by: 'shop server', ...decision }]])
  })

  it.each([
    ['other-key-needed', 403],
    ['not-waiting', 409],
  ])('is refused as %s', async (code, status) => {
    const reason = { code, order: ORDER }

    const { response } = call(
      `/v1/orders/${id}/approve`,
      { followUp: 1 },
      {
        decideOnFollowUp: { ok: false, reason },
      },
    )

    expect(await problemOf(await response)).toMatchObject({ status, code, order: ORDER })
  })

  it.each([[{}], [{ followUp: 0 }], [{ followUp: '1' }], [{ followUp: 1, by: 'desk' }]])(
    'is not decided by %j',
    async (body) => {
      const { asked, response } = call(`/v1/orders/${id}/approve`, body, { decideOnFollowUp: done })

      expect(await refusalOf(await response)).toBe('400 body-malformed')
      expect(asked).toEqual([])
    },
  )

  it('is decided by no key without the scope', async () => {
    const { asked, ORDERS } = scriptedOrders({ decideOnFollowUp: done })

    const answers = await Promise.all(
      ['approve', 'refuse'].map((path) =>
        ask(`/v1/orders/${id}/${path}`, post({ followUp: 1 }, bearer(env.TEST_CHARGE_KEY)), { ORDERS }),
      ),
    )

    expect(await Promise.all(answers.map(refusalOf))).toEqual(['403 scope-missing', '403 scope-missing'])
    expect(asked).toEqual([])
  })
})
