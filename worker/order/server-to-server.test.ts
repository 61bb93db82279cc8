/** Attempts that a merchant's server makes with no shopper present. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, crashAt, setWith } from '../testing.ts'
import type { Order } from './order.ts'
import {
  acceptedReply,
  refusedReply,
  ScriptedGateway,
  silence,
  statusReply,
} from './testing/scripted-gateway.ts'
import {
  becomes,
  CARD,
  CHARGE,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
  storedText,
  withoutChance,
} from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

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
    expect(gateway.statusRequests).toHaveLength(1)
  })

  it('is under way while the gateway is silent, and is polled', async () => {
    gateway.on('sale', silence)
    const terms = serverTerms()

    const answer = await orderOf(terms.id).charge(terms, CHARGE)

    expect(answer).toMatchObject({ ok: true, value: { status: 'processing' } })
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
    expect(gateway.statusRequests[0]?.get('client_orderid')).toBe(terms.id)
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
      .toEqual([terms.id, `${terms.id}.2`])
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

describe('a card reference', () => {
  const made = (ref: string) => () =>
    new Response(JSON.stringify({ type: 'create-card-ref-response', status: 'approved', 'card-ref-id': ref }))

  it('is created once in each version, however often it is requested', async () => {
    const id = await paidOrder(gateway)
    gateway.on('create-card-ref', made('11'))
    const create = () => orderOf(id).createCardReference('v2')

    const answers = [...(await Promise.all([create(), create()])), await create()]

    for (const answer of answers)
      expect(answer).toEqual({ ok: true, value: { version: 'v2', cardRef: '11' } })
    expect(gateway.sent('create-card-ref')).toHaveLength(1)
    gateway.on('create-card-ref', made('12'))
    expect(await orderOf(id).createCardReference('v4')).toMatchObject({ ok: true, value: { cardRef: '12' } })
    expect((await shown(id)).cardRefs).toHaveLength(2)
  })

  it('may be requested again when the gateway was silent', async () => {
    const id = await paidOrder(gateway)
    gateway.on('create-card-ref', silence)
    const silent = await orderOf(id).createCardReference('v2')
    gateway.on('create-card-ref', made('11'))

    expect(silent).toMatchObject({ ok: false, reason: { code: 'gateway-silent' } })
    expect(await orderOf(id).createCardReference('v2')).toMatchObject({ ok: true })
  })

  it('is of a payment only', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)

    expect(await orderOf(terms.id).createCardReference('v2')).toMatchObject({
      ok: false,
      reason: { code: 'follow-up-impossible' },
    })
  })
})

describe('refreshing', () => {
  it('polls now everything that may still change', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)
    gateway.reports('declined', { 'error-code': '7', 'error-message': 'stolen card' })

    const answer = await orderOf(terms.id).refresh()

    expect(answer).toMatchObject({
      ok: true,
      value: {
        status: 'declined',
        attempts: [{ failure: { code: 'declined', gatewayCode: '7', gatewayMessage: 'stolen card' } }],
      },
    })
  })

  it('finds a follow-up that was made elsewhere', async () => {
    const id = await paidOrder(gateway)
    gateway.reports('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
      'by-request-sn': 'strange',
    })

    expect(await orderOf(id).refresh()).toMatchObject({
      ok: true,
      value: { status: 'partially-returned', returned: '5.00' },
    })
  })
})

describe('erasing', () => {
  it('deletes the shopper’s data, and keeps the payment', async () => {
    const terms = serverTerms()
    gateway.reports('approved', { 'last-four-digits': '1111', 'card-type': 'VISA' })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'approved')
    expect(await storedText(terms.id)).toContain('a@example.com')

    const answers = [await orderOf(terms.id).erase(), await orderOf(terms.id).erase()]

    const stored = await storedText(terms.id)
    for (const trace of ['a@example.com', '203.0.113.9', '1111', 'VISA']) expect(stored).not.toContain(trace)
    expect(answers[1]).toEqual(answers[0])
    expect(await shown(terms.id)).toMatchObject({ status: 'approved', amount: '12.50' })
  })
})

describe('card and account data', () => {
  const SECRETS = [
    '4111222233334444',
    '4111 2222',
    'MARKED HOLDER',
    '987',
    '2039',
    '777777666666555555',
    'MARKED BANK',
  ]
  const card = {
    ...CARD,
    number: '4111222233334444',
    holder: 'MARKED HOLDER',
    cvv: '987',
    expiryYear: '2039',
  }
  const bank = { accountNumber: '777777666666555555', bankName: 'MARKED BANK' }

  /** Everything that was stored or logged, whatever the outcome, without random values and times. */
  async function traces(id: string, said: () => string): Promise<string> {
    const stored = await runInDurableObject(orderOf(id), (_: Order, { storage }) =>
      JSON.stringify([...storage.kv.list()], (_name, value) => (typeof value === 'number' ? '#' : value)),
    )
    return withoutChance(stored + said()).replaceAll(/\/(callback|return|three-ds)\/[^"]*/g, '')
  }

  it.each([
    ['taken', acceptedReply('serial-1')],
    ['refused', refusedReply('17', 'wrong card 4111 2222 3333 4444')],
    ['lost', silence],
    ['garbled', () => new Response('4111222233334444')],
  ])('go out with the request alone, which was %s', async (_, answer) => {
    const lines: string[] = []
    const spies = (['log', 'error', 'warn'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...line) => void lines.push(line.map(String).join(' '))),
    )
    gateway.on('sale', answer)
    gateway.on('payout', answer)
    gateway.onStatus(statusReply('declined', { 'error-message': 'card 4111222233334444 is stolen' }))
    const sale = serverTerms()
    const payout = serverTerms({ intent: 'payout', methods: ['payout-bank'] })

    await orderOf(sale.id).charge(sale, { ...CHARGE, details: { card } })
    await orderOf(payout.id).charge(payout, { ...CHARGE, method: 'payout-bank', details: { bank } })
    await orderOf(sale.id).refresh()

    expect(gateway.sent('sale')[0]?.get('credit_card_number')).toBe(card.number)
    expect(gateway.sent('payout')[0]?.get('account_number')).toBe(bank.accountNumber)
    const said = () => lines.join('\n')
    const all = (await traces(sale.id, said)) + (await traces(payout.id, said))
    for (const spy of spies) spy.mockRestore()
    expect(all).toContain('203.0.113.9')
    for (const secret of SECRETS) expect(all).not.toContain(secret)
  })
})
