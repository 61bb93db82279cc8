import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../../shared/order-history.ts'
import { HISTORY_KINDS } from '../../../shared/order-values.ts'
import { without } from '../../../shared/without.ts'
import type { Queue } from '../../outbox/notification-queue.ts'
import type { OrderEvent, Report } from '../model/events.ts'
import { namesOf } from '../model/report-subject.ts'
import { refTo } from '../model/request-ref.ts'
import type { OrderState } from '../model/state.ts'
import { statusOf } from '../model/status.ts'
import { opened, transition } from '../model/transition.ts'
import {
  acceptedAs,
  attempted,
  followed,
  NOW,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedOf,
  replyLost,
  report,
  reported,
  stage,
  stepTold,
  takenAs,
  terms,
  through,
  toldOf,
  wanted,
  woken,
} from '../testing/examples.ts'
import { history as histories } from '../testing/histories.ts'
import { bounded, type LogLine, MAX_LOG, withDelivery } from './event-log.ts'
import { chargebacksOf, historyOf, holdOf } from './history.ts'

const MINUTE = 60_000

/** An order after some events, a minute after each other, and the log that its storage would keep. */
function logged(...events: readonly OrderEvent[]): { state: OrderState; log: readonly LogLine[] } {
  let state = opened(terms)
  let log: readonly LogLine[] = []
  for (const [index, event] of events.entries()) {
    const at = NOW + (index + 1) * MINUTE
    const after = transition(state, event, at)
    if (after !== state) log = bounded([...log, { version: 2, at, event, status: statusOf(after) }])
    state = after
  }
  return { state, log }
}

const told = (...events: readonly OrderEvent[]): HistoryEvent[] => {
  const { state, log } = logged(...events)
  return historyOf(state, { log, queue: [] })
}

const iso = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()

describe('the history of an order', () => {
  it('tells a payment at the hosted page from its opening to its outcome', () => {
    expect(told(attempted('key-1'), acceptedAs('42'), woken('callback'), reported('approved'))).toEqual([
      { at: iso(0), kind: 'order-opened', orderStatus: 'open' },
      {
        at: iso(1),
        kind: 'attempt-sent',
        attempt: 1,
        method: 'hosted',
        amount: '12.50',
        orderStatus: 'sending',
      },
      { at: iso(2), kind: 'attempt-accepted', attempt: 1, transaction: '42', orderStatus: 'redirect' },
      { at: iso(3), kind: 'callback-received', attempt: 1, transaction: '42', orderStatus: 'processing' },
      {
        at: iso(4),
        kind: 'gateway-reported',
        attempt: 1,
        status: 'approved',
        stage: 'payment',
        amount: '12.50',
        transaction: '42',
        orderStatus: 'approved',
      },
    ])
  })

  it('tells a refund, with its sum and its number', () => {
    const events = told(
      ...PAID,
      wanted({ amountMinor: 500, isWhole: false }),
      followed(),
      toldOf(1, stage('approved', { amountMinor: 500, reversedMinor: 500, serialNumber: 'serial-f1' })),
    )

    expect(events.slice(-3)).toMatchObject([
      { kind: 'follow-up-sent', followUp: 1, operation: 'return', amount: '5.00' },
      { kind: 'follow-up-accepted', followUp: 1 },
      {
        kind: 'gateway-reported',
        followUp: 1,
        stage: 'reversal',
        amount: '5.00',
        orderStatus: 'partially-returned',
      },
    ])
  })

  it.each<[string, OrderEvent[], Partial<HistoryEvent>]>([
    [
      'a refused attempt, with the gateway’s code',
      [
        attempted('key-1', 'card'),
        refusedOf(refTo('attempt', 1), { failure: { code: 'refused', gatewayCode: '7' } }),
      ],
      { kind: 'attempt-refused', attempt: 1, code: 'refused', gatewayCode: '7' },
    ],
    [
      'a decline, with the gateway’s code',
      [attempted('key-1', 'card'), takenAs('42'), reported('declined', { errorCode: '116' })],
      { kind: 'gateway-reported', status: 'declined', gatewayCode: '116', orderStatus: 'declined' },
    ],
    [
      'a lost reply to a refund',
      [...PAID, wanted(), replyLost()],
      { kind: 'follow-up-reply-lost', followUp: 1 },
    ],
    [
      'a shopper who comes back',
      [attempted('key-1'), acceptedAs('42'), woken('return')],
      { kind: 'shopper-returned', attempt: 1 },
    ],
    [
      'a bank’s page that was opened',
      [
        attempted('key-1', 'card'),
        takenAs('42'),
        stepTold({ type: 'challenge', url: 'https://bank.example', creq: 'x' }),
        { type: 'step-opened', attempt: 1, step: 'challenge' },
      ],
      { kind: 'bank-step-opened', attempt: 1, step: 'challenge' },
    ],
    [
      'the shopper’s cancelling',
      [{ type: 'cancelled' }],
      { kind: 'order-cancelled', orderStatus: 'cancelled' },
    ],
    ['the shop’s cancelling', [{ type: 'cancelled', by: 'till' }], { kind: 'order-cancelled', by: 'till' }],
    [
      'a person’s word on a doubt',
      [
        attempted('key-1', 'card'),
        { type: 'lost', ...refTo('attempt', 1) },
        { type: 'declared-not-accepted', by: 'till' },
      ],
      { kind: 'attempt-not-accepted', by: 'till' },
    ],
    [
      'a person’s word on a payment, with its number',
      [
        attempted('key-1', 'card'),
        { type: 'lost', ...refTo('attempt', 1) },
        { type: 'declared-not-accepted', by: 'till', request: refTo('attempt', 1) },
      ],
      { kind: 'attempt-not-accepted', attempt: 1, by: 'till' },
    ],
    [
      'a person’s word on a refund, with its sum',
      [
        ...PAID,
        wanted({ amountMinor: 300, isWhole: false }),
        { type: 'lost', ...refTo('follow-up', 1) },
        { type: 'declared-not-accepted', by: 'till', request: refTo('follow-up', 1) },
      ],
      { kind: 'follow-up-not-accepted', followUp: 1, operation: 'return', amount: '3.00', by: 'till' },
    ],
    ['its end', [{ type: 'expired' }], { kind: 'order-expired', orderStatus: 'expired' }],
    ['revoked tokens', [{ type: 'tokens-revoked', by: 'office' }], { kind: 'tokens-revoked', by: 'office' }],
  ])('tells %s', (_, events, last) => {
    expect(told(...events).at(-1)).toMatchObject(last)
  })

  const misnamed = (change: Partial<Report>) =>
    reported('approved', namesOf(report('approved', { amountMinor: 999, ...change })))
  const look = (change: Partial<Report>): OrderEvent => ({
    ...{ type: 'looked', attempt: 1, report: namesOf(report('approved', change)) },
  })
  const OTHER = { clientOrderId: 'order-2', gatewayId: '9' }

  it.each<[string, OrderEvent[], OrderEvent]>([
    ['another order', [attempted('key-1', 'card'), takenAs('42')], misnamed(OTHER)],
    [
      'no order',
      [attempted('key-1', 'card'), takenAs('42')],
      misnamed({ clientOrderId: undefined, gatewayId: undefined }),
    ],
    ['no transaction', [attempted('key-1', 'card'), takenAs('42')], misnamed({ gatewayId: undefined })],
    ['another order, where it looks for a second charge', PAID, look(OTHER)],
  ])('shows no outcome of an answer about %s', (_, before, wrong) => {
    const shown = told(...before, wrong).at(-1)

    expect(shown && without(shown, 'at', 'orderStatus')).toEqual({ kind: 'gateway-misnamed', attempt: 1 })
  })

  it('names the refund that a wrong answer came for', () => {
    const wrong = toldOf(1, namesOf(report('approved', { gatewayId: '77' })))

    expect(told(...PAID, wanted(), followed(), wrong).at(-1)).toMatchObject({
      kind: 'gateway-misnamed',
      followUp: 1,
    })
  })

  it.each<[string, OrderEvent]>([
    ['a status request', misnamed({ gatewayId: '77' })],
    ['a look', look({ gatewayId: '77' })],
  ])('names a further transaction that %s brings', (_, found) => {
    expect(told(...PAID, found).at(-1)).toMatchObject({
      kind: 'unmatched-transaction',
      attempt: 1,
      transaction: '77',
    })
  })

  it('goes on showing a report that came before the order knew the transaction', () => {
    const lost = { type: 'lost', ...refTo('attempt', 1) } as const
    const early = reported('declined', { gatewayId: undefined })

    const events = told(attempted('key-1', 'card'), lost, early, woken('callback', '42'))

    expect(events.map(({ kind }) => kind)).toEqual([
      'order-opened',
      'attempt-sent',
      'attempt-reply-lost',
      'gateway-reported',
      'callback-received',
    ])
  })

  it('says once that the gateway never took a payment, when that is proven', () => {
    const denial = { type: 'refusal-confirmed', attempt: 1, spanMs: 2000 } as const
    const refused = [attempted('key-1', 'card'), refusedOf(refTo('attempt', 1))]

    const conclusions = told(...refused, denial, denial, denial).filter(
      ({ kind }) => kind === 'attempt-not-accepted',
    )

    expect(conclusions).toEqual([
      { at: iso(4), kind: 'attempt-not-accepted', attempt: 1, orderStatus: 'error' },
    ])
  })

  it('says so too of the only answer that an older version asked for', () => {
    const state = orderAfter(attempted('key-1', 'card'), refusedOf(refTo('attempt', 1)))
    const log = [{ version: 2, at: NOW, event: { type: 'refusal-confirmed', attempt: 1 } }] as const

    expect(historyOf(state, { log, queue: [] }).at(-1)).toMatchObject({ kind: 'attempt-not-accepted' })
  })

  it('has no words of the merchant, of the shopper or of the bank', () => {
    const text = JSON.stringify(told(...PAID, wanted({ comment: 'Ann was unhappy' }), woken('return')))

    expect(text).not.toMatch(/Ann|Mug|https?:/)
  })

  it('says that events are missing where the log was cut', () => {
    const callbacks = Array.from({ length: 80 }, (_, index) => woken('callback', String(100 + index)))
    const log: readonly LogLine[] = bounded(
      callbacks.map((event, index) => ({ version: 2, at: NOW + index, event })),
    )

    const events = historyOf(orderAfter(), { log, queue: [] })

    expect(events.filter(({ kind }) => kind === 'events-omitted')).toHaveLength(1)
    expect(events[1 + MAX_LOG / 2]?.kind).toBe('events-omitted')
    expect(events).toHaveLength(1 + MAX_LOG + 1)
  })

  it('says nothing of missing events while the log is just full', () => {
    const log = Array.from({ length: MAX_LOG }, (_, index) => ({
      ...{ version: 2, at: NOW + index },
      event: woken('callback', String(100 + index)),
    }))

    const events = historyOf(orderAfter(), { log: bounded(log), queue: [] })

    expect(events.map(({ kind }) => kind)).not.toContain('events-omitted')
  })

  it('leaves out what another version of the edge logged', () => {
    const event = { type: 'teleported' } as unknown as OrderEvent

    expect(historyOf(orderAfter(), { log: [{ version: 3, at: NOW, event }], queue: [] })).toMatchObject([
      { kind: 'order-opened' },
    ])
  })

  it('is empty once the order was erased', () => {
    expect(historyOf(orderAfter(...PAID), { log: [], queue: [] })).toEqual([])
  })

  it('has known kinds and growing times, whatever happens to an order', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const list = told(...events.flat())
        for (const { kind } of list) expect(HISTORY_KINDS).toContain(kind)
        expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).toSorted())
      }),
      { numRuns: 200 },
    )
  })
})

describe('a notification in the history', () => {
  const sent = { id: 'order-1.4.1', type: 'order.approved', channels: ['webhook', 'mail'] } as const
  const line: LogLine = { version: 2, at: NOW, event: reported('approved'), notified: [sent] }
  const pending = { id: sent.id, by: 'webhook', since: NOW } as unknown as Queue[number]
  const deliveries = (log: readonly LogLine[], queue: Queue) =>
    historyOf(orderAfter(...PAID), { log, queue }).at(-1)?.deliveries

  it('follows the change that it tells of', () => {
    expect(historyOf(orderAfter(...PAID), { log: [line], queue: [pending] }).slice(1)).toMatchObject([
      { kind: 'gateway-reported' },
      { kind: 'merchant-notified', notification: 'order.approved' },
    ])
  })

  it('is delivered on each channel by itself, with the time where that is known', () => {
    const log = withDelivery([line], { id: sent.id, by: 'mail' }, { at: NOW + MINUTE, outcome: 'delivered' })

    expect(deliveries(log, [pending])).toEqual([
      { channel: 'webhook', status: 'pending' },
      { channel: 'mail', status: 'delivered', at: iso(1) },
    ])
    expect(deliveries([line], [])).toEqual([
      { channel: 'webhook', status: 'delivered' },
      { channel: 'mail', status: 'delivered' },
    ])
  })

  it('is given up where the queue says so', () => {
    expect(deliveries([line], [{ ...pending, isGivenUp: true }])?.[0]).toEqual({
      channel: 'webhook',
      status: 'given-up',
    })
  })

  it('names each of several endpoints, and what came back from it', () => {
    const channels = ['webhook a.example#1', 'webhook b.example#2', 'webhook c.example#3'] as const
    const several: LogLine = { ...line, notified: [{ ...sent, channels }] }
    const arrived = { at: NOW + MINUTE, outcome: { arrived: 204 } }
    const log = withDelivery([several], { id: sent.id, by: channels[0] }, arrived)
    const failing = (by: (typeof channels)[number], why: string) => ({
      ...{ ...pending, by, lastFailure: { at: NOW + 2 * MINUTE, why } },
    })

    expect(deliveries(log, [failing(channels[1], 'http-503'), failing(channels[2], 'timeout')])).toEqual([
      { channel: 'webhook', endpoint: 'a.example#1', status: 'delivered', at: iso(1), httpStatus: 204 },
      { channel: 'webhook', endpoint: 'b.example#2', status: 'pending', triedAt: iso(2), httpStatus: 503 },
      { channel: 'webhook', endpoint: 'c.example#3', status: 'pending', triedAt: iso(2), failure: 'timeout' },
    ])
  })

  it('of another order changes no log', () => {
    const log = [line]

    const delivery = { at: NOW, outcome: 'delivered' } as const

    expect(withDelivery(log, { id: 'order-2.1.1', by: 'mail' }, delivery)).toBe(log)
  })
})

describe('chargebacks', () => {
  it('have the time at which the order learned of them, and their sum, once each', () => {
    const chargeback = reported('approved', { kind: 'chargeback', type: 'chargeback', amountMinor: 1000 })
    const { state, log } = logged(...PAID, chargeback)
    const again = [...log, { version: 2, at: NOW + 9 * MINUTE, event: chargeback }]

    expect(chargebacksOf(state, again)).toEqual([{ at: iso(4), amount: '10.00' }])
  })

  it('are none while the gateway has not decided', () => {
    const pendingOne = reported('processing', { kind: 'chargeback', type: 'chargeback' })

    expect(chargebacksOf(orderAfter(...PAID), [{ version: 2, at: NOW, event: pendingOne }])).toEqual([])
  })
})

describe('a hold', () => {
  const reserved = orderWith({ intent: 'preauth' }, ...RESERVED)

  it('is the money of a preauth, and ends when the merchant said that banks let it go', () => {
    expect(holdOf(reserved, 7)).toEqual({
      amount: '12.50',
      since: iso(0),
      endsAt: new Date(NOW + 7 * 24 * 60 * MINUTE).toISOString(),
    })
  })

  it('has no end where the merchant named none', () => {
    expect(holdOf(reserved, undefined)).not.toHaveProperty('endsAt')
  })

  it.each<[string, OrderState]>([
    ['a sale', orderAfter(...PAID)],
    [
      'a preauth that is not decided',
      orderWith({ intent: 'preauth' }, attempted('key-1', 'card'), takenAs('42')),
    ],
    [
      'a preauth that was captured',
      through(reserved, reported('approved', { kind: 'capture', type: 'capture', capturedMinor: 1250 })),
    ],
    ['a preauth that was voided', through(reserved, reported('approved', { kind: 'void', type: 'void' }))],
  ])('is none of %s', (_, state) => {
    expect(holdOf(state, 7)).toBeUndefined()
  })
})
