/** Any address of a page, and any offer in its markup: the tag reads them, or finds nothing in them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { viewToken } from '../testing/harness.ts'
import { readOffer } from './offer.ts'
import { readReturnFragment, returnAddress, withoutReturnFragment } from './return-fragment.ts'

/** The same cases in every run. */
const options = { numRuns: 2000, seed: 1 }

const VIEW = viewToken()

const part = fc.oneof(
  fc.constantFrom(
    '#',
    '?',
    '&',
    '/',
    '=',
    '.',
    'pay-order=',
    `pay-order=abc.${VIEW}`,
    `abc.${VIEW}`,
    '#/cart',
    'a=1',
  ),
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

const address = fc.array(part, { maxLength: 12 }).map((parts) => `https://shop.example/${parts.join('')}`)

describe('any address', () => {
  it('names at most an order with a token that only looks, and names none without it', () => {
    fc.assert(
      fc.property(address, (text) => {
        const named = readReturnFragment(text)
        if (named) expect(named.id).toMatch(/^[\w-]+$/)
        if (named) expect(named.token).toMatch(/^[\w.-]+$/)
        const rest = withoutReturnFragment(text)
        expect(readReturnFragment(rest)).toBeUndefined()
        expect(withoutReturnFragment(rest)).toBe(rest)
      }),
      options,
    )
  })

  it('can be come back to', () => {
    fc.assert(
      fc.property(address, fc.constantFrom('', '&', '?'), (text, join) => {
        expect(returnAddress(text, join).startsWith(text)).toBe(true)
      }),
      options,
    )
  })
})

describe('any offer', () => {
  const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

  const claims = fc.record(
    {
      description: fc.oneof(
        fc.constantFrom('A mug', ...NASTY_TEXTS.filter(({ length }) => length < 2000)),
        fc.jsonValue(),
      ),
      currency: fc.oneof(fc.constantFrom('EUR', 'eur', 'XXX'), fc.jsonValue()),
      intent: fc.constantFrom('sale', 'verify', 'other'),
      amount: fc.oneof(fc.constantFrom('12.50', '1e3', '-1', '9'.repeat(400)), fc.jsonValue()),
      min: fc.jsonValue(),
      max: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )

  const offer = fc.oneof(
    claims.map((value) => `e30.${base64(JSON.stringify(value))}.c2ln`),
    fc.jsonValue().map((value) => `e30.${base64(JSON.stringify(value))}.c2ln`),
    fc.constantFrom(...NASTY_TEXTS),
    fc.string({ unit: 'binary' }),
  )

  it('has claims that can be drawn, or is none', () => {
    fc.assert(
      fc.property(offer, (text) => {
        const read = readOffer(text)
        if (!read.ok) {
          expect(read.reason).toBe('offer-invalid')
          return
        }
        const { description, currency, intent, amount, min } = read.value
        expect([typeof description, currency]).toEqual(['string', expect.stringMatching(/^[A-Z]{3}$/)])
        if (intent !== 'verify') expect(amount ?? min).toMatch(/^\d+(\.\d+)?$/)
      }),
      options,
    )
  })
})
