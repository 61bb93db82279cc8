import { describe, expect, it } from 'vitest'
import {
  acceptedAs,
  attempted,
  NOW,
  orderAfter,
  reported,
  stepTold,
  takenAs,
  terms,
  woken,
} from '../testing/examples.ts'
import type { OrderEvent } from './events.ts'
import { admitPayment, isCancellable, isCancellableByMerchant } from './payment-admission.ts'

const wish = { key: 'key-2', method: 'hosted' } as const
const first = [attempted('key-1'), acceptedAs('42')]

describe('admitPayment', () => {
  it.each<[string, OrderEvent[], string]>([
    ['starts the first attempt', [], 'starts'],
    ['joins the attempt of the same key', [attempted('key-2')], 'joins'],
    ['joins it also after it ended', [attempted('key-2'), acceptedAs('42'), reported('declined')], 'joins'],
    ['waits while another request is under way', [attempted('key-1')], 'attempt-in-flight'],
    ['supersedes a hosted page that the shopper left', first, 'starts'],
    ['waits after a shopper came back', [...first, woken('return')], 'attempt-in-flight'],
    ['waits while the outcome is unknown', [...first, reported('unknown')], 'attempt-in-flight'],
    ['tries again after a decline', [...first, reported('declined')], 'starts'],
    ['ends with an approval', [...first, reported('approved')], 'order-final'],
    ['ends with giving up', [{ type: 'cancelled' }], 'order-final'],
    ['ends with expiry, also at a page that was left', [...first, { type: 'expired' }], 'order-final'],
  ])('%s', (_, events, verdict) => {
    expect(admitPayment(orderAfter(...events), wish, NOW)).toBe(verdict)
  })

  it('ends at the time of expiry, even before the order notes it', () => {
    expect(admitPayment(orderAfter(), wish, terms.expiresAt)).toBe('order-final')
  })

  it('refuses a method that the order does not offer', () => {
    expect(admitPayment(orderAfter(), { ...wish, method: 'card' }, NOW)).toBe('method-off')
  })

  it.each<[string, string | undefined, string, string]>([
    ['joins the attempt of the same body', 'digest-1', 'digest-1', 'joins'],
    ['refuses another body under the same key', 'digest-1', 'digest-2', 'key-reused'],
    ['joins where no digest was kept', undefined, 'digest-1', 'joins'],
  ])('%s', (_, kept, bodyDigest, verdict) => {
    const state = orderAfter({ ...attempted('key-2'), ...(kept && { bodyDigest: kept }) })

    expect(admitPayment(state, { ...wish, bodyDigest }, NOW)).toBe(verdict)
  })

  it.each<[string, OrderEvent[], string]>([
    ['starts where the order has no attempt', [], 'starts'],
    ['joins an attempt of another key, by any method', [attempted('key-1')], 'joins'],
    ['joins one that failed', [...first, reported('declined')], 'joins'],
    ['joins one that was paid', [...first, reported('approved')], 'joins'],
    ['starts nothing in an order that was cancelled', [{ type: 'cancelled' }], 'order-final'],
  ])('lets a request that comes with the opening join or start: it %s', (_, events, verdict) => {
    const state = orderAfter(...events)
    const method = events.length > 0 && verdict === 'joins' ? 'card' : 'hosted'

    expect(admitPayment(state, { key: 'key.1', method, isFirst: true }, NOW)).toBe(verdict)
  })

  it('refuses a key that started an attempt of another method', () => {
    expect(admitPayment(orderAfter(attempted('key-2')), { ...wish, method: 'card' }, NOW)).toBe('key-reused')
  })
})

describe('giving up, by the shopper and by the merchant', () => {
  const direct = [attempted('key-1', 'card'), takenAs('42')]

  it.each<[string, OrderEvent[], shopper: boolean, merchant: boolean]>([
    ['an open order', [], true, true],
    ['a hosted page that nobody has answered', first, true, true],
    ['a declined order', [...first, reported('declined')], true, true],
    ['a request under way', [attempted('key-1')], false, false],
    ['an unknown outcome', [...first, reported('unknown')], false, false],
    ['a hosted page that the shopper came back from', [...first, woken('return')], false, false],
    ['a paid order', [...first, reported('approved')], false, false],
    [
      'a shopper at the bank',
      [...direct, stepTold({ type: 'challenge', url: 'https://b', creq: 'e' })],
      true,
      false,
    ],
    ['a bank that looks at the browser', [...direct, stepTold({ type: 'method' })], true, false],
    ['a payment under way', direct, false, false],
  ])('%s: %s, %s', (_, events, shopper, merchant) => {
    const state = orderAfter(...events)

    expect([isCancellable(state), isCancellableByMerchant(state)]).toEqual([shopper, merchant])
  })
})
