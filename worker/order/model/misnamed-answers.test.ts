import { describe, expect, it } from 'vitest'
import { acceptedAs, attempted, NOW, orderAfter, reported, takenAs } from '../testing/examples.ts'
import type { OrderEvent, Report } from './events.ts'
import { needsAttention } from './needs-attention.ts'
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

describe('answers that name nobody', () => {
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
