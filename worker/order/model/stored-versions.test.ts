import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  attempted,
  lostOf,
  NOW,
  orderAfter,
  PAID,
  refusedOf,
  report,
  reported,
  reportOn,
  STEPS,
  stepTold,
  takenAs,
  through,
  toldOf,
  twice,
  wanted,
} from '../testing/examples.ts'
import { lookDue } from './duplicate-look.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { asStored, upToDate } from './stored-versions.ts'

const CHALLENGE = { type: 'challenge', url: 'https://bank.example.com', address: STEPS } as const

/** What every order has. */
const ALWAYS = [
  ['duplicateRefunds', 'reversals'],
  ['unmatched', 'foreign'],
] as const

/** The same under the names that an earlier version gives its fields. */
const asBefore = (state: OrderState, names: readonly (readonly [is: string, was: string])[]): OrderState =>
  JSON.parse(
    [...ALWAYS, ...names].reduce(
      (text, [is, was]) => text.replaceAll(`"${is}":`, `"${was}":`),
      JSON.stringify(state),
    ),
  )

describe('a row that an earlier version wrote, and can read', () => {
  it('keeps what happened to its payment and its notifications', () => {
    const state = { ...orderAfter(), laterOutcome: 'voided', notificationFailed: true } as const
    const names = [
      ['laterOutcome', 'aftermath'],
      ['notificationFailed', 'unheard'],
    ] as const

    expect(asStored(state)).toEqual(asBefore(state, names))
    expect(upToDate(asBefore(state, names))).toEqual(state)
  })

  it('keeps its duplicate refunds, its unmatched transactions, its units and what waits for them', () => {
    const doubled = through(orderAfter(...PAID), { type: 'unmatched-found', attempt: 1, gatewayId: '77' })
    const due = through(doubled, reportOn(refTo('unmatched', 1), report('approved', { gatewayId: '77' })))
    const waitingApproval = { attempt: 1, id: '43', type: 'sale', since: NOW }
    const state = { ...due, holdsUnits: 'in-doubt', waitingApproval } as const

    expect(asStored(state)).toMatchObject({
      reversals: [{ gatewayId: '77' }],
      foreign: [{ id: '77' }],
      holdsLimit: 'in-doubt',
      claim: waitingApproval,
    })
    expect(asStored(state)).not.toHaveProperty('duplicateRefunds')
    expect(upToDate(asStored(state))).toEqual(state)
  })

  it('keeps the status of a form that is in doubt', () => {
    const state = orderAfter(
      attempted('key-1'),
      lostOf(refTo('attempt', 1)),
      reported('approved', { amountMinor: 1 }),
    )

    expect(state.attempts[0]?.statusBeforeDoubt).toBe('lost')
    const names = [['statusBeforeDoubt', 'stood']] as const
    expect(asStored(state)).toEqual(asBefore(state, names))
    expect(upToDate(asBefore(state, names))).toEqual(state)
  })

  it('goes on with a refusal, a refund and a payment that know nothing of looks and of two answers', () => {
    const refused = through(orderAfter(...PAID), wanted(), refusedOf(refTo('follow-up', 1)))
    const doubled = through(orderAfter(...PAID), { type: 'unmatched-found', attempt: 1, gatewayId: '77' })
    const due = through(doubled, reportOn(refTo('unmatched', 1), report('approved', { gatewayId: '77' })))
    const [attempt = expect.fail()] = upToDate(refused).attempts

    expect(lookDue(attempt, undefined, TIMES)).toBe(NOW + TIMES.activeEvery)
    expect(
      through(upToDate(refused), ...twice(toldOf(1, report('approved')))).followUps.map(
        ({ status }) => status,
      ),
    ).toEqual(['error'])
    expect(
      through(upToDate(due), { type: 'duplicate-refund-sent', number: 1 }).duplicateRefunds.map(
        ({ status }) => status,
      ),
    ).toEqual(['sending'])
  })

  it('keeps the bank’s answer that the gateway has yet to get', () => {
    const fields = { cres: 'e30' }
    const state = orderAfter(attempted('key-1', 'card'), takenAs('42'), stepTold(CHALLENGE), {
      type: 'step-brought',
      attempt: 1,
      step: 'challenge',
      fields,
    })
    const names = [
      ['pendingAnswer', 'brought'],
      ['answerCount', 'broughtCount'],
    ] as const

    expect(state.attempts[0]?.step).toMatchObject({ pendingAnswer: { fields }, answerCount: 1 })
    expect(asStored(state)).toEqual(asBefore(state, names))
    expect(upToDate(asBefore(state, names))).toEqual(state)
  })
})
