import { describe, expect, it } from 'vitest'
import { access, at, CART, challenge, FORM, framed, SELLING, view } from '../../testing/tag-table.ts'
import { framedStep, isResuming, mayPay, nameOf, pausedUntil } from './tag-state.ts'

describe('the state', () => {
  it.each([
    ['a pause of every way holds for this one', { pause: { way: 'all', until: 5 } }, 5],
    ['a pause holds for its own way', { pause: { way: 'hosted', until: 5 } }, 5],
    ['a pause holds for no other way', { pause: { way: 'card', until: 5 } }, undefined],
    ['there is no pause', {}, undefined],
  ] as const)('knows until when the shopper waits: %s', (_, change, until) => {
    expect(pausedUntil(at(change), 'hosted')).toBe(until)
  })

  it.each([
    ['a cart', { goods: CART }, 'cart'],
    ['an offer', {}, 'mug'],
    ['a session', { digest: '' }, 'order-1'],
    ['nothing yet', { digest: '', access: undefined }, ''],
  ])('names what the shopper pays: %s', (_, change, name) => {
    expect(nameOf(at(change))).toBe(name)
  })

  it.each([
    ['before the first view', { view: undefined }, true],
    ['with a view', { isReturning: true }, false],
    ['with an order in the address alone', { access: undefined, isReturning: true }, true],
    ['without an order', { access: undefined }, false],
  ])('knows whether an order is looked for: %s', (_, change, expected) => {
    expect(isResuming(at(change))).toBe(expected)
  })

  it('shows a bot check before the bank’s step, and no step where it may only look', () => {
    const shown = at({ view: view({ status: 'challenge', action: challenge }, 1), location: framed })
    const check = { type: 'check', url: FORM, frame: FORM } as const
    expect(framedStep(shown)).toBe(shown.view?.action)
    expect(framedStep({ ...shown, check })).toBe(check)
    expect(framedStep({ ...shown, access: access({ mayPay: false }) })).toBeUndefined()
  })

  it('may pay without an order, and with a token that may', () => {
    expect([SELLING, at(), at({ access: access({ mayPay: false }) })].map(mayPay)).toEqual([
      true,
      true,
      false,
    ])
  })
})
