import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductContent } from '../../shared/product.ts'
import { priceOf } from './offer-price.ts'
import { type KeptProduct, lookOf, productView, saleClaimsOf } from './product.ts'
import { costsTheSame, isChargeable } from './product-price.ts'

const MUG: ProductContent = { name: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50', shown: true }

const kept = (content: Partial<Record<keyof ProductContent, unknown>> = {}, version = 'v2'): KeptProduct => ({
  ...{ id: 'mug', version, changedAt: 0, changedBy: 'desk', unitsRevision: 0 },
  content: JSON.parse(JSON.stringify({ ...MUG, ...content })),
})

const OPEN = { amount: undefined, min: '5.00', max: '50.00' }

const agreed = { currency: 'EUR', intent: 'sale', exponent: 2 } as const

const line = (quantity = 1, amountMinor = 1250 * quantity) => ({
  product: { version: 'v1', unitsRevision: 0 },
  ...{ quantity, amountMinor },
})

describe('a product', () => {
  it('says of its sale what an offer would, and nothing of the page', () => {
    const origins = ['https://shop.example.com']

    expect(saleClaimsOf({ ...kept({ description: 'Glazed.', origins }), units: 3 })).toEqual({
      ...{ item: 'mug', description: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50' },
      ...{ origins, limit: 3 },
    })
  })

  it('shows pages neither origins nor units', () => {
    const whole = { ...kept({ origins: ['https://shop.example.com'] }), units: 3 }

    expect(Object.keys(lookOf(whole))).toEqual(['id', 'version', 'name', 'currency', 'intent', 'amount'])
    expect(productView(whole, 2)).toMatchObject({ units: 3, sold: 2, shown: true })
  })

  it.each<[string, Parameters<typeof kept>[0], boolean]>([
    ['a fixed price', {}, true],
    ['a range', OPEN, true],
    ['a range for several pieces', { ...OPEN, quantity: { min: 1, max: 2 } }, false],
    ['another number of decimals', { amount: '12.5' }, false],
    ['no price', { amount: undefined }, false],
  ])('can be charged or not: %s', (_, content, answer) => {
    expect(isChargeable(kept(content), 2)).toBe(answer)
  })
})

describe('costsTheSame', () => {
  it.each<[string, KeptProduct, ReturnType<typeof line>, boolean]>([
    ['its own version, whatever it says', kept({ amount: '99.00' }, 'v1'), line(), true],
    ['another name', kept({ name: 'Cup' }), line(), true],
    ['as many pieces', kept({ quantity: { min: 1, max: 5 } }), line(3), true],
    ['a cent more', kept({ amount: '12.51' }), line(), false],
    ['a cent less', kept({ amount: '12.49' }), line(), false],
    ['more pieces than are sold now', kept({ quantity: { min: 1, max: 2 } }), line(3), false],
    ['fewer pieces than are sold now', kept({ quantity: { min: 2, max: 2 } }), line(1), false],
    ['another currency', kept({ currency: 'JPY' }), line(), false],
    ['a hold', kept({ intent: 'preauth' }), line(), false],
    ['a sum that the shopper chose, within the range', kept(OPEN), line(1, 5000), true],
    ['a sum that the shopper chose, beyond the range', kept(OPEN), line(1, 5001), false],
    ['a fixed price after a chosen one', kept(), line(1, 5000), false],
    ['a price with the decimals of another endpoint', kept({ amount: '12.500' }), line(), false],
  ])('tells whether a line has the price of %s', (_, product, sold, answer) => {
    expect(costsTheSame(product, sold, agreed)).toBe(answer)
  })

  it('holds only for what a checkout would charge now', () => {
    const money = fc.integer({ min: 1, max: 5000 }).map((minor) => (minor / 100).toFixed(2))
    const pieces = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
    const content = fc.oneof(
      fc.record({ amount: money }),
      fc.record({ amount: money, quantity: pieces.map(([min, more]) => ({ min, max: min + more })) }),
      fc.tuple(money, money).map(([one, other]) => {
        const [min, max] = [one, other].toSorted((a, b) => Number(a) - Number(b))
        return { amount: undefined, min, max }
      }),
    )
    fc.assert(
      fc.property(
        content,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 9000 }),
        (now, pieces, sum) => {
          const product = kept(now)
          const choices = [{ quantity: pieces }, { quantity: pieces, amount: (sum / 100).toFixed(2) }]
          const charged = choices
            .map((choice) => priceOf(saleClaimsOf(product), 2, choice))
            .some((price) => price.ok && price.value === sum)
          expect(costsTheSame(product, line(pieces, sum), agreed)).toBe(charged)
        },
      ),
    )
  })
})
