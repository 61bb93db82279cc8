import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  followed,
  NOW,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedFollowUp,
  refusedOf,
  report,
  reportOn,
  stage,
  through,
  toldOf,
  twice,
  wanted,
} from '../testing/examples.ts'
import { laterLookAfter } from './duplicate-look.ts'
import type { FollowUpWanted, OrderEvent, Report } from './events.ts'
import { pollDue } from './polling.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { transition } from './transition.ts'

const paid = orderAfter(...PAID)
const reserved = orderWith({ intent: 'preauth' }, ...RESERVED)

const part = (followUp = 1, amountMinor = 500): FollowUpWanted =>
  wanted({ key: `follow-${followUp}`, amountMinor, isWhole: false })
const refused = refusedOf(refTo('follow-up', 1))
/** A part was given back, by whichever request. */
const gaveBack = (amountMinor: number, total = amountMinor, change: Partial<Report> = {}): Report =>
  stage('approved', { amountMinor, reversedMinor: total, ...change })
/** The same as a report on the payment. */
const seen = (told: Report): OrderEvent => reportOn(refTo('attempt', 1), told)
const untouched = report('approved')
const strange = report('approved', { clientOrderId: 'order-2' })

const statuses = ({ followUps }: OrderState) => followUps.map(({ status }) => status)

describe('a follow-up that the gateway refused', () => {
  const SPAN = laterLookAfter(TIMES)
  const at = (ms: number, told: Report) => (state: OrderState) =>
    transition(state, { type: 'reported', ...refTo('follow-up', 1), report: told, spanMs: SPAN }, NOW + ms)
  const read = (...readings: ((state: OrderState) => OrderState)[]) =>
    readings.reduce((state, reading) => reading(state), through(paid, part(), refused))

  it.each<[string, OrderState, string]>([
    ['is under way after one answer that tells of nothing', read(at(0, untouched)), 'processing'],
    [
      'and after several at once',
      read(at(0, untouched), at(1, untouched), at(4000, untouched)),
      'processing',
    ],
    ['has failed after one about a minute later', read(at(0, untouched), at(SPAN, untouched)), 'error'],
    [
      'was carried out where the second answer says so',
      read(at(0, untouched), at(4000, gaveBack(500))),
      'approved',
    ],
    [
      'was carried out where the answer after two that lagged says so',
      read(at(0, untouched), at(4000, untouched), at(8000, gaveBack(500))),
      'approved',
    ],
    [
      'is under way where an answer between them told of something',
      read(
        at(0, untouched),
        at(4000, stage('processing', { reversedMinor: undefined })),
        at(SPAN, untouched),
      ),
      'processing',
    ],
    [
      'has not failed by answers about another order',
      read(at(0, report('approved', { clientOrderId: 'order-2' })), at(SPAN, untouched)),
      'processing',
    ],
    [
      'is in doubt where more was given back than it asked for',
      read(at(0, gaveBack(800)), at(SPAN, gaveBack(800))),
      'unknown',
    ],
    [
      'is in doubt where the gateway tells of a return and of no totals',
      read(at(0, gaveBack(500, 500, { reversedMinor: undefined }))),
      'unknown',
    ],
    [
      'has failed where less was given back than it asked for',
      read(at(0, gaveBack(300)), at(SPAN, gaveBack(300))),
      'error',
    ],
  ])('%s', (_, state, status) => {
    expect(statuses(state)).toEqual([status])
  })

  describe('has a later look', () => {
    const { activeFor, minutesEvery, hoursFor } = TIMES
    const failed = read(at(0, untouched), at(SPAN, untouched))
    const next = ({ followUps: [followUp = expect.fail()] }: OrderState, askedAfter: number) =>
      pollDue(followUp, NOW + SPAN + askedAfter, TIMES)

    it('a minute after it failed', () => {
      expect(next(failed, 0)).toBe(NOW + SPAN + activeFor)
    })

    it('that is tried again for a day while the gateway does not answer', () => {
      expect(next(failed, activeFor)).toBe(NOW + SPAN + activeFor + minutesEvery)
      expect(next(failed, hoursFor)).toBeUndefined()
    })

    it.each<[string, number, Report, number | undefined]>([
      ['ends by an answer that tells of nothing', activeFor, untouched, undefined],
      ['does not by one that comes too soon', 4000, untouched, NOW + SPAN + activeFor],
      ['does not by one about another order', activeFor, strange, NOW + SPAN + activeFor + minutesEvery],
    ])('that %s', (_, ms, told, due) => {
      expect(next(at(SPAN + ms, told)(failed), ms)).toBe(due)
    })
  })
})

describe('a follow-up that the gateway reports as failed', () => {
  const declined = (change: Partial<Report> = {}) =>
    toldOf(1, stage('declined', { amountMinor: 500, reversedMinor: 0, serialNumber: 'serial-f1', ...change }))
  const sent = through(paid, part(), followed())

  it.each<[string, OrderEvent[], string]>([
    ['is under way after one such report', [declined()], 'processing'],
    ['has failed after two that lie apart', twice(declined()), 'declined'],
    ['is in doubt where the totals moved', twice(declined({ reversedMinor: 500 })), 'unknown'],
    ['is carried out where they moved after one', [declined(), seen(gaveBack(500))], 'approved'],
    ['is carried out where they moved after both', [...twice(declined()), seen(gaveBack(500))], 'approved'],
  ])('%s', (_, events, expected) => {
    expect(statuses(through(sent, ...events))).toEqual([expected])
  })

  it('is not the one whose name the report lacks, where an earlier one failed', () => {
    const second = through(sent, ...twice(declined()), part(2), followed(2))
    const nameless = toldOf(2, stage('declined', { amountMinor: 500, reversedMinor: 0 }))

    expect(statuses(through(second, ...twice(nameless)))).toEqual(['declined', 'processing'])
  })
})

describe('a refused follow-up and a stage that is under way', () => {
  const sent = through(paid, part(), refused)
  const underWay = (change: Partial<Report>) =>
    twice(toldOf(1, stage('processing', { amountMinor: 500, reversedMinor: 0, ...change })))

  it('takes it for itself where its sum is the same', () => {
    expect(through(sent, ...underWay({ serialNumber: 'new' })).followUps).toMatchObject([
      { status: 'processing', serialNumber: 'new' },
    ])
  })

  it('leaves one of another sum to others, and is in doubt', () => {
    const [followUp] = through(sent, ...underWay({ serialNumber: 'office', amountMinor: 300 })).followUps

    expect(followUp).toMatchObject({ status: 'unknown', refusal: { code: 'refused' } })
    expect(followUp).not.toHaveProperty('serialNumber')
  })

  it('has not failed where the gateway reports it under the payment’s own name', () => {
    expect(statuses(through(sent, ...underWay({ serialNumber: 'serial-1' })))).toEqual(['processing'])
  })
})

describe('a follow-up that failed since the gateway told of nothing', () => {
  const failed = through(paid, part(), ...refusedFollowUp())

  it.each<[string, OrderEvent[], string[], number]>([
    ['is carried out where the later look says so', [toldOf(1, gaveBack(500))], ['approved'], 500],
    ['is carried out where a report on the payment says so', [seen(gaveBack(500))], ['approved'], 500],
    ['has failed where another sum was given back', [seen(gaveBack(300))], ['error'], 300],
    [
      'is not what a later one of the same sum did',
      [part(2), followed(2), toldOf(2, gaveBack(500, 500, { serialNumber: 'serial-f2' }))],
      ['error', 'approved'],
      500,
    ],
    [
      'is not carried out while a later one may be what moved the totals',
      [part(2), followed(2), seen(gaveBack(500))],
      ['error', 'processing'],
      500,
    ],
    [
      'is carried out where both moved them',
      [part(2), followed(2), toldOf(2, gaveBack(500, 1000, { serialNumber: 'serial-f2' }))],
      ['approved', 'approved'],
      1000,
    ],
    [
      'leaves it to the newest of two that were refused',
      [part(2), ...[refusedOf(refTo('follow-up', 2)), ...twice(toldOf(2, untouched))], seen(gaveBack(500))],
      ['error', 'approved'],
      500,
    ],
  ])('%s', (_, events, expected, returnedMinor) => {
    const state = through(failed, ...events)

    expect(statuses(state)).toEqual(expected)
    expect(state.returnedMinor).toBe(returnedMinor)
  })

  it('keeps the totals where a later one was approved, and is carried out', () => {
    const later = through(
      failed,
      part(2),
      followed(2),
      toldOf(2, gaveBack(500, 500, { serialNumber: 'serial-f2' })),
    )

    const state = through(later, toldOf(1, gaveBack(500, 1000, { serialNumber: 'late' })))

    expect(statuses(state)).toEqual(['approved', 'approved'])
    expect(state.returnedMinor).toBe(1000)
  })

  it('is carried out where another had given back something before it acted', () => {
    const other = gaveBack(100)
    const state = through(paid, part(), refused, ...twice(toldOf(1, other)))

    expect([statuses(state), state.returnedMinor]).toEqual([['error'], 100])
    expect(statuses(through(state, toldOf(1, gaveBack(500, 600))))).toEqual(['approved'])
  })

  it('is another’s movement after a day', () => {
    const state = transition(failed, seen(gaveBack(500)), NOW + 2 * TIMES.daysEvery)

    expect([statuses(state), state.returnedMinor]).toEqual([['error'], 500])
  })

  it('was not carried out in part where the whole is voided', () => {
    const state = through(failed, seen(report('approved', { kind: 'void', type: 'void' })))

    expect([statuses(state), state.laterOutcome]).toEqual([['error'], 'voided'])
  })

  it('shows no failure any more once it is corrected, and is not asked about', () => {
    const [followUp] = through(failed, seen(gaveBack(500))).followUps

    expect(followUp).not.toHaveProperty('error')
    expect(followUp).not.toHaveProperty('asking')
    expect(followUp).not.toHaveProperty('deniedAt')
  })

  it.each<[string, OrderState, OrderEvent[], Partial<OrderState>]>([
    [
      'a capture',
      through(reserved, wanted({ kind: 'capture' }), ...refusedFollowUp({ type: 'preauth' })),
      [seen(report('approved', { kind: 'capture', type: 'capture', capturedMinor: 1250 }))],
      { capturedMinor: 1250 },
    ],
    [
      'a void',
      through(paid, wanted({ kind: 'void' }), ...refusedFollowUp()),
      [seen(report('approved', { kind: 'void', type: 'void' }))],
      { laterOutcome: 'voided' },
    ],
    [
      'the return of a reservation',
      through(reserved, wanted(), ...refusedFollowUp({ type: 'preauth' })),
      [seen(report('approved', { kind: 'void', type: 'cancel' }))],
      { laterOutcome: 'voided' },
    ],
  ])('is carried out as any other: %s', (_, state, events, expected) => {
    expect(statuses(state)).toEqual(['error'])
    expect(through(state, ...events)).toMatchObject({ ...expected, followUps: [{ status: 'approved' }] })
  })
})
