import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  NOW,
  orderAfter,
  PAID,
  refusedOf,
  replyLost,
  report,
  reported,
  takenAs,
  toldOf,
  wanted,
} from '../testing/examples.ts'
import type { OrderEvent, Report } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { pollDue } from './polling.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const SPAN = 56_000
const NOBODY = { clientOrderId: undefined, gatewayId: undefined }
const OTHER = { clientOrderId: 'order-2', gatewayId: '9' }

/** The events at a minute's distance. */
const over = (state: OrderState, ...events: OrderEvent[]) =>
  events.reduce((before, event, place) => transition(before, event, NOW + (place + 1) * 60_000), state)

const spanning = (event: OrderEvent): OrderEvent => ({ ...event, spanMs: SPAN }) as OrderEvent

const told = (status: Report['status'], change: Partial<Report>) => spanning(reported(status, change))

const atForm = orderAfter(attempted('key-1'), acceptedAs('42'))

describe('answers that name no transaction', () => {
  it('change nothing while the shopper is at the form and the gateway tells of nothing', () => {
    const waiting = told('processing', NOBODY)

    expect(over(atForm, waiting, waiting, waiting)).toBe(atForm)
  })

  it.each<[string, OrderState, OrderEvent]>([
    ['that decide a form', atForm, told('declined', NOBODY)],
    ['of a charge', orderAfter(attempted('key-1', 'card'), takenAs('42')), told('processing', NOBODY)],
    ['about another order', atForm, told('processing', OTHER)],
  ])('are a doubt and need a person where they go on: %s', (_, state, event) => {
    const after = over(state, event, event)

    expect(statusOf(after)).toBe('unknown')
    expect(needsAttention(after)).toBe(true)
  })
})

describe('wrong answers about what is no longer asked about', () => {
  const look = (change: Partial<Report>): OrderEvent => ({
    ...{ type: 'looked', attempt: 1, spanMs: SPAN, report: report('approved', change) },
  })
  const declined = orderAfter(attempted('key-1', 'card'), takenAs('42'), reported('declined'))
  const refunding = orderAfter(...PAID, wanted({ amountMinor: 500, isWhole: false }), replyLost())
  const lostRefund = spanning(toldOf(1, report('approved', OTHER)))

  it.each<[string, OrderState, OrderEvent, OrderEvent[]]>([
    ['a look before another decision', declined, look(OTHER), [reported('approved')]],
    [
      'a refund that was declared not accepted',
      refunding,
      lostRefund,
      [{ type: 'declared-not-accepted', by: 'key' }],
    ],
  ])('need no person: %s', (_, state, wrong, ends) => {
    const misnamed = over(state, wrong, wrong)

    expect(needsAttention(misnamed)).toBe(true)
    expect(needsAttention(over(misnamed, ...ends))).toBe(false)
    expect(over(misnamed, ...ends).misnamed).toBeUndefined()
  })
})

describe('a wrong answer about a payment, which a person has to see', () => {
  const paid = orderAfter(...PAID)
  const askedAt = NOW + 60_000
  const nextQuestion = ({ attempts: [one = expect.fail()] }: OrderState) => pollDue(one, askedAt, TIMES)

  it('makes the order ask until the gateway answers that', () => {
    const misnamed = over(paid, told('approved', NOBODY))

    expect([paid, misnamed].map(nextQuestion)).toEqual([undefined, askedAt + TIMES.activeFor])
    expect(nextQuestion(over(misnamed, told('approved', NOBODY)))).toBe(askedAt + TIMES.activeFor)
  })

  it('needs a person where it comes again, until a right one ends the questions', () => {
    const misled = over(paid, told('approved', NOBODY), told('approved', NOBODY))
    const right = transition(misled, told('approved', {}), NOW + 180_000)

    expect([misled, right].map(needsAttention)).toEqual([true, false])
    expect(nextQuestion(right)).toBeUndefined()
    expect(statusOf(right)).toBe('approved')
  })
})

describe('right and wrong answers in turn', () => {
  const charging = orderAfter(attempted('key-1', 'card'), takenAs('42'))
  const wrong = told('approved', OTHER)
  const right = told('processing', {})
  const MINUTE = 60_000

  /** The states after answers in turn, each some time after the one before. */
  function inTurn(state: OrderState, { every, count }: { every: number; count: number }): OrderState[] {
    const states = [state]
    for (let place = 0; place < count; place += 1) {
      const event = place % 2 === 0 ? wrong : right
      states.push(transition(states.at(-1) ?? state, event, NOW + place * every))
    }
    return states
  }

  it('change the state twice, and then no more', () => {
    const states = inTurn(charging, { every: 4000, count: 40 })

    expect(new Set(states).size).toBe(3)
    expect(states.map(needsAttention)).not.toContain(true)
  })

  it('need a person after an hour, and put the attempt in doubt once', () => {
    const states = inTurn(charging, { every: 5 * MINUTE, count: 40 })
    const since = states.findIndex(needsAttention)

    expect(since * 5).toBeGreaterThan(55)
    expect(since * 5).toBeLessThan(75)
    expect(states.slice(since).every(needsAttention)).toBe(true)
    expect(states.map(statusOf).filter((status) => status === 'unknown')).toHaveLength(1)
    expect(new Set(states).size).toBe(5)
  })

  it('need no person once the outcome is known', () => {
    const misled = inTurn(charging, { every: 5 * MINUTE, count: 40 }).at(-1) ?? charging

    const paid = transition(misled, told('approved', {}), NOW + 300 * MINUTE)

    expect(needsAttention(paid)).toBe(false)
    expect(paid.misnamed).toBeUndefined()
  })

  it('need a person where no right one follows', () => {
    const [, , mixed = charging] = inTurn(charging, { every: 4000, count: 2 })

    const after = over(mixed, ...Array.from({ length: 70 }, () => wrong))

    expect(statusOf(after)).toBe('unknown')
    expect(needsAttention(after)).toBe(true)
  })

  it('are no matter for a payment, which a right answer ends', () => {
    const paid = over(orderAfter(...PAID), { type: 'woken', attempt: 1, by: 'callback', gatewayId: '42' })
    const misled = over(paid, wrong, wrong)
    const woken = over(misled, { type: 'woken', attempt: 1, by: 'callback', gatewayId: '42' })

    expect(needsAttention(woken)).toBe(true)
    expect(over(woken, told('approved', {})).misnamed).toBeUndefined()
  })
})

describe('an answer that there is no such order', () => {
  const wrong = told('approved', OTHER)
  const denial = { type: 'refusal-confirmed', attempt: 1, spanMs: 2000 } as const

  it('ends a doubt about wrong answers as a report does', () => {
    const refused = orderAfter(attempted('key-1', 'card'), refusedOf(refTo('attempt', 1)))
    const misled = over(refused, wrong, wrong)

    const later = { ...denial, spanMs: SPAN }
    const proven = over(misled, denial, denial)

    expect(needsAttention(misled)).toBe(true)
    expect(statusOf(proven)).toBe('error')
    expect(needsAttention(proven)).toBe(false)
    expect(over(misled, denial, denial, later).misnamed).toBeUndefined()
  })

  it('ends it too where the reply was lost, once that is proof', () => {
    const lost = orderAfter(attempted('key-1', 'card'), { type: 'lost', ...refTo('attempt', 1) })
    const misled = over(lost, wrong, wrong)
    const unheard = { type: 'unheard-of', attempt: 1, spanMs: 0 } as const

    const proven = over(misled, unheard, unheard, unheard, unheard)

    expect(needsAttention(misled)).toBe(true)
    expect(needsAttention(proven)).toBe(false)
  })
})
