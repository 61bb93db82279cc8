import { describe, expect, it } from 'vitest'
import { isLimited, limitedLines, lineField, offerLines } from './offer-lines.ts'
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

const line = (offer: string, limit?: number): OfferLine => ({
  ...{ offer, item: `item-${offer}`, offeredAt: 5, description: offer, quantity: 2, amountMinor: 500 },
  ...(limit !== undefined && { limit }),
})

describe('offerLines', () => {
  it('takes one offer for a list of one', () => {
    const terms = { ...session, offer: 'a', item: 'tea', offeredAt: 5, limit: 9, units: 2 }

    expect(offerLines(terms)).toEqual([
      {
        offer: 'a',
        item: 'tea',
        offeredAt: 5,
        description: 'Tea',
        quantity: 2,
        amountMinor: 2500,
        limit: 9,
      },
    ])
  })

  it('reads the order of an older version, which stored no item', () => {
    expect(offerLines({ ...session, offer: 'a', limit: 1 })).toEqual([
      { offer: 'a', description: 'Tea', quantity: 1, amountMinor: 2500, limit: 1 },
    ])
  })

  it('keeps the order in which the page listed a cart', () => {
    const lines = [line('b'), line('a')]

    expect(offerLines({ ...session, offer: 'cart', lines })).toEqual(lines)
  })

  it('finds none in a session', () => {
    expect(offerLines(session)).toEqual([])
    expect(isLimited(session)).toBe(false)
  })
})

describe('limitedLines', () => {
  it('come in one order, however the page listed them', () => {
    const some = [line('c', 1), line('b'), line('a', 2)]
    const offersOf = (lines: readonly OfferLine[]) =>
      limitedLines({ ...session, lines }).map(({ offer }) => offer)

    expect(offersOf(some)).toEqual(['a', 'c'])
    expect(offersOf(some.toReversed())).toEqual(['a', 'c'])
    expect(isLimited({ ...session, lines: some })).toBe(true)
    expect(isLimited({ ...session, lines: [line('b')] })).toBe(false)
  })
})

describe('lineField', () => {
  it('names a line of a cart by its place, and a single offer not at all', () => {
    const terms = { ...session, offer: 'cart', lines: [line('b'), line('a', 1)] }

    expect(lineField(terms, 'a')).toEqual({ fields: ['lines.1'] })
    expect(lineField({ ...session, offer: 'a', limit: 1 }, 'a')).toEqual({})
  })
})
