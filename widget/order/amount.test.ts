import { describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import { formatPrice, total } from './amount.ts'

const claims = (change: Partial<OfferClaims>) => change as OfferClaims

describe('total', () => {
  it.each([
    ['a fixed price', { amount: '12.50' }, {}, '12.50'],
    ['pieces, exactly', { amount: '0.10', quantity: { min: 1, max: 9 } }, { quantity: 3 }, '0.30'],
    ['a chosen sum', { min: '5', max: '900' }, { amount: '40' }, '40'],
    ['nothing without a price', { intent: 'verify' }, {}, undefined],
    ['nothing while the choice is incomplete', { min: '5.00', max: '9.00' }, {}, undefined],
  ] as const)('is %s', (_, offer, choice, sum) => {
    expect(total(claims(offer), choice)).toBe(sum)
  })
})

describe('formatPrice', () => {
  it('shows the decimals of the amount, whatever the engine knows of the currency', () => {
    expect(formatPrice('1234.50', 'HUF', 'en')).toBe('HUF\u00a01,234.50')
    expect(formatPrice('12', 'EUR', 'en')).toBe('€12')
  })
})
