import { describe, expect, it } from 'vitest'
import type { Way } from '../../../shared/order-view.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import {
  acceptedAs,
  attempted,
  lostOf,
  NOW,
  orderWith,
  PAID,
  refusedOf,
  report,
  reported,
  reportOn,
  STEPS,
  stepTold,
  takenAs,
  woken,
} from '../testing/examples.ts'
import { explore } from '../testing/exploration.ts'
import { always } from '../testing/histories.ts'
import type { OrderEvent, Report } from './events.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { ATTEMPT_FLOW, PAYMENT_FLOW, type StatusFlow } from './status-flow.ts'
import { transition } from './transition.ts'

const CHALLENGE = { type: 'challenge', url: 'https://bank.example.com', address: STEPS } as const
const METHOD = { type: 'method', serverTransactionId: 'id-1', address: STEPS } as const

/** All that can happen to one attempt, as far as it matters to its status. */
const OF_AN_ATTEMPT: readonly OrderEvent[] = [
  acceptedAs('42'),
  takenAs('42'),
  takenAs('42', { step: CHALLENGE }),
  takenAs('42', { step: METHOD }),
  refusedOf(refTo('attempt', 1)),
  refusedOf(refTo('attempt', 1), { isUnsent: true }),
  { type: 'refusal-confirmed', attempt: 1 },
  lostOf(refTo('attempt', 1)),
  ...(['approved', 'declined', 'filtered', 'error', 'processing', 'unknown'] as const).map((status) =>
    reported(status),
  ),
  reported('approved', { amountMinor: 1 }),
  stepTold(CHALLENGE),
  stepTold(METHOD),
  woken('callback'),
  woken('return'),
  { type: 'step-answered', attempt: 1, step: 'challenge' },
  { type: 'step-answered', attempt: 1, step: 'method' },
  { type: 'polling-ended', ...refTo('attempt', 1) },
  { type: 'declared-not-accepted', by: 'shop' },
  { type: 'unheard-of', attempt: 1, spanMs: 0 },
]

const REQUESTS: readonly [method: Way, change: Partial<OrderTerms>][] = [
  ['hosted', {}],
  ['card', {}],
  ['card', { limit: 1 }],
  ['payout-card', { intent: 'payout' }],
]

const KINDS: readonly Report['kind'][] = ['payment', 'capture', 'void', 'reversal', 'chargeback', 'other']

/** All that the gateway can report of a payment that is made. */
const OF_A_PAYMENT: readonly OrderEvent[] = KINDS.flatMap((kind) =>
  [500, 1250].map((amountMinor) => later(kind, amountMinor)),
)

function later(kind: Report['kind'], amountMinor: number): OrderEvent {
  const sums = {
    ...(kind === 'capture' && { capturedMinor: amountMinor }),
    ...(kind === 'reversal' && { reversedMinor: amountMinor }),
  }
  return reportOn(refTo('attempt', 1), report('approved', { kind, type: kind, amountMinor, ...sums }))
}

/** Looks at every step of every history of three events. */
function everyStep(
  start: OrderState,
  events: readonly OrderEvent[],
  look: (before: OrderState, after: OrderState) => void,
): void {
  const moves = (state: OrderState) =>
    events.map((event) => ({ letter: event.type, state: transition(state, event, NOW) }))
  // States that differ in their counts of changes alone are one.
  const nameOf = ({ seq: _, updatedAt: __, ...state }: OrderState) => JSON.stringify(state)
  explore({ start, moves, nameOf, depth: 3 }, (before, after) => {
    look(before, after)
    return undefined
  })
}

const steps = (flow: StatusFlow<string>) =>
  Object.entries(flow).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`))

describe('the statuses of an attempt', () => {
  const statusIn = ({ attempts }: OrderState) => attempts[0]?.status

  it('follow each other as the table says, all of them', () => {
    const found = new Set<string>()
    for (const [method, change] of REQUESTS) {
      const start = orderWith(change, attempted('key-1', method))
      everyStep(start, OF_AN_ATTEMPT, (before, after) => {
        const [from, to] = [statusIn(before), statusIn(after)]
        if (from !== to) found.add(`${from} → ${to}`)
      })
    }

    expect([...found].toSorted()).toEqual(steps(ATTEMPT_FLOW).toSorted())
  })

  it('follow each other in no other way, whatever happens to the order', () => {
    always((before, _, after) => {
      for (const { number, status: from } of before.attempts) {
        const to = after.attempts[number - 1]?.status ?? from
        if (from !== to) expect(ATTEMPT_FLOW[from]).toContain(to)
      }
    })
  })
})

describe('the statuses of a paid order', () => {
  it('follow each other as the table says, all of them', () => {
    const found = new Set<string>()
    everyStep(orderWith({}, ...PAID), OF_A_PAYMENT, (before, after) => {
      const [from, to] = [statusOf(before), statusOf(after)]
      if (from !== to) found.add(`${from} → ${to}`)
    })

    expect([...found].toSorted()).toEqual(steps(PAYMENT_FLOW).toSorted())
  })

  it('follow each other in no other way, whatever happens to the order', () => {
    always((before, _, after) => {
      const [from, to] = [statusOf(before), statusOf(after)]
      if (before.payment === undefined || from === to) return
      expect(PAYMENT_FLOW[from as keyof typeof PAYMENT_FLOW]).toContain(to)
    })
  })
})
