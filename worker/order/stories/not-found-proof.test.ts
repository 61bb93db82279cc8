import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Way } from '../../../shared/order-view.ts'
import { TIMES } from '../../config/durations.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import { isTooSoon, mayProve } from '../model/doubt.ts'
import type { OrderEvent, UnheardOf } from '../model/events.ts'
import { refTo } from '../model/request-ref.ts'
import { statusOf } from '../model/status.ts'
import { transition } from '../model/transition.ts'
import {
  acceptedAs,
  attempted,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  reported,
  STEPS,
  takenAs,
  terms,
  woken,
} from '../testing/examples.ts'
import { becomes, CHARGE, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from '../testing/scripted-gateway.ts'

const SPAN = TIMES.notAcceptedSpan
const lost = lostOf(refTo('attempt', 1))
const unheardOf: UnheardOf = { type: 'unheard-of', attempt: 1, spanMs: SPAN }
const direct = orderAfter(attempted('key-1', 'card'), lost)

/** A lost charge after the gateway reported at these offsets that it knows no such order. */
const afterNotFound = (state: typeof direct, ...offsets: number[]) =>
  offsets.reduce((before, offset) => transition(before, unheardOf, NOW + offset), state)

describe('a gateway that knows no such order', () => {
  it.each<[string, number[], string]>([
    ['once proves nothing', [0], 'processing'],
    ['three times proves nothing, however long that takes', [0, SPAN, 2 * SPAN], 'processing'],
    ['four times in a short time proves nothing', [0, 1, 2, SPAN - 1], 'processing'],
    ['many times in a short time prove nothing', [0, 1, 2, 3, 4, 5, 6, 7], 'processing'],
    ['four times over the span is proof', [0, 1, 2, SPAN], 'error'],
    ['also where the fourth was too soon and another was not', [0, 1, 2, 3, SPAN], 'error'],
  ])('%s', (_, offsets, status) => {
    expect(statusOf(afterNotFound(direct, ...offsets))).toBe(status)
  })

  it('costs no write while an answer proves nothing more', () => {
    const thrice = afterNotFound(direct, 0, 1, 2)

    expect(transition(thrice, unheardOf, NOW + 3)).toBe(thrice)
  })

  it('is no proof once it knew the order, and has to start over', () => {
    const known = transition(
      afterNotFound(direct, 0, 1, 2),
      reported('processing', { gatewayId: undefined }),
      NOW,
    )

    expect(statusOf(afterNotFound(known, SPAN))).toBe('processing')
  })

  it('leaves a payout unknown, for a person to look into', () => {
    const sent = orderWith({ intent: 'payout' }, attempted('key-1', 'payout-card'), lost)

    expect(statusOf(afterNotFound(sent, 0, 1, 2, SPAN, 2 * SPAN))).toBe('unknown')
  })

  it.each<[string, typeof direct]>([
    ['for a form', orderAfter(attempted('key-1'), acceptedAs('42'), woken('return'))],
    ['for a form whose answer was lost', orderAfter(attempted('key-1'), lost)],
    ['for an attempt that the gateway has named', orderAfter(attempted('key-1', 'card'), takenAs('42'))],
    [
      'for an attempt of which the gateway has named a step alone',
      orderAfter(
        attempted('key-1', 'card'),
        takenAs('42', { gatewayId: undefined, step: { type: 'method', address: STEPS } }),
      ),
    ],
    ['for what its callback has named', orderAfter(attempted('key-1', 'card'), lost, woken('callback'))],
    ['for a request that is under way', orderAfter(attempted('key-1', 'card'))],
    ['for a decided attempt', orderAfter(attempted('key-1', 'card'), lost, reported('approved'))],
  ])('is never proof %s', (_, state) => {
    expect(afterNotFound(state, 0, 1, 2, SPAN, 2 * SPAN)).toBe(state)
  })

  it.each<[Way, boolean]>([
    ['card', true],
    ['saved-card', true],
    ['rebill', true],
    ['hosted', false],
    ['payment-page', false],
  ])('may prove it of %s: %s', (method, may) => {
    const [attempt] = orderAfter(attempted('key-1', method), lost).attempts

    expect(mayProve(terms, attempt ?? expect.fail())).toBe(may)
  })

  it('is not believed while the request may still be on its way', () => {
    const [attempt = expect.fail()] = direct.attempts
    const from = NOW + TIMES.requestDeadline + TIMES.notAcceptedAfter

    expect([from - 1, from].map((now) => isTooSoon(attempt, now, TIMES))).toEqual([true, false])
  })
})

describe('a charge that was proven not to be accepted', () => {
  const proven = afterNotFound(direct, 0, 1, 2, SPAN)

  it('shows that, and lets another start', () => {
    expect(proven.attempts[0]).toMatchObject({ status: 'error', error: { code: 'not-accepted' } })
    expect(proven.attempts[0]?.asking).toBeDefined()
  })

  it.each<[string, OrderEvent]>([
    ['its own late answer', takenAs('42')],
    ['a late report', reported('processing')],
  ])('is followed again after %s', (_, event) => {
    expect(statusOf(transition(proven, event, NOW))).toBe('processing')
  })

  it('is the payment if it is approved after all and no other was', () => {
    expect(transition(proven, reported('approved'), NOW)).toMatchObject({ payment: 1, duplicateRefunds: [] })
  })

  it('is given back if it is approved after another was', () => {
    const other: OrderEvent[] = [
      attempted('key-2', 'card'),
      takenAs('43', { number: 2 }),
      reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
    ]
    const paid = other.reduce((before, event) => transition(before, event, NOW), proven)

    expect(transition(paid, reported('approved'), NOW)).toMatchObject({
      payment: 2,
      duplicateRefunds: [{ gatewayId: '42', attempt: 1, kind: 'void', status: 'due' }],
    })
  })
})

describe('a lost charge', () => {
  let gateway: ScriptedGateway

  beforeEach(() => {
    gateway = new ScriptedGateway()
    gateway.on('sale', silence)
    gateway.onStatus(refusedReply('7'))
    answerWith(gateway.fetch)
  })

  afterEach(startOver)

  const times = {
    requestDeadline: 100,
    activeEvery: 20,
    activeFor: 2000,
    notAcceptedAfter: 150,
    notAcceptedSpan: 300,
  }

  const charged = async (codes: string[]) => {
    setWith({
      GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: codes }),
      ORDER_TIMES: JSON.stringify({ ...times, orderExpires: 60_000 }),
    })
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)
    return terms.id
  }

  it('is written off once the gateway has reported for long enough that it does not know it', async () => {
    const startedAt = Date.now()
    const id = await charged(['7'])

    await becomes(id, 'error')

    expect(Date.now() - startedAt).toBeGreaterThan(
      times.requestDeadline + times.notAcceptedAfter + times.notAcceptedSpan,
    )
    expect((await shown(id)).attempts).toMatchObject([{ failure: { code: 'not-accepted' } }])
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('comes back to life when the gateway knows of it after all', async () => {
    const id = await charged(['7'])
    await becomes(id, 'error')

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it.each([
    ['no code is known', []],
    ['the code is another', ['8']],
  ])('is never written off where %s', async (_, codes) => {
    const startedAt = Date.now()
    const id = await charged(codes)

    const span = times.requestDeadline + times.notAcceptedAfter + times.notAcceptedSpan
    await expect.poll(() => Date.now() - startedAt).toBeGreaterThan(span)
    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length + 4)

    expect((await shown(id)).status).toBe('processing')
  })

  it.each([
    ['another order', { 'merchant-order-id': 'somebody-else' }],
    ['a transaction', { 'paynet-order-id': '42' }],
  ])('is never written off by an error that names %s', async (_, names) => {
    gateway.onStatus(() =>
      Response.json({ type: 'validation-error', 'error-code': '7', ...names }, { status: 400 }),
    )
    const startedAt = Date.now()
    const id = await charged(['7'])

    const span = times.requestDeadline + times.notAcceptedAfter + times.notAcceptedSpan
    await expect.poll(() => Date.now() - startedAt).toBeGreaterThan(span)
    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length + 4)

    expect((await shown(id)).status).toBe('processing')
  })

  it('is never repeated by the order itself', async () => {
    gateway.on('sale', acceptedReply('serial-1'))
    const id = await charged(['7'])

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(5)

    expect((await shown(id)).status).toBe('processing')
    expect(gateway.sent('sale')).toHaveLength(1)
  })
})
