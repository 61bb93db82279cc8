import { describe, expect, it } from 'vitest'
import { areSameTerms, isSameSale } from './same-terms.ts'
import type { OfferLine, OrderTerms } from './terms.ts'

const session: OrderTerms = {
  id: 'the-id',
  reference: 'the-id',
  intent: 'sale',
  amountMinor: 2500,
  currency: 'EUR',
  exponent: 2,
  description: 'Tea',
  methods: ['hosted'],
  collect: ['email'],
  returnUrl: 'https://shop.example/',
  openedAt: 1,
  expiresAt: 2,
}

const product: OrderTerms = {
  ...session,
  ...{ offer: 'tea', item: 'tea', units: 2, limit: 9, chosen: { quantity: 2 } },
  product: { version: 'v1', unitsRevision: 0 },
}

const line: OfferLine = { offer: 'a', item: 'a', description: 'A', quantity: 2, amountMinor: 2500, limit: 9 }

const cart: OrderTerms = { ...session, offer: 'cart', lines: [line] }

const two: OrderTerms = { ...cart, lines: [line, { ...line, offer: 'b', quantity: 1 }] }

/** Other terms than those that are known, whether they open the same order, and whether the same is paid for. */
const OTHERS: readonly (readonly [string, OrderTerms, Partial<OrderTerms>, boolean, boolean])[] = [
  ['a later request', session, { openedAt: 7, expiresAt: 8 }, true, true],
  ['another sum', session, { amountMinor: 1 }, false, false],
  ['another currency', session, { currency: 'JPY' }, false, false],
  ['another intent', session, { intent: 'preauth' }, false, false],
  ['another body', session, { bodyDigest: 'other' }, false, false],
  ['another offer', cart, { offer: 'other' }, false, false],
  ['a later request for a product', product, { openedAt: 7, expiresAt: 8 }, true, true],
  ['another quantity of a product', product, { units: 3, chosen: { quantity: 3 } }, false, false],
  ['a product without a quantity', product, { units: 1, amountMinor: 1250, chosen: {} }, true, false],
  ['more pieces of a product that got cheaper', product, { units: 1, chosen: {} }, true, false],
  ['another price of a product', product, { amountMinor: 2600 }, true, false],
  ['another intent of a product', product, { intent: 'preauth' }, true, false],
  ['another sum of the shopper’s', product, { chosen: { amount: '7.00' }, amountMinor: 700 }, false, false],
  ['another version of a product', product, { product: { version: 'v2', unitsRevision: 1 } }, true, true],
  ['other units of a product in all', product, { limit: 5 }, true, true],
  ['a cart’s lines in another order', two, { lines: two.lines?.toReversed() ?? [] }, true, true],
  ['fewer pieces of a cart’s line', cart, { lines: [{ ...line, quantity: 1 }] }, true, false],
]

describe('a request under a key that was used', () => {
  it.each(OTHERS)('with %s opens the same order, or not, and pays for the same, or not', (...row) => {
    const [, known, change, isSameOrder, isSamePaid] = row
    const given = { ...known, ...change }

    expect([areSameTerms(known, given), isSameSale(known, given)]).toEqual([isSameOrder, isSamePaid])
  })

  it('for units that are counted by now pays for something else', () => {
    const { limit: _, ...uncounted } = product

    expect(areSameTerms(uncounted, product)).toBe(true)
    expect(isSameSale(uncounted, product)).toBe(false)
  })
})
