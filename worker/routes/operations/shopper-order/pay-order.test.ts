import { describe, expect, it, vi } from 'vitest'
import type { PaymentRequest } from '../../../order/attempt-start.ts'
import { withoutChance } from '../../../order/testing/orders.ts'
import { ask, bearer, opened, post, problemOf, refusalOf, viewToken } from '../../testing/edge.ts'

const customer = { email: 'a@b.example' }

const card = {
  number: '4111 1111-1111 1111',
  holder: 'A B',
  expiryMonth: '12',
  expiryYear: '2099',
  cvv: '123',
}

const savedCard = { method: 'saved-card', savedCard: '1', cvv: '123' }

/** Orders that answer as a test says. */
const orders = (answers: object) => ({ ORDERS: { getByName: () => answers } })

describe('POST /v1/orders/{id}/pay', () => {
  it('hands the order what was chosen, under the key and from the address of the request', async () => {
    const { order, token } = await opened()
    const wishes: unknown[] = []
    const pay = async (wish: unknown) => {
      wishes.push(wish)
      return { ok: true, value: { ...order, status: 'sending' } }
    }
    const headers = {
      ...bearer(token),
      'Idempotency-Key': 'a-key-of-this-try',
      'CF-Connecting-IP': '192.0.2.7',
    }
    const init = post({ method: 'hosted', presentation: 'redirect', customer }, headers)

    const response = await ask(`/v1/orders/${order.id}/pay`, init, orders({ pay }))

    const bodyDigest = expect.stringMatching(/^[\w-]{43}$/)
    expect(wishes).toEqual([
      { key: 'a-key-of-this-try', method: 'hosted', customer, ip: '192.0.2.7', bodyDigest },
    ])
    expect(await response.json()).toMatchObject({ id: order.id, status: 'sending' })
  })

  it('hands the order the shopper’s word that the card is kept, under a digest of its own', async () => {
    const { order, token } = await opened()
    const wishes: PaymentRequest[] = []
    const pay = async (wish: PaymentRequest) => {
      wishes.push(wish)
      return { ok: true, value: order }
    }

    for (const keepCard of [true, undefined])
      await ask(
        `/v1/orders/${order.id}/pay`,
        post({ method: 'card', card, keepCard }, bearer(token)),
        orders({ pay }),
      )

    const [agreed, silent] = wishes
    expect([agreed?.keepCard, silent?.keepCard]).toEqual([true, undefined])
    expect(agreed?.bodyDigest).not.toBe(silent?.bodyDigest)
  })

  it('hands on how long the answer may wait, under the digest that it has without', async () => {
    const { order, token } = await opened()
    const wishes: PaymentRequest[] = []
    const pay = async (wish: PaymentRequest) => {
      wishes.push(wish)
      return { ok: true, value: order }
    }

    for (const wait of [5, undefined])
      await ask(
        `/v1/orders/${order.id}/pay`,
        post({ method: 'hosted', wait }, bearer(token)),
        orders({ pay }),
      )

    const [waiting, hurried] = wishes
    expect([waiting?.waitMs, hurried?.waitMs]).toEqual([5000, undefined])
    expect(waiting?.bodyDigest).toBe(hurried?.bodyDigest)
  })

  it.each([0, 6, 2.5, '5'])('waits no time such as %j', async (wait) => {
    const { order, token } = await opened()
    const init = post({ method: 'hosted', wait }, bearer(token))

    expect(await problemOf(await ask(`/v1/orders/${order.id}/pay`, init))).toMatchObject({
      code: 'body-malformed',
      fields: ['wait'],
    })
  })

  it('asks no order to keep a card by a reference that RSA signs, without a private key', async () => {
    const { order, token } = await opened()
    const bindings = {
      ...orders({ pay: () => expect.fail('the order was asked') }),
      GATEWAY_PRIVATE_KEY: undefined,
      GATEWAY_PROFILE: '{"keptCard":"v4"}',
    }
    const init = post({ method: 'card', card, keepCard: true }, bearer(token))

    const response = await ask(`/v1/orders/${order.id}/pay`, init, bindings)

    expect(await refusalOf(response)).toBe('503 private-key-missing')
  })

  it('asks no order for a page that RSA signs, without a private key', async () => {
    const { order, token } = await opened()
    const init = post({ method: 'payment-page' }, bearer(token))
    const bindings = {
      ...orders({ pay: () => expect.fail('the order was asked') }),
      GATEWAY_PRIVATE_KEY: undefined,
      GATEWAY_PROFILE: '{"schemes":{"payment-form":"rsa-sha256"}}',
    }

    const response = await ask(`/v1/orders/${order.id}/pay`, init, bindings)

    expect(await refusalOf(response)).toBe('503 private-key-missing')
  })

  it.each([
    [
      'a card, its number without blanks',
      { method: 'card', card },
      { details: { card: { ...card, number: '4111111111111111' } } },
    ],
    [
      'a saved card by its place',
      { method: 'saved-card', savedCard: '2', cvv: '123' },
      { savedCard: '2', details: { cvv: '123' } },
    ],
    [
      'a card to be paid, its number without blanks',
      { method: 'payout-card', destination: { card: { number: card.number, holder: 'A B' } } },
      {
        details: { card: { number: '4111111111111111', holder: 'A B', expiryMonth: '', expiryYear: '' } },
      },
    ],
    [
      'an account',
      { method: 'payout-bank', destination: { bank: { accountNumber: '12345', bankName: 'Bank' } } },
      { details: { bank: { accountNumber: '12345', bankName: 'Bank' } } },
    ],
    [
      'a wallet',
      { method: 'payout-ewallet', destination: { ewallet: { account: 'w-1' } } },
      { details: { wallet: 'w-1' } },
    ],
    ['a page for payouts', { method: 'payout-page' }, {}],
    [
      'a telephone',
      { method: 'payout-phone', destination: { phone: { number: '+4912345' } } },
      { details: { receiverPhone: '+4912345' } },
    ],
  ])('hands the order %s', async (_, body, told) => {
    const { order, token } = await opened()
    const wishes: unknown[] = []
    const pay = async (wish: unknown) => {
      wishes.push(wish)
      return { ok: true, value: order }
    }

    const response = await ask(`/v1/orders/${order.id}/pay`, post(body, bearer(token)), orders({ pay }))

    expect(response.status).toBe(200)
    const named = { key: expect.any(String), bodyDigest: expect.any(String) }
    expect(wishes).toEqual([{ ...named, method: body.method, ip: '127.0.0.1', ...told }])
  })

  it('hands the order what the browser and its request tell, cut to what the gateway takes', async () => {
    const { order, token } = await opened()
    const wishes: unknown[] = []
    const pay = async (wish: unknown) => {
      wishes.push(wish)
      return { ok: true, value: order }
    }
    const browser = {
      javaEnabled: false,
      javascriptEnabled: true,
      language: 'zh-Hant',
      colorDepth: 24,
      screenWidth: 1920,
      screenHeight: 1080,
      timeZone: -60,
    }
    const headers = { ...bearer(token), Accept: 'text/html', 'User-Agent': 'a'.repeat(3000) }

    await ask(`/v1/orders/${order.id}/pay`, post({ method: 'card', card, browser }, headers), orders({ pay }))

    expect(wishes).toMatchObject([
      {
        browser: {
          acceptHeader: 'text/html',
          userAgent: 'a'.repeat(2048),
          javaEnabled: false,
          language: 'zh-Hant',
          colorDepth: '24',
          screenWidth: '1920',
          timeZone: '-60',
        },
      },
    ])
  })

  it.each([
    ['an endless language', { language: 'zh-Hant-TW' }, 'language'],
    ['a language that is none', { language: '!' }, 'language'],
    ['no language', { language: '' }, 'language'],
    ['a depth that EMVCo does not know', { colorDepth: 30 }, 'colorDepth'],
    ['a screen of half a pixel', { screenWidth: 1.5 }, 'screenWidth'],
    ['an endless screen', { screenHeight: 1_000_000 }, 'screenHeight'],
    ['a zone that there is not', { timeZone: 1000 }, 'timeZone'],
  ])('names the field of a browser that tells of %s', async (_, wrong, field) => {
    const { order, token } = await opened()
    const browser = {
      ...{ javaEnabled: false, javascriptEnabled: true, language: 'en', colorDepth: 24 },
      ...{ screenWidth: 1920, screenHeight: 1080, timeZone: -60, ...wrong },
    }
    const init = post({ method: 'card', card, browser }, bearer(token))

    expect(await problemOf(await ask(`/v1/orders/${order.id}/pay`, init))).toMatchObject({
      status: 422,
      code: 'browser-invalid',
      fields: [`browser.${field}`],
    })
  })

  it.each([
    ['a card in frames', { method: 'card', card, presentation: 'frame' }, 'frame'],
    ['a saved card in frames', { ...savedCard, presentation: 'frame' }, 'frame'],
    ['a card whose page goes to the bank', { method: 'card', card, presentation: 'redirect' }, undefined],
    ['a card, which has nothing for a pop-up', { method: 'card', card, presentation: 'popup' }, undefined],
    ['a saved card with a pop-up', { ...savedCard, presentation: 'popup' }, undefined],
    ['a hosted page in a frame', { method: 'hosted', presentation: 'frame' }, 'frame'],
    ['a hosted page in a pop-up', { method: 'hosted', presentation: 'popup' }, 'popup'],
    ['a hosted page that is gone to', { method: 'hosted', presentation: 'redirect' }, undefined],
    ['a hosted page with nothing said', { method: 'hosted' }, undefined],
    ['a page for payers in a frame', { method: 'payment-page', presentation: 'frame' }, 'frame'],
    ['a page for payouts in a pop-up', { method: 'payout-page', presentation: 'popup' }, 'popup'],
    [
      'a payout that leads to no page',
      { method: 'payout-phone', destination: { phone: { number: '12345' } }, presentation: 'frame' },
      undefined,
    ],
  ])('tells the order how it is shown: %s', async (_, body, shownIn) => {
    const { order, token } = await opened()
    const wishes: PaymentRequest[] = []
    const pay = async (wish: PaymentRequest) => {
      wishes.push(wish)
      return { ok: true, value: order }
    }

    await ask(`/v1/orders/${order.id}/pay`, post(body, bearer(token)), orders({ pay }))

    expect(wishes.map((wish) => wish.shownIn)).toEqual([shownIn])
  })

  it('takes a saved card without its code where it is charged as if its holder were absent', async () => {
    const { order, token } = await opened()
    const pay = async () => ({ ok: true, value: order })
    const bindings = { ...orders({ pay }), GATEWAY_PROFILE: '{"savedCard":"rebill"}' }
    const init = post({ method: 'saved-card', savedCard: '1' }, bearer(token))

    expect((await ask(`/v1/orders/${order.id}/pay`, init, bindings)).status).toBe(200)
  })

  it('names the fields of a card that are wrong, and repeats no digit', async () => {
    const { order, token } = await opened()
    const wrong = { ...card, number: '4111111111111112', expiryMonth: '13', cvv: '98765' }

    const response = await ask(
      `/v1/orders/${order.id}/pay`,
      post({ method: 'card', card: wrong }, bearer(token)),
    )

    const text = await response.clone().text()
    expect((await problemOf(response)).fields).toEqual(['card.number', 'card.expiryMonth', 'card.cvv'])
    expect(text).not.toMatch(/4111|98765/)
  })

  it.each<[string, string, object, string[]]>([
    ['a card', 'payout-card', { card: { number: '4111111111111112' } }, ['card.number']],
    [
      'a card’s expiry',
      'payout-card',
      { card: { number: card.number, expiryMonth: '12', expiryYear: '2001' } },
      ['card.expiryMonth', 'card.expiryYear'],
    ],
    [
      'an account',
      'payout-bank',
      { bank: { accountNumber: '4111111111111111'.repeat(2), bankName: 'Bank' } },
      ['bank.accountNumber'],
    ],
    [
      'a bank',
      'payout-bank',
      { bank: { accountNumber: '4111111111111111', bankName: ' ' } },
      ['bank.bankName'],
    ],
    ['a wallet', 'payout-ewallet', { ewallet: { account: '4111\t1111' } }, ['ewallet.account']],
    ['a telephone', 'payout-phone', { phone: { number: '41111111x' } }, ['phone.number']],
  ])(
    'names what is wrong with %s to be paid by its path, and repeats none of it',
    async (_, method, to, fields) => {
      const { order, token } = await opened()
      const lines: string[] = []
      const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))

      const init = post({ method, destination: to }, bearer(token))
      const response = await ask(`/v1/orders/${order.id}/pay`, init)

      spy.mockRestore()
      const text = await response.clone().text()
      expect((await problemOf(response)).fields).toEqual(fields.map((field) => `destination.${field}`))
      expect(withoutChance([text, ...lines].join())).not.toContain('4111')
    },
  )

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({ method: 'hosted', customer }, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/pay`, init))).toBe('403 scope-missing')
  })

  it('names what is missing, with the order as it stands', async () => {
    const { order, token } = await opened({ collect: ['email', 'name'] })

    const response = await ask(
      `/v1/orders/${order.id}/pay`,
      post({ method: 'hosted', customer }, bearer(token)),
    )

    expect(await problemOf(response)).toMatchObject({
      code: 'collect-missing',
      fields: ['name'],
      order: { id: order.id, attempts: [] },
    })
  })

  it.each([
    ['no key', { method: 'hosted' }, { 'Idempotency-Key': '' }, '400 idempotency-key-missing'],
    ['no method', {}, {}, '400 body-malformed'],
    ['an unknown method', { method: 'cash' }, {}, '400 body-malformed'],
    ['a method that the order has not', { method: 'payment-page', customer }, {}, '422 method-off'],
    ['a sum', { method: 'hosted', amount: '0.01' }, {}, '400 body-malformed'],
    ['what is no card', { method: 'card', card: { pan: '4111111111111111' } }, {}, '400 body-malformed'],
    ['a card for a hosted page', { method: 'hosted', card }, {}, '400 body-malformed'],
    ['a card payment without a card', { method: 'card' }, {}, '400 body-malformed'],
    [
      'a number that is none',
      { method: 'card', card: { ...card, number: '4111111111111112' } },
      {},
      '422 card-invalid',
    ],
    [
      'keeping what is kept',
      { method: 'saved-card', savedCard: '1', keepCard: true },
      {},
      '400 body-malformed',
    ],
    ['keeping no card', { method: 'card', card, keepCard: false }, {}, '400 body-malformed'],
    [
      'keeping a card that is typed elsewhere',
      { method: 'hosted', keepCard: true },
      {},
      '400 body-malformed',
    ],
    ['a saved card beside a card', { method: 'card', card, savedCard: '1' }, {}, '400 body-malformed'],
    [
      'a reference in place of a saved card',
      { method: 'saved-card', savedCard: 'ref-1' },
      {},
      '400 body-malformed',
    ],
    ['a saved card without its code', { method: 'saved-card', savedCard: '1' }, {}, '422 card-invalid'],
    ['a code that is none', { method: 'saved-card', savedCard: '1', cvv: '12' }, {}, '422 card-invalid'],
    [
      'a destination of another kind',
      { method: 'payout-phone', destination: { card } },
      {},
      '400 body-malformed',
    ],
    ['an address for the gateway', { method: 'hosted', ip: '1.2.3.4' }, {}, '400 body-malformed'],
    ['a customer that is wrong', { method: 'hosted', customer: { email: 'x' } }, {}, '422 customer-invalid'],
  ])('refuses %s', async (_, body, headers, refusal) => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}/pay`, post(body, { ...bearer(token), ...headers }))

    expect(await refusalOf(response)).toBe(refusal)
  })

  it('says why the order refuses', async () => {
    const { order, token } = await opened()
    const pay = async () => ({ ok: false, reason: { code: 'attempt-in-flight', order } })
    const init = post({ method: 'hosted', customer }, bearer(token))

    const response = await ask(`/v1/orders/${order.id}/pay`, init, orders({ pay }))

    expect(await problemOf(response)).toMatchObject({ status: 409, code: 'attempt-in-flight', order })
  })
})
