import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import type { OrderView } from '../../../../shared/order-view.ts'
import { scopeOf } from '../../../credentials/order-tokens.ts'
import { ask, bearer, config, merchant, post, problemOf, refusalOf } from '../../testing/edge.ts'

const session = (changes: object = {}) => ({
  reference: `order-${crypto.randomUUID()}`,
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'A tin of tea',
  ...changes,
})

const create = (body: object, bindings: object = {}) => ask('/v1/orders', post(body, merchant()), bindings)

afterEach(() => vi.restoreAllMocks())

describe('POST /v1/orders', () => {
  it('answers no token that outlives the order, however late it is asked again', async () => {
    const body = session()
    const asked = () => create(body)
    const day = 86_400_000
    const openedAt = Date.now()
    const first = await (await asked()).json<CheckoutReply>()
    const nowAt = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(openedAt + 20 * day)

    const { order, token } = await (await asked()).json<CheckoutReply>()

    expect(order.id).toBe(first.order.id)
    const granted = await scopeOf(config, { id: order.id, token }, Date.now())
    const { scope, until } = (granted.ok && granted.value) || expect.fail()
    expect(scope).toBe('pay')
    expect(until).toBeGreaterThanOrEqual(openedAt + 31 * day)
    // Tokens end at whole seconds.
    expect(until).toBeLessThan(nowAt + 31 * day + 1000)
  })

  it('keeps the language of the shopper’s mails, and takes what is one', async () => {
    const body = session({ locale: 'de-AT' })

    const { order } = await (await create(body)).json<CheckoutReply>()

    const kept = await runInDurableObject(env.ORDERS.getByName(order.id), (_, { storage }) =>
      JSON.stringify(storage.kv.get('order')),
    )
    expect(kept).toContain('"locale":"de-AT"')
    expect(await refusalOf(await create(session({ locale: 'no language' })))).toBe('400 body-malformed')
  })

  it('opens an order for what the server says, with a token that pays', async () => {
    const body = session()

    const { order, token } = await (await create(body)).json<CheckoutReply>()

    expect(order).toMatchObject({
      status: 'open',
      reference: body.reference,
      intent: 'sale',
      amount: '12.50',
      currency: 'EUR',
      methods: ['hosted'],
    })
    expect(await scopeOf(config, { id: order.id, token }, Date.now())).toMatchObject({
      value: { scope: 'pay' },
    })
    const looked = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) })
    expect(await looked.json()).toEqual(order)
  })

  it.each<[string, object, OrderView['act']]>([
    ['an order, where the server does not say it', {}, 'order'],
    ['an invoice', { act: 'invoice' }, 'invoice'],
    ['a donation that is reserved', { intent: 'preauth', act: 'donation' }, 'donation'],
    ['none of it by a verification', { intent: 'verify', amount: undefined }, undefined],
  ])('shows what the shopper does by paying: %s', async (_, changes, act) => {
    const { order } = await (await create(session(changes))).json<CheckoutReply>()

    expect(order.act).toBe(act)
  })

  it.each([
    ['an act that nobody knows', { act: 'gift' }],
    ['no act', { act: null }],
    ['the act of a verification', { intent: 'verify', amount: undefined, act: 'order' }],
    ['the act of a payout', { intent: 'payout', act: 'donation' }],
  ])('refuses %s by its name', async (_, changes) => {
    expect(await problemOf(await create(session(changes)))).toMatchObject({
      ...{ status: 400, code: 'body-malformed', fields: ['act'] },
    })
  })

  it('refuses the same reference with another act', async () => {
    const body = session({ act: 'invoice' })
    await create(body)

    expect((await problemOf(await create({ ...body, act: 'donation' }))).code).toBe('reference-reused')
  })

  it('answers the same order to the same reference and body, also when both come at once', async () => {
    const body = session({ customer: { name: 'A', email: 'a@b.example' } })
    const turned = Object.fromEntries(Object.entries(body).reverse())

    const answers = await Promise.all([create(body), create(turned)])

    const orders = await Promise.all(
      answers.map(async (answer) => (await answer.json<CheckoutReply>()).order),
    )
    expect(orders[0]).toEqual(orders[1])
  })

  it.each([
    ['another sum', { amount: '12.51' }],
    ['another shopper', { customer: { email: 'c@d.example' } }],
    ['another description', { description: 'Two tins' }],
    ['other saved cards', { cardRefs: ['77'] }],
  ])('refuses %s under a reference that was used', async (_, changes) => {
    const body = session()
    await create(body)

    expect(await refusalOf(await create({ ...body, ...changes }))).toBe('409 reference-reused')
  })

  it('knows a request again after the key of tokens was changed', async () => {
    const body = session()
    const first = await (await create(body)).json<CheckoutReply>()
    const changed = { TOKEN_KEY: 'n'.repeat(40), TOKEN_KEY_PREVIOUS: config.TOKEN_KEY }

    const again = await create(body, changed)

    expect((await again.json<CheckoutReply>()).order).toEqual(first.order)
    expect(await refusalOf(await create({ ...body, amount: '1.00' }, changed))).toBe('409 reference-reused')
  })

  it.each([
    [
      'a verification without a sum',
      { intent: 'verify', amount: undefined },
      { amount: '0.00', methods: ['hosted'] },
    ],
    ['a verification of zero', { intent: 'verify', amount: '0.00' }, { amount: '0.00' }],
    ['a payout', { intent: 'payout' }, { intent: 'payout', methods: ['payout-page'] }],
    [
      'a payout by several ways',
      { intent: 'payout', methods: ['payout-card', 'payout-page'] },
      { methods: ['payout-card', 'payout-page'] },
    ],
    ['a currency without decimals', { amount: '1250', currency: 'JPY' }, { amount: '1250' }],
    ['fewer decimals than the currency has', { amount: '12.5' }, { amount: '12.50' }],
    ['a return to the shop', { returnUrl: 'https://shop.example.com/done' }, {}],
    [
      'a return to an origin that it names',
      { returnUrl: 'https://fair.example/', origins: ['https://fair.example'] },
      {},
    ],
    [
      'a payout whose description is as long as there is room for',
      { intent: 'payout', methods: ['payout-bank'], description: 'a'.repeat(64) },
      { intent: 'payout' },
    ],
    [
      'a payout by the gateway’s page, which has room for more',
      { intent: 'payout', methods: ['payout-page'], description: 'a'.repeat(255) },
      { intent: 'payout' },
    ],
  ])('takes %s', async (_, changes, seen) => {
    const response = await create(session(changes))

    expect(response.status).toBe(200)
    expect((await response.json<CheckoutReply>()).order).toMatchObject(seen)
  })

  it.each([
    ['no sum', { amount: undefined }, '422 amount-invalid'],
    ['nothing', { amount: '0.00' }, '422 amount-invalid'],
    ['more decimals than the currency has', { amount: '12.505' }, '422 amount-invalid'],
    ['a verification that costs something', { intent: 'verify' }, '422 amount-invalid'],
    ['a sum as a number', { amount: 12.5 }, '400 body-malformed'],
    ['a sum with a sign', { amount: '-1.00' }, '400 body-malformed'],
    ['a currency that is not served', { currency: 'USD' }, '422 currency-not-served'],
    ['a method that is off', { methods: ['card'] }, '422 method-off'],
    ['a method of another intent', { methods: ['payout-page'] }, '422 method-off'],
    ['a hosted page for a payout', { intent: 'payout', methods: ['hosted'] }, '422 method-off'],
    ['a return to elsewhere', { returnUrl: 'https://evil.example/' }, '422 return-url-invalid'],
    [
      'a return outside its own origins',
      { returnUrl: 'https://shop.example.com/', origins: ['https://fair.example'] },
      '422 return-url-invalid',
    ],
    ['a customer that is wrong', { customer: { email: 'x' } }, '422 customer-invalid'],
    ['a reference with a dot', { reference: 'a.2' }, '400 body-malformed'],
    ['a reference that is too long', { reference: 'a'.repeat(101) }, '400 body-malformed'],
    ['a description with a tab', { description: 'a\tb' }, '400 body-malformed'],
    ['a description that no operation has room for', { description: 'a'.repeat(256) }, '400 body-malformed'],
    [
      'a description that a payout has no room for',
      { intent: 'payout', methods: ['payout-page', 'payout-bank'], description: 'a'.repeat(65) },
      '422 description-too-long',
    ],
    ['a life of a second', { expiresIn: 1 }, '400 body-malformed'],
    ['a card', { card: { number: '4111111111111111' } }, '400 body-malformed'],
  ])('refuses %s', async (_, changes, refusal) => {
    expect(await refusalOf(await create(session(changes)))).toBe(refusal)
  })

  const withoutKey = (schemes: object) => ({
    GATEWAY_PRIVATE_KEY: undefined,
    GATEWAY_PROFILE: JSON.stringify({ schemes }),
    CHECKOUT_METHODS: '["hosted","payment-page"]',
  })

  it('opens none whose customer may keep a card by a reference that RSA signs, without a private key', async () => {
    const bindings = { GATEWAY_PRIVATE_KEY: undefined, GATEWAY_PROFILE: '{"keptCard":"v4"}' }
    const cards = { ...bindings, CHECKOUT_METHODS: '["card"]' }
    const asked = session({ methods: ['card'], cardRefs: [] })

    expect(await refusalOf(await create(asked, cards))).toBe('503 private-key-missing')
  })

  it.each([
    ['a page for payers', { 'payment-form': 'rsa-sha256' }, {}],
    ['a page for payouts', { 'payout-form': 'rsa-sha256' }, { intent: 'payout' }],
  ])('opens none that leads to %s which RSA signs, without a private key', async (_, schemes, changes) => {
    expect(await refusalOf(await create(session(changes), withoutKey(schemes)))).toBe(
      '503 private-key-missing',
    )
    expect((await create(session(changes), withoutKey({}))).status).toBe(200)
  })

  it.each([
    ['a sale', { intent: 'sale' }],
    ['a reservation', { intent: 'preauth' }],
    ['a verification', { intent: 'verify', amount: undefined }],
  ])('opens %s for a key that may charge, and not for one that may only pay out', async (_, changes) => {
    const charged = await ask('/v1/orders', post(session(changes), bearer(env.TEST_CHARGE_KEY)))
    const paidOut = await ask('/v1/orders', post(session(changes), bearer(env.TEST_PAYOUT_KEY)))

    expect(charged.status).toBe(200)
    expect(await refusalOf(paidOut)).toBe('403 scope-missing')
  })

  it('opens a payout for a key that may pay out, and not for one that may only charge', async () => {
    const body = session({ intent: 'payout' })

    const charged = await ask('/v1/orders', post(body, bearer(env.TEST_CHARGE_KEY)))
    const paidOut = await ask('/v1/orders', post(body, bearer(env.TEST_PAYOUT_KEY)))

    expect(await refusalOf(charged)).toBe('403 scope-missing')
    expect(paidOut.status).toBe(200)
  })

  it.each([
    ['a customer with no card kept yet', { cardRefs: [] }, true],
    ['a customer with a card', { cardRefs: ['77'] }, true],
    ['no shopper in particular', {}, undefined],
    ['a customer who is paid', { cardRefs: [], intent: 'payout' }, undefined],
    ['a customer who goes to a hosted page', { cardRefs: [], methods: ['hosted'] }, undefined],
  ])('says whether a card may be kept: for %s', async (_, changes, mayKeepCard) => {
    const on = { CHECKOUT_METHODS: '["hosted","card","saved-card"]' }

    const { order } = await (await create(session(changes), on)).json<CheckoutReply>()

    expect(order.mayKeepCard).toBe(mayKeepCard)
  })

  it('lets the shopper remove cards only where the request says so', async () => {
    const on = { CHECKOUT_METHODS: '["hosted","card","saved-card"]' }
    const settled = async (changes: object) => {
      const { order } = await (await create(session(changes), on)).json<CheckoutReply>()
      const removed = await env.ORDERS.getByName(order.id).removeCard('1')
      return removed.ok || removed.reason.code
    }

    // The gateway has described no card yet, so there is none behind the handle.
    expect(await settled({ cardRefs: ['77'], mayRemoveCards: true })).toBe('card-invalid')
    expect(await settled({ cardRefs: ['77'] })).toBe('method-off')
    expect((await problemOf(await create(session({ mayRemoveCards: false }), on))).code).toBe(
      'body-malformed',
    )
  })

  it('offers no saved card to a customer who has none', async () => {
    const on = { CHECKOUT_METHODS: '["hosted","saved-card"]' }
    const none = { cardRefs: [] }

    const { order } = await (await create(session(none), on)).json<CheckoutReply>()
    const forced = await create(session({ ...none, methods: ['saved-card'] }), on)

    expect(order.methods).toEqual(['hosted'])
    expect((await problemOf(forced)).code).toBe('method-off')
  })

  it('offers saved cards only where there are some', async () => {
    const on = { CHECKOUT_METHODS: '["hosted","saved-card"]' }

    const without = await (await create(session(), on)).json<CheckoutReply>()
    const withCards = await (await create(session({ cardRefs: ['77'] }), on)).json<CheckoutReply>()

    expect([without.order.methods, withCards.order.methods]).toEqual([['hosted'], ['hosted', 'saved-card']])
    const forced = await create(session({ methods: ['saved-card'] }), on)
    expect((await problemOf(forced)).code).toBe('method-off')
  })
})
