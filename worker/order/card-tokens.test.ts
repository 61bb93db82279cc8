/** Cards on file that the shopper agreed to: which ones, when, and how the merchant learns of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TIMES } from '../config/durations.ts'
import { answerWith, setWith } from '../testing/edge.ts'
import { cardToKeep, mayKeepCard } from './model/cards.ts'
import { listedAs } from './model/index-entry.ts'
import { dueJobs } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { transition } from './model/transition.ts'
import {
  attempted,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  reported,
  takenAs,
  through,
} from './testing/examples.ts'
import { becomes, CARD, CHARGE, gatewayName, kill, orderOf, serverTerms, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'

const agreed = { ...attempted('key-1', 'card'), keepCard: 'v2' as const }
const paid = [agreed, takenAs('42'), reported('approved')]

describe('mayKeepCard', () => {
  it.each([
    ['a customer with cards', { cardRefs: ['71'] }, true],
    ['a customer with none yet', { cardRefs: [] }, true],
    ['an unknown shopper', {}, false],
    ['a customer who cannot type a card', { cardRefs: [], methods: ['hosted'] }, false],
    ['a customer who reserves', { cardRefs: [], intent: 'preauth' }, true],
    ['a customer who verifies', { cardRefs: [], intent: 'verify' }, true],
    ['a customer who is paid', { cardRefs: [], intent: 'payout' }, false],
  ] as const)('for %s: %s', (_, change, may) => {
    expect(mayKeepCard(serverTerms(change))).toBe(may)
  })
})

describe('the card to keep', () => {
  const reference = { version: 'v2', cardRef: '7' } as const

  it.each<[string, OrderState, number | undefined]>([
    ['none before the payment', orderAfter(agreed, takenAs('42')), undefined],
    ['that of the payment', orderAfter(...paid), 1],
    ['none after a decline', orderAfter(agreed, takenAs('42'), reported('declined')), undefined],
    [
      'none of a duplicate charge',
      orderAfter(agreed, takenAs('42'), { type: 'cancelled' }, reported('approved')),
      undefined,
    ],
    [
      'none of an attempt before the payment',
      orderAfter(
        ...[agreed, takenAs('42'), reported('declined')],
        ...[attempted('key-2', 'card'), takenAs('43', { number: 2 })],
        reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2),
      ),
      undefined,
    ],
    ['none without consent', orderAfter({ ...attempted('k', 'card') }, ...paid.slice(1)), undefined],
    ['none of a payment in doubt', orderAfter(...paid, reported('declined')), undefined],
    ['none of a disputed payment', { ...orderAfter(...paid), laterOutcome: 'charged-back' }, undefined],
    ['that of a payment that was given back', { ...orderAfter(...paid), laterOutcome: 'voided' }, 1],
    ['none that is kept', orderAfter(...paid, { type: 'card-referred', reference }), undefined],
    [
      'none that the gateway does not store',
      orderAfter(...paid, { type: 'card-not-kept', attempt: 1, failure: { code: 'refused' } }),
      undefined,
    ],
    ['none after the shopper was erased', orderAfter(...paid, { type: 'erased' }), undefined],
  ])('is %s', (_, state, number) => {
    expect(cardToKeep(state)?.number).toBe(number)
  })

  it('records when the shopper agreed', () => {
    expect(orderAfter(agreed).attempts[0]?.keepCard).toEqual({ consentedAt: NOW, version: 'v2' })
  })

  it('has one reference in each version, whichever event is repeated', () => {
    const state = orderAfter(...paid, { type: 'card-referred', reference })
    const again = { type: 'card-referred', reference: { ...reference, cardRef: '8' } } as const

    expect(transition(state, again, NOW)).toBe(state)
    expect(through(state, { ...again, reference: { version: 'v4', cardRef: '9' } }).cardRefs).toHaveLength(2)
  })

  it('is requested at once, then ever more seldom, and daily for as long as it takes', () => {
    const state = orderWith({ offer: 'digest' }, ...paid)
    const dueAfter = (askedAt?: number) => {
      const lastAsked = new Map(askedAt === undefined ? [] : [['keep 1', askedAt] as const])
      const done = { askedAt: lastAsked, indexed: listedAs(state), queue: [], triedAt: new Map() }
      return dueJobs(state, done, TIMES).find(({ job }) => job.type === 'keep-card')?.at
    }

    expect(dueAfter()).toBe(NOW)
    expect(dueAfter(NOW)).toBe(NOW + TIMES.activeEvery)
    expect(dueAfter(NOW + TIMES.daysFor)).toBe(NOW + TIMES.daysFor + TIMES.daysEvery)
  })
})

/** All durations of an order, so short that a test sees their end. */
const A_SHORT_LIFE = {
  ...{ requestDeadline: 50, activeEvery: 20, activeFor: 60, waitingAfter: [20], catchUpAfter: 20 },
  ...{ minutesEvery: 40, minutesFor: 100, hoursEvery: 50, hoursFor: 200, daysEvery: 100, daysFor: 300 },
}

describe('storing a card', () => {
  let gateway: ScriptedGateway
  let receiver: ScriptedReceiver

  beforeEach(() => {
    gateway = new ScriptedGateway()
    receiver = new ScriptedReceiver()
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.on('create-card-ref', made('11'))
    answerWith(receiver.inFrontOf(gateway.fetch))
    setWith(RECEIVER)
  })

  afterEach(startOver)

  const made = (ref: string) => () =>
    Response.json({ type: 'create-card-ref-response', status: 'approved', 'card-ref-id': ref })

  const open = async (change: object = {}) => {
    const terms = serverTerms({ cardRefs: [], ...change })
    await orderOf(terms.id).open(terms, CHARGE.customer)
    return terms.id
  }

  const pay = (id: string, change: object = {}) =>
    orderOf(id).pay({ ...CHARGE, key: 'key-1', details: { card: CARD }, keepCard: true, ...change })

  const kept = async (id: string) => (await shown(id)).cardRefs

  it('creates a reference after the approval, and reports it to the merchant with the shopper’s consent', async () => {
    gateway.reports('approved')
    const id = await open()

    const before = Date.now()
    await pay(id)

    await expect.poll(() => receiver.types).toEqual(['order.approved', 'card.kept'])
    const { order } = receiver.received.at(-1)?.data ?? expect.fail()
    expect(order).toMatchObject({
      cardRefs: [{ version: 'v2', cardRef: '11' }],
      attempts: [{ number: 1, keepCard: { version: 'v2' } }],
    })
    const consentedAt = Date.parse(order.attempts[0]?.keepCard?.consentedAt ?? '')
    expect(consentedAt).toBeGreaterThanOrEqual(before)
    expect(consentedAt).toBeLessThanOrEqual(Date.now())
    expect(gateway.sent('create-card-ref')).toHaveLength(1)
  })

  it('uses the version that the profile names', async () => {
    setWith({ GATEWAY_PROFILE: '{"keptCard":"v4"}' })
    gateway.reports('approved')
    const id = await open()

    await pay(id)

    await expect.poll(() => kept(id)).toEqual([{ version: 'v4', cardRef: '11' }])
  })

  it('goes on while the gateway is silent, also after the object died, and stores one reference', async () => {
    gateway.on('create-card-ref', silence)
    gateway.reports('approved')
    const id = await open()
    await pay(id)
    await expect.poll(() => gateway.sent('create-card-ref').length).toBeGreaterThan(1)
    await kill(id)

    gateway.on('create-card-ref', made('11'))

    await expect.poll(() => kept(id)).toEqual([{ version: 'v2', cardRef: '11' }])
  })

  it('ends after the days for which orders are followed, and the merchant sees why', async () => {
    setWith({ ...RECEIVER, ORDER_TIMES: JSON.stringify(A_SHORT_LIFE) })
    gateway.on('create-card-ref', silence)
    gateway.reports('approved')
    const id = await open()

    await pay(id)

    await expect
      .poll(async () => (await shown(id)).attempts[0]?.keepCard)
      .toMatchObject({ version: 'v2', failure: { code: 'gateway-silent' } })
    const tries = gateway.sent('create-card-ref').length
    gateway.on('create-card-ref', made('11'))
    await orderOf(id).refresh()
    expect([gateway.sent('create-card-ref').length, await kept(id)]).toEqual([tries, []])
  })

  it('comes before an erasure that the merchant requests meanwhile, never after it', async () => {
    gateway.on('create-card-ref', silence)
    gateway.reports('approved')
    const id = await open()
    await pay(id)
    await expect.poll(() => gateway.sent('create-card-ref').length).toBeGreaterThan(0)

    gateway.on('create-card-ref', made('11'))
    const erased = await orderOf(id).erase()

    const { cardRefs, attempts } = (erased.ok && erased.value) || expect.fail()
    expect(attempts[0]?.keepCard?.failure?.code).toBe(cardRefs.length > 0 ? undefined : 'erased')
    expect(await kept(id)).toEqual(cardRefs)
  })

  it('shares one reference with the merchant’s own request', async () => {
    gateway.reports('approved')
    const id = await open()
    await pay(id)
    await becomes(id, 'approved')

    const answers = await Promise.all([
      orderOf(id).createCardReference('v2'),
      orderOf(id).createCardReference('v2'),
    ])

    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { cardRef: '11' } })
    expect(gateway.sent('create-card-ref')).toHaveLength(1)
  })

  it('ends with the gateway’s refusal, which the merchant sees', async () => {
    gateway.on('create-card-ref', refusedReply('8'))
    gateway.reports('approved')
    const id = await open()

    await pay(id)

    await expect
      .poll(async () => (await shown(id)).attempts[0]?.keepCard)
      .toMatchObject({ version: 'v2', failure: { code: 'refused', gatewayCode: '8' } })
    await orderOf(id).refresh()
    expect([gateway.sent('create-card-ref').length, await kept(id)]).toEqual([1, []])
  })

  it('does not happen after a decline', async () => {
    gateway.reports('declined')
    const id = await open()
    await pay(id)
    await becomes(id, 'declined')

    await pay(id, { key: 'key-2', keepCard: undefined })
    gateway.reports('approved', { 'merchant-order-id': await gatewayName(id, 2) })
    await becomes(id, 'approved')

    expect([gateway.sent('create-card-ref'), await kept(id)]).toEqual([[], []])
  })

  it.each([
    ['an unknown shopper', { cardRefs: undefined }, {}],
    [
      'a card that is stored already',
      { cardRefs: ['71'], methods: ['saved-card', 'card'] },
      { method: 'saved-card', savedCard: '1' },
    ],
    ['a hosted page', { methods: ['card', 'hosted'] }, { method: 'hosted' }],
  ])('is refused for %s, and nothing is sent', async (_, terms, request) => {
    const id = await open(terms)

    expect(await pay(id, request)).toMatchObject({
      ok: false,
      reason: { code: 'method-off', fields: ['keepCard'] },
    })
    expect(gateway.sent('sale')).toEqual([])
  })
})
