import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FollowUpKind, Intent } from '../../../shared/order-view.ts'
import {
  followed,
  NOW,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedFollowUp,
  refusedOf,
  replyLost,
  report,
  reported,
  reportOn,
  stage,
  through,
  toldOf,
  twice,
  wanted,
} from '../testing/examples.ts'
import type { OrderEvent, Report } from './events.ts'
import { admitFollowUp } from './follow-ups.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const paid = orderAfter(...PAID)
const reserved = orderWith({ intent: 'preauth' }, ...RESERVED)

/** A part that was given back, as the gateway tells of it. */
const returned = (part: number, total: number, followUp: number) =>
  toldOf(
    followUp,
    stage('approved', { amountMinor: part, reversedMinor: total, serialNumber: `serial-f${followUp}` }),
  )

const partOf = (amountMinor: number, followUp: number) =>
  wanted({ key: `follow-${followUp}`, amountMinor, isWhole: false })

describe('a follow-up', () => {
  it.each<[string, OrderEvent[], string]>([
    ['is on its way once it is stored', [wanted()], 'sending'],
    ['is under way once the gateway took it', [wanted(), followed()], 'processing'],
    ['is in doubt while no answer came', [wanted(), replyLost()], 'unknown'],
    [
      'is not known to have failed when the gateway refused it',
      [wanted(), refusedOf(refTo('follow-up', 1))],
      'processing',
    ],
    ['has failed once the gateway knows of nothing either', [wanted(), ...refusedFollowUp()], 'error'],
    [
      'has failed if it never left',
      [wanted(), refusedOf(refTo('follow-up', 1), { isUnsent: true })],
      'error',
    ],
    [
      'is done where it was carried out before it was refused',
      [wanted(), ...refusedFollowUp({ kind: 'reversal', type: 'reversal', reversedMinor: 1250 })],
      'approved',
    ],
    [
      'is under way where it was taken before it was refused',
      [
        wanted(),
        ...refusedFollowUp({ kind: 'reversal', type: 'reversal', status: 'processing', serialNumber: 'new' }),
        toldOf(1, report('approved')),
      ],
      'processing',
    ],
    ...[
      ['names no request', { kind: 'reversal', type: 'reversal', status: 'processing' }],
      ['is unknown and names no request', { kind: 'reversal', type: 'reversal', status: 'unknown' }],
      ['tells no kind', { kind: 'other', status: 'processing', untold: ['type'] }],
    ].map(([what, change]): [string, OrderEvent[], string] => [
      `is not known to have failed where what is open ${what}`,
      [wanted(), ...refusedFollowUp(change as Partial<Report>)],
      'processing',
    ]),
    [
      'is in doubt where what is open tells no kind, and names a new one',
      [
        wanted(),
        ...refusedFollowUp({ kind: 'other', status: 'unknown', untold: ['type'], serialNumber: 'new' }),
      ],
      'unknown',
    ],
    [
      'is under way where the gateway says so under the payment’s own name',
      [
        wanted(),
        ...refusedFollowUp({
          kind: 'other',
          status: 'processing',
          untold: ['type'],
          serialNumber: 'serial-1',
        }),
      ],
      'processing',
    ],
    [
      'has failed where what was open is not there any more',
      [
        wanted(),
        ...refusedFollowUp({ kind: 'reversal', status: 'processing' }),
        ...twice(toldOf(1, report('approved'))),
      ],
      'error',
    ],
    [
      'is declared not to be accepted where the gateway never says what became of it after a refusal',
      [wanted(), refusedOf(refTo('follow-up', 1)), { type: 'declared-not-accepted', by: 'shop' }],
      'error',
    ],
    [
      'is not known to have failed by a report on another order',
      [wanted(), ...refusedFollowUp({ clientOrderId: 'order-2' })],
      'processing',
    ],
    ['is not given up again once it was taken', [wanted(), followed(), replyLost()], 'processing'],
    ['stays in doubt when its answer comes late', [wanted(), replyLost(), followed()], 'unknown'],
    ['is done once a report says so', [wanted(), followed(), toldOf(1, stage('approved'))], 'approved'],
    [
      'is declined once a report says so',
      [
        wanted(),
        followed(),
        ...twice(toldOf(1, stage('declined', { reversedMinor: 0, serialNumber: 'serial-f1' }))),
      ],
      'declined',
    ],
    [
      'stays done when a later report says otherwise',
      [wanted(), followed(), toldOf(1, stage('approved')), toldOf(1, stage('declined'))],
      'approved',
    ],
  ])('%s', (_, events, status) => {
    expect(through(paid, ...events).followUps[0]?.status).toBe(status)
  })

  it('learns its name from an answer that came late', () => {
    expect(through(paid, wanted(), replyLost(), followed()).followUps[0]?.serialNumber).toBe('serial-f1')
  })

  it('learns its name from the report that settled it', () => {
    const settled = through(paid, wanted(), replyLost(), toldOf(1, stage('approved', { serialNumber: 's' })))

    expect(settled.followUps[0]).toMatchObject({ status: 'approved', serialNumber: 's' })
  })

  it('keeps the gateway’s code of a failure and none of its words, and has a later look', () => {
    const words = { serialNumber: 'serial-f1', errorCode: '17', errorMessage: 'limit' }
    const declined = through(
      paid,
      wanted(),
      followed(),
      ...twice(toldOf(1, stage('declined', { reversedMinor: 0, ...words }))),
    )

    expect(declined.followUps[0]?.error).toEqual({ code: 'declined', gatewayCode: '17' })
    expect(declined.followUps[0]?.asking).toMatchObject({ isUntilAnswered: true })
  })

  it('is compared with what was known before it', () => {
    const stranger = reported('approved', {
      kind: 'reversal',
      type: 'reversal',
      amountMinor: 250,
      reversedMinor: 250,
      serialNumber: 'strange',
    })

    expect(through(paid, stranger, wanted()).followUps[0]?.before).toEqual({
      capturedMinor: 0,
      returnedMinor: 250,
      requests: ['strange'],
    })
  })

  it('that does not exist changes nothing', () => {
    expect(through(paid, followed(), replyLost(2), toldOf(1, stage('approved')))).toBe(paid)
  })
})

describe('the order after a follow-up', () => {
  const captureStage = {
    kind: 'capture',
    type: 'capture',
    serialNumber: 'serial-f1',
    reversedMinor: 0,
  } as const

  it.each<[string, OrderState, string, number, number]>([
    [
      'a part that was given back',
      through(paid, partOf(500, 1), followed(), returned(500, 500, 1)),
      'partially-returned',
      0,
      500,
    ],
    [
      'two parts',
      through(
        paid,
        ...[partOf(500, 1), followed(1), returned(500, 500, 1)],
        ...[partOf(300, 2), followed(2), returned(300, 800, 2)],
      ),
      'partially-returned',
      0,
      800,
    ],
    [
      'two parts of one sum',
      through(
        paid,
        ...[partOf(500, 1), followed(1), returned(500, 500, 1)],
        ...[partOf(500, 2), followed(2), returned(500, 1000, 2)],
      ),
      'partially-returned',
      0,
      1000,
    ],
    [
      'all of it in parts',
      through(
        paid,
        ...[partOf(500, 1), followed(1), returned(500, 500, 1)],
        ...[partOf(750, 2), followed(2), returned(750, 1250, 2)],
      ),
      'returned',
      0,
      1250,
    ],
    [
      'a declined return',
      through(
        paid,
        wanted(),
        followed(),
        ...twice(toldOf(1, stage('declined', { reversedMinor: 0, serialNumber: 'serial-f1' }))),
      ),
      'approved',
      0,
      0,
    ],
    [
      'a total that does not know of the return yet',
      through(paid, partOf(500, 1), followed(), returned(500, 0, 1)),
      'partially-returned',
      0,
      500,
    ],
    [
      'a capture of a part',
      through(
        reserved,
        wanted({ kind: 'capture', amountMinor: 1000, isWhole: false }),
        followed(),
        toldOf(1, stage('approved', { ...captureStage, amountMinor: 1000, capturedMinor: 1000 })),
      ),
      'captured',
      1000,
      0,
    ],
    [
      'the return of what was captured',
      through(
        reserved,
        ...[wanted({ kind: 'capture', amountMinor: 1000, isWhole: false }), followed()],
        toldOf(1, stage('approved', { ...captureStage, amountMinor: 1000 })),
        ...[wanted({ key: 'follow-2', amountMinor: 1000 }), followed(2)],
        returned(1000, 1000, 2),
      ),
      'returned',
      1000,
      1000,
    ],
    [
      'a void',
      through(
        paid,
        wanted({ kind: 'void' }),
        followed(),
        toldOf(1, stage('approved', { kind: 'void', type: 'void' })),
      ),
      'voided',
      0,
      0,
    ],
    [
      'the return of a reservation',
      through(reserved, wanted(), followed(), toldOf(1, stage('approved', { kind: 'void', type: 'cancel' }))),
      'voided',
      0,
      0,
    ],
  ])('shows %s', (_, state, status, capturedMinor, returnedMinor) => {
    expect(statusOf(state)).toBe(status)
    expect(state).toMatchObject({ capturedMinor, returnedMinor })
  })

  it('adds up where the gateway tells no totals', () => {
    const untold = (followUp: number, amountMinor: number) =>
      toldOf(
        followUp,
        stage('approved', { amountMinor, reversedMinor: undefined, serialNumber: `serial-f${followUp}` }),
      )
    const state = through(
      paid,
      ...[partOf(500, 1), followed(1), untold(1, 500)],
      ...[partOf(300, 2), followed(2), untold(2, 300)],
    )

    expect(state.returnedMinor).toBe(800)
  })

  it.each<[string, Partial<Report>]>([
    ['on the payment', { reversedMinor: 0 }],
    [
      'on the return before',
      { kind: 'reversal', type: 'reversal', amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-9' },
    ],
  ])('does not make room for giving the same money back again when a report %s lags behind', (_, change) => {
    const state = through(paid, partOf(800, 1), followed(1), returned(800, 800, 1))

    expect(through(state, reported('approved', change)).returnedMinor).toBe(800)
  })

  it('keeps a stage once, whether the follow-up or the payment was asked about', () => {
    const done = stage('approved', { serialNumber: 'serial-f1' })
    const state = through(paid, wanted(), followed(), reportOn(refTo('attempt', 1), done), toldOf(1, done))

    expect(state.transactions.map(({ type }) => type)).toEqual(['sale', 'reversal'])
    expect(state.returnedMinor).toBe(1250)
  })
})

describe('what happens elsewhere', () => {
  const elsewhere = (amountMinor: number, serialNumber: string, reversedMinor?: number) =>
    reported('approved', { kind: 'reversal', type: 'reversal', amountMinor, serialNumber, reversedMinor })

  it('adds up where the gateway tells no totals', () => {
    expect(through(paid, elsewhere(500, 'a'), elsewhere(300, 'b')).returnedMinor).toBe(800)
  })

  it('is counted once, however often the gateway reports it', () => {
    expect(through(paid, elsewhere(500, 'a'), elsewhere(500, 'a')).returnedMinor).toBe(500)
  })

  it('shows in the totals that come with a report on the payment itself', () => {
    const state = through(paid, reported('approved', { reversedMinor: 500 }))

    expect([state.returnedMinor, statusOf(state)]).toEqual([500, 'partially-returned'])
  })

  it('is known, though it failed', () => {
    const state = through(paid, reportOn(refTo('attempt', 1), stage('declined')))

    expect(state.transactions).toMatchObject([{ type: 'sale' }, { type: 'reversal', status: 'declined' }])
    expect(statusOf(state)).toBe('approved')
  })
})

/** A gateway that does all that the edge asks, so that each failure is our mistake. */
class Obedient {
  readonly stages: { kind: Report['kind']; amountMinor: number; status: Report['status']; serial: string }[] =
    []
  readonly #intent: Intent
  readonly #tellsTotals: boolean

  constructor(intent: Intent, tellsTotals: boolean) {
    this.#intent = intent
    this.#tellsTotals = tellsTotals
  }

  act(kind: FollowUpKind, amountMinor: number): string {
    const serial = `serial-${this.stages.length}`
    const isHeld = this.#intent === 'preauth' && this.sum('capture') === 0
    const made = kind === 'return' ? (isHeld ? 'void' : 'reversal') : (kind as 'capture' | 'void')
    this.stages.push({ kind: made, amountMinor, status: 'processing', serial })
    return serial
  }

  settle(status: 'approved' | 'declined'): void {
    const open = this.stages.find((one) => one.status === 'processing')
    if (open) open.status = status
  }

  /** What was moved, and what may still be. */
  sum(kind: Report['kind'], statuses: readonly string[] = ['approved']): number {
    const moved = this.stages.filter((one) => one.kind === kind && statuses.includes(one.status))
    return moved.reduce((total, { amountMinor }) => total + amountMinor, 0)
  }

  tell(serial?: string): Report {
    const told = this.stages.findLast((one) => serial === undefined || one.serial === serial)
    const totals = this.#tellsTotals
      ? { reversedMinor: this.sum('reversal'), capturedMinor: this.sum('capture') }
      : {}
    if (!told) return report('approved', { type: this.#intent, ...totals })
    const { kind, status, amountMinor } = told
    return report(status, { kind, type: kind, amountMinor, serialNumber: told.serial, ...totals })
  }
}

describe('judged, sent and reported in any order', () => {
  const wish = fc.record({
    type: fc.constant('wish' as const),
    kind: fc.constantFrom<FollowUpKind>('capture', 'void', 'return', 'return'),
    amountMinor: fc.option(fc.integer({ min: 1, max: 1300 }), { nil: undefined }),
    fate: fc.constantFrom('answered', 'unnamed', 'refused', 'lost before', 'lost after'),
  })
  const other = fc.constantFrom('approved', 'declined', 'ask payment', 'ask follow-up', 'declare')
  const acts = fc.array(fc.oneof(wish, other), { maxLength: 30 })
  const orders = fc.constantFrom<[Intent, OrderState]>(['sale', paid], ['preauth', reserved])

  it('never gives back more than was taken, captures once, and takes every repeat for nothing new', () => {
    fc.assert(
      fc.property(orders, fc.boolean(), acts, ([intent, begin], tellsTotals, sequence) => {
        const gateway = new Obedient(intent, tellsTotals)
        const arrived = new Map<number, boolean>()
        let state = begin
        const note = (event: OrderEvent) => {
          state = transition(state, event, NOW)
          if (event.type !== 'follow-up-wanted') expect(transition(state, event, NOW + 1)).toBe(state)
        }
        const askPayment = () => note(reportOn(refTo('attempt', 1), gateway.tell()))
        for (const act of sequence) {
          const followUp = state.followUps.at(-1)
          const number = followUp?.number ?? 0
          if (act === 'approved' || act === 'declined') gateway.settle(act)
          else if (act === 'ask payment') askPayment()
          else if (act === 'ask follow-up') note(toldOf(number, gateway.tell(followUp?.serialNumber)))
          else if (act === 'declare') {
            // A merchant who is wrong is not our mistake.
            if (!arrived.get(number)) note({ type: 'declared-not-accepted', by: 'shop' })
          } else {
            askPayment()
            const { kind, amountMinor } = act
            const sum = amountMinor === undefined ? {} : { amountMinor }
            const verdict = admitFollowUp(state, { kind, key: `key-${number}`, ...sum })
            if (!verdict.ok || verdict.value === 'joins') continue
            note(wanted({ kind: act.kind, key: `key-${number}`, ...verdict.value }))
            const next = number + 1
            const hasArrived = act.fate !== 'lost before' && act.fate !== 'refused'
            arrived.set(next, hasArrived)
            const serial = hasArrived ? gateway.act(act.kind, verdict.value.amountMinor) : undefined
            if (act.fate === 'answered') note(followed(next, serial))
            else if (act.fate === 'unnamed')
              note({ ...followed(next), serialNumber: undefined } as OrderEvent)
            else if (act.fate === 'refused') note(refusedOf(refTo('follow-up', next), { isUnsent: true }))
            else note(replyLost(next))
          }
          const both = ['approved', 'processing']
          const taken = intent === 'sale' ? 1250 : gateway.sum('capture', both)
          expect(gateway.sum('reversal', both)).toBeLessThanOrEqual(taken)
          expect(gateway.sum('capture', both)).toBeLessThanOrEqual(intent === 'sale' ? 0 : 1250)
          expect(gateway.sum('void', both)).toBeLessThanOrEqual(gateway.sum('capture', both) > 0 ? 0 : 1250)
          expect(state.returnedMinor).toBeLessThanOrEqual(1250)
        }
      }),
      { numRuns: 500 },
    )
  })
})
