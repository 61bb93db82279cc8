import { describe, expect, it } from 'vitest'
import {
  CHECKED,
  followed,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedFollowUp,
  reported,
  stage,
  through,
  toldOf,
  unheard,
  wanted,
} from '../testing/examples.ts'
import { type FollowUpWish, judgeFollowUp, verdictOf } from './follow-ups.ts'
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
function judged(state: OrderState, wish: Partial<FollowUpWish>) {
  const verdict = judgeFollowUp(state, { kind: 'return', key: 'follow-9', ...wish })
  if (!verdict.ok) return verdict.reason
  if (verdict.value === 'joins') return 'joins'
  return `${verdict.value.amountMinor} ${verdict.value.isWhole ? 'whole' : 'part'}`
}

describe('judgeFollowUp', () => {
  it.each<[string, OrderState, Partial<FollowUpWish>, string]>([
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
  ])('%s', (_, state, wish, verdict) => {
    expect(judged(state, wish)).toBe(verdict)
  })

  it.each<[string, OrderState]>([
    ['sent', through(paid, wanted())],
    ['taken', through(paid, wanted(), followed())],
    ['unheard of', through(paid, wanted(), unheard())],
    ['told to be under way', through(paid, wanted(), followed(), toldOf(1, stage('processing')))],
  ])('starts nothing beside a follow-up that is %s', (_, state) => {
    expect(judged(state, { kind: 'void' })).toBe('follow-up-in-flight')
  })

  it.each<[string, OrderState, string]>([
    ['refused', through(paid, wanted(), ...refusedFollowUp()), '1250 whole'],
    [
      'declined',
      through(paid, wanted(), followed(), toldOf(1, stage('declined', { serialNumber: 'serial-f1' }))),
      '1250 whole',
    ],
    [
      'declared not accepted',
      through(paid, wanted(), unheard(), { type: 'declared-not-accepted', by: 'shop' }),
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
      through(checked, wanted({ kind: 'payout-pay' }), unheard(), {
        type: 'declared-not-accepted',
        by: 'shop',
      }),
    ],
  ])('pays a payout out once, though that was %s', (_, state) => {
    expect(judged(state, { kind: 'payout-pay' })).toBe('follow-up-impossible')
  })

  const rest = wanted({ key: 'follow-2', amountMinor: 750, isWhole: false, isRest: true })

  it.each<[string, OrderState, Partial<FollowUpWish>, string]>([
    ['the same wish', through(paid, wanted()), { key: 'follow-1' }, 'joins'],
    ['the same sum', through(paid, wanted()), { key: 'follow-1', amountMinor: 1250 }, 'joins'],
    ['another sum', through(paid, wanted()), { key: 'follow-1', amountMinor: 1 }, 'key-reused'],
    ['another kind', through(paid, wanted()), { key: 'follow-1', kind: 'void' }, 'key-reused'],
    ['a part, and now the whole', partlyReturned, { key: 'follow-1' }, 'key-reused'],
    ['a part once more', partlyReturned, { key: 'follow-1', amountMinor: 500 }, 'joins'],
    ['all that was left', through(partlyReturned, rest), { key: 'follow-2' }, 'joins'],
  ])('of a key that was used for %s', (_, state, wish, verdict) => {
    expect(judged(state, wish)).toBe(verdict)
  })
})

/** A capture, a void or a payment of a payout, as it was wanted and what became of the request. */
const capturing = through(reserved, wanted({ kind: 'capture', amountMinor: 1000, isWhole: false }))
const voiding = through(paid, wanted({ kind: 'void' }))
const releasing = through(reserved, wanted())
const payingOut = through(checked, wanted({ kind: 'payout-pay' }))
const part = through(paid, wanted({ amountMinor: 500, isWhole: false }))
const second = through(partlyReturned, wanted({ key: 'follow-2', amountMinor: 300, isWhole: false }))

describe('verdictOf', () => {
  const partStage = { amountMinor: 500, reversedMinor: 500 }
  const captureStage = { kind: 'capture', type: 'capture', amountMinor: 1000 } as const

  it.each<[string, OrderState, Parameters<typeof stage>, string | undefined]>([
    [
      'its own request and sum are its success',
      through(part, followed()),
      ['approved', { ...partStage, serialNumber: 'serial-f1' }],
      'approved',
    ],
    [
      'its own request and sum suffice where no totals are told',
      through(part, followed()),
      ['approved', { amountMinor: 500, reversedMinor: undefined, serialNumber: 'serial-f1' }],
      'approved',
    ],
    [
      'its own request with another sum is not',
      through(part, followed()),
      ['approved', { amountMinor: 499, reversedMinor: 499, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request under way is not told yet',
      through(part, followed()),
      ['processing', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request of which the gateway does not know is not told yet',
      through(part, followed()),
      ['unknown', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request declined is its failure',
      through(part, followed()),
      ['declined', { ...partStage, serialNumber: 'serial-f1' }],
      'declined',
    ],
    [
      'an answer without the request’s name is of the one that was asked about',
      through(part, followed()),
      ['filtered', partStage],
      'filtered',
    ],
    [
      'another request declined is not',
      through(part, followed()),
      ['declined', { ...partStage, serialNumber: 'serial-9' }],
      undefined,
    ],
    [
      'totals that moved by what was asked for settle a lost answer',
      through(part, unheard()),
      ['approved', partStage],
      'approved',
    ],
    [
      'totals settle one of several',
      through(second, unheard(2)),
      ['approved', { amountMinor: 300, reversedMinor: 800, serialNumber: 'serial-8' }],
      'approved',
    ],
    [
      'totals that did not move do not',
      through(second, unheard(2)),
      ['approved', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'totals that moved by another sum do not',
      through(part, unheard()),
      ['approved', { amountMinor: 500, reversedMinor: 1000 }],
      undefined,
    ],
    [
      'a sum alone settles no lost answer',
      through(part, unheard()),
      ['approved', { amountMinor: 500, reversedMinor: undefined }],
      undefined,
    ],
    [
      'a new request that failed is the lost one',
      through(part, unheard()),
      ['declined', { ...partStage, serialNumber: 'serial-9' }],
      'declined',
    ],
    [
      'a request without a name that failed may be any',
      through(part, unheard()),
      ['declined', partStage],
      undefined,
    ],
    [
      'an older follow-up that failed is not the lost one',
      through(
        part,
        followed(),
        toldOf(1, stage('declined', { ...partStage, serialNumber: 'serial-f1' })),
        wanted({ key: 'follow-2', amountMinor: 500, isWhole: false }),
        unheard(2),
      ),
      ['declined', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'a stranger’s return that failed before is not the lost one',
      through(
        paid,
        { type: 'reported', attempt: 1, report: stage('declined', { serialNumber: 'strange' }) },
        wanted({ amountMinor: 500, isWhole: false }),
        unheard(),
      ),
      ['declined', { ...partStage, serialNumber: 'strange' }],
      undefined,
    ],
    [
      'another order says nothing',
      through(part, followed()),
      ['approved', { ...partStage, serialNumber: 'serial-f1', clientOrderId: 'order-2' }],
      undefined,
    ],
    [
      'another transaction says nothing',
      through(part, followed()),
      ['approved', { ...partStage, serialNumber: 'serial-f1', gatewayId: '43' }],
      undefined,
    ],
    [
      'a payment says nothing of its return',
      through(part, unheard()),
      ['approved', { kind: 'payment', type: 'sale' }],
      undefined,
    ],
    [
      'a chargeback says nothing of a return',
      through(part, unheard()),
      ['approved', { ...partStage, kind: 'chargeback', type: 'chargeback' }],
      undefined,
    ],
    [
      'a capture is told by its total',
      through(capturing, unheard()),
      ['approved', { ...captureStage, capturedMinor: 1000 }],
      'approved',
    ],
    [
      'a capture is told by its sum where no total is told',
      through(capturing, unheard()),
      ['approved', captureStage],
      'approved',
    ],
    [
      'a capture of another sum is a stranger’s',
      through(capturing, unheard()),
      ['approved', { ...captureStage, capturedMinor: 999, amountMinor: 999 }],
      undefined,
    ],
    [
      'a void has no sum to compare',
      through(voiding, unheard()),
      ['approved', { kind: 'void', type: 'void', amountMinor: undefined, reversedMinor: undefined }],
      'approved',
    ],
    ['a return says nothing of a void', through(voiding, unheard()), ['approved', {}], undefined],
    [
      'the return of a reservation is a cancel',
      through(releasing, unheard()),
      ['approved', { kind: 'void', type: 'cancel' }],
      'approved',
    ],
    [
      'a payout is made by what comes after its check',
      through(payingOut, unheard()),
      ['approved', { kind: 'capture', type: 'payout', reversedMinor: 0 }],
      'approved',
    ],
    [
      'the check of a payout says nothing of it',
      through(payingOut, unheard()),
      ['approved', { kind: 'payment', type: 'payout-check' }],
      undefined,
    ],
    [
      'a payout that is declined failed',
      through(payingOut, followed()),
      ['declined', { kind: 'capture', type: 'payout', serialNumber: 'serial-f1' }],
      'declined',
    ],
  ])('%s', (_, state, told, verdict) => {
    const followUp = state.followUps.at(-1)
    if (!followUp) throw new TypeError('no follow-up')

    expect(verdictOf(state, followUp, stage(...told))).toBe(verdict)
  })
})
