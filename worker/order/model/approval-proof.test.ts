import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptedAs,
  attemptedBarely,
  lostOf,
  NOW,
  orderAfter,
  orderWith,
  refusedOf,
  report,
  reportOn,
  takenAs,
  terms,
  through,
  woken,
} from '../testing/examples.ts'
import type { OrderEvent, Report } from './events.ts'
import { attentionReasons, needsAttention } from './needs-attention.ts'
import { bareName } from './order-names.ts'
import { refTo } from './request-ref.ts'
import { statusOf } from './status.ts'
import { opened, transition } from './transition.ts'

const BARE = bareName({ reference: terms.reference, number: 1 })

const begun = attemptedBarely('key-1')
const lost = lostOf(refTo('attempt', 1))
const refused = refusedOf(refTo('attempt', 1), { failure: { code: 'refused', gatewayCode: '9' } })

/** The gateway reports a transaction under the order's bare name. */
const told = (status: Report['status'], change: Partial<Report> = {}): OrderEvent =>
  reportOn(refTo('attempt', 1), report(status, { clientOrderId: BARE, ...change }))

const foundByLook = (gatewayId: string): OrderEvent => ({
  type: 'looked',
  attempt: 1,
  report: report('approved', { clientOrderId: BARE, gatewayId }),
})

const toldOfOther = (status: Report['status'], gatewayId: string): OrderEvent =>
  reportOn(refTo('unmatched', 1), report(status, { clientOrderId: BARE, gatewayId }))

const DECIDED: readonly Report['status'][] = ['approved', 'declined', 'filtered', 'error']

describe('a transaction that only a bare name leads to', () => {
  it.each(DECIDED)('is no outcome of a charge whose reply was lost: %s', (status) => {
    const state = orderAfter(begun, lost, told(status))

    expect([statusOf(state), state.payment, needsAttention(state)]).toEqual(['unknown', undefined, true])
    expect([state.transactions, state.duplicateRefunds]).toEqual([[], []])
  })

  it.each(DECIDED)('is no outcome of a charge that was refused as a repeat: %s', (status) => {
    const state = orderAfter(begun, refused, told(status))

    expect([statusOf(state), state.payment, needsAttention(state)]).toEqual(['unknown', undefined, true])
  })

  it.each<[string, Parameters<typeof orderWith>[0], OrderEvent]>([
    ['a preauth', { intent: 'preauth' }, begun],
    ['a verification', { intent: 'verify', amountMinor: 0 }, begun],
    ['a payout', { intent: 'payout' }, attemptedBarely('key-1', 'payout-card')],
    ['a form', {}, attemptedBarely('key-1', 'hosted')],
  ])('is no outcome of %s', (_, change, event) => {
    const amountMinor = change.amountMinor ?? 1250
    const state = orderWith(change, event, lost, told('approved', { amountMinor }))

    expect([statusOf(state), state.payment, needsAttention(state)]).toEqual(['unknown', undefined, true])
  })

  it('shows the shopper nothing of its 3-D Secure, and says nothing while it is under way', () => {
    const before = orderAfter(begun, lost)
    const step = {
      type: 'redirect',
      url: 'https://bank.example.com',
      address: 'https://pay.example.com',
    } as const

    expect(through(before, told('processing', { step }))).toBe(before)
  })

  it('is not given back where the order was cancelled', () => {
    const state = orderAfter(begun, lost, { type: 'cancelled' }, told('approved'))

    expect([state.duplicateRefunds, needsAttention(state)]).toEqual([[], true])
  })

  it('does not undo a merchant’s declaration that the gateway never accepted the attempt', () => {
    const doubted = orderAfter(begun, lost, told('approved'))
    const declared = through(doubted, { type: 'declared-not-accepted', by: 'shop server' })

    expect(statusOf(declared)).toBe('error')
    expect(through(declared, told('approved'))).toBe(declared)
  })
})

describe('proof of a bare name', () => {
  const isPaid = (...events: OrderEvent[]) => orderAfter(begun, ...events, told('approved')).payment === 1

  it.each<[string, OrderEvent[], boolean]>([
    ['the gateway’s reply to our request', [takenAs('42')], true],
    ['a callback at our own address', [lost, woken('callback')], true],
    ['a callback after the doubt', [lost, told('approved'), woken('callback')], true],
    // The shopper knows the address, and may bring what the gateway signed of another shop's order.
    ['a browser that returns', [lost, woken('return')], false],
    ['a callback that names another transaction', [lost, woken('callback', '77')], false],
  ])('is or is not %s', (_, events, expected) => {
    expect(isPaid(...events)).toBe(expected)
  })

  it('is not needed for a marked name', () => {
    const marked = { ...begun, clientOrderId: 'order-1.abcdefghijklmnop' }
    const state = orderAfter(marked, lost, told('approved', { clientOrderId: marked.clientOrderId }))

    expect(state.payment).toBe(1)
  })
})

describe('a second transaction under a bare name', () => {
  const paid = orderAfter(begun, takenAs('42'), told('approved'))

  it('that a look finds is never given back, and needs a person', () => {
    const found = through(paid, foundByLook('77'))

    expect(found.unmatched).toEqual([{ id: '77', attempt: 1, isUnproven: true }])
    expect(attentionReasons(found)).toEqual(['unmatched-transaction'])
    expect(through(found, toldOfOther('approved', '77'))).toBe(found)
  })

  it('that a returning browser names is never given back either', () => {
    const found = through(paid, woken('return', '77'), toldOfOther('approved', '77'))

    expect([found.duplicateRefunds, needsAttention(found)]).toEqual([[], true])
  })

  it.each<[string, OrderEvent[]]>([
    ['a callback names', [woken('callback', '77')]],
    ['a look finds and a callback names later', [foundByLook('77'), woken('callback', '77')]],
  ])('that %s is a duplicate charge, and is given back', (_, events) => {
    const state = through(paid, ...events, toldOfOther('approved', '77'))

    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '77', status: 'due' }])
  })

  it('that an earlier version polls for is left to a person', () => {
    const unmatched = [{ id: '77', attempt: 1, asking: { since: NOW, pace: 'active' } }] as const
    const state = through({ ...paid, unmatched }, toldOfOther('approved', '77'))

    expect(state.unmatched).toEqual([{ id: '77', attempt: 1, isUnproven: true }])
    expect([state.duplicateRefunds, needsAttention(state)]).toEqual([[], true])
  })
})

/** The transactions that a reply or a callback of the order's own has named. */
const vouched = (event: OrderEvent): string[] => {
  const isReply = event.type === 'accepted' && event.purpose === 'attempt' && 'gatewayId' in event
  const isCallback = event.type === 'woken' && event.by === 'callback'
  return (isReply || isCallback) && event.gatewayId !== undefined ? [event.gatewayId] : []
}

const ids = fc.constantFrom('41', '42')

/** Few events, so that most histories get far: replies, notices and reports of two transactions of one name. */
const bareHistory = fc.array(
  fc.oneof(
    fc.constantFrom<OrderEvent>(begun, attemptedBarely('key-2'), lost, refused, { type: 'cancelled' }),
    ids.map((gatewayId): OrderEvent => takenAs(gatewayId)),
    ids.map(foundByLook),
    fc.tuple(fc.constantFrom('callback', 'return'), ids).map(([by, id]): OrderEvent => woken(by, id)),
    fc
      .tuple(fc.constantFrom('approved', 'approved', 'declined', 'processing'), ids)
      .map(([status, gatewayId]) => told(status, { gatewayId })),
    ids.map((id) => toldOfOther('approved', id)),
  ),
  { minLength: 6, maxLength: 24, size: 'max' },
)

it('whatever happens, nothing under a bare name is paid or given back without proof', () => {
  const seen = { paid: 0, reversed: 0, unproven: 0 }
  fc.assert(
    fc.property(bareHistory, (events) => {
      const proven = new Set<string | undefined>()
      const last = [begun, ...events].reduce((before, event) => {
        for (const id of vouched(event)) proven.add(id)
        return transition(before, event, NOW)
      }, opened(terms))
      const payment = last.attempts[(last.payment ?? 0) - 1]
      if (payment) expect(proven).toContain(payment.gatewayId)
      for (const { gatewayId } of last.duplicateRefunds) expect(proven).toContain(gatewayId)
      seen.paid += payment ? 1 : 0
      seen.reversed += last.duplicateRefunds.length
      seen.unproven += last.unmatched.filter(({ isUnproven }) => isUnproven).length
    }),
  )
  expect([seen.paid > 5, seen.reversed > 5, seen.unproven > 5]).toEqual([true, true, true])
})

it('a form under a bare name is paid once the gateway has accepted it', () => {
  const state = orderAfter(attemptedBarely('key-1', 'hosted'), acceptedAs('42'), told('approved'))

  expect(state.payment).toBe(1)
})
