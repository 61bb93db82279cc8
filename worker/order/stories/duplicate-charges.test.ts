/** Charges under an order's name that it did not request, and requests with an unknown outcome: cases from the campaign. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '../../testing/edge.ts'
import type { OrderEvent } from '../model/events.ts'
import { needsAttention } from '../model/needs-attention.ts'
import { refTo } from '../model/request-ref.ts'
import { statusOf } from '../model/status.ts'
import { transition } from '../model/transition.ts'
import {
  acceptedAs,
  attempted,
  followed,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  reported,
  stage,
  takenAs,
  through,
  toldOf,
  wanted,
  woken,
} from '../testing/examples.ts'
import { becomes, CHARGE, callBack, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'

const begun = attempted('key-1', 'card')

describe('a transaction that a callback names before the attempt has its answer', () => {
  const named = orderAfter(begun, woken('callback', '77'))

  it('is ignored once the answer shows that it is the attempt’s own', () => {
    expect(through(named, takenAs('77')).unmatched).toEqual([])
  })

  it('is polled once the answer shows that it is another', () => {
    const state = through(named, takenAs('42'))

    expect(state.unmatched).toEqual([{ id: '77', attempt: 1, asking: { since: NOW, pace: 'active' } }])
    expect(needsAttention(state)).toBe(true)
  })
})

describe('a charge of another amount', () => {
  const other = { amountMinor: 700 }
  const paidAnew = [
    ...[attempted('key-1'), acceptedAs('42'), attempted('key-2'), acceptedAs('43', 2)],
    reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
  ]

  it.each<[string, OrderEvent[], string]>([
    ['that was cancelled', [attempted('key-1'), acceptedAs('42'), { type: 'cancelled' }], 'cancelled'],
    ['that another attempt has paid', paidAnew, 'approved'],
  ])('of an order %s is given back', (_, events, status) => {
    const state = orderAfter(...events, reported('approved', other))

    expect(statusOf(state)).toBe(status)
    expect(state.transactions.find(({ id }) => id === '42')).toMatchObject({
      surplus: true,
      amountMinor: 700,
    })
    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '42', amountMinor: 700, status: 'due' }])
    expect(needsAttention(state)).toBe(true)
  })

  it('of a cancelled verification needs a person', () => {
    const events = [attempted('key-1'), acceptedAs('42'), { type: 'cancelled' } as const]
    const state = orderWith({ intent: 'verify', amountMinor: 0 }, ...events, reported('approved', other))

    expect([state.duplicateRefunds, needsAttention(state)]).toEqual([[], true])
  })

  it('of an order that may still be paid is unknown', () => {
    const state = orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved', other))

    expect(statusOf(state)).toBe('unknown')
    expect(state.duplicateRefunds).toEqual([])
  })
})

it('an attempt with an unknown outcome needs a person, also where another has paid', () => {
  const state = orderAfter(
    ...[attempted('key-1'), acceptedAs('42'), attempted('key-2'), acceptedAs('43', 2)],
    reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
    reported('unknown'),
  )

  expect(statusOf(state)).toBe('approved')
  expect(needsAttention(state)).toBe(true)
})

describe('a payout that the gateway does not know', () => {
  const unheardOf: OrderEvent = { type: 'unheard-of', attempt: 1, spanMs: 600 }
  const lost = orderWith({ intent: 'payout' }, attempted('key-1', 'payout-card'), lostOf(refTo('attempt', 1)))
  const afterNotFound = (times: number) =>
    Array.from({ length: times }, (_, index) => NOW + index * 200).reduce(
      (state, now) => transition(state, unheardOf, now),
      lost,
    )

  it('is unknown after four answers, and needs a person', () => {
    expect([3, 4].map((times) => statusOf(afterNotFound(times)))).toEqual(['processing', 'unknown'])
    expect(needsAttention(afterNotFound(4))).toBe(true)
  })

  it('is never sent again by itself', () => {
    const state = afterNotFound(9)

    expect(statusOf(state)).toBe('unknown')
    expect(state.attempts[0]?.asking).toBeDefined()
  })
})

it('a duplicate verification needs no person, since it moved no money', () => {
  const verified = (attempt: number, gatewayId: string) =>
    reported('approved', { gatewayId, amountMinor: undefined, clientOrderId: nameOf(attempt) }, attempt)
  const state = orderWith(
    { intent: 'verify' },
    ...[attempted('key-1'), acceptedAs('42'), attempted('key-2'), acceptedAs('43', 2)],
    ...[verified(2, '43'), verified(1, '42')],
  )

  expect(state.transactions.map(({ surplus }) => surplus)).toEqual([undefined, true])
  expect(needsAttention(state)).toBe(false)
})

describe('a follow-up whose outcome the gateway itself does not know', () => {
  const doubted = through(
    orderAfter(...PAID),
    wanted(),
    followed(),
    toldOf(1, stage('unknown', { serialNumber: 'serial-f1' })),
  )

  it('is unknown, and needs a person', () => {
    expect(doubted.followUps[0]?.status).toBe('unknown')
    expect(needsAttention(doubted)).toBe(true)
  })

  it('is settled by a later answer', () => {
    const state = through(doubted, toldOf(1, stage('approved', { serialNumber: 'serial-f1' })))

    expect(state.followUps[0]?.status).toBe('approved')
    expect(needsAttention(state)).toBe(false)
  })
})

describe('a gateway that charges twice', () => {
  let gateway: ScriptedGateway

  beforeEach(() => {
    gateway = new ScriptedGateway()
    answerWith(gateway.fetch)
  })

  afterEach(startOver)

  it('is noticed, though both callbacks come at the same moment', async () => {
    const terms = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    await orderOf(terms.id).charge(terms, CHARGE)
    gateway.onStatus((question) =>
      statusReply('approved', { 'paynet-order-id': question.get('orderid') ?? '42' })(question),
    )

    await Promise.all([callBack(terms.id, '42'), callBack(terms.id, '77')])

    await becomes(terms.id, 'approved')
    const surplus = async () => (await shown(terms.id)).transactions.filter((one) => one.surplus)
    await expect.poll(surplus).toMatchObject([{ id: '77' }])
  })

  const refusal = () =>
    new Response('{"type":"error","error-code":"12","error-message":"try later"}', {
      ...{ status: 400, headers: { 'Content-Type': 'application/vnd.pay+json' } },
    })

  it.each([
    ['there is no answer', () => new Response('', { status: 504 })],
    ['the answer is an error', refusal],
  ])('is found by asking, though the first time %s', async (_, first) => {
    let looks = 0
    const { id, ...terms } = serverTerms()
    gateway.onStatus((question) => {
      if (question.has('orderid'))
        return statusReply('approved', { 'paynet-order-id': question.get('orderid') ?? '' })(question)
      looks += 1
      return looks === 1 ? first() : statusReply('approved', { 'paynet-order-id': '77' })(question)
    })

    await orderOf(id).charge({ id, ...terms }, CHARGE)

    const surplus = async () => (await shown(id)).transactions.filter((one) => one.surplus)
    await expect.poll(surplus).toMatchObject([{ id: '77' }])
  })
})
