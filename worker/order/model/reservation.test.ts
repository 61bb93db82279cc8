import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  NOW,
  nameOf,
  orderWith,
  reported,
  through,
  woken,
} from '../testing/examples.ts'
import { view } from '../views/view.ts'
import type { OrderEvent } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { admitPayment, isCancellable } from './payment-admission.ts'
import { refTo } from './request-ref.ts'
import { reservedView, shopperMs } from './reservation.ts'
import { dueJobs } from './schedule.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const MINUTE = 60_000

const wanted: OrderEvent = { type: 'limit-wanted' }
const held: OrderEvent = { type: 'limit-held' }
const none: OrderEvent = { type: 'limit-refused' }
const renewed: OrderEvent = { type: 'limit-renewed' }
const lapsed: OrderEvent[] = [{ type: 'limit-given-up' }, { type: 'limit-released' }]

const limited = (...events: OrderEvent[]) => orderWith({ limit: 3, units: 2 }, ...events)

const pays = (key: string): OrderEvent => ({ ...attempted(key), isHeld: true })

/** At a hosted form for which units are held. */
const atForm = () => limited(wanted, pays('key-1'), acceptedAs('42'))

/** Applies events at minutes after the order was opened. */
const at = (state: OrderState, ...events: [minute: number, event: OrderEvent][]) =>
  events.reduce((before, [minute, event]) => transition(before, event, NOW + minute * MINUTE), state)

/** When units go back, in minutes after the order was opened. */
const freeAt = (state: OrderState) => {
  const free = dueJobs(state, NOTHING, TIMES).find(({ job }) => job.type === 'release-units')
  return free && (free.at - NOW) / MINUTE
}

const NOTHING = { askedAt: new Map<string, number>(), indexed: undefined, queue: [], triedAt: new Map() }

describe('units in doubt', () => {
  it.each([
    [1, 1],
    [2, 1.5],
    [20, 10.5],
  ])('of %d offers go back after every counter could have answered', (count, minutes) => {
    const lines = Array.from({ length: count }, (_, index) => ({
      ...{ offer: `offer-${index}`, description: 'Thing', quantity: 1, amountMinor: 1, limit: 1 },
    }))

    const state = at(orderWith({ lines }), [0, wanted])

    expect(freeAt(state)).toBe(minutes)
  })

  it('go back as much later as the order asks the counters again', () => {
    expect(freeAt(at(limited(), [0, wanted], [5, wanted]))).toBe(6)
  })
})

describe('a reservation', () => {
  it.each<[string, [number, OrderEvent][], number | undefined]>([
    ['runs half an hour from when the gateway took the form', [[3, acceptedAs('42')]], 33],
    [
      'is renewed by going on, from then',
      [
        [3, acceptedAs('42')],
        [20, renewed],
      ],
      50,
    ],
    [
      'is renewed once',
      [
        [3, acceptedAs('42')],
        [20, renewed],
        [45, renewed],
      ],
      50,
    ],
    [
      'is renewed by another form in place of going on',
      [
        [3, acceptedAs('42')],
        [20, pays('key-2')],
        [21, acceptedAs('43', 2)],
        [22, renewed],
      ],
      51,
    ],
    [
      'ends with its order, though another form was left behind',
      [
        [3, acceptedAs('42')],
        [20, pays('key-2')],
        [21, acceptedAs('43', 2)],
        [22, { type: 'cancelled' }],
      ],
      22,
    ],
    [
      'begins again with a try after a failure',
      [
        [3, acceptedAs('42')],
        [20, renewed],
        [40, reported('declined')],
        [41, pays('key-2')],
        [42, acceptedAs('43', 2)],
      ],
      72,
    ],
    [
      'is over at once when the only form fails',
      [
        [3, acceptedAs('42')],
        [20, reported('declined')],
      ],
      20,
    ],
    [
      'does not lapse while the shopper may have paid',
      [
        [3, acceptedAs('42')],
        [20, woken('return')],
      ],
      undefined,
    ],
    [
      'does not lapse while the outcome is unknown',
      [
        [3, acceptedAs('42')],
        [20, woken('return')],
        [21, reported('unknown')],
      ],
      undefined,
    ],
    [
      'ends a month after the shopper paid, where no outcome ever came',
      [
        [3, acceptedAs('42')],
        [20, woken('return')],
        [43_200, { type: 'polling-ended', ...refTo('attempt', 1) }],
      ],
      43_200,
    ],
    [
      'does not end while that is asked about again',
      [
        [3, acceptedAs('42')],
        [20, woken('return')],
        [43_200, { type: 'polling-ended', ...refTo('attempt', 1) }],
        [43_200, woken('callback')],
      ],
      undefined,
    ],
    ['begins with the form', [], undefined],
  ])('%s', (_, events, minute) => {
    expect(freeAt(at(limited(wanted, pays('key-1')), ...events))).toBe(minute)
  })

  it('that an older version wrote, without a time, runs from the attempt', () => {
    const { reserved: _, ...older } = atForm()

    expect(freeAt(older)).toBe(30)
  })

  it('is asked for again by going on after it lapsed, and then runs as long', () => {
    const again = at(through(atForm(), ...lapsed), [40, wanted], [40, held])

    expect(freeAt(again)).toBe(70)
    expect(freeAt(at(again, [60, renewed]))).toBe(90)
  })

  it.each<[string, OrderState, string | undefined]>([
    ['for an open form', atForm(), new Date(NOW + 30 * MINUTE).toISOString()],
    ['after it lapsed', through(atForm(), ...lapsed), new Date(NOW + 30 * MINUTE).toISOString()],
    ['not once the shopper is back', through(atForm(), woken('return')), undefined],
    ['not of an offer without a limit', orderWith({}, attempted('key-1'), acceptedAs('42')), undefined],
  ])('has an end that the page learns %s', (_, state, until) => {
    expect(reservedView(state, TIMES)).toEqual(until === undefined ? {} : { reservedUntil: until })
  })
})

describe('the time of the shopper', () => {
  const { reserved: _, ...older } = atForm()

  it.each<[string, OrderState, number, number]>([
    ['is that at a form', at(atForm(), [10, { type: 'cancelled' }]), 10, 10],
    ['ends where the reservation lapses', at(atForm(), [40, lapsed[0] ?? held]), 40, 30],
    ['is longer where it was renewed', at(atForm(), [20, renewed]), 70, 50],
    ['is not that of the bank or the gateway after the form', at(atForm(), [25, woken('return')]), 300, 30],
    ['is none before there is a form', limited(wanted, pays('key-1')), 60, 0],
    [
      'is no more than one reservation where a card’s bank asks',
      limited(wanted, { ...attempted('key-1', 'card'), isHeld: true }),
      60,
      30,
    ],
    ['begins with the attempt in the state of an older version', older, 40, 30],
  ])('%s', (_, state, minute, minutes) => {
    expect(shopperMs(state, NOW + minute * MINUTE, TIMES)).toBe(minutes * MINUTE)
  })
})

describe('an approval after the reservation lapsed', () => {
  const late = () => through(atForm(), ...lapsed, reported('approved'))

  it('is neither paid nor given back until the counter has said whether enough is left', () => {
    expect(late()).toMatchObject({
      holdsUnits: 'in-doubt',
      waitingApproval: { attempt: 1, id: '42' },
      duplicateRefunds: [],
    })
    expect(late().payment).toBeUndefined()
    expect(dueJobs(late(), NOTHING, TIMES)).toContainEqual({ at: NOW, job: { type: 'confirm-units' } })
    expect(freeAt(late())).toBeUndefined()
  })

  it('shows as being checked, so that nothing else is begun and nothing taken back', () => {
    expect(statusOf(late())).toBe('processing')
    expect(admitPayment(late(), { key: 'key-2', method: 'hosted' }, NOW)).toBe('attempt-in-flight')
    expect(isCancellable(late())).toBe(false)
    expect(view(late(), false).action).toBeUndefined()
    expect(needsAttention(late())).toBe(false)
  })

  it('is kept if enough is left, with all that the gateway said of it', () => {
    const card = { brand: 'VISA', masked: '444455******1111', expires: '12/30' }
    const state = through(atForm(), ...lapsed, reported('approved', { card, reversedMinor: 250 }), held)

    expect(state).toMatchObject({
      payment: 1,
      card,
      returnedMinor: 250,
      holdsUnits: true,
      duplicateRefunds: [],
    })
    expect(state).not.toHaveProperty('waitingApproval')
    expect(state.attempts[0]?.asking).toEqual({ since: NOW, pace: 'again' })
  })

  it('goes back if too little is left', () => {
    const state = through(late(), none)

    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '42', status: 'due' }])
    expect(state).not.toHaveProperty('waitingApproval')
    expect([state.payment, state.holdsUnits, statusOf(state)]).toEqual([undefined, undefined, 'error'])
  })

  it('is decided once: neither word of the counter undoes the other', () => {
    const [kept, back] = [through(late(), held), through(late(), none)]

    expect(through(kept, none)).toMatchObject({ payment: 1, duplicateRefunds: [] })
    expect(through(back, wanted, held, reported('approved')).payment).toBeUndefined()
    expect(through(back, wanted, held, reported('approved')).duplicateRefunds).toHaveLength(1)
  })

  it('changes nothing when the gateway reports it again meanwhile', () => {
    const state = late()

    expect(transition(state, reported('approved'), NOW)).toBe(state)
  })

  it('goes back at once when the order is given up meanwhile', () => {
    const state = through(late(), { type: 'cancelled' })

    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
    expect(through(state, held).payment).toBeUndefined()
    expect(freeAt(through(state, held))).toBe(0)
  })

  it('is no payment when the gateway takes it back meanwhile', () => {
    const state = through(late(), reported('declined'), held)

    expect(state).toMatchObject({ duplicateRefunds: [] })
    expect([state.payment, statusOf(state), freeAt(state)]).toEqual([undefined, 'declined', 0])
  })

  it('that is undone meanwhile is asked about again, so that it is not missed', () => {
    const undone = reported('approved', { kind: 'void', type: 'void' })
    const state = through(late(), undone, held)

    expect(statusOf(state)).toBe('approved')
    expect(statusOf(through(state, undone))).toBe('voided')
  })

  it('of what was never settled is decided by the counter too', () => {
    const ended: OrderEvent[] = [woken('return'), { type: 'polling-ended', ...refTo('attempt', 1) }]
    const state = through(atForm(), ...ended, ...lapsed, reported('approved'))

    expect(state).toMatchObject({ waitingApproval: { attempt: 1, id: '42' }, duplicateRefunds: [] })
    expect(through(state, held).payment).toBe(1)
    expect(through(state, none).duplicateRefunds).toHaveLength(1)
  })

  it('beside another one: the first is asked for, the other goes back', () => {
    const second = reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2)
    const state = through(
      atForm(),
      pays('key-2'),
      acceptedAs('43', 2),
      ...lapsed,
      second,
      reported('approved'),
    )

    expect(state).toMatchObject({ waitingApproval: { attempt: 2 }, duplicateRefunds: [{ gatewayId: '42' }] })
    expect(through(state, held).payment).toBe(2)
  })

  it('that came while the units were on their way back is still decided', () => {
    const state = through(atForm(), { type: 'limit-given-up' }, reported('approved'), {
      type: 'limit-released',
    })

    expect(state).toMatchObject({ waitingApproval: { attempt: 1 }, holdsUnits: 'in-doubt' })
    expect(through(state, held).payment).toBe(1)
  })

  it('that came while the counter was asked for another attempt takes its answer', () => {
    const asking = through(atForm(), ...lapsed, wanted, reported('approved'))

    expect(through(asking, held).payment).toBe(1)
    expect(through(asking, none).duplicateRefunds).toHaveLength(1)
  })

  it('beside what the version before kept: that stays the payment, and the unit is sold', () => {
    const second = reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2)
    const both = through(
      atForm(),
      pays('key-2'),
      acceptedAs('43', 2),
      ...lapsed,
      reported('approved'),
      second,
    )
    const older: OrderState = {
      ...both,
      transactions: both.transactions.slice(0, 1),
      duplicateRefunds: [],
      payment: 2,
    }

    for (const holdsUnits of ['in-doubt', undefined] as const) {
      const state = through(
        { ...older, ...(holdsUnits ? { holdsUnits } : { holdsUnits: undefined as never }) },
        held,
      )

      expect(state).toMatchObject({ payment: 2, holdsUnits: true, duplicateRefunds: [{ gatewayId: '42' }] })
      expect(state).not.toHaveProperty('waitingApproval')
    }
  })

  it('that the version before kept itself is the payment, and nothing goes back', () => {
    for (const word of [held, none]) {
      const state = through({ ...late(), payment: 1 }, word)

      expect([state.payment, state.duplicateRefunds, statusOf(state)]).toEqual([1, [], 'approved'])
      expect(state.transactions).toEqual([expect.not.objectContaining({ surplus: true })])
      expect(state).not.toHaveProperty('waitingApproval')
    }
  })

  it('of an order that was given up in the version before goes back, and so does the unit', () => {
    const { holdsUnits: _, ...older } = late()
    const state = through({ ...older, cancelled: true }, held)

    expect([state.payment, freeAt(state)]).toEqual([undefined, 0])
    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
  })

  it('is decided where the version before forgot that units may be held', () => {
    const { holdsUnits: _, ...older } = late()

    expect(through(older, held)).toMatchObject({ payment: 1, holdsUnits: true })
  })

  it('keeps no card of an order that was erased meanwhile', () => {
    const card = { brand: 'VISA', masked: '444455******1111', expires: '12/30' }
    const state = through(atForm(), ...lapsed, reported('approved', { card }), { type: 'erased' })

    expect(JSON.stringify(state)).not.toContain('444455')
    expect(through(state, held).card).toBeUndefined()
  })
})
