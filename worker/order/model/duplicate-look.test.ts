import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  NOW,
  orderAfter,
  PAID,
  report,
  reported,
  takenAs,
  through,
} from '../testing/examples.ts'
import { laterLookAfter, lookDue } from './duplicate-look.ts'
import type { Looked, Report } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const paid = orderAfter(...PAID)
const LATER = laterLookAfter(TIMES)

const looked = (change: Partial<Report> = {}): Looked => ({
  type: 'looked',
  attempt: 1,
  report: report('approved', change),
  spanMs: LATER,
})

/** When the order looks next, counted from the decision. */
const nextLook = ({ attempts: [attempt = expect.fail()] }: OrderState, askedAfter?: number) => {
  const due = lookDue(attempt, askedAfter === undefined ? undefined : NOW + askedAfter, TIMES)
  return due === undefined ? undefined : due - NOW
}

const answered = (state: OrderState, ms: number, event: Looked) => transition(state, event, NOW + ms)

describe('a look for a further transaction', () => {
  const strange: [string, Partial<Report>][] = [
    ['another order', { clientOrderId: 'order-2' }],
    ['no order', { clientOrderId: undefined }],
    ['no transaction', { gatewayId: undefined }],
    ['no transaction at all', { clientOrderId: undefined, gatewayId: undefined }],
  ]

  it('that finds the payment alone is repeated about a minute later, and then no more', () => {
    const once = answered(paid, 10, looked())
    const again = answered(once, LATER, looked())

    expect(nextLook(once, 0)).toBe(TIMES.activeFor)
    expect(nextLook(again, LATER)).toBeUndefined()
    expect(needsAttention(again)).toBe(false)
  })

  it('is not repeated where a form was opened, which charges nothing by itself', () => {
    const hosted = orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved'))

    expect(nextLook(answered(hosted, 10, looked()), 0)).toBeUndefined()
    expect(nextLook(answered(hosted, 10, looked({ clientOrderId: 'order-2' })), 10)).toBe(TIMES.activeEvery)
  })

  it('is made after that minute alone where the object forgot the first', () => {
    expect(nextLook(paid)).toBe(TIMES.activeEvery)
    expect(nextLook(answered(paid, TIMES.activeFor, looked()))).toBeUndefined()
  })

  it.each(strange)('does not count where its answer is about %s', (_, change) => {
    const once = answered(paid, 10, looked(change))
    const later = answered(once, TIMES.activeFor, looked(change))

    expect(nextLook(once, 10)).toBe(TIMES.activeEvery)
    expect(nextLook(later, TIMES.activeFor)).toBe(TIMES.activeFor + TIMES.minutesEvery)
    expect(later.unmatched).toEqual([])
  })

  it.each(strange)(
    'needs a person once its answers go on being about %s, until one is right',
    (_, change) => {
      const once = answered(paid, 10, looked(change))
      const later = answered(once, TIMES.activeFor, looked(change))

      expect([once, later, answered(later, TIMES.activeFor + 1, looked())].map(needsAttention)).toEqual([
        false,
        true,
        false,
      ])
    },
  )

  it('finds the charge that the answers about another order hid', () => {
    const hidden = answered(paid, 10, looked({ clientOrderId: 'order-2' }))

    const found = answered(hidden, TIMES.activeEvery, looked({ gatewayId: '77' }))

    expect(found.unmatched).toMatchObject([{ id: '77', asking: { pace: 'active' } }])
  })

  it('finds the charge that a lagging replica did not have yet', () => {
    const once = answered(paid, 10, looked())

    const found = answered(once, TIMES.activeFor, looked({ gatewayId: '77' }))

    expect(found.unmatched).toMatchObject([{ id: '77' }])
  })

  it('finds the charge of an attempt that was declined before the gateway had named it', () => {
    const declined = orderAfter(
      attempted('key-1', 'card'),
      { type: 'lost', purpose: 'attempt', number: 1 },
      reported('declined', { gatewayId: undefined }),
    )

    expect(statusOf(through(declined, looked({ gatewayId: '77' })))).toBe('approved')
  })

  it('of an attempt that is not decided says nothing', () => {
    const moving = orderAfter(attempted('key-1', 'card'), takenAs('42'))

    expect(through(moving, looked({ gatewayId: '77' }))).toBe(moving)
  })
})
