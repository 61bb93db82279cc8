import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../model/events.ts'
import { indexEntry, listedAs } from '../model/index-entry.ts'
import { needsAttention } from '../model/needs-attention.ts'
import { refTo } from '../model/request-ref.ts'
import {
  acceptedAs,
  attempted,
  CHECKED,
  followed,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  refusedOf,
  replyLost,
  reported,
  stage,
  stepTold,
  takenAs,
  toldOf,
  twice,
  wanted,
  woken,
} from '../testing/examples.ts'
import { merchantView } from './merchant-view.ts'
import { shownTo, view } from './view.ts'

const words = { errorCode: 'code-7', errorMessage: 'stolen card' }
const direct = [attempted('key-1', 'card'), takenAs('42')]
const lost = lostOf(refTo('attempt', 1))

describe('merchantView', () => {
  it('shows the gateway’s code, and under which names, but not its words', () => {
    const { attempts } = merchantView(orderAfter(...direct, reported('declined', words)), false)

    expect(attempts).toEqual([
      {
        number: 1,
        method: 'card',
        status: 'declined',
        startedAt: new Date(NOW).toISOString(),
        clientOrderId: nameOf(1),
        gatewayId: '42',
        failure: { code: 'declined', gatewayCode: 'code-7' },
      },
    ])
  })

  it('shows what was done with the payment', () => {
    const state = orderAfter(
      ...PAID,
      wanted({ amountMinor: 500, isWhole: false }),
      followed(),
      ...twice(toldOf(1, stage('declined', { ...words, reversedMinor: 0, serialNumber: 'serial-f1' }))),
    )

    expect(merchantView(state, false).followUps).toEqual([
      {
        number: 1,
        kind: 'return',
        amount: '5.00',
        status: 'declined',
        startedAt: new Date(NOW).toISOString(),
        error: { code: 'declined', gatewayCode: 'code-7' },
      },
    ])
  })

  it('shows the card references that were made', () => {
    const reference = { version: 'v2', cardRef: '11' } as const

    expect(merchantView(orderAfter(...PAID, { type: 'card-referred', reference }), false).cardRefs).toEqual([
      reference,
    ])
  })

  it('holds neither keys nor logins', () => {
    const text = JSON.stringify(merchantView(orderAfter(...PAID, wanted(), followed()), false))

    expect(text).not.toMatch(/key-1|follow-1|"login"|endpoint|serial-/)
  })
})

describe('what the shopper sees', () => {
  const refused = refusedOf(refTo('attempt', 1), {
    failure: { code: 'refused', gatewayCode: 'code-7', gatewayMessage: 'stolen card' },
  })

  it.each<[string, OrderEvent[]]>([
    ['a decline', [...direct, reported('declined', words)]],
    ['a filtered payment', [...direct, reported('filtered', words)]],
    ['an error', [...direct, reported('error', words)]],
    ['a refusal', [attempted('key-1', 'card'), refused, ...twice({ type: 'refusal-confirmed', attempt: 1 })]],
    [
      'a follow-up that failed',
      [
        ...PAID,
        wanted(),
        followed(),
        ...twice(toldOf(1, stage('declined', { ...words, reversedMinor: 0, serialNumber: 'serial-f1' }))),
      ],
    ],
    [
      'a merchant’s declaration',
      [attempted('key-1', 'card'), lost, { type: 'declared-not-accepted', by: 'code-7' }],
    ],
  ])('holds no word of the gateway: %s', (_, events) => {
    const state = orderAfter(...events)

    expect(JSON.stringify(merchantView(state, false))).toMatch(/code-7/)
    expect(JSON.stringify(view(state, false))).not.toMatch(
      /code-7|stolen|gatewayCode|followUps|clientOrderId/,
    )
  })

  it('holds nothing of what the edge tells the bank', () => {
    const state = orderAfter(
      ...direct,
      stepTold({ type: 'pareq', url: 'https://bank.example', pareq: 'secret-1', md: 'secret-2' }),
    )

    expect(view(state, false).action).toEqual({
      type: 'challenge',
      url: 'https://pay.example.com/three-ds/order-1/key/step',
    })
    expect(JSON.stringify(view(state, false))).not.toMatch(/secret|bank\.example/)
  })

  it('leads nowhere for a token that may only look', () => {
    const method = orderAfter(...direct, stepTold({ type: 'method', url: 'https://bank.example' }))

    expect(view(method, false).action?.type).toBe('method')
    expect(shownTo(false, view(method, false))).not.toHaveProperty('action')
  })

  it('does not lead to a step that was answered', () => {
    const step = stepTold({ type: 'challenge', url: 'https://bank.example', creq: 'e30' })
    const state = orderAfter(...direct, step, { type: 'step-answered', attempt: 1, step: 'challenge' }, step)

    expect(view(state, false)).not.toHaveProperty('action')
  })
})

describe('needsAttention', () => {
  it.each<[string, OrderEvent[], boolean]>([
    ['an open order', [], false],
    ['a payment under way', direct, false],
    ['a lost answer that is still asked about', [attempted('key-1', 'card'), lost], false],
    ['a decline', [...direct, reported('declined')], false],
    ['a payment', PAID, false],
    ['an approval of another sum', [...direct, reported('approved', { amountMinor: 1 })], true],
    ['a payment that was taken back', [...PAID, reported('declined')], true],
    ['a transaction of a stranger', [...PAID, woken('callback', '77')], true],
    [
      'an approval too many',
      [attempted('key-1'), acceptedAs('42'), { type: 'cancelled' }, reported('approved')],
      true,
    ],
    ['a follow-up under way', [...PAID, wanted(), followed()], false],
    ['a follow-up whose outcome is unknown', [...PAID, wanted(), replyLost()], true],
    [
      'a follow-up that was declared not accepted',
      [...PAID, wanted(), replyLost(), { type: 'declared-not-accepted', by: 'shop' }],
      false,
    ],
    ['a chargeback', [...PAID, reported('approved', { kind: 'chargeback', type: 'chargeback' })], false],
  ])('%s: %s', (_, events, needs) => {
    expect(needsAttention(orderAfter(...events))).toBe(needs)
  })
})

/** The merchant won the dispute. */
const wonBack = (serialNumber: string, amountMinor: number) =>
  reported('declined', { kind: 'chargeback', type: 'chargeback', serialNumber, amountMinor })

const chargedBack = (serialNumber: string, amountMinor?: number) =>
  reported('approved', {
    ...{ kind: 'chargeback', type: 'chargeback', serialNumber },
    ...(amountMinor !== undefined && { amountMinor }),
  })

describe('the entry in the list', () => {
  it('is of an order that was tried', () => {
    expect(indexEntry(orderAfter(), true)).toBeUndefined()
    expect(indexEntry(orderWith({ intent: 'payout', methods: ['payout-check'] }, ...CHECKED), true)).toEqual({
      id: 'order-1',
      reference: 'order-1',
      intent: 'payout',
      amount: '12.50',
      currency: 'EUR',
      captured: '0.00',
      returned: '0.00',
      chargedBack: '0.00',
      description: 'Mug',
      status: 'approved',
      method: 'payout-check',
      needsAttention: false,
      attention: [],
      test: true,
      startedAt: NOW,
      updatedAt: NOW,
      seq: 4,
    })
  })

  it.each<[string, OrderEvent[], string]>([
    ['one of a part', [chargedBack('1', 300)], '3.00'],
    ['two of a part each', [chargedBack('1', 300), chargedBack('2', 200)], '5.00'],
    ['one that the gateway reports twice', [chargedBack('1', 300), chargedBack('1', 300)], '3.00'],
    [
      'one that the gateway reports again with another sum',
      [chargedBack('1', 300), chargedBack('1', 500)],
      '5.00',
    ],
    [
      'one that was won back meanwhile',
      [chargedBack('1', 300), wonBack('1', 300), chargedBack('1', 300)],
      '3.00',
    ],
    ['one without a sum', [chargedBack('1')], '12.50'],
    ['more than was taken', [chargedBack('1', 1000), chargedBack('2', 1000)], '12.50'],
  ])('sums up chargebacks: %s', (_, events, sum) => {
    expect(indexEntry(orderAfter(...PAID, ...events), true)).toMatchObject({
      status: 'charged-back',
      chargedBack: sum,
    })
  })

  it.each<[string, OrderEvent[], string]>([
    ['a request on its way', direct.slice(0, 1), 'processing false 0 0'],
    ['a payment under way', direct, 'processing false 0 0'],
    ['a step of 3-D Secure', [...direct, stepTold({ type: 'method' })], 'processing false 0 0'],
    ['a hosted page', [attempted('key-1'), acceptedAs('42')], 'processing false 0 0'],
    ['a payment', PAID, 'approved false 1250 0'],
    ['an unknown outcome', [...direct, reported('unknown')], 'unknown outcome-unknown 0 0'],
    [
      'a follow-up whose outcome is unknown',
      [...PAID, wanted(), replyLost()],
      'approved follow-up-unknown 1250 0',
    ],
    ['a decline', [...direct, reported('declined')], 'declined false 0 0'],
  ])('stands the same through all steps on the way: %s', (_, events, expected) => {
    expect(listedAs(orderAfter(...events))).toBe(expected)
  })
})
