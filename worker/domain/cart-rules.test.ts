import { describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import { cartRefusal } from './cart-rules.ts'

const claims: OfferClaims = {
  aud: 'https://pay.example.com',
  iat: 1,
  exp: 2,
  item: 'tea',
  description: 'A tin of tea',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
}
const { amount: _, ...unpriced } = claims

const offered = (digest: string, changes: Partial<OfferClaims> = {}) => ({
  digest,
  claims: { ...claims, ...changes },
})

describe('cartRefusal', () => {
  it.each([
    ['one offer', [offered('a')]],
    ['several offers', [offered('a'), offered('b'), offered('c')]],
    ['the same item signed twice', [offered('a', { iat: 1 }), offered('b', { iat: 2 })]],
  ])('lets a page sell %s', (_, offers) => {
    expect(cartRefusal(offers)).toBeUndefined()
  })

  it.each<[string, Parameters<typeof cartRefusal>[0], string, string]>([
    ['an offer twice', [offered('a'), offered('b'), offered('a')], 'line-repeated', 'lines.2.offer'],
    ['an offer twice in a row', [offered('a'), offered('a')], 'line-repeated', 'lines.1.offer'],
    [
      'an offer with an open sum',
      [offered('a'), { digest: 'b', claims: { ...unpriced, min: '1.00', max: '2.00' } }],
      'line-unfit',
      'lines.1.offer',
    ],
    ['a deposit', [offered('a', { intent: 'preauth' })], 'line-unfit', 'lines.0.offer'],
    [
      'a verification',
      [offered('a'), { digest: 'b', claims: { ...unpriced, intent: 'verify' } }],
      'line-unfit',
      'lines.1.offer',
    ],
    [
      'two currencies',
      [offered('a'), offered('b'), offered('c', { currency: 'USD' })],
      'currencies-differ',
      'lines.2.offer',
    ],
  ])('refuses %s, and names the line', (_, offers, code, field) => {
    expect(cartRefusal(offers)).toEqual({ code, fields: [field] })
  })
})
