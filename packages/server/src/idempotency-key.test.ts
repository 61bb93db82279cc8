import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenKey, idempotencyKey } from './idempotency-key.ts'

const ORDER = 'pW0mZ2q7V1xR4tYb8nKc5dLs3fGh6jQa'

/** What the edge accepts. */
const KEY = /^[A-Za-z0-9._-]{16,128}$/

describe('the key of a deed', () => {
  it('shows a plain name', async () => {
    expect(await idempotencyKey('returnOrder', ORDER, 'return-17')).toBe(`returnOrder.${ORDER}.return-17`)
  })

  it.each([
    ['with blanks', 'return 17'],
    ['that begins as a digest does', '.x'],
    ['that is too long', 'r'.repeat(100)],
    ['of other characters', 'Rückgabe'],
  ])('has the digest of a name %s', async (_, name) => {
    const digest = createHash('sha256').update(name).digest('base64url')

    expect(await idempotencyKey('returnOrder', ORDER, name)).toBe(`returnOrder.${ORDER}..${digest}`)
  })

  it('fits the format of the edge, whatever the name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }), async (name) => {
        expect(await idempotencyKey('payCheckedPayout', ORDER, name)).toMatch(KEY)
      }),
    )
  })

  it('is another one for another deed, order or name', async () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_-]{1,32}$/)
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.stringMatching(/^[a-z.]{1,4}$/),
      fc.string({ minLength: 129 }),
    )
    const deed = fc.tuple(part, part, name)
    await fc.assert(
      fc.asyncProperty(deed, deed, async (one, other) => {
        const areSame = JSON.stringify(one) === JSON.stringify(other)
        expect((await idempotencyKey(...one)) === (await idempotencyKey(...other))).toBe(areSame)
      }),
    )
  })

  it.each([['return-\ud800'], ['return-\ud801'], ['\udc00']])(
    'is not made of half a character: %j',
    async (name) => {
      await expect(idempotencyKey('returnOrder', ORDER, name)).rejects.toThrow(TypeError)
    },
  )

  it.each([[''], [undefined], [17]])('is not made without a name: %j', async (name) => {
    await expect(idempotencyKey('returnOrder', ORDER, name as string)).rejects.toThrow(TypeError)
  })
})

describe('the key of another program', () => {
  it('stays as it is', () => {
    expect(givenKey('returnOrder', 'refund-4711-0001')).toBe('refund-4711-0001')
  })

  it.each([['too-short'], ['refund 4711 0001'], [`refund-4711-0001\n`], ['r'.repeat(129)], [17], ['']])(
    'is refused where the edge would refuse it: %j',
    (key) => {
      expect(() => givenKey('returnOrder', key)).toThrow(TypeError)
    },
  )
})
