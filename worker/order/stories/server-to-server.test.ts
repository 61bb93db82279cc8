import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, crashAt, setWith } from '../../testing/edge.ts'
import { becomes, CARD, CHARGE, gatewayName, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from '../testing/scripted-gateway.ts'

let gateway: ScriptedGateway

/** A gateway whose code for an unknown order is set, so that a refusal is confirmed at once. */
const KNOWING = { GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: ['7'] }) }

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.on('payout', acceptedReply('serial-1'))
  answerWith(gateway.fetch)
})

afterEach(startOver)

describe('a charge by a server', () => {
  it('answers once the gateway has, and polls for the outcome', async () => {
    const terms = serverTerms()

    const answer = await orderOf(terms.id).charge(terms, CHARGE)

    expect(answer).toMatchObject({
      ok: true,
      value: { status: 'processing', attempts: [{ gatewayId: '42' }] },
    })
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
  })

  it('is sent once, however often it is repeated', async () => {
    const terms = serverTerms()
    const begin = () => orderOf(terms.id).charge(terms, CHARGE)

    const answers = await Promise.all([begin(), begin(), begin()])
    answers.push(await begin())

    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('is not sent again after a decline', async () => {
    const terms = serverTerms()
    gateway.reports('declined', { 'error-code': '7' })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'declined')

    const again = await orderOf(terms.id).charge(terms, CHARGE)

    expect(again).toMatchObject({ ok: true, value: { status: 'declined' } })
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('is refused under a reference that was used for another', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)

    const other = await orderOf(terms.id).charge({ ...terms, bodyDigest: 'digest-2' }, CHARGE)

    expect(other).toMatchObject({ ok: false, reason: { code: 'reference-reused' } })
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('reports why the gateway refused it, also when it is repeated', async () => {
    setWith(KNOWING)
    gateway.on('sale', refusedReply('17', 'no such endpoint'))
    gateway.onStatus(refusedReply('7'))
    const terms = serverTerms()

    const answers = [
      await orderOf(terms.id).charge(terms, CHARGE),
      await orderOf(terms.id).charge(terms, CHARGE),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({
        ok: false,
        reason: { code: 'gateway-refused', gatewayCode: '17', order: { status: 'error' } },
      })
    }
    expect(gateway.sent('sale')).toHaveLength(1)
    expect(gateway.statusRequests.length).toBeGreaterThan(1)
  })

  it('is under way while the gateway is silent, and is polled', async () => {
    gateway.on('sale', silence)
    const terms = serverTerms()

    const answer = await orderOf(terms.id).charge(terms, CHARGE)

    expect(answer).toMatchObject({ ok: true, value: { status: 'processing' } })
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
    expect(gateway.statusRequests[0]?.get('client_orderid')).toBe(await gatewayName(terms.id))
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('is never sent when it cannot be built', async () => {
    const terms = serverTerms()

    const answer = await orderOf(terms.id).charge(terms, { ...CHARGE, details: {} })

    expect(answer).toMatchObject({ ok: false, reason: { code: 'gateway-refused' } })
    expect(gateway.received).toEqual([])
  })

  it('whose object died before sending is never sent, and is polled', async () => {
    const terms = serverTerms()
    crashAt(terms.id, 'intent-stored')

    await orderOf(terms.id)
      .charge(terms, CHARGE)
      .catch(() => undefined)
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'processing')

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
    expect(gateway.sent('sale')).toEqual([])
  })

  it('whose object died before the answer was stored is found by polling', async () => {
    const terms = serverTerms()
    gateway.reports('approved')
    crashAt(terms.id, 'reply-received')

    await orderOf(terms.id)
      .charge(terms, CHARGE)
      .catch(() => undefined)
    await orderOf(terms.id).charge(terms, CHARGE)

    await becomes(terms.id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('may be tried again once the merchant declares that it was not accepted', async () => {
    gateway.on('sale', silence)
    gateway.onStatus(refusedReply('404'))
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)

    const declared = await orderOf(terms.id).declareNotAccepted('shop server')

    expect(declared).toMatchObject({
      ok: true,
      value: {
        status: 'error',
        attempts: [{ failure: { code: 'not-accepted', declaredBy: 'shop server' } }],
      },
    })
    gateway.on('sale', acceptedReply('serial-2'))
    const { details, ...rest } = CHARGE
    const next = await orderOf(terms.id).pay({ ...rest, key: 'key-2', details })
    expect(next.ok).toBe(true)
    await expect
      .poll(() => gateway.sent('sale').map((sale) => sale.get('client_orderid')))
      .toEqual([await gatewayName(terms.id), await gatewayName(terms.id, 2)])
  })

  it('cannot be declared not accepted once the gateway accepted it', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)

    const declared = await orderOf(terms.id).declareNotAccepted('shop server')

    expect(declared).toMatchObject({ ok: false, reason: { code: 'attempt-accepted' } })
  })
})

describe('a shopper’s choice', () => {
  it('of a saved card is sent by the merchant’s reference', async () => {
    const terms = serverTerms({ methods: ['card', 'saved-card'], cardRefs: ['71', '72'] })
    await orderOf(terms.id).open(terms)
    const { method: _, details: __, ...shopper } = CHARGE

    await orderOf(terms.id).pay({ ...shopper, key: 'key-1', method: 'saved-card', savedCard: '2' })

    await expect.poll(() => gateway.sent('sale')[0]?.get('cardrefid')).toBe('72')
  })

  it.each(['0', '3', '', 'x', '72', '1.5'])(
    'of a card that is not in the list (%s) is refused',
    async (savedCard) => {
      const terms = serverTerms({ methods: ['saved-card'], cardRefs: ['71', '72'] })
      await orderOf(terms.id).open(terms)
      const { method: _, details: __, ...shopper } = CHARGE

      expect(
        await orderOf(terms.id).pay({ ...shopper, key: 'key-1', method: 'saved-card', savedCard }),
      ).toMatchObject({ ok: false, reason: { code: 'card-invalid', fields: ['savedCard'] } })
      expect(gateway.received).toEqual([])
    },
  )

  it('of another card is not turned into a saved one', async () => {
    const terms = serverTerms({ methods: ['card', 'saved-card'], cardRefs: ['71'] })
    await orderOf(terms.id).open(terms)

    await orderOf(terms.id).pay({ ...CHARGE, key: 'key-1', savedCard: '1' })

    await expect.poll(() => gateway.sent('sale').length).toBe(1)
    expect(gateway.sent('sale')[0]?.get('cardrefid')).toBeNull()
    expect(gateway.sent('sale')[0]?.get('credit_card_number')).toBe(CARD.number)
  })
})

describe('a payout', () => {
  const payout = () => serverTerms({ intent: 'payout', methods: ['payout-bank'] })
  const request = {
    ...CHARGE,
    method: 'payout-bank',
    details: { bank: { accountNumber: '987654321098', bankName: 'Bank' } },
  } as const

  it('is sent once, though it is unclear whether it arrived', async () => {
    gateway.on('payout', silence)
    gateway.onStatus(refusedReply('404'))
    const terms = payout()
    await orderOf(terms.id).charge(terms, request)
    await orderOf(terms.id).declareNotAccepted('shop server')

    const again = await orderOf(terms.id).charge(terms, request)
    const other = await orderOf(terms.id).pay({ ...request, key: 'key-2' })

    expect(again).toMatchObject({ ok: true, value: { status: 'error' } })
    expect(other).toMatchObject({ ok: false, reason: { code: 'order-final' } })
    expect(gateway.sent('payout')).toHaveLength(1)
  })

  it('is sent once, though the gateway refused it', async () => {
    setWith(KNOWING)
    gateway.on('payout', refusedReply('9'))
    gateway.onStatus(refusedReply('7'))
    const terms = payout()
    await orderOf(terms.id).charge(terms, request)

    const other = await orderOf(terms.id).pay({ ...request, key: 'key-2' })

    expect(other).toMatchObject({ ok: false, reason: { code: 'order-final' } })
    expect(gateway.sent('payout')).toHaveLength(1)
  })
})

describe('a recurring payment', () => {
  const scheduled = () => serverTerms({ intent: 'verify', methods: ['recurring-payment'] })
  const request = {
    ...CHARGE,
    method: 'recurring-payment',
    details: { card: CARD, schedule: { period: 'month', interval: 1 } },
  } as const
  const made = () =>
    new Response(
      '{"type":"create-recurring-payment-response","status":"approved","recurring-payment-id":"plan-1"}',
    )

  it('is created by the answer, and never polled', async () => {
    gateway.on('create-recurring-payment', made)
    gateway.reports('approved')
    const terms = scheduled()

    const answer = await orderOf(terms.id).charge(terms, request)
    await orderOf(terms.id).refresh()

    expect(answer).toMatchObject({ ok: true, value: { status: 'approved', recurringPaymentId: 'plan-1' } })
    expect(await shown(terms.id)).toMatchObject({ status: 'approved', needsAttention: false })
    expect(gateway.statusRequests).toEqual([])
  })

  it('needs a person when its answer is lost', async () => {
    gateway.on('create-recurring-payment', silence)
    const terms = scheduled()

    const answer = await orderOf(terms.id).charge(terms, request)

    expect(answer).toMatchObject({ ok: true, value: { status: 'unknown', needsAttention: true } })
    expect(gateway.sent('create-recurring-payment')).toHaveLength(1)
  })

  it('has no card reference of its own', async () => {
    gateway.on('create-recurring-payment', made)
    const terms = scheduled()
    await orderOf(terms.id).charge(terms, request)

    expect(await orderOf(terms.id).createCardReference('v2')).toMatchObject({
      ok: false,
      reason: { code: 'follow-up-impossible' },
    })
  })
})
