import { describe, expect, it } from 'vitest'
import { attempted, NOW, orderAfter, stepTold, takenAs, through } from '../testing/examples.ts'
import type { OrderEvent, Stepped } from './events.ts'
import { transition } from './transition.ts'

const LATER = NOW + 5000

/** A challenge that the gateway asks for after the first, under the same attempt. */
const second = transition(
  orderAfter(attempted('key-1', 'card'), takenAs('42'), stepTold({ type: 'challenge', creq: 'first' })),
  stepTold({ type: 'challenge', creq: 'second' }),
  LATER,
)

const answered = (since?: number): Stepped => ({
  type: 'step-answered',
  attempt: 1,
  step: 'challenge',
  ...(since !== undefined && { since }),
})

describe('an answer to a challenge', () => {
  it('does not end the next one, which came meanwhile', () => {
    expect(through(second, answered(NOW))).toBe(second)
  })

  it.each([
    ['that is named', answered(LATER)],
    ['that is due, where none is named', answered()],
  ])('ends the one %s', (_, event) => {
    expect(through(second, event).attempts[0]?.step).toMatchObject({ creq: 'second', isAnswered: true })
  })
})

it('what the edge told a bank is erased with all else about the shopper', () => {
  const erased: OrderEvent = { type: 'erased' }
  const state = through(second, { type: 'cancelled' }, erased)

  expect(JSON.stringify(state.attempts)).not.toContain('second')
  expect(through(state, erased)).toBe(state)
})
