import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  followed,
  NOW,
  orderAfter,
  PAID,
  reported,
  stage,
  takenAs,
  through,
  toldOf,
  wanted,
  woken,
} from '../testing/examples.ts'
import type { OrderEvent, PollingEnded } from './events.ts'
import { listedAs } from './index-entry.ts'
import { needsAttention } from './needs-attention.ts'
import { refTo } from './request-ref.ts'
import { dueJobs } from './schedule.ts'
import { statusOf } from './status.ts'

const DAY = 24 * 3600 * 1000
const UNDER_WAY = [attempted('key-1', 'card'), takenAs('42')]
const ofAttempt: PollingEnded = { type: 'polling-ended', ...refTo('attempt', 1) }
const ofFollowUp: PollingEnded = { type: 'polling-ended', ...refTo('follow-up', 1) }

/** When asking ends, in days. */
function endsAfter(...events: OrderEvent[]): number[] {
  const state = orderAfter(...events)
  const done = { askedAt: new Map(), queue: [], triedAt: new Map(), indexed: listedAs(state) }
  const ends = dueJobs(state, done, TIMES).filter(({ job }) => job.type === 'end-polling')
  return ends.map(({ at }) => Math.floor((at - NOW) / DAY))
}

describe('asking ends', () => {
  it.each<[string, OrderEvent[], number[]]>([
    ['a month after a charge was taken and never decided', UNDER_WAY, [30]],
    ['a month after a return was taken and never decided', [...PAID, wanted(), followed()], [30]],
    ['never for a form that was left', [attempted('key-1'), acceptedAs('42')], []],
    ['never for what was decided', PAID, []],
    ['never for what is in doubt already', [...UNDER_WAY, reported('unknown')], []],
  ])('%s', (_, events, days) => {
    expect(endsAfter(...events)).toEqual(days)
  })
})

describe('what is never settled', () => {
  it('is unknown and needs a person', () => {
    const state = orderAfter(...UNDER_WAY, ofAttempt)

    expect(statusOf(state)).toBe('unknown')
    expect(needsAttention(state)).toBe(true)
    expect(state.attempts[0]).toMatchObject({ error: { code: 'never-settled' } })
    expect(state.attempts[0]).not.toHaveProperty('asking')
  })

  it('blocks other follow-ups where it is one', () => {
    const state = orderAfter(...PAID, wanted(), followed(), ofFollowUp)

    expect(state.followUps[0]).toMatchObject({ status: 'unknown', error: { code: 'never-settled' } })
    expect(needsAttention(state)).toBe(true)
  })

  it('is asked about again where it is a follow-up and the gateway calls', () => {
    const state = orderAfter(...PAID, wanted(), followed(), ofFollowUp, woken('callback'))

    expect(state.followUps[0]?.asking).toEqual({ since: NOW, pace: 'active' })
    expect(through(state, toldOf(1, stage('approved'))).followUps[0]?.status).toBe('approved')
  })

  it.each<[string, OrderEvent[]]>([
    ['a charge', [...UNDER_WAY, ofAttempt]],
    ['a return', [...PAID, wanted(), followed(), ofFollowUp]],
  ])('may be declared not to be accepted: %s', (_, events) => {
    const state = orderAfter(...events)

    const after = through(state, { type: 'declared-not-accepted', by: 'shop' })

    expect(after).not.toBe(state)
    expect([...after.attempts, ...after.followUps].at(-1)).toMatchObject({ error: { code: 'not-accepted' } })
  })

  it('is not declared in place of another request', () => {
    const state = orderAfter(...PAID, wanted(), followed(), ofFollowUp)
    const declared = { type: 'declared-not-accepted', by: 'shop', request: refTo('attempt', 1) } as const

    expect(through(state, declared)).toBe(state)
  })

  it('is settled by a report after all', () => {
    const state = orderAfter(...UNDER_WAY, ofAttempt, woken('callback'), reported('approved'))

    expect(statusOf(state)).toBe('approved')
  })

  it.each<[string, OrderEvent[], PollingEnded]>([
    ['a charge that was decided', PAID, ofAttempt],
    ['a return that was decided', [...PAID, wanted(), followed(), toldOf(1, stage('approved'))], ofFollowUp],
    ['what was left off before', [...UNDER_WAY, ofAttempt], ofAttempt],
  ])('leaves %s as it is', (_, events, event) => {
    const state = orderAfter(...events)

    expect(through(state, event)).toBe(state)
  })
})
