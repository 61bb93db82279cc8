import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../shared/order-view.ts'
import {
  acceptedAs,
  attempted,
  forged,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  refusedOf,
  report,
  reported,
  reportOn,
  takenAs,
  terms,
  through,
  twice,
  woken,
} from '../testing/examples.ts'
import { merchantView } from '../views/merchant-view.ts'
import type { OrderEvent, Report, Reported } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const first = [attempted('key-1'), acceptedAs('42')]
const second = [attempted('key-2'), acceptedAs('43', 2)]
const secondApproved = reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2)
const cancelled: OrderEvent = { type: 'cancelled' }

const found = (gatewayId: string): OrderEvent => ({ type: 'unmatched-found', attempt: 1, gatewayId })
/** A report on the first unmatched transaction, or a later one. */
const unmatchedTold = (gatewayId: string, change: Partial<Report> = {}, number = 1): OrderEvent =>
  reportOn(refTo('unmatched', number), report('approved', { gatewayId, ...change }))

/** A cancelled order whose form was paid all the same. */
const SURPLUS = orderAfter(...first, cancelled, reported('approved'))

const refund = refTo('duplicate-refund', 1)
const sent: OrderEvent = { type: 'duplicate-refund-sent', number: 1 }
const took = (serialNumber?: string): OrderEvent => ({ type: 'accepted', ...refund, serialNumber })
const TOOK = took('serial-r1')
const refused = refusedOf(refund)
const lost = lostOf(refund)
const told = (status: Report['status'], change: Partial<Report> = {}): Reported =>
  reportOn(refund, report(status, change))
const voided = told('approved', { kind: 'void', type: 'void' })
const returned = told('approved', { kind: 'reversal', type: 'reversal', reversedMinor: 1250 })
const untouched = told('approved')
const declinedVoid = told('declined', { kind: 'void', type: 'void', serialNumber: 'serial-r1' })
/** The charge stands, as the gateway says twice. */
const stands = twice(untouched)

const refundOf = ({ duplicateRefunds: [one] }: OrderState) => one && [one.kind, one.status, one.tries]

describe('a charge too many', () => {
  it.each<[string, OrderState, string]>([
    [
      'a form that was left behind and paid',
      orderAfter(...first, ...second, secondApproved, reported('approved')),
      '42',
    ],
    ['the second of two forms', orderAfter(...first, ...second, reported('approved'), secondApproved), '43'],
    ['a form that was paid after giving up', SURPLUS, '42'],
    [
      'a payment for which no piece of the offer was left',
      orderWith({ limit: 1 }, ...first, reported('approved'), { type: 'limit-refused' }),
      '42',
    ],
    [
      'a second transaction that a callback named',
      orderAfter(...first, reported('approved'), woken('callback', '77'), unmatchedTold('77')),
      '77',
    ],
    [
      'a second transaction that a callback named before the first was known',
      orderAfter(...first, woken('callback', '77'), unmatchedTold('77'), reported('approved')),
      '77',
    ],
    [
      'a second transaction that was found by its name',
      orderAfter(...PAID, found('77'), unmatchedTold('77')),
      '77',
    ],
    ['one of another sum', orderAfter(...PAID, found('77'), unmatchedTold('77', { amountMinor: 1 })), '77'],
    [
      'the one of two that a callback named first, where the answer named the other',
      orderAfter(
        attempted('key-1', 'card'),
        woken('callback', '41'),
        takenAs('42'),
        reported('approved'),
        unmatchedTold('41'),
      ),
      '41',
    ],
    [
      'the one of two that a late answer named',
      orderAfter(
        attempted('key-1', 'card'),
        lostOf(refTo('attempt', 1)),
        woken('callback', '42'),
        takenAs('43'),
        reported('approved'),
        unmatchedTold('43'),
      ),
      '43',
    ],
    [
      'one that paid for an order whose other attempt was declined',
      orderAfter(...first, reported('declined'), found('77'), unmatchedTold('77')),
      '77',
    ],
  ])('is given back: %s', (_, state, gatewayId) => {
    expect(state.duplicateRefunds).toMatchObject([{ gatewayId, kind: 'void', status: 'due' }])
    expect(needsAttention(state)).toBe(true)
  })

  it.each<[Intent, string]>([
    ['verify', 'account-verification'],
    ['payout', 'payout'],
  ])('is not given back by %s', (intent, type) => {
    const amountMinor = intent === 'verify' ? 0 : 1250
    const state = orderWith(
      { intent, amountMinor },
      ...first,
      ...second,
      reported('approved', { type, amountMinor }),
      reported('approved', { type, amountMinor, clientOrderId: nameOf(2), gatewayId: '43' }, 2),
    )

    expect(state.transactions).toMatchObject([{}, { surplus: true }])
    expect(state.duplicateRefunds).toEqual([])
    // Money that went out twice is a person's to get back; nothing went out for a verification.
    expect(needsAttention(state)).toBe(intent === 'payout')
  })

  it.each<[string, OrderState]>([
    ['the payment', orderAfter(...PAID)],
    [
      'the payment that a callback named before its answer',
      orderAfter(attempted('k', 'card'), woken('callback'), takenAs('42'), reported('approved')),
    ],
    [
      'the payment whose name stood among the strangers',
      orderAfter(
        attempted('k', 'card'),
        woken('callback', '41'),
        woken('callback', '42'),
        takenAs('42'),
        reported('approved'),
        unmatchedTold('42'),
      ),
    ],
    [
      'the payment that was taken for a stranger until its own answer came',
      orderAfter(
        attempted('k', 'card'),
        woken('callback', '41'),
        woken('callback', '42'),
        unmatchedTold('42'),
        takenAs('42'),
        reported('approved'),
        unmatchedTold('42'),
      ),
    ],
    [
      'a stranger that was declined',
      orderAfter(...PAID, found('77'), unmatchedTold('77', { status: 'declined' })),
    ],
    [
      'a stranger that was never named by the gateway',
      orderAfter(...first, forged('callback'), unmatchedTold('77')),
    ],
    [
      'a stranger of another order',
      orderAfter(...PAID, found('77'), unmatchedTold('77', { clientOrderId: 'order-2' })),
    ],
    [
      'a charge of a schedule',
      orderAfter(attempted('k', 'recurring-payment'), woken('callback', '77'), unmatchedTold('77')),
    ],
  ])('is none: %s', (_, state) => {
    expect(state.duplicateRefunds).toEqual([])
  })

  it('is the one that the attempt’s own answer does not name, or that came second where there is none', () => {
    const named = [
      attempted('k', 'card'),
      woken('callback', '41'),
      woken('callback', '42'),
      unmatchedTold('42'),
    ]
    const answered = orderAfter(...named, takenAs('42'), reported('approved'), unmatchedTold('41', {}, 2))
    const unanswered = orderAfter(...named, lostOf(refTo('attempt', 1)), unmatchedTold('42'))

    expect(answered.duplicateRefunds.map(({ gatewayId }) => gatewayId)).toEqual(['41'])
    expect(unanswered.duplicateRefunds.map(({ gatewayId }) => gatewayId)).toEqual(['42'])
  })

  it('is given back once, however often the gateway reports it', () => {
    const again = through(SURPLUS, reported('approved'), reported('declined'), reported('approved'))

    expect(again.duplicateRefunds).toHaveLength(1)
    expect(again.transactions.find(({ id }) => id === '42')).toMatchObject({ surplus: true })
  })

  it('stays given back, even if the gateway says otherwise later', () => {
    const back = through(SURPLUS, sent, TOOK, voided)
    const again = through(back, reported('declined'), reported('approved'), voided)

    expect(again.duplicateRefunds).toMatchObject([{ status: 'approved' }])
    expect(needsAttention(again)).toBe(false)
  })

  it('leaves the payment beside it as it is', () => {
    const paid = orderAfter(...PAID, found('77'), unmatchedTold('77'))
    const back = through(paid, sent, TOOK, told('approved', { gatewayId: '77', kind: 'void', type: 'void' }))
    const strange = transition(
      back,
      reported('approved', { gatewayId: '77', kind: 'void', type: 'void' }),
      NOW,
    )

    expect([statusOf(back), statusOf(strange)]).toEqual(['approved', 'approved'])
    expect(back.duplicateRefunds).toMatchObject([{ status: 'approved' }])
  })
})

describe('giving back', () => {
  it.each<[string, OrderEvent[], unknown]>([
    ['begins with a void', [], ['void', 'due', 0]],
    ['is stored before it is sent', [sent], ['void', 'sending', 0]],
    ['is under way once it was taken', [sent, TOOK], ['void', 'processing', 0]],
    ['is done when the gateway tells of a void', [sent, TOOK, voided], ['void', 'approved', 0]],
    [
      'is done when the gateway tells of a return of the whole',
      [sent, TOOK, returned],
      ['void', 'approved', 0],
    ],
    ['is done when somebody else did it', [voided], ['void', 'approved', 0]],
    [
      'is not done by a return of a part',
      [told('approved', { kind: 'reversal', type: 'reversal', reversedMinor: 1 })],
      ['void', 'due', 0],
    ],
    [
      'is not done by a void that failed',
      [told('declined', { kind: 'void', type: 'void' })],
      ['void', 'due', 0],
    ],
    ['is a return where a void is refused', [sent, refused], ['return', 'due', 0]],
    [
      'is sent again where all that the gateway knows of is what failed before',
      [sent, lost, ...twice(declinedVoid), sent, lost, ...twice(declinedVoid)],
      ['return', 'due', 1],
    ],
    ['is a return where a void was taken and failed', [sent, TOOK, declinedVoid], ['return', 'due', 0]],
    [
      'is a return where a void without a name of its own failed',
      [sent, took(), told('declined', { kind: 'void', type: 'void' })],
      ['return', 'due', 0],
    ],
    [
      'waits for a refused void of which the gateway does not know',
      [sent, refused, told('unknown', { kind: 'void', type: 'void' })],
      ['void', 'processing', 0],
    ],
    [
      'waits for what is under way after a refusal though its kind is not told',
      [sent, refused, told('processing', { kind: 'other', untold: ['type'] })],
      ['void', 'processing', 0],
    ],
    [
      'waits for nothing of an untold kind before it was sent',
      [told('processing', { kind: 'other', untold: ['type'] })],
      ['void', 'due', 0],
    ],
    ['waits where both are refused', [sent, refused, ...stands, sent, refused], ['void', 'due', 1]],
    [
      'is not sent the other way before it is certain that the first did nothing',
      [sent, refused, untouched, sent],
      ['return', 'due', 0],
    ],
    ['is sent the other way after that', [sent, refused, ...stands, sent], ['return', 'sending', 0]],
    ['is not sent again after one answer', [sent, lost, untouched], ['void', 'unknown', 0]],
    [
      'is done where the second answer shows that the refused void was carried out',
      [sent, refused, untouched, voided],
      ['return', 'approved', 0],
    ],
    ['is in doubt where the answer is lost', [sent, lost], ['void', 'unknown', 0]],
    ['is sent again once the charge is seen to stand', [sent, lost, ...stands], ['void', 'due', 1]],
    ['is not sent again while it may be under way', [sent, lost, told('processing')], ['void', 'unknown', 0]],
    ['is found out to be done', [sent, lost, voided], ['void', 'approved', 0]],
    [
      'is tried the other way where what was lost has failed',
      [sent, lost, declinedVoid],
      ['return', 'due', 0],
    ],
    ['is not sent again after a report that lags', [sent, TOOK, untouched], ['void', 'processing', 0]],
    [
      'is not failed by the failure of another request',
      [sent, TOOK, told('declined', { kind: 'void', type: 'void', serialNumber: 'other' })],
      ['void', 'processing', 0],
    ],
    [
      'heeds no report of another transaction',
      [sent, TOOK, told('approved', { kind: 'void', gatewayId: '99' })],
      ['void', 'processing', 0],
    ],
    [
      'heeds no report of another order',
      [sent, TOOK, told('approved', { kind: 'void', clientOrderId: 'other' })],
      ['void', 'processing', 0],
    ],
    ['heeds no answer after it was given up', [sent, lost, TOOK], ['void', 'unknown', 0]],
    ['never begins again', [voided, sent, refused, lost, untouched], ['void', 'approved', 0]],
  ])('%s', (_, events, reversal) => {
    expect(refundOf(through(SURPLUS, ...events))).toEqual(reversal)
  })

  it.each<[string, OrderEvent[], boolean]>([
    ['is due', [], true],
    ['is under way', [sent, TOOK], true],
    ['is in doubt', [sent, lost], true],
    ['was refused', [sent, refused, ...stands, sent, refused], true],
    ['is done', [sent, TOOK, voided], false],
  ])('needs a person while it %s: %s', (_, events, needs) => {
    expect(needsAttention(through(SURPLUS, ...events))).toBe(needs)
  })

  it('shows to the merchant', () => {
    const surplus = { id: '42', status: 'approved', surplus: true }

    expect(merchantView(SURPLUS, true).transactions).toMatchObject([surplus])
    expect(merchantView(SURPLUS, true).transactions[0]).not.toHaveProperty('reversed')
    expect(merchantView(through(SURPLUS, voided), true).transactions).toMatchObject([
      { ...surplus, reversed: true },
    ])
  })

  it.each<[string, OrderEvent]>([
    ['expiry', { type: 'expired' }],
    ['erasure', { type: 'erased' }],
    ['the end of the offer', { type: 'limit-refused' }],
  ])('survives %s', (_, event) => {
    const state = through(SURPLUS, event, sent, TOOK, event, voided, event)

    expect(refundOf(state)).toEqual(['void', 'approved', 0])
  })

  it('is of the agreed sum', () => {
    expect(SURPLUS.duplicateRefunds[0]?.amountMinor).toBe(terms.amountMinor)
  })

  it('is of the sum that two answers tell, once a request was refused', () => {
    const wrong = through(
      orderAfter(...PAID, found('77'), unmatchedTold('77', { amountMinor: 999 })),
      sent,
      refused,
    )
    const answer = (amountMinor: number) => ({
      ...told('approved', { gatewayId: '77', amountMinor }),
      spanMs: 60_000,
    })
    const spread = (...sums: number[]) =>
      sums.reduce((state, sum, index) => transition(state, answer(sum), NOW + (index + 1) * 120_000), wrong)

    const isFree = ({ duplicateRefunds: [one] }: OrderState) => one && [one.amountMinor, !one.isDoubtful]
    expect([spread(1250), spread(1250, 1250), spread(1250, 5), spread(1250, 5, 1250)].map(isFree)).toEqual([
      [1250, false],
      [1250, true],
      [5, false],
      [1250, false],
    ])
  })
})
