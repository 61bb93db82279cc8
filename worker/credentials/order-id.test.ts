import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { IDEMPOTENCY_KEY, orderIdOf, orderIdOfReference } from './order-id.ts'

const digest = 'd'.repeat(43)
const key = '0b8ee8a1-8f4e-4f3e-a5bb-0a2b6b3b8f63'

describe('orderIdOf', () => {
  it('is part of a SHA-256, in 32 characters that a reference may have', async () => {
    const text = `pay-checkout order of an offer\n${digest}\n${key}`
    const expected = createHash('sha256').update(text).digest('base64url').slice(0, 32)

    expect(await orderIdOf(digest, key)).toBe(expected)
    expect(expected).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  it('differs with the offer and with the key', async () => {
    const ids = [
      await orderIdOf(digest, key),
      await orderIdOf('e'.repeat(43), key),
      await orderIdOf(digest, `${key}2`),
    ]

    expect(new Set(ids).size).toBe(3)
  })
})

describe('IDEMPOTENCY_KEY', () => {
  it.each([
    ['a random UUID', key, true],
    ['16 characters', 'a'.repeat(16), true],
    ['128 characters', 'a'.repeat(128), true],
    ['15 characters', 'a'.repeat(15), false],
    ['129 characters', 'a'.repeat(129), false],
    ['a line feed', `${'a'.repeat(16)}\n`, false],
    ['a blank', `${'a'.repeat(16)} b`, false],
  ])('judges %s', (_, text, isKey) => {
    expect(IDEMPOTENCY_KEY.test(text)).toBe(isKey)
  })
})

describe('orderIdOfReference', () => {
  it('names the same order every time, by 32 characters that fit into an address', async () => {
    // printf 'pay-checkout order of a reference\norder-1' | openssl dgst -sha256 -binary | head -c 24 | basenc --base64url
    expect(await orderIdOfReference('order-1')).toBe('JTHVLw_rpxtg2gi69rAj7R6IzkCycZKy')
  })

  it('names another order for another reference, and never that of an offer', async () => {
    const ids = [await orderIdOfReference('a'), await orderIdOfReference('b'), await orderIdOf('a', 'b')]

    expect(new Set(ids).size).toBe(3)
  })
})
