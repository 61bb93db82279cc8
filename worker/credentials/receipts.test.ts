import { base64url, createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { orderToken, scopeOf } from './order-tokens.ts'
import { RECEIPT_TYPE, type ReceiptOrder, receiptKeySet, receiptOf } from './receipts.ts'
import { settingsWith } from './testing/offers.ts'

const config = settingsWith()
const now = 1_800_000_000_500

const order: ReceiptOrder = {
  id: 'A'.repeat(32),
  reference: 'cart-7',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  status: 'approved',
  captured: '12.50',
  returned: '0.00',
  description: 'A tin of tea – Zoë’s',
}

const EXPECTED = {
  algorithms: ['EdDSA'],
  typ: RECEIPT_TYPE,
  issuer: config.PUBLIC_URL,
  subject: order.id,
  currentDate: new Date(now),
}

/** Checks a receipt as a host of downloads would: with nothing but the keys that an edge gives to anybody. */
async function checked(receipt: string, expected: object = {}, settings = config) {
  const keys = createLocalJWKSet(JSON.parse(JSON.stringify(await receiptKeySet(settings))))
  const { payload } = await jwtVerify(receipt, keys, { ...EXPECTED, ...expected })
  return payload
}

const changed = (receipt: string, from: string, to: string) => {
  const [head, payload = '', signature] = receipt.split('.')
  const text = new TextDecoder().decode(base64url.decode(payload))
  expect(text).toContain(from)
  return [head, base64url.encode(text.replace(from, to)), signature].join('.')
}

describe('a receipt', () => {
  it('says who took what for which order, and how it stood when', async () => {
    const { id, ...said } = order

    expect(await checked(await receiptOf(order, config, now))).toEqual({
      iss: config.PUBLIC_URL,
      sub: id,
      iat: 1_800_000_000,
      ...said,
    })
  })

  it('names the offer and what the shopper did by paying, and marks a test', async () => {
    const shown = { act: 'donation', offer: 'digest', test: true } as const
    const receipt = await receiptOf({ ...order, ...shown }, config, now)

    expect(await checked(receipt)).toMatchObject(shown)
  })

  it('says nothing else that is known of the order', async () => {
    const known = {
      ...order,
      attempts: [{ number: 1 }],
      card: { masked: '444455******1111' },
      cardRefs: ['77'],
    }

    const payload = await checked(await receiptOf(known, config, now))

    expect(Object.keys(payload)).toEqual(expect.not.arrayContaining(['attempts', 'card', 'cardRefs', 'id']))
  })

  it.each([
    ['another order', { subject: 'B'.repeat(32) }],
    ['another edge', { issuer: 'https://pay.example.net' }],
    ['another kind of token', { typ: 'pay-offer+jwt' }],
    ['longer ago than is taken', { maxTokenAge: 60, currentDate: new Date(now + 3_600_000) }],
  ])('does not pass for one of %s', async (_, expected) => {
    const receipt = await receiptOf(order, config, now)

    await expect(checked(receipt, expected)).rejects.toThrow()
  })

  it.each([
    ['12.50', '1.250'],
    ['approved', 'returned'],
    ['cart-7', 'cart-8'],
  ])('does not pass with %s changed to %s', async (from, to) => {
    const receipt = changed(await receiptOf(order, config, now), from, to)

    await expect(checked(receipt)).rejects.toThrow('signature verification failed')
  })

  it('of the former key still passes, and one of a forgotten key does not', async () => {
    const former = settingsWith({ TOKEN_KEY: config.TOKEN_KEY_PREVIOUS ?? '', TOKEN_KEY_PREVIOUS: undefined })
    const forgotten = settingsWith({ TOKEN_KEY: 'x'.repeat(32), TOKEN_KEY_PREVIOUS: undefined })

    expect(await checked(await receiptOf(order, former, now))).toMatchObject({ sub: order.id })
    await expect(checked(await receiptOf(order, forgotten, now))).rejects.toThrow('no applicable key')
  })

  it('does not pass when the forger signed it with the public half', async () => {
    const { keys } = await receiptKeySet(config)
    const { x = '', kid = '' } = keys[0] ?? {}
    const forged = await new SignJWT({ ...order })
      .setProtectedHeader({ alg: 'HS256', typ: RECEIPT_TYPE, kid })
      .setIssuer(config.PUBLIC_URL)
      .setSubject(order.id)
      .sign(base64url.decode(x))

    await expect(checked(forged)).rejects.toThrow('"alg"')
  })

  it('does not pay an order', async () => {
    const receipt = await receiptOf(order, config, now)

    expect((await scopeOf(config, { id: order.id, token: receipt }, now)).ok).toBe(false)
  })

  it('is not what the token of an order is', async () => {
    const token = await orderToken(config, { id: order.id, scope: 'view' }, now)

    await expect(checked(token)).rejects.toThrow()
  })
})

describe('the keys of receipts', () => {
  it('are public halves only, the one that signs first', async () => {
    const { keys } = await receiptKeySet(config)
    const { kid } = decodeProtectedHeader(await receiptOf(order, config, now))

    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual(
      keys.map(() => ['alg', 'crv', 'kid', 'kty', 'use', 'x']),
    )
    expect([keys.length, keys[0]?.kid]).toEqual([2, kid])
  })

  it('are the same wherever the settings are, and others for another TOKEN_KEY', async () => {
    const [one, same, other] = await Promise.all(
      [settingsWith(), settingsWith(), settingsWith({ TOKEN_KEY: 'y'.repeat(32) })].map(receiptKeySet),
    )

    expect(same).toEqual(one)
    expect(other?.keys[0]).not.toEqual(one?.keys[0])
    expect(other?.keys[1]).toEqual(one?.keys[1])
  })
})
