import { describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import { offerDigest, readOffer } from '../order/offer.ts'
import { offerOf } from '../testing/harness.ts'
import { formatPrice, readAmount, total } from './amount.ts'
import { UNCLEAR } from './typed-amount.ts'

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

const RANGE = { min: '1.00', max: '9999.00', currency: 'EUR' } as const

describe('readAmount', () => {
  it.each([
    ['12,5', '12.50'],
    [' 1 234.50 ', '1234.50'],
    ['007', '7.00'],
  ])('reads %s as a shopper types it', (typed, amount) => {
    expect(readAmount(claims(RANGE), typed, 'en-IE')).toBe(amount)
  })

  it.each([
    ['0.99', undefined],
    ['9999.01', undefined],
    ['1.234', UNCLEAR],
    // A thousand times as much is not on offer, so there is nothing to ask.
    ['12.345', undefined],
  ])('reads %s as far as the offer allows', (typed, amount) => {
    expect(readAmount(claims(RANGE), typed, 'en-IE')).toBe(amount)
  })
})

describe('formatPrice', () => {
  it('shows the decimals of the amount, whatever the engine knows of the currency', () => {
    expect(formatPrice('1234.50', 'HUF', 'en')).toBe('HUF\u00a01,234.50')
    expect(formatPrice('12', 'EUR', 'en')).toBe('€12')
  })
})

describe('readOffer', () => {
  it('reads names in any script', () => {
    const read = readOffer(offerOf({ description: 'Чашка ☕' }))

    expect(read).toMatchObject({ ok: true, value: { description: 'Чашка ☕' } })
  })

  it.each([
    ['nothing', ''],
    ['one part', 'abc'],
    ['no JSON', 'a.b.c'],
    ['no signature', offerOf().split('.').slice(0, 2).join('.')],
    ['no currency', offerOf({ currency: 'euro' })],
    ['no price', offerOf({ amount: 'twelve' })],
    ['a half-open price', offerOf({ min: '1.00' })],
    ['null', `a.${btoa('null')}.c`],
  ])('refuses %s', (_, offer) => {
    expect(readOffer(offer)).toEqual({ ok: false, reason: 'offer-invalid' })
  })

  it('names an offer by what is signed, not by the signature', async () => {
    const digest = await offerDigest('e30.e30.first')

    expect(await offerDigest('e30.e30.second')).toBe(digest)
    expect(digest).toMatch(/^[\w-]{43}$/)
  })
})
