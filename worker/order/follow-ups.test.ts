import { describe, expect, it } from 'vitest'
import { setWith } from '../testing/edge.ts'
import type { FollowUpRequest } from './follow-ups.ts'
import { followUp, followUpBecomes, givesBack, PART, RETURN } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import {
  becomes,
  CHARGE,
  checkedPayout,
  gatewayName,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from './testing/orders.ts'
import { acceptedReply, refusedReply, silence, statusReply } from './testing/scripted-gateway.ts'

useGateway()

it.each([20, 36, 128])(
  'a payment that the gateway names with %i characters can be followed up',
  async (length) => {
    const gatewayId = 'f'.repeat(length)
    const terms = serverTerms({ intent: 'preauth' })
    gateway.on('preauth', acceptedReply('serial-1', { 'paynet-order-id': gatewayId }))
    gateway.reports('approved', { 'transaction-type': 'preauth', 'paynet-order-id': gatewayId })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'approved')
    gateway.on('create-card-ref', () => Response.json({ status: 'approved', 'card-ref-id': gatewayId }))
    for (const kind of ['capture', 'void', 'return']) gateway.on(kind, refusedReply('1'))

    for (const kind of ['capture', 'void', 'return'] as const) {
      await orderOf(terms.id).followUp({ kind, key: `follow-${kind}` })
      await followUpBecomes(terms.id, 'error')
    }

    expect(await orderOf(terms.id).createCardReference('v2')).toMatchObject({
      ok: true,
      value: { cardRef: gatewayId },
    })
    for (const kind of ['capture', 'void', 'return', 'create-card-ref'])
      expect(gateway.sent(kind).map((body) => body.get('orderid'))).toEqual([gatewayId])
  },
)

describe('a follow-up', () => {
  it('is sent after a status request, with the payment’s identifiers', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    const before = gateway.received.length

    const answer = await followUp(id, { ...PART, comment: 'broken' })

    expect(answer).toMatchObject({ ok: true, value: { followUps: [{ kind: 'return', amount: '5.00' }] } })
    expect(gateway.received.slice(before, before + 2).map(({ operation }) => operation)).toEqual([
      'status',
      'return',
    ])
    expect(Object.fromEntries(gateway.sent('return')[0] ?? [])).toMatchObject({
      client_orderid: await gatewayName(id),
      orderid: '42',
      amount: '5.00',
      currency: 'EUR',
      comment: 'broken',
    })
  })

  it.each([
    ['return', 'sale', 'Return'],
    ['void', 'preauth', 'Void'],
  ] as const)('has a comment of its own where the merchant gives none: %s', async (kind, intent, comment) => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, acceptedReply('serial-2'))

    const { followUps } = await orderOf(id)
      .followUp({ kind, key: 'key-comment' })
      .then((answer) => (answer.ok ? answer.value : expect.fail()))

    expect(gateway.sent(kind).map((body) => body.get('comment'))).toEqual([comment])
    expect(followUps[0]).not.toHaveProperty('comment')
  })

  it.each([
    ['capture', { capture: 'Sent' }, 'Sent'],
    ['void', { void: 'Undone' }, 'Undone'],
    ['return', { return: '' }, null],
  ] as const)(
    'has the profile’s comment where the merchant gives none: %s',
    async (kind, comments, comment) => {
      setWith({ GATEWAY_PROFILE: JSON.stringify({ comments }) })
      const id = await paidOrder(gateway, { intent: 'preauth' })
      gateway.on(kind, acceptedReply('serial-2'))

      await followUp(id, { kind, key: 'key-comment' })

      expect(gateway.sent(kind).map((body) => body.get('comment'))).toEqual([comment])
    },
  )

  it('that captures has no comment of its own', async () => {
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('capture', acceptedReply('serial-2'))

    await followUp(id, { kind: 'capture', key: 'key-capture' })

    expect(gateway.sent('capture').map((body) => body.has('comment'))).toEqual([false])
  })

  it('of the whole carries no amount', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))

    await followUp(id, RETURN)

    const names = [...(gateway.sent('return')[0]?.keys() ?? [])]
    expect(names).not.toContain('amount')
    expect(names).not.toContain('currency')
  })

  it('is done once the gateway reports its own request as approved', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await followUp(id, PART)

    givesBack('5.00')

    await becomes(id, 'partially-returned')
    expect(await shown(id)).toMatchObject({ returned: '5.00', followUps: [{ status: 'approved' }] })
    const pinned = gateway.statusRequests.filter((question) => question.get('by-request-sn') === 'serial-2')
    expect(pinned.length).toBeGreaterThan(0)
  })

  it('is sent once under one key', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))

    const both = await Promise.all([followUp(id, PART), followUp(id, PART)])
    givesBack('5.00')
    await followUpBecomes(id, 'approved')
    const later = await followUp(id, PART)

    expect([...both, later]).toMatchObject([1, 2, 3].map(() => ({ ok: true, followUp: 1 })))
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('is refused under a key that was used for another', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await followUp(id, PART)

    expect(await followUp(id, { ...PART, amount: '6.00' })).toMatchObject({
      ok: false,
      reason: { code: 'key-reused' },
    })
  })

  it('is refused beside another, also when both come at the same time', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))

    const both = await Promise.all([followUp(id, PART), followUp(id, { ...PART, key: 'follow-2' })])

    expect(both).toMatchObject([{ ok: true }, { ok: false, reason: { code: 'follow-up-in-flight' } }])
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('is not sent while the gateway is silent, and may be sent later', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    gateway.onStatus(silence)

    const refusal = await followUp(id, RETURN)
    gateway.reports('approved')
    const later = await followUp(id, RETURN)

    expect(refusal).toEqual({ ok: false, reason: { code: 'gateway-silent' } })
    expect(later).toMatchObject({ ok: true })
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it.each([
    ['names no order', () => new Response('{"status":"processing"}')],
    ['reports another order', statusReply('approved', { 'merchant-order-id': 'another' })],
    ['is an error', refusedReply('1')],
  ])('is not sent while the gateway’s answer %s', async (_, answer) => {
    const id = await paidOrder(gateway)
    gateway.onStatus(answer)

    expect(await followUp(id, RETURN)).toMatchObject({ ok: false, reason: { code: 'gateway-silent' } })
    expect(gateway.sent('return')).toEqual([])
  })

  it('takes into account a refund that was made elsewhere meanwhile', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-3'))
    givesBack('10.00', '10.00', 'strange')

    const tooMuch = await followUp(id, PART)
    const rest = await followUp(id, { ...RETURN, key: 'follow-2' })

    expect(tooMuch).toMatchObject({ ok: false, reason: { code: 'amount-invalid' } })
    expect(rest).toMatchObject({ ok: true, value: { followUps: [{ amount: '2.50' }] } })
    expect(gateway.sent('return').map((body) => body.get('amount'))).toEqual(['2.50'])
  })

  it.each<[string, Partial<FollowUpRequest>, string]>([
    ['another currency', { amount: '5.00', currency: 'USD' }, 'currency'],
    ['a sum without a currency', { amount: '5.00' }, 'currency'],
    ['a currency without a sum', { currency: 'EUR' }, 'amount'],
    ['more decimals than there are', { amount: '5.001', currency: 'EUR' }, 'amount'],
    ['more than was paid', { amount: '12.51', currency: 'EUR' }, 'amount'],
    ['nothing', { amount: '0.00', currency: 'EUR' }, 'amount'],
  ])('is refused for %s, and says which field is wrong', async (_, sum, field) => {
    const id = await paidOrder(gateway)

    expect(await followUp(id, { ...RETURN, ...sum })).toMatchObject({
      ok: false,
      reason: { code: 'amount-invalid', fields: [field], order: { currency: 'EUR' } },
    })
    expect(gateway.sent('return')).toEqual([])
  })

  it('is refused for an order that does not exist', async () => {
    expect(await followUp(crypto.randomUUID(), RETURN)).toEqual({ ok: false, reason: { code: 'not-found' } })
  })

  it('reports why the gateway refused it when it is repeated, once that is certain, and lets another start', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', refusedReply('33', 'settled'))

    await followUp(id, RETURN)
    await followUpBecomes(id, 'error')
    const answer = await followUp(id, RETURN)
    gateway.on('return', acceptedReply('serial-2'))
    const next = await followUp(id, { ...RETURN, key: 'follow-2' })

    expect(answer).toMatchObject({
      ok: false,
      reason: {
        code: 'gateway-refused',
        gatewayCode: '33',
        order: { followUps: [{ error: { gatewayCode: '33', gatewayMessage: 'settled' } }] },
      },
    })
    expect(next).toMatchObject({ ok: true })
    expect(gateway.sent('return')).toHaveLength(2)
  })
})

describe('a reservation', () => {
  it('is captured in part, and that part is refunded', async () => {
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('capture', acceptedReply('serial-2'))
    await followUp(id, { kind: 'capture', key: 'follow-1', amount: '10.00', currency: 'EUR' })
    gateway.reports('approved', {
      'transaction-type': 'capture',
      amount: '10.00',
      'total-capture-amount': '10.00',
      'by-request-sn': 'serial-2',
    })
    await becomes(id, 'captured')
    gateway.on('return', acceptedReply('serial-3'))

    const whole = await followUp(id, { kind: 'return', key: 'follow-2' })
    givesBack('10.00', '10.00', 'serial-3')

    expect(whole).toMatchObject({ ok: true, value: { followUps: [{}, { amount: '10.00' }] } })
    await becomes(id, 'returned')
    expect(await shown(id)).toMatchObject({ captured: '10.00', returned: '10.00' })
  })

  it('is released', async () => {
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('void', acceptedReply('serial-2'))
    await followUp(id, { kind: 'void', key: 'follow-1' })
    gateway.reports('approved', { 'transaction-type': 'void', 'by-request-sn': 'serial-2' })

    await becomes(id, 'voided')

    expect(await followUp(id, { kind: 'capture', key: 'follow-2' })).toMatchObject({
      ok: false,
      reason: { code: 'follow-up-impossible' },
    })
  })
})

describe('a payout that was checked', () => {
  it('is paid out once, and never again, whatever the outcome', async () => {
    const id = await checkedPayout(gateway)
    gateway.on('payout-pay', silence)

    await followUp(id, { kind: 'payout-pay', key: 'follow-1' })
    await orderOf(id).declareNotAccepted('shop server')
    const again = await followUp(id, { kind: 'payout-pay', key: 'follow-2' })

    expect(again).toMatchObject({ ok: false, reason: { code: 'follow-up-impossible' } })
    expect(gateway.sent('payout-pay')).toHaveLength(1)
    gateway.reports('approved', { 'transaction-type': 'payout', 'by-request-sn': 'serial-2' })
    expect(await orderOf(id).refresh()).toMatchObject({ ok: true, value: { status: 'captured' } })
  })
})
