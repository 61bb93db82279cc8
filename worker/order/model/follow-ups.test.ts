import { describe, expect, it } from 'vitest'
import {
  CHECKED,
  followed,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedFollowUp,
  replyLost,
  reported,
  stage,
  through,
  toldOf,
  twice,
  wanted,
} from '../testing/examples.ts'
import { admitFollowUp, type RequestedFollowUp } from './follow-ups.ts'
import type { OrderState } from './state.ts'

const paid = orderAfter(...PAID)
const reserved = orderWith({ intent: 'preauth' }, ...RESERVED)
const checked = orderWith({ intent: 'payout', methods: ['payout-check'] }, ...CHECKED)
const captured = through(
  reserved,
  reported('approved', { kind: 'capture', type: 'capture', amountMinor: 1000, capturedMinor: 1000 }),
)

/** An order of which a part was given back under `follow-1`. */
const partlyReturned = through(
  paid,
  wanted({ amountMinor: 500, isWhole: false }),
  followed(),
  toldOf(1, stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f1' })),
)

/** In short: the sum that is moved, and whether it is the whole; `joins`; or why it is refused. */
function judged(state: OrderState, request: Partial<RequestedFollowUp>) {
  const verdict = admitFollowUp(state, { kind: 'return', key: 'follow-9', ...request })
  if (!verdict.ok) return verdict.reason
  if (verdict.value === 'joins') return 'joins'
  return `${verdict.value.amountMinor} ${verdict.value.isWhole ? 'whole' : 'part'}`
}

describe('admitFollowUp', () => {
  it.each<[string, OrderState, Partial<RequestedFollowUp>, string]>([
    ['captures what was reserved', reserved, { kind: 'capture' }, '1250 whole'],
    ['captures a part', reserved, { kind: 'capture', amountMinor: 1249 }, '1249 part'],
    [
      'calls a capture of the whole sum whole',
      reserved,
      { kind: 'capture', amountMinor: 1250 },
      '1250 whole',
    ],
    [
      'captures no more than was reserved',
      reserved,
      { kind: 'capture', amountMinor: 1251 },
      'amount-invalid',
    ],
    ['captures no empty sum', reserved, { kind: 'capture', amountMinor: 0 }, 'amount-invalid'],
    ['captures once', captured, { kind: 'capture', amountMinor: 1 }, 'follow-up-impossible'],
    ['captures no sale', paid, { kind: 'capture' }, 'follow-up-impossible'],
    ['voids a sale', paid, { kind: 'void' }, '1250 whole'],
    ['voids a reservation', reserved, { kind: 'void' }, '1250 whole'],
    ['voids nothing that was captured', captured, { kind: 'void' }, 'follow-up-impossible'],
    ['voids nothing of which a part was returned', partlyReturned, { kind: 'void' }, 'follow-up-impossible'],
    ['voids no part', paid, { kind: 'void', amountMinor: 500 }, 'amount-invalid'],
    ['voids no payout', checked, { kind: 'void' }, 'follow-up-impossible'],
    ['returns the whole', paid, {}, '1250 whole'],
    ['calls a return of the whole sum whole', paid, { amountMinor: 1250 }, '1250 whole'],
    ['returns a part', paid, { amountMinor: 1 }, '1 part'],
    ['returns no more than was paid', paid, { amountMinor: 1251 }, 'amount-invalid'],
    ['returns no empty sum', paid, { amountMinor: 0 }, 'amount-invalid'],
    ['returns the rest after a part, and names its sum', partlyReturned, {}, '750 part'],
    ['returns no more than is left', partlyReturned, { amountMinor: 751 }, 'amount-invalid'],
    [
      'returns nothing where nothing is left',
      through(paid, reported('approved', { kind: 'reversal', type: 'reversal' })),
      { amountMinor: 1 },
      'follow-up-impossible',
    ],
    ['returns what was captured, not what was reserved', captured, {}, '1000 whole'],
    ['returns no more than was captured', captured, { amountMinor: 1001 }, 'amount-invalid'],
    ['releases a reservation', reserved, {}, '1250 whole'],
    ['releases no part of a reservation', reserved, { amountMinor: 500 }, 'amount-invalid'],
    ['returns no payout', checked, {}, 'follow-up-impossible'],
    ['pays a checked payout out', checked, { kind: 'payout-pay' }, '1250 whole'],
    [
      'pays no part of a checked payout out',
      checked,
      { kind: 'payout-pay', amountMinor: 1 },
      'amount-invalid',
    ],
    [
      'pays no payout out that somebody else paid out',
      through(checked, reported('approved', { kind: 'capture', type: 'payout' })),
      { kind: 'payout-pay' },
      'follow-up-impossible',
    ],
    ['pays no sale out', paid, { kind: 'payout-pay' }, 'follow-up-impossible'],
    [
      'pays no other payout out',
      orderWith(
        { intent: 'payout', methods: ['payout-card'] },
        ...PAID.slice(0, 2),
        reported('approved', { type: 'payout' }),
      ),
      { kind: 'payout-pay' },
      'follow-up-impossible',
    ],
    ['does nothing with an order that is not paid', orderAfter(), {}, 'follow-up-impossible'],
    [
      'does nothing with a payment that was taken back',
      through(paid, reported('declined')),
      {},
      'follow-up-impossible',
    ],
    [
      'does nothing with a payment that was voided',
      through(paid, reported('approved', { kind: 'void', type: 'void' })),
      {},
      'follow-up-impossible',
    ],
    [
      'does nothing with a payment that was charged back',
      through(paid, reported('approved', { kind: 'chargeback', type: 'chargeback' })),
      {},
      'follow-up-impossible',
    ],
  ])('%s', (_, state, request, verdict) => {
    expect(judged(state, request)).toBe(verdict)
  })

  it.each<[string, OrderState]>([
    ['sent', through(paid, wanted())],
    ['taken', through(paid, wanted(), followed())],
    ['unheard of', through(paid, wanted(), replyLost())],
    ['told to be under way', through(paid, wanted(), followed(), toldOf(1, stage('processing')))],
  ])('starts nothing beside a follow-up that is %s', (_, state) => {
    expect(judged(state, { kind: 'void' })).toBe('follow-up-in-flight')
  })

  it.each<[string, OrderState, string]>([
    ['refused', through(paid, wanted(), ...refusedFollowUp()), '1250 whole'],
    [
      'declined',
      through(
        paid,
        wanted(),
        followed(),
        ...twice(toldOf(1, stage('declined', { reversedMinor: 0, serialNumber: 'serial-f1' }))),
      ),
      '1250 whole',
    ],
    [
      'declared not accepted',
      through(paid, wanted(), replyLost(), { type: 'declared-not-accepted', by: 'shop' }),
      '1250 whole',
    ],
  ])('starts another once one is %s', (_, state, verdict) => {
    expect(judged(state, {})).toBe(verdict)
  })

  it.each<[string, OrderState]>([
    [
      'refused',
      through(checked, wanted({ kind: 'payout-pay' }), ...refusedFollowUp({ type: 'payout-check' })),
    ],
    [
      'declared not accepted',
      through(checked, wanted({ kind: 'payout-pay' }), replyLost(), {
        type: 'declared-not-accepted',
        by: 'shop',
      }),
    ],
  ])('pays a payout out once, though that was %s', (_, state) => {
    expect(judged(state, { kind: 'payout-pay' })).toBe('follow-up-impossible')
  })

  const rest = wanted({ key: 'follow-2', amountMinor: 750, isWhole: false, isRest: true })

  it.each<[string, OrderState, Partial<RequestedFollowUp>, string]>([
    ['the same request', through(paid, wanted()), { key: 'follow-1' }, 'joins'],
    ['the same sum', through(paid, wanted()), { key: 'follow-1', amountMinor: 1250 }, 'joins'],
    ['another sum', through(paid, wanted()), { key: 'follow-1', amountMinor: 1 }, 'key-reused'],
    ['another kind', through(paid, wanted()), { key: 'follow-1', kind: 'void' }, 'key-reused'],
    ['a part, and now the whole', partlyReturned, { key: 'follow-1' }, 'key-reused'],
    ['a part once more', partlyReturned, { key: 'follow-1', amountMinor: 500 }, 'joins'],
    ['all that was left', through(partlyReturned, rest), { key: 'follow-2' }, 'joins'],
  ])('of a key that was used for %s', (_, state, request, verdict) => {
    expect(judged(state, request)).toBe(verdict)
  })
})

/** A capture, a void or a payment of a payout, as it was wanted and what became of the request. */
