import { describe, expect, it } from 'vitest'
import {
  access,
  at,
  CART,
  CLAIMS,
  challenge,
  FORM,
  framed,
  SELLING,
  SETTINGS,
  view,
} from '../../testing/tag-table.ts'
import { framedStep, isResuming, knowsWays, mayPay, nameOf, pausedUntil } from './tag-state.ts'

describe('the state', () => {
  it.each([
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

  it.each([
    [
      'of an offer that names them',
      { view: undefined, claims: { ...CLAIMS, methods: ['card'] as const } },
      true,
    ],
    ['of an order', {}, true],
    ['not of an offer that names none', { view: undefined }, false],
    [
      'of an offer that names none, once the settings have come',
      { view: undefined, settings: SETTINGS },
      true,
    ],
    [
      'not of a product that is still to come, though the settings have',
      { view: undefined, claims: undefined, goods: { product: 'mug' }, settings: SETTINGS },
      false,
    ],
    ['of an offer that names none, once the settings are late', { view: undefined, settings: null }, true],
  ])('knows the ways to pay %s', (_, change, expected) => {
    expect(knowsWays(at(change))).toBe(expected)
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
