import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  atHostedPage,
  attempted,
  forged,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  refusedOf,
  report,
  reported,
  takenAs,
  terms,
  through,
  twice,
  woken,
} from '../testing/examples.ts'
import type { OrderEvent } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { pollDue } from './polling.ts'
import { refTo } from './request-ref.ts'
import { statusOf } from './status.ts'
import { opened, transition } from './transition.ts'

const first = [attempted('key-1'), acceptedAs('42')]
const second = [attempted('key-2'), acceptedAs('43', 2)]
const secondApproved = reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2)
const lostReply = lostOf(refTo('attempt', 1))
const cancelled: OrderEvent = { type: 'cancelled' }

describe('transition', () => {
  it.each<[string, OrderEvent[], string]>([
    ['an order begins open', [], 'open'],
    ['a stored intent is on its way', [attempted('key-1')], 'sending'],
    ['an accepted form waits for the shopper', first, 'redirect'],
    ['a refused form may be tried again', [attempted('key-1'), refusedOf(refTo('attempt', 1))], 'error'],
    ['a form whose answer was lost may be tried again', [attempted('key-1'), lostReply], 'error'],
    [
      'a late answer does not bring back a form that was given up',
      [attempted('key-1'), lostReply, acceptedAs('42')],
      'error',
    ],
    [
      'a form without an address may be tried again',
      [attempted('key-1'), { ...acceptedAs('42'), redirectUrl: undefined } as OrderEvent],
      'error',
    ],
    [
      'a returning shopper has paid or given up, so the button stays locked',
      [...first, woken('return')],
      'processing',
    ],
    [
      'a return whose control is wrong locks the button as well: only the gateway knew its address',
      [...first, forged('return')],
      'processing',
    ],
    ['a callback locks the button and decides nothing', [...first, woken('callback')], 'processing'],
    ['a forged callback changes nothing', [...first, forged('callback')], 'redirect'],
    [
      'a form that a wrong report put in doubt is open again once a right one comes',
      [...first, reported('processing', { amountMinor: 1 }), reported('processing')],
      'redirect',
    ],
    [
      'a form in doubt whose shopper came back stays locked',
      [...first, reported('processing', { amountMinor: 1 }), woken('return'), reported('processing')],
      'processing',
    ],
    [
      'a form that nobody can pay may be tried again after a wrong report and a right one',
      [attempted('key-1'), lostReply, reported('processing', { amountMinor: 1 }), reported('processing')],
      'error',
    ],
    [
      'an approval of a kind that was not asked for lets nobody pay again',
      [...first, reported('approved', { kind: 'other', type: 'preauth' })],
      'unknown',
    ],
    [
      'a reversal of what was never approved lets nobody pay again',
      [...first, reported('approved', { kind: 'reversal', type: 'reversal' })],
      'unknown',
    ],
    [
      'a decline that an approval of another amount contradicts is in doubt',
      [...first, reported('declined'), reported('approved', { amountMinor: 1 })],
      'unknown',
    ],
    [
      'a reply that names no order says nothing of a page that is being filled in',
      [...first, reported('processing', { clientOrderId: undefined })],
      'redirect',
    ],
    [
      'a reversal settles a doubt',
      [
        ...first,
        reported('approved'),
        reported('approved', { kind: 'other', type: 'dispute' }),
        reported('approved', { kind: 'reversal', type: 'reversal' }),
      ],
      'returned',
    ],
    ['a report approves', [...first, reported('approved')], 'approved'],
    ['a report declines', [...first, reported('declined')], 'declined'],
    ['a report may know as little as we do', [...first, reported('unknown')], 'unknown'],
    [
      '"under way" says nothing of a page that is being filled in',
      [...first, reported('processing')],
      'redirect',
    ],
    [
      'an unknown outcome may become under way again',
      [...first, reported('unknown'), reported('processing')],
      'processing',
    ],
    [
      'an unknown outcome may become an approval',
      [...first, reported('unknown'), reported('approved')],
      'approved',
    ],
    [
      'a decline that is reconciled becomes the payment',
      [...first, reported('declined'), reported('approved')],
      'approved',
    ],
    [
      'a lagging report takes no approval back',
      [...first, reported('approved'), reported('processing')],
      'approved',
    ],
    [
      'an approval that is taken back is not shown as paid',
      [...first, reported('approved'), reported('declined')],
      'unknown',
    ],
    [
      'an approval that is confirmed after a doubt stands',
      [...first, reported('approved'), reported('declined'), reported('approved')],
      'approved',
    ],
    [
      'the first form can be paid though its answer was lost',
      [attempted('key-1'), lostReply, reported('approved')],
      'approved',
    ],
    ['paying another way leaves the first form behind', [...first, ...second], 'redirect'],
    [
      'a form that was left behind may still be the payment',
      [...first, ...second, reported('approved')],
      'approved',
    ],
    [
      'a form that was left behind and is being paid locks the button',
      [...first, ...second, woken('return')],
      'processing',
    ],
    ['giving up shows at once', [...first, cancelled], 'cancelled'],
    [
      'an approval after giving up does not revive the order',
      [...first, cancelled, reported('approved')],
      'cancelled',
    ],
    ['an order expires before it is tried', [{ type: 'expired' }], 'expired'],
    ['expiry does not end a form that may be paid', [...first, { type: 'expired' }], 'redirect'],
    [
      'a chargeback shows',
      [...first, reported('approved'), reported('approved', { kind: 'chargeback', type: 'chargeback' })],
      'charged-back',
    ],
    [
      'a reversal of the whole sum is a return',
      [...first, reported('approved'), reported('approved', { kind: 'reversal', type: 'reversal' })],
      'returned',
    ],
    [
      'a reversal of a part is a partial return',
      [
        ...first,
        reported('approved'),
        reported('approved', { kind: 'reversal', type: 'reversal', reversedMinor: 100 }),
      ],
      'partially-returned',
    ],
  ])('%s', (_, events, status) => {
    expect(statusOf(orderAfter(...events))).toBe(status)
  })

  it.each([
    ['another amount', { amountMinor: 1251 }],
    ['no amount', { amountMinor: undefined }],
    ['another currency', { currency: 'USD' }],
    ['no currency', { currency: undefined }],
  ])('an approval for %s is never success', (_, change) => {
    const state = orderAfter(...first, reported('approved', change))

    expect(statusOf(state)).toBe('unknown')
    expect(state.payment).toBeUndefined()
  })

  it.each([
    ['another order', { clientOrderId: 'order-2' }],
    ['no order', { clientOrderId: undefined }],
    ['another transaction', { gatewayId: '99' }],
    ['no transaction', { gatewayId: undefined }],
  ])('an answer about %s decides nothing, and is a doubt once the gateway goes on giving it', (_, change) => {
    const direct = orderAfter(attempted('key-1', 'card'), takenAs('42'))
    for (const status of ['approved', 'declined'] as const) {
      const answer = reported(status, change)

      expect(through(direct, answer, answer).attempts).toEqual(direct.attempts)
      expect(statusOf(through(direct, ...twice(answer)))).toBe('unknown')
      expect(through(direct, ...twice(answer)).payment).toBeUndefined()
    }
  })

  it.each(['approved', 'declined'] as const)(
    'such an answer puts no attempt in doubt that is %s',
    (status) => {
      const decided = orderAfter(...first, reported(status))
      const other = ['approved', 'declined', 'processing'] as const

      const after = through(
        decided,
        ...other.flatMap((one) => twice(reported(one, { clientOrderId: 'order-2' }))),
      )

      // The payment alone is asked about again, so that a right answer can end it.
      const asking =
        status === 'approved' ? { asking: { since: NOW, pace: 'again', isUntilAnswered: true } } : {}
      expect(after.attempts).toEqual(decided.attempts.map((attempt) => ({ ...attempt, ...asking })))
      expect(needsAttention(after)).toBe(status === 'approved')
      expect(needsAttention(through(after, reported(status)))).toBe(false)
    },
  )

  it('a further transaction that the gateway names in place of the one asked about is followed', () => {
    const state = orderAfter(...first, reported('approved', { gatewayId: '99' }))

    expect(state.unmatched).toMatchObject([{ id: '99', attempt: 1 }])
  })

  it('an approval of another kind is never success', () => {
    expect(
      orderAfter(...first, reported('approved', { kind: 'other', type: 'payout' })).payment,
    ).toBeUndefined()
  })

  it('keeps the first approval and calls any other surplus', () => {
    const state = orderAfter(...first, ...second, reported('approved'), secondApproved)

    expect(state.payment).toBe(1)
    expect(state.transactions.map(({ id, surplus }) => [id, surplus])).toEqual([
      ['42', undefined],
      ['43', true],
    ])
  })

  it('keeps what it told first when an earlier form is paid later', () => {
    const state = orderAfter(...first, ...second, secondApproved, reported('approved'))

    expect(state.payment).toBe(2)
    expect(state.transactions.find(({ surplus }) => surplus)?.id).toBe('42')
  })

  it('calls an approval after giving up surplus', () => {
    expect(orderAfter(...first, cancelled, reported('approved')).transactions).toMatchObject([
      { id: '42', surplus: true },
    ])
  })

  it('keeps what a callback names and the order did not start', () => {
    const { unmatched } = orderAfter(...first, woken('callback', '77'))

    expect(unmatched).toEqual([{ id: '77', attempt: 1, asking: { since: NOW, pace: 'active' } }])
  })

  it('counts a wrong control and asks all the same', () => {
    const state = orderAfter(...first, forged('callback'))

    expect(state.forged).toBe(1)
    expect(state.attempts[0]?.asking).toMatchObject({ since: NOW, pace: 'active' })
  })

  it.each([
    ['looks again at what was paid', 'approved', 'again'],
    ['doubts what failed', 'declined', 'doubting'],
  ] as const)('%s when a callback comes late', (_, status, pace) => {
    const asked = orderAfter(...first, reported(status), woken('callback'))
    const answered = transition(asked, reported(status), NOW)

    expect(asked.attempts[0]?.asking?.pace).toBe(pace)
    expect(answered).toBe(asked)
  })

  it('goes on asking after an approval was taken back', () => {
    const state = orderAfter(...first, reported('approved'), reported('declined'))

    expect(state.attempts[0]?.asking).toEqual({ since: NOW, pace: 'waiting' })
  })

  it.each<[string, OrderEvent[]]>([
    [
      'a failure that was being doubted and is contradicted',
      [reported('declined'), woken('callback'), reported('approved', { amountMinor: 1 })],
    ],
    [
      'an approval that was taken back, and then woken',
      [reported('approved'), reported('declined'), woken('callback')],
    ],
  ])('follows %s for as long as any other order', (_, events) => {
    const state = orderAfter(...first, ...events)
    const [attempt] = state.attempts
    if (!attempt) throw new TypeError('no attempt')

    expect(statusOf(state)).toBe('unknown')
    expect(pollDue(attempt, NOW + 8 * 86_400_000, TIMES)).toBeGreaterThan(NOW + 8 * 86_400_000)
  })

  it('stops asking once a taken-back approval is confirmed', () => {
    const state = orderAfter(...first, reported('approved'), reported('declined'), reported('approved'))

    expect(state.attempts[0]?.asking).toBeUndefined()
  })

  it.each<[string, OrderEvent[], number | undefined]>([
    ['was never asked for', [], undefined],
    ['is asked for', [{ type: 'limit-wanted' }], undefined],
    ['is held', [{ type: 'limit-wanted' }, { type: 'limit-held' }], 1],
    [
      'is being given back',
      [{ type: 'limit-wanted' }, { type: 'limit-held' }, { type: 'limit-given-up' }],
      undefined,
    ],
    [
      'was given back',
      [{ type: 'limit-wanted' }, { type: 'limit-held' }, { type: 'limit-released' }],
      undefined,
    ],
  ])('of a limited offer whose piece %s keeps a payment, or does not', (_, events, payment) => {
    const limited = orderWith({ limit: 1 }, ...first)
    const before = events.reduce((state, event) => transition(state, event, NOW), limited)

    expect(transition(before, reported('approved'), NOW).payment).toBe(payment)
  })

  describe('what is on its way back since the order held no piece of a limited offer', () => {
    const limited = orderWith({ limit: 1 }, ...first)
    const asking = transition(limited, reported('approved'), NOW)
    const returning = transition(asking, { type: 'limit-refused' }, NOW)

    it('leaves the order unpaid, and payable where a piece is left', () => {
      expect(returning.duplicateRefunds).toMatchObject([{ gatewayId: '42', status: 'due' }])
      expect(statusOf(returning)).toBe('error')
    })

    it('is not the payment either when the order has got a piece', () => {
      const events: OrderEvent[] = [{ type: 'limit-wanted' }, { type: 'limit-held' }, ...second]
      const holding = events.reduce((state, event) => transition(state, event, NOW), returning)

      const after = transition(holding, reported('approved'), NOW)

      expect(after.payment).toBeUndefined()
      expect(statusOf(after)).toBe('redirect')
      expect(transition(after, secondApproved, NOW).payment).toBe(2)
    })
  })

  it('learns the names of what was created from an answer that came too late', () => {
    expect(orderAfter(attempted('key-1'), lostReply, acceptedAs('42')).attempts[0]).toMatchObject({
      status: 'lost',
      gatewayId: '42',
    })
  })

  it.each<[string, OrderEvent]>([
    ['an approval', reported('approved')],
    ['a decline', reported('declined')],
    ['an unknown outcome', reported('unknown')],
    ['a report that does not count', reported('approved', { amountMinor: 1 })],
    ['giving up', cancelled],
  ])('returns the very same state when %s is repeated', (_, event) => {
    const state = transition(atHostedPage(), event, NOW)

    expect(transition(state, event, NOW + 1)).toBe(state)
  })

  it('ignores events of attempts that do not exist', () => {
    const state = opened(terms)

    expect(transition(state, reported('approved'), NOW)).toBe(state)
    expect(transition(state, woken('callback'), NOW)).toBe(state)
  })

  it('never keeps two payments, whatever happens in whatever order', () => {
    const statuses = fc.constantFrom('approved', 'declined', 'processing', 'unknown', 'error', 'filtered')
    const reports = fc.record({
      type: fc.constant('reported'),
      purpose: fc.constant('attempt'),
      number: fc.constantFrom(1, 2),
      report: statuses.map((status) => report(status as 'approved')),
    })
    const named = reports.map((event) =>
      event.number === 1
        ? event
        : { ...event, report: { ...event.report, clientOrderId: nameOf(2), gatewayId: '43' } },
    )
    const events = fc.array(fc.oneof(named, fc.constant(cancelled), fc.constant(woken('return'))), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(events, (sequence) => {
        const payments = new Set<number>()
        let state = orderAfter(...first, ...second)
        for (const event of sequence) {
          state = transition(state, event as OrderEvent, NOW)
          if (state.payment !== undefined) payments.add(state.payment)
          const kept = state.transactions.filter(({ status, surplus }) => status === 'approved' && !surplus)
          expect(kept.length).toBeLessThanOrEqual(1)
        }
        expect(payments.size).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('keeps no serial number of a reply that names no transaction', () => {
    const unnamed = { ...takenAs('42'), gatewayId: undefined }
    const state = orderAfter(attempted('key-1', 'card'), unnamed, woken('callback', '43'))

    expect(state.attempts[0]).toMatchObject({ gatewayId: '43' })
    expect(state.attempts[0]?.serialNumber).toBeUndefined()
  })

  it('is not changed by a failure told twice without an identifier', () => {
    const failed = reported('error', { gatewayId: undefined })
    const state = orderAfter(attempted('key-1'), failed)

    expect(transition(state, failed, NOW)).toBe(state)
  })
})
