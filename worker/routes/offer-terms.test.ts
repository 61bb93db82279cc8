import { describe, expect, it } from 'vitest'
import type { CheckoutDetails } from '../../shared/http-bodies.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { METHODS } from '../../shared/order-values.ts'
import type { Config } from '../config/config.ts'
import { TIMES } from '../config/durations.ts'
import { limits } from '../config/limits-setting.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { termsOf } from './offer-terms.ts'

const NOW = 1_800_000_000_000

const fixed: OfferClaims = {
  aud: 'https://pay.example.com',
  iat: NOW / 1000 - 60,
  exp: NOW / 1000 + 30 * 24 * 3600,
  item: 'tea',
  description: 'A tin of tea',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
}
const { amount: _, ...unpriced } = fixed
const several = { ...fixed, quantity: { min: 2, max: 5 } }
const open = { ...unpriced, min: '2.00', max: '500.00' }
const verification = { ...unpriced, intent: 'verify' } as const

/** The setting as its parser gives it. */
const budgets = (given: object) => limits.parse(JSON.stringify(given))

type Chosen = CheckoutDetails & { readonly quantity?: number; readonly amount?: string }

type Changes = Partial<Pick<Config, 'CHECKOUT_METHODS' | 'LIMITS'>>

/** What stands in the settings, and the endpoint of the currency. */
function settingsWith(changes: Changes) {
  const config = {
    PUBLIC_URL: 'https://pay.example.com',
    ALLOWED_ORIGINS: ['https://shop.example'],
    CHECKOUT_METHODS: ['hosted'] as const,
    LIMITS: 'off' as const,
    times: TIMES,
    ...changes,
  }
  return config as unknown as Config
}

const endpoint = { path: '1', id: '1', exponent: 2, requires: ['phone'] } as const

function terms(claims: OfferClaims, request: Chosen = {}, changes: Changes = {}) {
  const config = settingsWith(changes)
  const { quantity, amount, ...others } = request
  const choice = { ...(quantity !== undefined && { quantity }), ...(amount !== undefined && { amount }) }
  const offer = { claims, digest: 'the-digest', endpoint }
  const origins = claims.origins ?? config.ALLOWED_ORIGINS
  const sale = {
    digest: 'the-digest',
    lines: [
      { goods: { ...offer, endsAt: claims.exp * 1000, offeredAt: claims.iat * 1000 }, choice },
    ] as const,
    origins,
    isCart: false,
  }
  return termsOf(sale, { id: 'the-id', request: others, config, now: NOW })
}

/** The terms of a cart: pairs of claims and quantities. */
function cartTerms(lines: readonly [OfferClaims, number?][], changes: Changes = {}) {
  const [first, ...others] = lines.map(([claims, quantity], index) => ({
    goods: {
      ...{ claims, digest: `digest-${index}`, endpoint },
      ...{ endsAt: claims.exp * 1000, offeredAt: claims.iat * 1000 },
    },
    choice: quantity === undefined ? {} : { quantity },
  }))
  if (!first) throw new TypeError('a cart has a line')
  const config = settingsWith(changes)
  const sale = { digest: 'the-cart', lines: [first, ...others] as const, origins: config.ALLOWED_ORIGINS }
  return termsOf({ ...sale, isCart: true }, { id: 'the-id', request: {}, config, now: NOW })
}

const total = (claims: OfferClaims, request: Chosen) => {
  const agreed = terms(claims, request)
  return agreed.ok ? agreed.value.amountMinor : agreed.reason.code
}

describe('termsOf', () => {
  it('agrees on everything that an order keeps', () => {
    expect(terms({ ...fixed, limit: 1 }, { locale: 'de-AT' })).toEqual({
      ok: true,
      value: {
        id: 'the-id',
        reference: 'the-id',
        intent: 'sale',
        act: 'order',
        amountMinor: 1250,
        currency: 'EUR',
        exponent: 2,
        description: 'A tin of tea',
        methods: ['hosted'],
        collect: ['email', 'phone'],
        returnUrl: 'https://pay.example.com/pay',
        offer: 'the-digest',
        item: fixed.item,
        offeredAt: fixed.iat * 1000,
        limit: 1,
        locale: 'de-AT',
        openedAt: NOW,
        expiresAt: NOW + TIMES.orderExpires,
      },
    })
  })

  it.each<[string, OfferClaims, object, OrderTerms['act']]>([
    ['a fixed price orders', fixed, {}, 'order'],
    ['a reservation orders', { ...fixed, intent: 'preauth' }, {}, 'order'],
    ['an open amount donates', open, { amount: '7.25' }, 'donation'],
    ['an offer says that it is an invoice', { ...fixed, act: 'invoice' }, {}, 'invoice'],
    ['an offer says that its fixed price is a donation', { ...fixed, act: 'donation' }, {}, 'donation'],
    [
      'an offer says that its open amount is an order',
      { ...open, act: 'order' },
      { amount: '7.25' },
      'order',
    ],
    ['a verification does none of it', verification, {}, undefined],
  ])('keeps what the shopper does by paying: %s', (_, claims, request, act) => {
    const agreed = terms(claims, request)

    expect(agreed.ok && agreed.value.act).toBe(act)
  })

  it.each<[string, OfferClaims['act'][], OrderTerms['act']]>([
    ['orders alone', [undefined, 'order'], 'order'],
    ['an order beside a donation', ['donation', undefined], 'order'],
    ['an order after an invoice', ['invoice', 'order'], 'order'],
    ['an invoice beside a donation', ['donation', 'invoice'], 'invoice'],
    ['donations alone', ['donation', 'donation'], 'donation'],
  ])('a cart is what binds most: %s', (_, acts, act) => {
    const agreed = cartTerms(acts.map((one) => [one ? { ...fixed, act: one } : fixed]))

    expect(agreed.ok && agreed.value.act).toBe(act)
  })

  it.each<[string, OfferClaims, object, number | undefined]>([
    ['its pieces', { ...fixed, limit: 9, quantity: { min: 1, max: 5 } }, { quantity: 3 }, 3],
    ['the fewest, where none is named', { ...fixed, limit: 9, quantity: { min: 2, max: 5 } }, {}, 2],
    ['one order, where no quantity is offered', { ...fixed, limit: 9 }, {}, undefined],
    ['its pieces without a limit too', { ...fixed, quantity: { min: 1, max: 5 } }, { quantity: 3 }, 3],
  ])('counts its units: %s', (_, claims, request, units) => {
    const agreed = terms(claims, request)

    expect(agreed.ok && agreed.value.units).toBe(units)
  })

  it.each([
    ['one piece', fixed, {}, 1250],
    ['one piece, asked for', fixed, { quantity: 1 }, 1250],
    ['two pieces of what is sold singly', fixed, { quantity: 2 }, 'quantity-invalid'],
    ['no piece', fixed, { quantity: 0 }, 'quantity-invalid'],
    ['less than nothing', fixed, { quantity: -1 }, 'quantity-invalid'],
    ['half a piece', several, { quantity: 2.5 }, 'quantity-invalid'],
    ['the fewest pieces where none are named', several, {}, 2500],
    ['the most pieces', several, { quantity: 5 }, 6250],
    ['one piece too many', several, { quantity: 6 }, 'quantity-invalid'],
    ['one piece too few', several, { quantity: 1 }, 'quantity-invalid'],
    ['another price', fixed, { amount: '0.01' }, 'amount-invalid'],
    [
      'even the right price, where it is not the shopper’s to name',
      fixed,
      { amount: '12.50' },
      'amount-invalid',
    ],
    ['a sum of one’s own', open, { amount: '7.25' }, 725],
    ['a sum with fewer decimals', open, { amount: '7.5' }, 750],
    ['a sum without decimals', open, { amount: '7' }, 700],
    ['the smallest sum', open, { amount: '2.00' }, 200],
    ['the largest sum', open, { amount: '500' }, 50_000],
    ['less than the smallest sum', open, { amount: '1.99' }, 'amount-invalid'],
    ['more than the largest sum', open, { amount: '500.01' }, 'amount-invalid'],
    ['no sum where one has to be named', open, {}, 'amount-invalid'],
    ['a sum with more decimals', open, { amount: '7.250' }, 'amount-invalid'],
    ['a negative sum', open, { amount: '-7.25' }, 'amount-invalid'],
    ['a sum in another notation', open, { amount: '7e0' }, 'amount-invalid'],
    ['several pieces of an open sum', open, { amount: '7.25', quantity: 2 }, 'quantity-invalid'],
    ['a verification', verification, {}, 0],
    ['a verification with a sum', verification, { amount: '1.00' }, 'amount-invalid'],
  ] as const)('charges %s', (_, claims, request, expected) => {
    expect(total(claims, request)).toBe(expected)
  })

  it('charges twelve digits and no more', () => {
    const dear = { ...fixed, amount: '3333333333.33', quantity: { min: 1, max: 999_999 } }

    expect(total(dear, { quantity: 3 })).toBe(999_999_999_999)
    expect(total(dear, { quantity: 4 })).toBe('amount-invalid')
    expect(total({ ...dear, amount: '9999999999.99' }, { quantity: 999_999 })).toBe('amount-invalid')
  })

  it('offers the methods that both the offer and the edge allow', () => {
    const both = { CHECKOUT_METHODS: ['card', 'hosted'] as ('card' | 'hosted')[] }

    expect(terms({ ...fixed, methods: ['hosted', 'payment-page'] }, {}, both)).toMatchObject({
      value: { methods: ['hosted'] },
    })
    expect(terms({ ...fixed, methods: ['card'] })).toEqual({ ok: false, reason: { code: 'method-off' } })
  })

  it.each<[string, Config['LIMITS'], boolean]>([
    ['tries are not limited', 'off', false],
    ['no setting allows it', budgets({}), false],
    ['it is switched off', budgets({ cardsForOffers: 'off' }), false],
    ['it is allowed', budgets({ cardsForOffers: 'auto' }), true],
    ['it is pinned on', budgets({ cardsForOffers: 'on' }), true],
  ])('takes cards on a page where %s: %j', (_, LIMITS, takesCards) => {
    const all = { CHECKOUT_METHODS: [...METHODS], LIMITS }
    const methods = METHODS.filter((one) => takesCards || !['card', 'saved-card'].includes(one))

    expect(terms(fixed, {}, all)).toMatchObject({ value: { methods } })
    expect(terms({ ...fixed, methods: ['card', 'hosted'] }, {}, all)).toMatchObject({
      value: { methods: takesCards ? ['card', 'hosted'] : ['hosted'] },
    })
    expect(terms({ ...fixed, methods: ['card'] }, {}, all).ok).toBe(takesCards)
  })

  it('takes no card that is off for the edge', () => {
    const hosted = { CHECKOUT_METHODS: ['hosted' as const], LIMITS: budgets({ cardsForOffers: 'on' }) }

    expect(terms({ ...fixed, methods: ['card', 'hosted'] }, {}, hosted)).toMatchObject({
      value: { methods: ['hosted'] },
    })
  })

  it('sells nothing by saved cards alone, since an offer names no customer', () => {
    const all = { CHECKOUT_METHODS: [...METHODS], LIMITS: budgets({ cardsForOffers: 'on' }) }

    expect(terms({ ...fixed, methods: ['saved-card'] }, {}, all)).toEqual({
      ok: false,
      reason: { code: 'method-off' },
    })
  })

  it('collects what the offer, the endpoint and the gateway’s signature need', () => {
    expect(terms({ ...fixed, collect: ['billing'] })).toMatchObject({
      value: { collect: ['email', 'billing', 'phone'] },
    })
  })

  it('ends with the offer where that is sooner', () => {
    expect(terms({ ...fixed, exp: NOW / 1000 + 60 })).toMatchObject({ value: { expiresAt: NOW + 60_000 } })
  })

  it('returns to the offer’s own origins instead of the settings’', () => {
    const elsewhere = { ...fixed, origins: ['https://fair.example'] }

    expect(terms(elsewhere, { returnUrl: 'https://fair.example/' }).ok).toBe(true)
    expect(terms(elsewhere, { returnUrl: 'https://shop.example/' })).toEqual({
      ok: false,
      reason: { code: 'return-url-invalid' },
    })
  })

  it('returns to the settings’ origins where the offer names none', () => {
    expect(terms(fixed, { returnUrl: 'https://shop.example/#pay-order=I.t' })).toMatchObject({
      value: { returnUrl: 'https://shop.example/' },
    })
  })

  it.each([
    ['what is missing', { email: 'a@b.example' }, 'collect-missing', ['phone']],
    ['what is wrong', { email: 'no address', phone: '+431234567' }, 'customer-invalid', ['email']],
    ['what is wrong though not asked for', { name: 'x'.repeat(101) }, 'customer-invalid', ['name']],
  ])('names %s about a customer', (_, customer, code, fields) => {
    expect(terms(fixed, { customer })).toEqual({ ok: false, reason: { code, fields } })
  })
})

describe('termsOf a cart', () => {
  const mug = { ...fixed, item: 'mug', description: 'A mug', amount: '7.25', limit: 3 }

  it('sums its lines and keeps each of them', () => {
    expect(cartTerms([[several, 3], [mug]])).toMatchObject({
      ok: true,
      value: {
        ...{ id: 'the-id', reference: 'the-id', intent: 'sale', currency: 'EUR', exponent: 2 },
        amountMinor: 3 * 1250 + 725,
        description: '3 × A tin of tea, A mug',
        offer: 'the-cart',
        lines: [
          {
            ...{ offer: 'digest-0', item: 'tea', description: 'A tin of tea', quantity: 3 },
            ...{ amountMinor: 3750, offeredAt: fixed.iat * 1000 },
          },
          {
            ...{ offer: 'digest-1', item: 'mug', description: 'A mug', quantity: 1 },
            ...{ amountMinor: 725, offeredAt: fixed.iat * 1000, limit: 3 },
          },
        ],
      },
    })
  })

  it('leaves out what only a single offer has, so that no version takes it for one', () => {
    const agreed = cartTerms([[mug]])

    for (const name of ['item', 'offeredAt', 'limit', 'units'])
      expect(agreed.ok && agreed.value).not.toHaveProperty(name)
  })

  it.each([
    ['too many pieces', [[fixed], [several, 6]], 'quantity-invalid', 'lines.1.quantity'],
    ['too few pieces', [[several, 1], [fixed]], 'quantity-invalid', 'lines.0.quantity'],
    ['pieces of what is sold singly', [[fixed], [fixed, 2]], 'quantity-invalid', 'lines.1.quantity'],
    ['half a piece', [[several, 2.5]], 'quantity-invalid', 'lines.0.quantity'],
  ] satisfies [string, [OfferClaims, number?][], string, string][])(
    'refuses %s and names the line',
    (_, lines, code, field) => {
      expect(cartTerms(lines)).toEqual({ ok: false, reason: { code, fields: [field] } })
    },
  )

  it('charges twelve digits in all and no more', () => {
    const dear = { ...fixed, amount: '4999999999.99' }
    const cent = { ...fixed, amount: '0.02' }

    expect(cartTerms([[dear], [dear], [{ ...cent, amount: '0.01' }]])).toMatchObject({
      value: { amountMinor: 999_999_999_999 },
    })
    expect(cartTerms([[dear], [dear], [cent]])).toMatchObject({ reason: { code: 'amount-invalid' } })
    expect(cartTerms(Array.from({ length: 20 }, () => [dear]))).toMatchObject({
      reason: { code: 'amount-invalid' },
    })
  })

  it('offers the methods that all lines allow', () => {
    const all = { CHECKOUT_METHODS: ['hosted', 'payment-page'] as ('hosted' | 'payment-page')[] }
    const [form, page] = [
      { ...fixed, methods: ['hosted' as const] },
      { ...mug, methods: ['payment-page' as const] },
    ]

    expect(cartTerms([[fixed], [form]], all)).toMatchObject({ value: { methods: ['hosted'] } })
    expect(cartTerms([[form], [page]], all)).toEqual({ ok: false, reason: { code: 'methods-disjoint' } })
    expect(cartTerms([[fixed], [{ ...mug, methods: ['card' as const] }]], all)).toEqual({
      ok: false,
      reason: { code: 'method-off' },
    })
  })

  it('collects what any of its lines needs', () => {
    expect(cartTerms([[{ ...fixed, collect: ['billing'] }], [{ ...mug, collect: ['name'] }]])).toMatchObject({
      value: { collect: ['email', 'name', 'billing', 'phone'] },
    })
  })

  it('ends with the first of its offers', () => {
    const soon = { ...mug, exp: NOW / 1000 + 60 }

    expect(cartTerms([[fixed], [soon], [mug]])).toMatchObject({ value: { expiresAt: NOW + 60_000 } })
  })
})
