import { describe, expect, it } from 'vitest'
import {
  CHECKED,
  followed,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  replyLost,
  reportOn,
  stage,
  through,
  toldOf,
  wanted,
} from '../testing/examples.ts'
import { verdictOf } from './follow-up-proof.ts'
import { refTo } from './request-ref.ts'
import type { OrderState } from './state.ts'

const paid = orderAfter(...PAID)
const reserved = orderWith({ intent: 'preauth' }, ...RESERVED)
const checked = orderWith({ intent: 'payout', methods: ['payout-check'] }, ...CHECKED)

/** An order of which a part was given back under `follow-1`. */
const partlyReturned = through(
  paid,
  wanted({ amountMinor: 500, isWhole: false }),
  followed(),
  toldOf(1, stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f1' })),
)

const capturing = through(reserved, wanted({ kind: 'capture', amountMinor: 1000, isWhole: false }))
const voiding = through(paid, wanted({ kind: 'void' }))
const releasing = through(reserved, wanted())
const payingOut = through(checked, wanted({ kind: 'payout-pay' }))
const part = through(paid, wanted({ amountMinor: 500, isWhole: false }))
const second = through(partlyReturned, wanted({ key: 'follow-2', amountMinor: 300, isWhole: false }))

describe('verdictOf', () => {
  const partStage = { amountMinor: 500, reversedMinor: 500 }
  const captureStage = { kind: 'capture', type: 'capture', amountMinor: 1000 } as const

  it.each<[string, OrderState, Parameters<typeof stage>, string | undefined]>([
    [
      'its own request and sum are its success',
      through(part, followed()),
      ['approved', { ...partStage, serialNumber: 'serial-f1' }],
      'approved',
    ],
    [
      'its own request and sum suffice where the gateway names no totals',
      through(part, followed()),
      ['approved', { amountMinor: 500, reversedMinor: undefined, serialNumber: 'serial-f1' }],
      'approved',
    ],
    [
      'its own request with another sum is not',
      through(part, followed()),
      ['approved', { amountMinor: 499, reversedMinor: 499, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request under way is not told yet',
      through(part, followed()),
      ['processing', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request of which the gateway does not know is not told yet',
      through(part, followed()),
      ['unknown', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'its own request declined is its failure',
      through(part, followed()),
      ['declined', { ...partStage, serialNumber: 'serial-f1' }],
      'declined',
    ],
    [
      'an answer without the request’s name is of the one that was asked about',
      through(part, followed()),
      ['filtered', partStage],
      'filtered',
    ],
    [
      'another request declined is not',
      through(part, followed()),
      ['declined', { ...partStage, serialNumber: 'serial-9' }],
      undefined,
    ],
    [
      'totals that moved by what was asked for settle a lost answer',
      through(part, replyLost()),
      ['approved', partStage],
      'approved',
    ],
    [
      'totals settle one of several',
      through(second, replyLost(2)),
      ['approved', { amountMinor: 300, reversedMinor: 800, serialNumber: 'serial-8' }],
      'approved',
    ],
    [
      'totals that did not move do not',
      through(second, replyLost(2)),
      ['approved', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'totals that moved by another sum do not',
      through(part, replyLost()),
      ['approved', { amountMinor: 500, reversedMinor: 1000 }],
      undefined,
    ],
    [
      'a sum alone settles no lost answer',
      through(part, replyLost()),
      ['approved', { amountMinor: 500, reversedMinor: undefined }],
      undefined,
    ],
    [
      'a new request that failed is the lost one',
      through(part, replyLost()),
      ['declined', { ...partStage, serialNumber: 'serial-9' }],
      'declined',
    ],
    [
      'a request without a name that failed may be any',
      through(part, replyLost()),
      ['declined', partStage],
      undefined,
    ],
    [
      'an older follow-up that failed is not the lost one',
      through(
        part,
        followed(),
        toldOf(1, stage('declined', { ...partStage, serialNumber: 'serial-f1' })),
        wanted({ key: 'follow-2', amountMinor: 500, isWhole: false }),
        replyLost(2),
      ),
      ['declined', { ...partStage, serialNumber: 'serial-f1' }],
      undefined,
    ],
    [
      'a stranger’s return that failed before is not the lost one',
      through(
        paid,
        reportOn(refTo('attempt', 1), stage('declined', { serialNumber: 'strange' })),
        wanted({ amountMinor: 500, isWhole: false }),
        replyLost(),
      ),
      ['declined', { ...partStage, serialNumber: 'strange' }],
      undefined,
    ],
    [
      'a payment says nothing of its return',
      through(part, replyLost()),
      ['approved', { kind: 'payment', type: 'sale' }],
      undefined,
    ],
    [
      'a chargeback says nothing of a return',
      through(part, replyLost()),
      ['approved', { ...partStage, kind: 'chargeback', type: 'chargeback' }],
      undefined,
    ],
    [
      'a capture shows in its total',
      through(capturing, replyLost()),
      ['approved', { ...captureStage, capturedMinor: 1000 }],
      'approved',
    ],
    [
      'a capture shows in its sum where the gateway names no total',
      through(capturing, replyLost()),
      ['approved', captureStage],
      'approved',
    ],
    [
      'a capture of another sum is a stranger’s',
      through(capturing, replyLost()),
      ['approved', { ...captureStage, capturedMinor: 999, amountMinor: 999 }],
      undefined,
    ],
    [
      'a void has no sum to compare',
      through(voiding, replyLost()),
      ['approved', { kind: 'void', type: 'void', amountMinor: undefined, reversedMinor: undefined }],
      'approved',
    ],
    ['a return says nothing of a void', through(voiding, replyLost()), ['approved', {}], undefined],
    [
      'the return of a reservation is a cancel',
      through(releasing, replyLost()),
      ['approved', { kind: 'void', type: 'cancel' }],
      'approved',
    ],
    [
      'a payout is made by what comes after its check',
      through(payingOut, replyLost()),
      ['approved', { kind: 'capture', type: 'payout', reversedMinor: 0 }],
      'approved',
    ],
    [
      'the check of a payout says nothing of it',
      through(payingOut, replyLost()),
      ['approved', { kind: 'payment', type: 'payout-check' }],
      undefined,
    ],
    [
      'a payout that is declined failed',
      through(payingOut, followed()),
      ['declined', { kind: 'capture', type: 'payout', serialNumber: 'serial-f1' }],
      'declined',
    ],
  ])('%s', (_, state, told, verdict) => {
    const followUp = state.followUps.at(-1)
    if (!followUp) throw new TypeError('no follow-up')

    expect(verdictOf(state, followUp, stage(...told))).toBe(verdict)
  })
})
