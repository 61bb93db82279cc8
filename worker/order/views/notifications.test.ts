import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../model/events.ts'
import { refTo } from '../model/request-ref.ts'
import { transition } from '../model/transition.ts'
import {
  acceptedAs,
  attempted,
  CHECKED,
  followed,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedFollowUp,
  refusedOf,
  replyLost,
  report,
  reported,
  reportOn,
  stage,
  takenAs,
  toldOf,
  wanted,
  woken,
} from '../testing/examples.ts'
import { merchantView } from './merchant-view.ts'
import { notificationsOf, topicsOf } from './notifications.ts'

const first = [attempted('key-1'), acceptedAs('42')]
const cancelled: OrderEvent = { type: 'cancelled' }
const part = wanted({ amountMinor: 500, isWhole: false })
const backPart = (followUp: number, total: number, serialNumber: string) =>
  toldOf(followUp, stage('approved', { amountMinor: 500, reversedMinor: total, serialNumber }))
const voided = reportOn(refTo('duplicate-refund', 1), report('approved', { kind: 'void', type: 'void' }))

const REFERRED = { type: 'card-referred', reference: { version: 'v2', cardRef: '7' } } as const
const AGREED: OrderEvent[] = [{ ...attempted('key-1', 'card'), keepCard: 'v2' }, ...PAID.slice(1)]

/** What is told of the last of some events. */
const news = (...events: OrderEvent[]) => {
  const last = events.at(-1) ?? expect.fail()
  const before = orderAfter(...events.slice(0, -1))
  return topicsOf(before, transition(before, last, NOW), last).map(({ type, followUp }) =>
    followUp === undefined ? type : `${type} ${followUp}`,
  )
}

const ASKED = {
  ...({ type: 'follow-up-asked', kind: 'return', key: 'asked-1', amountMinor: 1250 } as const),
  ...{ isWhole: true, askedBy: 'assistant', expiresAt: NOW + 1000 },
}
const BEYOND = { type: 'limit-exceeded', number: 1, limit: 'refundPerDay' } as const

describe('topicsOf', () => {
  it('tells of no payment where a charge came when no piece of the offer was left', () => {
    const before = orderWith({ limit: 1 }, ...first, reported('declined'))
    const asking = transition(before, reported('approved'), NOW)
    const after = transition(asking, { type: 'limit-refused' }, NOW)

    expect(topicsOf(before, asking)).toEqual([])
    expect(topicsOf(asking, after).map(({ type }) => type)).toEqual(['order.error', 'surplus.found'])
  })

  it('tells nothing where the order itself is erased, although its sums are gone then', () => {
    const before = orderAfter(...PAID)
    const after = transition(before, { type: 'core-erased' }, NOW)

    expect(after.capturedMinor).not.toBe(before.capturedMinor)
    expect(topicsOf(before, after)).toEqual([])
  })

  it.each<[string, OrderEvent[], string[]]>([
    ['nothing of a request under way', [attempted('k')], []],
    ['nothing of a hosted page', first, []],
    ['nothing of a shopper who returns', [...first, woken('return')], []],
    ['an approval', [...first, reported('approved')], ['order.approved']],
    ['a decline', [...first, reported('declined')], ['order.declined']],
    ['a filtered charge', [...first, reported('filtered')], ['order.filtered']],
    ['an error', [...first, reported('error')], ['order.error']],
    ['a refusal', [attempted('k'), refusedOf(refTo('attempt', 1))], ['order.error']],
    ['that is unknown', [...first, reported('unknown')], ['order.unknown']],
    ['giving up', [...first, cancelled], ['order.cancelled']],
    [
      'that is unknown, of an attempt of an order that was given up',
      [...first, cancelled, reported('unknown')],
      ['attempt.unknown'],
    ],
    [
      'expiry after an attempt that failed',
      [...first, reported('declined'), { type: 'expired' }],
      ['order.expired'],
    ],
    ['nothing of an order that was opened and expired', [{ type: 'expired' }], []],
    ['nothing of an order that was opened and given up', [cancelled], []],
    ['an order that nobody tried to pay, where the merchant asks', [{ type: 'resent' }], ['order.resent']],
    ['nothing of an expiry that ends nothing', [...first, { type: 'expired' }], []],
    [
      'a second decline as well as the first',
      [
        ...first,
        reported('declined'),
        attempted('k2'),
        acceptedAs('43', 2),
        reported('declined', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
      ],
      ['order.declined'],
    ],
    ['nothing of a wish', [...PAID, wanted()], []],
    ['nothing of a reference that the merchant asked for', [...PAID, REFERRED], []],
    ['a card that is kept since its shopper agreed', [...AGREED, REFERRED], ['card.kept']],
    [
      'nothing of another reference to it',
      [...AGREED, REFERRED, { ...REFERRED, reference: { version: 'v4', cardRef: '8' } }],
      [],
    ],
    ['nothing of saved cards', [{ type: 'saved-cards-told', cards: [{ place: 1 }] }], []],
    ['a refused follow-up', [...PAID, wanted(), ...refusedFollowUp()], ['follow-up.settled 1']],
    ['a follow-up whose outcome is unknown', [...PAID, wanted(), replyLost()], ['follow-up.settled 1']],
    [
      'what became of it',
      [...PAID, wanted(), replyLost(), toldOf(1, stage('approved'))],
      ['order.returned', 'follow-up.settled 1'],
    ],
    [
      'that it was declared away',
      [...PAID, wanted(), replyLost(), { type: 'declared-not-accepted', by: 'shop' }],
      ['follow-up.settled 1'],
    ],
    [
      'a return',
      [...PAID, wanted(), followed(), toldOf(1, stage('approved'))],
      ['order.returned', 'follow-up.settled 1'],
    ],
    [
      'a return in part',
      [...PAID, part, followed(), backPart(1, 500, 'serial-f1')],
      ['order.partially-returned', 'follow-up.settled 1'],
    ],
    [
      'the next return in part, though the status is the same',
      [
        ...PAID,
        part,
        followed(),
        backPart(1, 500, 'serial-f1'),
        { ...part, key: 'follow-2' },
        followed(2),
        backPart(2, 1000, 'serial-f2'),
      ],
      ['order.partially-returned', 'follow-up.settled 2'],
    ],
    [
      'a further return in part that somebody else made',
      [
        ...PAID,
        reported('approved', {
          kind: 'reversal',
          type: 'reversal',
          amountMinor: 100,
          reversedMinor: 100,
          serialNumber: 'a',
        }),
        reported('approved', {
          kind: 'reversal',
          type: 'reversal',
          amountMinor: 100,
          reversedMinor: 200,
          serialNumber: 'b',
        }),
      ],
      ['order.partially-returned'],
    ],
    [
      'a capture',
      [
        ...RESERVED,
        wanted({ kind: 'capture' }),
        followed(),
        toldOf(1, report('approved', { kind: 'capture', type: 'capture', capturedMinor: 1250 })),
      ],
      ['order.captured', 'follow-up.settled 1'],
    ],
    [
      'a void',
      [
        ...RESERVED,
        wanted({ kind: 'void' }),
        followed(),
        toldOf(1, report('approved', { kind: 'void', type: 'void' })),
      ],
      ['order.voided', 'follow-up.settled 1'],
    ],
    [
      'a payout',
      [
        ...CHECKED,
        wanted({ kind: 'payout-pay' }),
        followed(),
        toldOf(1, report('approved', { kind: 'capture', type: 'payout', capturedMinor: 1250 })),
      ],
      ['order.captured', 'follow-up.settled 1'],
    ],
    [
      'a chargeback',
      [...PAID, reported('approved', { kind: 'chargeback', type: 'chargeback' })],
      ['order.charged-back'],
    ],
    ['that an approval was taken back', [...PAID, reported('declined')], ['order.unknown']],
    ['that it stands after all', [...PAID, reported('declined'), reported('approved')], ['order.approved']],
    ['a charge too many', [...first, cancelled, reported('approved')], ['surplus.found']],
    ['nothing more of it', [...first, cancelled, reported('approved'), reported('approved')], []],
    ['that it was given back', [...first, cancelled, reported('approved'), voided], ['surplus.reversed']],
    ['a stranger', [...PAID, woken('callback', '77')], ['transaction.foreign']],
    ['a stranger once', [...PAID, woken('callback', '77'), woken('callback', '77')], []],
    [
      'a charge of a schedule',
      [
        attempted('k', 'recurring-payment'),
        { type: 'registered', attempt: 1, gatewayId: '42', recurringPaymentId: '5' },
        woken('callback', '77'),
      ],
      ['transaction.foreign'],
    ],
    [
      'that a refund waits for another key',
      [...PAID, { ...ASKED, limit: 'refundUpTo' }],
      ['follow-up.waiting 1'],
    ],
    ['nothing while the key’s day is asked', [...PAID, ASKED], []],
    ['that the day had no room', [...PAID, ASKED, BEYOND], ['follow-up.waiting 1']],
    ['nothing where it goes out', [...PAID, ASKED, wanted({ key: 'asked-1', number: 1 })], []],
    [
      'that it was refused',
      [...PAID, ASKED, BEYOND, { type: 'approval-refused', number: 1, by: 'desk' }],
      ['follow-up.settled 1'],
    ],
    [
      'that it lapsed',
      [...PAID, ASKED, BEYOND, { type: 'approval-lapsed', number: 1 }],
      ['follow-up.settled 1'],
    ],
    ['that the merchant asked', [...PAID, { type: 'resent' }], ['order.resent']],
    ['nothing of a receiver that was given up', [...PAID, { type: 'given-up' }], []],
    ['nothing of the late answer of what is decided', [...PAID, takenAs('42')], []],
  ])('tells %s', (_, events, types) => {
    expect(news(...events)).toEqual(types)
  })

  it('tells nothing of a second verification, which takes nothing', () => {
    const verified = { amountMinor: 0, type: 'account-verification' }
    const state = orderAfter(...first, cancelled)
    const before = { ...state, terms: { ...state.terms, intent: 'verify' as const, amountMinor: 0 } }

    expect(topicsOf(before, transition(before, reported('approved', verified), NOW))).toEqual([])
  })
})

describe('notificationsOf', () => {
  it('names notifications by the change, so that the same change gives the same ids', () => {
    const before = orderAfter(...PAID, wanted(), followed())
    const event = toldOf(1, stage('approved'))
    const after = transition(before, event, NOW + 5)
    const make = () => notificationsOf(before, after, { event, view: () => merchantView(after, true) })

    expect(make().map(({ id, at }) => [id, at])).toEqual([
      [`order-1.${after.seq}.1`, NOW + 5],
      [`order-1.${after.seq}.2`, NOW + 5],
    ])
    expect(make()).toEqual(make())
  })

  it('shows the order as it stood then', () => {
    const before = orderAfter(...first)
    const event = reported('approved')
    const after = transition(before, event, NOW)

    const [telling] = notificationsOf(before, after, { event, view: () => merchantView(after, true) })

    expect(telling?.order).toMatchObject({ status: 'approved', seq: after.seq })
  })

  it('makes no view of a change that the merchant need not know', () => {
    const before = orderAfter()
    const event = toldOf(1, stage('approved'))
    const view = () => {
      throw new Error('nobody needs it')
    }

    expect(notificationsOf(before, before, { event, view })).toEqual([])
  })
})
