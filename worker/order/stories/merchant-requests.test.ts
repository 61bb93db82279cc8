/** Requests of a merchant's server about an order: card references, refresh, erasure, and the data that they carry. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
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
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import {
  acceptedReply,
  refusedReply,
  ScriptedGateway,
  silence,
  statusReply,
} from '../testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.on('payout', acceptedReply('serial-1'))
  answerWith(gateway.fetch)
})

afterEach(startOver)

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

  it('says whether the gateway was asked and answered', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)
    gateway.reports('declined')
    const asked = await orderOf(terms.id).refresh()
    gateway.on('status', () => {
      throw new Error('the gateway is down')
    })

    const unasked = await orderOf(terms.id).refresh()

    expect(asked).toMatchObject({ ok: true, value: { status: 'declined', gatewayAnswered: true } })
    expect(unasked).toMatchObject({ ok: true, value: { status: 'declined', gatewayAnswered: false } })
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

    const stored = withoutChance(await storedText(terms.id))
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
