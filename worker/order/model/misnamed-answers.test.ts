import { describe, expect, it } from 'vitest'
import { attempted, lostOf, orderAfter, reported, takenAs, through, twice } from '../testing/examples.ts'
import type { OrderEvent } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { refTo } from './request-ref.ts'

/** A charge without a reply. Asked about it, the gateway goes on answering about another order. */
const misled = orderAfter(
  attempted('key-1', 'card'),
  lostOf(refTo('attempt', 1)),
  ...twice(reported('approved', { clientOrderId: 'order-2' })),
)

describe('answers about another order', () => {
  it('need a person while they go on', () => {
    expect(needsAttention(misled)).toBe(true)
  })

  it.each<[string, OrderEvent[]]>([
    ['a report decides', [takenAs('42'), reported('declined')]],
    [
      'a person declares not accepted',
      [{ type: 'declared-not-accepted', by: 'ops', request: refTo('attempt', 1) }],
    ],
  ])('need none once %s the request', (_, events) => {
    expect(needsAttention(through(misled, ...events))).toBe(false)
  })

  it('need none where they are about an attempt that failed before', () => {
    const declined = orderAfter(attempted('key-1', 'card'), takenAs('42'), reported('declined'))

    const after = through(declined, ...twice(reported('approved', { clientOrderId: 'order-2' })))

    expect(needsAttention(after)).toBe(false)
  })
})
