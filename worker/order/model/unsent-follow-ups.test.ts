import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  followed,
  NOW,
  orderAfter,
  PAID,
  refusedFollowUp,
  replyLost,
  reported,
  stage,
  through,
  toldOf,
  wanted,
} from '../testing/examples.ts'
import { admitFollowUp } from './follow-ups.ts'
import { needsAttention } from './needs-attention.ts'
import { dueJobs } from './schedule.ts'
import type { OrderState } from './state.ts'
import { admitDecision, admitRelease, type Decision, unsentFollowUp } from './unsent-follow-ups.ts'

const ASKED = {
  ...({ type: 'follow-up-asked', kind: 'return', key: 'asked-1', amountMinor: 1250 } as const),
  ...{ isWhole: true, askedBy: 'assistant', expiresAt: NOW + 1000 },
}
const beyond = { type: 'limit-exceeded', number: 1, limit: 'refundPerDay' } as const
const refused = { type: 'approval-refused', number: 1, by: 'desk' } as const
const lapsed = { type: 'approval-lapsed', number: 1 } as const

const paid = orderAfter(...PAID)
const counting = through(paid, ASKED)
const waiting = through(paid, { ...ASKED, limit: 'refundUpTo' })
const approved = through(waiting, wanted({ key: 'asked-1', number: 1, decidedBy: 'desk' }))

/** The second follow-up was sent and done before the first, which waited. */
const sentLater = through(
  waiting,
  wanted({ key: 'other-1', amountMinor: 500, isWhole: false }),
  followed(2),
  toldOf(2, stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f2' })),
  wanted({ key: 'asked-1', number: 1, amountMinor: 750, isWhole: false }),
)

const statusOf = (state: OrderState, number = 1) => unsentFollowUp(state, number)?.status

describe('what a key with limits asks for', () => {
  it.each([
    ['is counted first', counting, 'counting'],
    ['waits above its limit for one', waiting, 'waiting'],
    ['waits where its day has no room', through(counting, beyond), 'waiting'],
    ['ends where another key refuses', through(waiting, refused), 'cancelled'],
    ['ends where nobody decides', through(waiting, lapsed), 'expired'],
    ['ends where the count does not answer', through(counting, lapsed), 'expired'],
    ['is not refused while it is counted', through(counting, refused), 'counting'],
    ['does not lapse after it was refused', through(waiting, refused, lapsed), 'cancelled'],
    ['is none of those once it is sent', approved, undefined],
  ])('%s', (_, state, status) => {
    expect(statusOf(state)).toBe(status)
  })

  it('is sent under the number that it was asked for with', () => {
    expect(sentLater.followUps).toMatchObject([
      { number: 2, status: 'approved' },
      { number: 1, status: 'sending', askedBy: 'assistant', before: { returnedMinor: 500 } },
    ])
    expect(through(sentLater, wanted({ key: 'next-1' })).followUps.at(-1)).toMatchObject({ number: 3 })
  })

  it('is judged by what moved since it was sent, and not by what a later number moved before', () => {
    const refusedOnce = through(sentLater, ...refusedFollowUp({ reversedMinor: 500 }))

    const moved = through(refusedOnce, reported('approved', { reversedMinor: 1250 }))

    expect(refusedOnce.followUps.at(-1)).toMatchObject({ number: 1, status: 'error' })
    expect(moved.followUps.at(-1)).toMatchObject({ number: 1, status: 'approved' })
  })

  it.each([
    ['joins under the same key', counting, {}, 'joins'],
    ['joins while it waits', waiting, {}, 'joins'],
    ['joins after it was refused', through(waiting, refused), {}, 'joins'],
    ['is refused with another sum', waiting, { amountMinor: 500 }, 'key-reused'],
    ['lets another key of the order go ahead', waiting, { key: 'other-1' }, 'allowed'],
  ] as const)('%s', (_, state, change, expected) => {
    const verdict = admitFollowUp(state, { kind: 'return', key: 'asked-1', amountMinor: 1250, ...change })

    expect(verdict.ok ? (verdict.value === 'joins' ? 'joins' : 'allowed') : verdict.reason).toBe(expected)
  })

  it('needs a person while it waits, and no longer', () => {
    expect([counting, waiting, through(waiting, refused), approved].map(needsAttention)).toEqual([
      ...[false, true, false, false],
    ])
  })
})

describe('the alarm', () => {
  const counted = through(counting, wanted({ key: 'asked-1', number: 1, isCounted: true }))
  const failed = through(counted, ...refusedFollowUp())
  const declared = through(counted, replyLost(), { type: 'declared-not-accepted', by: 'assistant' })
  const released = through(failed, { type: 'count-settled', number: 1, counted: 'released' })
  const moved = through(released, reported('approved', { reversedMinor: 1250 }))
  const releasing = through(failed, { type: 'count-settled', number: 1, counted: 'releasing' })
  const movedMeanwhile = through(releasing, reported('approved', { reversedMinor: 1250 }))
  const jobs = ['ask-count', 'end-approval', 'settle-count']

  it.each([
    ['asks the count that gave no answer', counting, 'ask-count', NOW + TIMES.catchUpAfter],
    ['ends the wait for a decision', waiting, 'end-approval', NOW + 1000],
    ['leaves a refused one', through(waiting, refused), undefined, undefined],
    ['leaves the count as it is while the gateway works', counted, undefined, undefined],
    ['gives the sum back once the gateway moved nothing', failed, 'settle-count', NOW],
    ['gives nothing back on a merchant’s word', declared, undefined, undefined],
    ['gives the sum back once', released, undefined, undefined],
    ['goes on giving back what it began to', releasing, 'settle-count', NOW],
    ['counts what moved after all', moved, 'settle-count', NOW],
    ['counts what moved while it may have been given back', movedMeanwhile, 'settle-count', NOW],
  ])('%s', (_, state, type, at) => {
    const done = { askedAt: new Map(), indexed: undefined, queue: [], triedAt: new Map() }

    const [due] = dueJobs(state, done, TIMES).filter(({ job }) => jobs.includes(job.type))

    expect([due?.job.type, due?.at]).toEqual([type, at])
  })
})

describe('a decision', () => {
  const judged = (state: OrderState, change: Partial<Decision>) => {
    const by = { number: 1, verdict: 'approve', by: 'desk', isLimited: false, now: NOW + 999 } as const
    const verdict = admitDecision(state, { ...by, ...change })
    if (!verdict.ok) return verdict.reason
    return verdict.value === 'done' ? 'done' : 'decides'
  }

  it.each([
    ['of another key counts', waiting, {}, 'decides'],
    ['of another key against it counts', waiting, { verdict: 'refuse' }, 'decides'],
    ['of the key that asked does not', waiting, { by: 'assistant' }, 'other-key-needed'],
    [
      'of the key that asked against it does not',
      waiting,
      { by: 'assistant', verdict: 'refuse' },
      'other-key-needed',
    ],
    ['of a key with limits does not', waiting, { isLimited: true }, 'other-key-needed'],
    ['of a key with limits against it counts', waiting, { isLimited: true, verdict: 'refuse' }, 'decides'],
    ['is too early while the day is asked', counting, {}, 'not-waiting'],
    ['is too late once nobody decided', through(waiting, lapsed), {}, 'not-waiting'],
    [
      'is too late at that moment, though the alarm is not there yet',
      waiting,
      { now: NOW + 1000 },
      'not-waiting',
    ],
    ['is too late then, also against it', waiting, { now: NOW + 1000, verdict: 'refuse' }, 'not-waiting'],
    ['that approves what was refused is too late', through(waiting, refused), {}, 'not-waiting'],
    ['that refuses what was approved is too late', approved, { verdict: 'refuse' }, 'not-waiting'],
    ['to approve may come again', approved, {}, 'done'],
    ['to refuse may come again', through(waiting, refused), { verdict: 'refuse' }, 'done'],
    ['on nothing is none', waiting, { number: 2 }, 'not-found'],
    ['on what never waited is none', through(paid, wanted()), {}, 'not-waiting'],
  ] as const)('%s', (_, state, change, expected) => {
    expect(judged(state, change)).toBe(expected)
  })
})

describe('what waited', () => {
  const returned = through(
    waiting,
    wanted({ key: 'other-1', amountMinor: 500, isWhole: false }),
    followed(2),
    toldOf(2, stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f1' })),
  )
  const underWay = through(waiting, wanted({ key: 'other-1', amountMinor: 500, isWhole: false }))

  it.each([
    ['may go out while the order is as it was', waiting, { amountMinor: 1250, isWhole: true }],
    ['may not once less is left', returned, 'amount-invalid'],
    ['may not while another is under way', underWay, 'follow-up-in-flight'],
  ])('%s', (_, state, expected) => {
    const unsent = unsentFollowUp(state, 1)
    const verdict = unsent && admitRelease(state, unsent)

    expect(verdict?.ok ? verdict.value : verdict?.reason).toEqual(expected)
  })
})

describe('after a version without limits ran on the order, and numbered by place', () => {
  /** What such a version makes of an order: it knows nothing of what was not sent, and keeps it. */
  function olderVersion({ unsent = [], ...known }: OrderState, key: string): OrderState {
    const sent = wanted({ key, amountMinor: 500, isWhole: false })
    const told = toldOf(
      1,
      stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f1' }),
    )
    return { ...through(known, sent, followed(1), told), unsent }
  }

  const other = olderVersion(waiting, 'other-1')
  const sameKey = olderVersion(
    through(paid, { ...ASKED, key: 'first-1', limit: 'refundUpTo' }, ASKED),
    'asked-1',
  )
  const decision = { number: 1, verdict: 'approve', by: 'desk', isLimited: false, now: NOW } as const

  it.each([
    ['whose number another one has', other, 1],
    ['whose key another one has', sameKey, 2],
  ])('what waits %s is over', (_, state, number) => {
    const done = { askedAt: new Map(), indexed: undefined, queue: [], triedAt: new Map() }

    expect(statusOf(state, number)).toBeUndefined()
    expect(needsAttention(state)).toBe(false)
    expect(admitDecision(state, { ...decision, number })).toMatchObject({ ok: false })
    expect(dueJobs(state, done, TIMES).filter(({ job }) => job.type === 'end-approval')).toEqual([])
  })

  it('each further one has a number of its own', () => {
    const asked = through(other, { ...ASKED, key: 'asked-2', limit: 'refundUpTo' })
    const sent = through(asked, wanted({ key: 'asked-2', number: 2, amountMinor: 750, decidedBy: 'desk' }))

    expect(unsentFollowUp(asked, 2)).toMatchObject({ key: 'asked-2', status: 'waiting' })
    expect(sent.followUps.map(({ number }) => number)).toEqual([1, 2])
    expect(admitFollowUp(other, { kind: 'return', key: 'asked-1', amountMinor: 750 })).toMatchObject({
      ok: true,
      value: { amountMinor: 750 },
    })
  })
})
