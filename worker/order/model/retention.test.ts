import { describe, expect, it } from 'vitest'
import { isUncertain, type Status } from '../../../shared/order-status.ts'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  followed,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  replyLost,
  reported,
  takenAs,
  terms,
  through,
  wanted,
  woken,
} from '../testing/examples.ts'
import { always } from '../testing/histories.ts'
import { view } from '../views/view.ts'
import type { OrderEvent, UnmatchedFound } from './events.ts'
import { listedAs } from './index-entry.ts'
import { admitPayment } from './payment-admission.ts'
import { dueJobs, type JobHistory } from './schedule.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const NOTHING = { askedAt: new Map<string, number>(), queue: [], triedAt: new Map<string, number>() }

const erasures = (state: OrderState, done: Partial<JobHistory> = {}) =>
  dueJobs(state, { ...NOTHING, indexed: listedAs(state), ...done }, TIMES)
    .filter(({ job }) => job.type.startsWith('erase'))
    .map(({ job, at }) => [job.type, at - NOW])

const ERASED: OrderEvent = { type: 'erased' }
const EXPIRED: OrderEvent = { type: 'expired' }
const form = [attempted('key-1'), acceptedAs('42')]
const unmatchedFound: UnmatchedFound = { type: 'unmatched-found', attempt: 1, gatewayId: '77' }

/** A state whose polling has come to its end. */
const unasked = (state: OrderState): OrderState => ({
  ...state,
  attempts: state.attempts.map(({ asking: _, ...attempt }) => attempt),
})

describe('an order’s data', () => {
  it.each<[string, OrderState]>([
    ['a paid order', orderAfter(...PAID)],
    ['one that was declined and expired', orderAfter(...form, reported('declined'), EXPIRED)],
    ['one that was cancelled', orderAfter(...form, reported('declined'), { type: 'cancelled' })],
    ['one whose form nobody answered', unasked(orderAfter(...form, EXPIRED))],
  ])('of %s is erased 90 days after its last change', (_, state) => {
    expect(erasures(state)).toEqual([['erase-personal', TIMES.personalKept]])
  })

  it.each<[string, OrderState]>([
    ['may still be paid', orderAfter(...form, reported('declined'))],
    ['is still asked about', orderAfter(...form, EXPIRED)],
    ['was in doubt when polling ended', unasked(orderAfter(...form, reported('unknown'), EXPIRED))],
    ['has a callback to ask about', orderAfter(...PAID, woken('callback'))],
    ['has a refund under way', orderAfter(...PAID, wanted(), followed())],
    ['has a refund whose answer is lost', orderAfter(...PAID, wanted(), replyLost())],
    ['has an unmatched transaction', orderAfter(...PAID, unmatchedFound)],
    ['has a duplicate charge to give back', orderAfter({ type: 'cancelled' }, ...PAID)],
    ['could not notify its merchant', orderAfter(...PAID, { type: 'given-up' })],
    ['was never tried', orderAfter({ type: 'cancelled' })],
  ])('is not erased while the order %s', (_, state) => {
    expect(erasures(state)).toEqual([])
  })

  it('is erased whether or not the list has the outcome', () => {
    expect(erasures(orderAfter(...PAID), { indexed: undefined })).toHaveLength(1)
  })

  it('is kept longer after each change', () => {
    const state = orderAfter(...PAID)
    const later = transition(state, { type: 'given-up' }, NOW + 1000)

    expect(erasures(transition(later, { type: 'resent' }, NOW + 2000))).toEqual([
      ['erase-personal', TIMES.personalKept + 2000],
    ])
  })

  it('is followed by the order itself, 24 months after its last change', () => {
    const paid = orderAfter(...PAID)
    const state = transition(paid, ERASED, NOW + TIMES.personalKept)

    expect(erasures(state)).toEqual([['erase-core', TIMES.coreKept]])
  })
})

describe('an erased order', () => {
  const own = { offer: '', description: 'For Ann', returnUrl: 'https://shop.example.com/ann?id=7#x' }
  const session = (...events: OrderEvent[]) => {
    const { offer: _, ...state } = orderWith(own, ...events).terms
    return { ...orderWith(own, ...events), terms: state }
  }

  it('keeps nothing that was written for one person', () => {
    const before = session(...PAID, wanted({ comment: 'For Ann' }))
    const { terms: left, followUps, attempts } = through(before, ERASED)

    expect(left).toMatchObject({ description: '', returnUrl: 'https://shop.example.com/' })
    expect(JSON.stringify({ left, followUps, attempts })).not.toMatch(/ann/i)
  })

  it.each([
    ['https://pay.example.com/pay#offer=eyJ', 'https://pay.example.com/pay'],
    ['https://shop.example.com/ann/thanks', 'https://shop.example.com/'],
  ])('still sends a browser that left for %s home', (returnUrl, home) => {
    expect(through(orderWith({ returnUrl }, ...PAID), ERASED).terms.returnUrl).toBe(home)
  })

  it('sends a browser home that left for the page that one attempt named', () => {
    const [first, ...rest] = PAID
    if (first?.type !== 'attempted') return expect.fail()
    const named = { ...first, returnUrl: 'https://shop.example.com/ann/thanks' }

    expect(through(orderAfter(named, ...rest), ERASED).attempts).toMatchObject([
      { returnUrl: 'https://shop.example.com/' },
    ])
  })

  it('keeps the description of a public offer', () => {
    expect(through(orderAfter(...PAID), ERASED).terms.description).toBe('Mug')
  })

  it('keeps what a shopper still needs who may pay', () => {
    const state = through(session(...form), ERASED)

    expect(state.terms).toMatchObject({ description: 'For Ann', returnUrl: own.returnUrl })
    expect(state.attempts[0]?.redirectUrl).toBeDefined()
    expect(state.erased).toBeUndefined()
  })

  it('changes once', () => {
    const once = through(orderAfter(...PAID), ERASED)

    expect(through(once, ERASED)).toBe(once)
  })
})

describe('what is left of an order that was itself erased', () => {
  const CORE: OrderEvent = { type: 'core-erased' }
  const erased = (...events: OrderEvent[]) => through(orderAfter(...events), ERASED, CORE)

  it.each<[string, OrderEvent[], string]>([
    ['a payment', PAID, 'approved'],
    [
      'a chargeback',
      [...PAID, reported('approved', { kind: 'chargeback', type: 'chargeback' })],
      'charged-back',
    ],
    ['a form that nobody answered', [...form, EXPIRED], 'expired'],
    ['a decline', [...form, reported('declined'), EXPIRED], 'expired'],
    ['a cancellation', [...form, { type: 'cancelled' }], 'cancelled'],
  ])('tells of %s, and can never be charged', (_, events, status) => {
    const state = erased(...events)
    const request = { key: 'another', method: 'hosted' } as const

    expect(statusOf(state)).toBe(status)
    expect(admitPayment(state, request, NOW)).not.toBe('starts')
    expect(state.attempts).toEqual([])
  })

  it('is names, digests, sums and the outcome', () => {
    const { terms: left, tombstone, ...rest } = erased(...PAID)

    expect(left).toEqual({
      ...{ id: 'order-1', reference: 'order-1', intent: 'sale', offer: 'digest' },
      ...{ amountMinor: 1250, currency: 'EUR', exponent: 2 },
      ...{ openedAt: terms.openedAt, expiresAt: terms.expiresAt },
      ...{ description: '', methods: [], collect: [], returnUrl: '' },
    })
    expect(tombstone).toEqual({ status: 'approved', login: 'shop', names: [nameOf(1)], at: NOW })
    expect(rest).toMatchObject({ capturedMinor: 1250, returnedMinor: 0, transactions: [], followUps: [] })
  })

  it('shows what was taken', () => {
    expect(view(erased(...PAID), false)).toMatchObject({
      status: 'approved',
      captured: '12.50',
      amount: '12.50',
    })
  })

  it('has nothing left to do', () => {
    const state = erased(...PAID)

    expect(dueJobs(state, { ...NOTHING, indexed: undefined }, TIMES)).toEqual([])
  })

  it.each<OrderEvent>([
    attempted('key-2'),
    reported('approved'),
    woken('callback'),
    wanted(),
    { type: 'cancelled' },
    { type: 'expired' },
    ERASED,
    CORE,
    takenAs('42'),
  ])('is changed by nothing: $type', (event) => {
    const state = erased(...PAID)

    expect(through(state, event)).toBe(state)
  })

  it('notes a transaction that the gateway names, and needs a person', () => {
    const late: OrderEvent = { type: 'named-late', attempt: 1, gatewayId: '42', kind: 'chargeback' }
    const state = through(erased(...PAID), late)

    expect(state.transactions).toEqual([
      { attempt: 1, id: '42', type: 'chargeback', status: 'unknown', amountMinor: 0 },
    ])
    expect(listedAs(state)).toBe('approved unmatched-transaction 1250 0')
    expect(through(state, late)).toBe(state)
  })
})

it('no order is due for erasure while anything about its money is open, whatever happened to it', () => {
  let due = 0
  always((_, __, after) => {
    const state = unasked(after)
    if (erasures(state).length === 0) return
    due += 1
    const { attempts, followUps, duplicateRefunds, transactions, unmatched, waitingApproval } = state
    const isOpen = ({ status }: { readonly status: Status }) => isUncertain(status)
    const isPaidBack =
      state.terms.intent === 'verify' || transactions.every((one) => !one.surplus || one.reversed)
    expect([attempts.some(isOpen), followUps.some(isOpen), unmatched.some(({ asking }) => asking)]).toEqual([
      false,
      false,
      false,
    ])
    expect(duplicateRefunds.every(({ status }) => status === 'approved')).toBe(true)
    expect(isPaidBack && !waitingApproval).toBe(true)
  })
  expect(due).toBeGreaterThan(20)
})
