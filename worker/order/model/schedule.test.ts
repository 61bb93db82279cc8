import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  acceptedAs,
  attempted,
  followed,
  NOW,
  nameOf,
  orderAfter,
  PAID,
  refusedFollowUp,
  replyLost,
  reported,
  stage,
  stepTold,
  takenAs,
  terms,
  toldOf,
  wanted,
  woken,
} from '../testing/examples.ts'
import { lookKey } from './duplicate-look.ts'
import type { OrderEvent } from './events.ts'
import { listedAs } from './index-entry.ts'
import { refTo, requestKey } from './request-ref.ts'
import { dueJobs } from './schedule.ts'
import type { OrderState } from './state.ts'
import { opened, transition } from './transition.ts'

const first = [attempted('key-1'), acceptedAs('42')]
const direct = [attempted('k', 'card'), takenAs('42')]
const wantedOne: OrderEvent = { type: 'limit-wanted' }
/** The same, with a piece of a limited offer reserved. */
const reserved = [wantedOne, { ...attempted('key-1'), isHeld: true } as const, acceptedAs('42')]
const LAPSE = ['release-units', 30 * 60_000]

/** Nothing was done yet, and there is nothing to tell. */
const NOTHING = { askedAt: new Map<string, number>(), queue: [], triedAt: new Map<string, number>() }

const ELSEWHERE = ['look', 'end-polling', 'erase-personal']

/**
 * What there is to do, apart from the look at once after a decision, the end of all asking after a month, and the erasure
 * of what is over.
 */
const work = (...events: OrderEvent[]) => {
  const state = orderAfter(...events)
  const done = { ...NOTHING, indexed: listedAs(state) }
  return dueJobs(state, done, TIMES)
    .filter(({ job }) => !ELSEWHERE.includes(job.type))
    .map(({ at, job }) => ['purpose' in job ? `${job.type} ${job.purpose}` : job.type, at - NOW])
}

const expire = ['expire', terms.expiresAt - NOW]

describe('dueJobs', () => {
  it.each<[string, OrderEvent[], unknown[]]>([
    ['is forgotten at once', [], [['forget', 0], expire]],
    ['first gives back what it may hold', [wantedOne], [['release-units', 60_000], expire]],
    [
      'is forgotten once it gave back',
      [wantedOne, { type: 'limit-given-up' }, { type: 'limit-released' }],
      [['forget', 0], expire],
    ],
    ['stays once it began', reserved, [['poll attempt', 15_000], LAPSE, expire]],
  ])('a tentative order whose first attempt has not begun %s', (_, events, expected) => {
    const tentative = { ...opened(terms), isTentative: true } as const
    const state = events.reduce((before, event) => transition(before, event, NOW), tentative as OrderState)
    const due = dueJobs(state, { ...NOTHING, indexed: listedAs(state) }, TIMES)

    expect(state.isTentative).toBe(state.attempts.length > 0 ? undefined : true)
    expect(
      due
        .filter(({ job }) => !ELSEWHERE.includes(job.type))
        .map(({ at, job }) => ['purpose' in job ? `${job.type} ${job.purpose}` : job.type, at - NOW]),
    ).toEqual(expected)
  })

  it.each<[string, OrderEvent[], unknown[]]>([
    ['an open order only expires', [], [expire]],
    [
      'a request under way is given up after twice its deadline',
      [attempted('k')],
      [['poll attempt', 15_000], ['give-up attempt', 60_000], expire],
    ],
    ['a hosted page is asked about after 15 seconds', first, [['poll attempt', 15_000], expire]],
    ['a return is asked about at once', [...first, woken('return')], [['poll attempt', 0], expire]],
    ['a decline leaves nothing to ask', [...first, reported('declined')], [expire]],
    ['a payment leaves nothing to do', [...first, reported('approved')], []],
    [
      'a wake after the payment is asked about at once',
      [...first, reported('approved'), woken('callback')],
      [['poll attempt', 0]],
    ],
    [
      'giving up leaves the hosted page to be asked about',
      [...first, { type: 'cancelled' }],
      [['poll attempt', 15_000]],
    ],
    [
      'a decline frees a piece of the offer',
      [...reserved, reported('declined')],
      [['release-units', 0], expire],
    ],
    ['an unknown outcome keeps it', [...reserved, reported('unknown')], [['poll attempt', 15_000], expire]],
    ['a return keeps it', [...reserved, woken('return')], [['poll attempt', 0], expire]],
    [
      'a request under way keeps it',
      reserved.slice(0, 2),
      [['poll attempt', 15_000], ['give-up attempt', 60_000], expire],
    ],
    [
      'a form that nobody answers loses it after half an hour',
      reserved,
      [['poll attempt', 15_000], LAPSE, expire],
    ],
    [
      'a form that is gone on with keeps it for another one',
      [...reserved, { type: 'limit-renewed' }, { type: 'limit-renewed' }],
      [['poll attempt', 15_000], LAPSE, expire],
    ],
    [
      'one that lapsed keeps nothing',
      [...reserved, { type: 'limit-given-up' }, { type: 'limit-released' }],
      [['poll attempt', 15_000], expire],
    ],
    ['what is in doubt goes back if nobody decides it', [wantedOne], [['release-units', 60_000], expire]],
    [
      'what is in doubt beside an open outcome stays',
      [...first, woken('return'), wantedOne],
      [['poll attempt', 0], expire],
    ],
    [
      'what was given to an order that tried nothing goes back',
      [wantedOne, { type: 'limit-held' }],
      [['release-units', 0], expire],
    ],
    [
      'a form that was left behind keeps it, though the next was declined',
      [
        ...reserved,
        { ...attempted('key-2'), isHeld: true },
        acceptedAs('43', 2),
        reported('declined', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
      ],
      [['poll attempt', 15_000], LAPSE, expire],
    ],
    [
      'a payment keeps it for good, and says so to the counter',
      [...reserved, reported('approved')],
      [['settle-units', 0]],
    ],
    [
      'a request without a form is not asked about before its answer',
      [attempted('k', 'card')],
      [['give-up attempt', 60_000], expire],
    ],
    ['a request that was taken is asked about at once', direct, [['poll attempt', 0], expire]],
    [
      'a Method page has ten seconds',
      [...direct, stepTold({ type: 'method', url: 'https://bank.example', serverTransactionId: 'id-1' })],
      [['poll attempt', 0], ['end-method', 10_000], expire],
    ],
    [
      'a bank without a Method page has none',
      [...direct, stepTold({ type: 'method', serverTransactionId: 'id-1' })],
      [['poll attempt', 0], ['end-method', 0], expire],
    ],
    [
      'a Method page that was answered is over',
      [
        ...direct,
        stepTold({ type: 'method', url: 'https://bank.example', serverTransactionId: 'id-1' }),
        { type: 'step-answered', attempt: 1, step: 'method' },
      ],
      [['poll attempt', 0], expire],
    ],
    [
      'a challenge has to be begun in half a minute',
      [...direct, stepTold({ type: 'challenge', url: 'https://bank.example', creq: 'e30' })],
      [['poll attempt', 0], ['end-challenge', 30_000], expire],
    ],
    [
      'what a bank said is handed on at once if that was not done',
      [
        ...direct,
        stepTold({ type: 'pareq', url: 'https://bank.example', pareq: 'eJx' }),
        { type: 'step-brought', attempt: 1, step: 'pareq', fields: { pares: 'eJx' } },
      ],
      [['poll attempt', 0], ['hand-on', 0], expire],
    ],
    [
      'a follow-up under way is given up after twice its deadline',
      [...PAID, wanted()],
      [['give-up follow-up', 60_000]],
    ],
    [
      'a follow-up that was taken is asked about at once',
      [...PAID, wanted(), followed()],
      [['poll follow-up', 0]],
    ],
    ['so is one whose answer was lost', [...PAID, wanted(), replyLost()], [['poll follow-up', 0]]],
    [
      'a follow-up that was refused is asked about once more',
      [...PAID, wanted(), ...refusedFollowUp()],
      [['poll follow-up', 0]],
    ],
    ['one that is done is not', [...PAID, wanted(), followed(), toldOf(1, stage('approved'))], []],
    [
      'nor one that was declared not accepted',
      [...PAID, wanted(), replyLost(), { type: 'declared-not-accepted', by: 'shop' }],
      [],
    ],
    [
      'giving up frees it',
      [...reserved, { type: 'cancelled' }],
      [
        ['release-units', 0],
        ['poll attempt', 15_000],
      ],
    ],
  ])('%s', (_, events, rows) => {
    expect(work(...events)).toEqual(rows)
  })

  it.each<[string, number | undefined, number | undefined]>([
    ['at once where it was never asked about', undefined, 0],
    ['a step later where the gateway was silent', 0, TIMES.activeEvery],
    ['ever more seldom while it is silent', TIMES.minutesFor, TIMES.minutesFor + TIMES.hoursEvery],
    ['daily after any order is followed', TIMES.daysFor, TIMES.daysFor + TIMES.daysEvery],
    ['daily for ever', 400 * TIMES.daysEvery, 401 * TIMES.daysEvery],
  ])('gives a charge too many back %s', (_, asked, expected) => {
    const state = orderAfter(...first, { type: 'cancelled' }, reported('approved'))
    const askedAt = new Map(
      asked === undefined ? [] : [[requestKey(refTo('duplicate-refund', 1)), NOW + asked]],
    )

    const rows = dueJobs(state, { ...NOTHING, askedAt, indexed: listedAs(state) }, TIMES)

    const after = (rows.find(({ job }) => job.type === 'refund-duplicate')?.at ?? Number.NaN) - NOW
    if (expected === undefined) return expect(after).toBeNaN()
    expect(after).toBeLessThanOrEqual(expected)
    expect(after).toBeGreaterThan(asked ?? -1)
  })

  it.each<[string, number | undefined, number | undefined]>([
    ['soon, where the object died before', undefined, TIMES.activeEvery],
    ['again where the gateway was silent', 1000, TIMES.activeEvery],
    ['ever more seldom while it is silent', TIMES.minutesFor, TIMES.minutesFor + TIMES.hoursEvery],
    ['not for ever', TIMES.hoursFor, undefined],
    ['not where the object woke long after', Number.POSITIVE_INFINITY, undefined],
  ])('looks for another transaction of that name %s', (_, looked, expected) => {
    const state = orderAfter(...first, reported('approved'))
    const [attempt = expect.fail()] = state.attempts
    const askedAt = new Map(looked === undefined ? [] : [[lookKey(attempt), NOW + looked]])

    const rows = dueJobs(state, { ...NOTHING, askedAt, indexed: listedAs(state) }, TIMES)

    expect(rows.find(({ job }) => job.type === 'look')?.at).toBe(
      expected === undefined ? undefined : NOW + expected,
    )
  })

  it('does not ask again before the next step once it has asked', () => {
    const state = orderAfter(...first, woken('return'))

    const done = {
      ...NOTHING,
      askedAt: new Map([[requestKey(refTo('attempt', 1)), NOW]]),
      indexed: listedAs(state),
    }

    expect(dueJobs(state, done, TIMES)[0]?.at).toBe(NOW + TIMES.activeEvery)
  })

  it('asks about a follow-up by its own clock', () => {
    const state = orderAfter(...PAID, wanted(), followed())

    const done = {
      ...NOTHING,
      askedAt: new Map([
        [requestKey(refTo('attempt', 1)), NOW],
        [requestKey(refTo('follow-up', 1)), NOW],
      ]),
      indexed: listedAs(state),
    }

    expect(dueJobs(state, done, TIMES)[0]?.at).toBe(NOW + TIMES.activeEvery)
    expect(
      dueJobs(state, { ...done, askedAt: new Map([[requestKey(refTo('attempt', 1)), NOW]]) }, TIMES)[0]?.at,
    ).toBe(NOW)
  })

  it.each<[string, OrderEvent[], string | undefined, boolean]>([
    ['an order that nobody tried is not listed', [], undefined, false],
    ['a first attempt is listed', first, undefined, true],
    ['a step on the way is not told again', [...first, woken('return')], 'processing false 0 0', false],
    ['a message of the outcome is due', [...first, reported('approved')], 'processing false 0 0', true],
    ['an outcome has one message', [...first, reported('approved')], 'approved false 1250 0', false],
  ])('of the index: %s', (_, events, indexed, isDue) => {
    const state = orderAfter(...events)

    const rows = dueJobs(state, { ...NOTHING, indexed }, TIMES)

    expect(rows.some(({ job }) => job.type === 'index')).toBe(isDue)
  })
})
