import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  attempted,
  NOW,
  orderAfter,
  orderWith,
  PAID,
  refusedOf,
  report,
  takenAs,
  wanted,
} from '../testing/examples.ts'
import { laterLookAfter } from './duplicate-look.ts'
import type { OrderEvent } from './events.ts'
import { namesOf } from './report-subject.ts'
import { requestOf } from './request-purposes.ts'
import { type RequestRef, refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { answerEvent, lookEvent, type StatusAnswer } from './status-answers.ts'

const LATER = TIMES.requestDeadline + TIMES.notAcceptedAfter
const SPAN = laterLookAfter(TIMES)
const FIRST = refTo('attempt', 1)
const NOT_FOUND: StatusAnswer = { isNotFound: true }
const ERROR: StatusAnswer = { isRefused: true }

const sent = attempted('key-1', 'card')
const lost = orderAfter(sent, { type: 'lost', ...FIRST })
const refused = orderAfter(sent, refusedOf(FIRST))
const taken = orderAfter(sent, takenAs('42'))

/** What an answer makes that comes some time after the request. */
function made(
  state: OrderState,
  answer: StatusAnswer | undefined,
  { after = LATER, ref = FIRST }: { readonly after?: number; readonly ref?: RequestRef } = {},
): OrderEvent | undefined {
  const request = requestOf(state, ref) ?? expect.fail()
  return answerEvent(request, answer, { terms: state.terms, now: NOW + after, times: TIMES })
}

describe('an answer to a status request', () => {
  const own = report('approved')
  const other = report('declined', { clientOrderId: 'order-2', gatewayId: '9' })
  const toldOfRefund = made(orderAfter(...PAID, wanted()), { report: own }, { ref: refTo('follow-up', 1) })

  it.each<[string, OrderEvent | undefined, OrderEvent | undefined]>([
    [
      'about the transaction is its report',
      made(taken, { report: own }),
      { type: 'reported', ...FIRST, report: own, spanMs: SPAN },
    ],
    [
      'about another order is its names alone',
      made(taken, { report: other }),
      { type: 'reported', ...FIRST, report: namesOf(other), spanMs: SPAN },
    ],
    [
      'is about the request that was asked about',
      toldOfRefund,
      { type: 'reported', ...refTo('follow-up', 1), report: own, spanMs: SPAN },
    ],
    ['that is none says nothing', made(refused, undefined), undefined],
    ['that is an error says nothing of a lost charge', made(lost, ERROR), undefined],
    [
      'that it does not know a lost charge comes too soon',
      made(lost, NOT_FOUND, { after: LATER - 1 }),
      undefined,
    ],
    [
      'that it does not know a lost charge counts later',
      made(lost, NOT_FOUND),
      { type: 'unheard-of', attempt: 1, spanMs: TIMES.notAcceptedSpan },
    ],
    ['that it does not know what it named says nothing', made(taken, NOT_FOUND), undefined],
    [
      'that it does not know a refund says nothing',
      made(orderAfter(...PAID, wanted()), NOT_FOUND, { ref: refTo('follow-up', 1) }),
      undefined,
    ],
    [
      'that is an error confirms a refusal',
      made(refused, ERROR, { after: 0 }),
      { type: 'refusal-confirmed', attempt: 1, spanMs: TIMES.activeEvery / 2 },
    ],
    [
      'that is an error does not confirm that of a payout',
      made(orderWith({ intent: 'payout' }, attempted('key-1', 'payout-card'), refusedOf(FIRST)), ERROR),
      undefined,
    ],
  ])('%s', (_, event, expected) => {
    expect(event).toEqual(expected)
  })
})

describe('an answer to a look', () => {
  const { attempts: [attempt = expect.fail()] = [] } = taken

  it('is its report, or the names of one about another order', () => {
    const own = report('approved')
    const other = report('approved', { clientOrderId: 'order-2' })

    expect(lookEvent(attempt, { report: own }, TIMES)).toMatchObject({ type: 'looked', report: own })
    expect(lookEvent(attempt, { report: other }, TIMES)?.report).toEqual(namesOf(other))
  })

  it.each([NOT_FOUND, ERROR, undefined])('is nothing where it is %o', (answer) => {
    expect(lookEvent(attempt, answer, TIMES)).toBeUndefined()
  })
})
