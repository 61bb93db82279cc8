import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import {
  becomes,
  CHARGE,
  callBack,
  gatewayName,
  kill,
  lasting,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import {
  acceptedReply,
  refusedReply,
  ScriptedGateway,
  silence,
  statusReply,
} from '../testing/scripted-gateway.ts'

const UNKNOWN_ORDER = '7'

/** Settings of a gateway whose code for an unknown order is set. */
const KNOWING = { GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: [UNKNOWN_ORDER] }) }

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.onStatus(refusedReply(UNKNOWN_ORDER))
  gateway.on('sale', refusedReply('39'))
  answerWith(gateway.fetch)
  setWith(KNOWING)
})

afterEach(startOver)

/** An order whose charge is refused. */
async function charged(): Promise<string> {
  const terms = serverTerms()
  await orderOf(terms.id).open(terms, CHARGE.customer)
  await pay(terms.id, 'key-1')
  return terms.id
}

const pay = (id: string, key: string) =>
  orderOf(id).pay({ key, method: 'card', ip: CHARGE.ip, details: CHARGE.details })

/** In the media type of the specification, whatever its fields. */
const refusesBare = (text: string) => () =>
  new Response(text, { status: 400, headers: { 'Content-Type': 'application/vnd.pay+json; charset=utf-8' } })

/** Says that it does not know an order, and names one all the same. */
const refusing = (names: Record<string, string>) => () =>
  Response.json({ type: 'validation-error', 'error-code': UNKNOWN_ORDER, ...names }, { status: 400 })

describe('a charge that was refused', () => {
  it.each([
    ['with a type', refusedReply('39')],
    ['with a code and a message', refusesBare('{"error-code":"39","error-message":"no"}')],
    ['with a message of another name', refusesBare('{"message":"no"}')],
    ['without a word', refusesBare('')],
  ])('%s may be paid again once the gateway knows of nothing', async (_, answer) => {
    gateway.on('sale', answer)
    const id = await charged()

    await becomes(id, 'error')

    expect(new Set(gateway.statusRequests.map((body) => body.get('client_orderid')))).toEqual(
      new Set([await gatewayName(id)]),
    )
    gateway.on('sale', acceptedReply('serial-2'))
    gateway.reports('approved')
    expect(await pay(id, 'key-2')).toMatchObject({ ok: true })
    await becomes(id, 'approved')
  })

  it('and was carried out before is followed, and no second attempt starts', async () => {
    gateway.reports('approved')
    const id = await charged()

    await becomes(id, 'approved')

    expect(await pay(id, 'key-2')).toMatchObject({ ok: false, reason: { code: 'order-final' } })
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it.each([
    ['is silent', silence],
    ['answers with a page', () => new Response('<html>', { status: 200 })],
    ['has failed', () => Response.json({ type: 'error', 'error-code': '99' }, { status: 500 })],
    ['says no for another reason', refusedReply('90')],
    ['reports another order', statusReply('approved', { 'merchant-order-id': 'other' })],
    ['knows nothing of another order', refusing({ 'merchant-order-id': 'other' })],
    ['names a transaction in an error', refusing({ 'paynet-order-id': '42', 'error-message': 'busy' })],
  ])('stays in doubt while the gateway %s', async (_, answer) => {
    setWith({ ...KNOWING, ...lasting({ requestDeadline: 200 }) })
    gateway.onStatus(answer)
    const id = await charged()

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(1)

    expect(await pay(id, 'key-2')).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
    gateway.onStatus(refusedReply(UNKNOWN_ORDER))
    await becomes(id, 'error')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it.each([
    ['two answers that lie apart', KNOWING, UNKNOWN_ORDER],
    [
      'two errors that lie apart where the code of an unknown order is not set',
      { GATEWAY_PROFILE: '{}' },
      '90',
    ],
  ])('needs %s', async (_, profile, code) => {
    setWith(profile)
    gateway.onStatus(refusedReply(code))

    const id = await charged()

    expect((await shown(id)).status).toBe('processing')
    await becomes(id, 'error')
  })

  it('is never confirmed by answers that the status request is not allowed', async () => {
    setWith({ GATEWAY_PROFILE: '{}' })
    gateway.onStatus(() => Response.json({ type: 'error', 'error-code': '90' }, { status: 403 }))

    const id = await charged()

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(3)
    expect((await shown(id)).status).toBe('processing')
  })

  it.each([
    ['another order', { 'merchant-order-id': 'other' }],
    ['a transaction', { 'paynet-order-id': '42', 'error-message': 'busy' }],
  ])('is never confirmed by errors that name %s, where no code is set', async (_, names) => {
    setWith({ GATEWAY_PROFILE: '{}' })
    gateway.onStatus(refusing(names))

    const id = await charged()

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(3)
    expect((await shown(id)).status).toBe('processing')
  })

  it('of a payout is never confirmed by errors', async () => {
    setWith({ GATEWAY_PROFILE: '{}' })
    gateway.onStatus(refusedReply('90'))
    gateway.on('payout', refusedReply('39'))
    const terms = serverTerms({ intent: 'payout', methods: ['payout-card'] })

    await orderOf(terms.id).charge(terms, { ...CHARGE, method: 'payout-card' })

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(3)
    expect((await shown(terms.id)).status).toBe('processing')
  })

  it('and was named by a callback before is followed, and no second attempt starts', async () => {
    const named = Promise.withResolvers<void>()
    gateway.on('sale', async () => {
      await named.promise
      return refusedReply('39')()
    })
    const terms = serverTerms()
    await orderOf(terms.id).open(terms, CHARGE.customer)
    const paying = pay(terms.id, 'key-1')
    await expect.poll(() => gateway.sent('sale').length).toBe(1)
    await callBack(terms.id)
    named.resolve()
    await paying
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(1)

    expect(await pay(terms.id, 'key-2')).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
  })

  it('and is reported late is found', async () => {
    const id = await charged()
    await becomes(id, 'error')

    gateway.reports('approved')

    await becomes(id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it.each([
    ['is silent', silence],
    ['fails', () => new Response('', { status: 502 })],
    ['answers about another order', statusReply('approved', { 'merchant-order-id': 'order-of-others' })],
  ])('and is reported late is found, though the gateway %s at the later look', async (_, answer) => {
    setWith({ ...KNOWING, ...lasting({ requestDeadline: 100 }) })
    const id = await charged()
    await becomes(id, 'error')

    // The first question comes at once, the second is the later look.
    const before = gateway.statusRequests.length
    gateway.onStatus(answer)
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)
    gateway.reports('approved')

    await becomes(id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('of a payout has a later look as well', async () => {
    gateway.on('payout', refusedReply('39'))
    const terms = serverTerms({ intent: 'payout', methods: ['payout-card'] })
    await orderOf(terms.id).charge(terms, { ...CHARGE, method: 'payout-card' })
    await becomes(terms.id, 'error')

    gateway.reports('approved', { 'transaction-type': 'payout' })

    await becomes(terms.id, 'approved')
  })

  it('is polled by the alarm where the object died before', async () => {
    gateway.reports('approved')
    gateway.onStatus(silence)
    const id = await charged()
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
    gateway.reports('approved')

    await kill(id)

    await becomes(id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('is reported to a merchant’s server in the answer', async () => {
    const terms = serverTerms()

    expect(await orderOf(terms.id).charge(terms, CHARGE)).toMatchObject({
      ok: false,
      reason: { code: 'gateway-refused', gatewayCode: '39' },
    })
  })
})

describe('a refused follow-up', () => {
  const giveBack = (id: string, key: string) =>
    orderOf(id).followUp({ kind: 'return', key, amount: '5.00', currency: 'EUR' })

  it('that was carried out before is done, and is not repeated', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', () => {
      gateway.reports('approved', {
        'transaction-type': 'reversal',
        amount: '5.00',
        'total-reversal-amount': '5.00',
      })
      return refusedReply('39')()
    })

    expect(await giveBack(id, 'key-r')).toMatchObject({ ok: true, value: { returned: '5.00' } })

    expect(await giveBack(id, 'key-r')).toMatchObject({ ok: true })
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('blocks others while the gateway is silent, and has failed once the gateway knows no such request', async () => {
    setWith(lasting({ requestDeadline: 200 }))
    const id = await paidOrder(gateway)
    gateway.on('return', () => {
      gateway.onStatus(silence)
      return refusedReply('39')()
    })

    expect(await giveBack(id, 'key-r')).toMatchObject({
      ok: true,
      value: { followUps: [{ status: 'processing' }] },
    })
    expect(await giveBack(id, 'key-s')).toMatchObject({ ok: false, reason: { code: 'follow-up-in-flight' } })

    gateway.reports('approved')
    await expect.poll(async () => (await shown(id)).followUps[0]?.status).toBe('error')
  })
})

describe('a refused void of a duplicate charge', () => {
  /** A charge that was approved after its shopper had cancelled, and whose void is refused. */
  async function refusedVoid(after: Record<string, string>): Promise<string> {
    const terms = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.on('return', acceptedReply('serial-r'))
    gateway.on('void', () => {
      gateway.reports('approved', after)
      return refusedReply('39')()
    })
    gateway.reports('processing', {
      'tds-status': 'challenge',
      'acs-url': 'http://bank.localhost/acs',
      creq: 'e30',
    })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'challenge')
    await orderOf(terms.id).cancel()
    gateway.reports('approved')
    await callBack(terms.id)
    await expect.poll(() => gateway.sent('void').length).toBeGreaterThan(0)
    return terms.id
  }

  const isBack = async (id: string) => (await shown(id)).transactions[0]?.reversed

  it('that was carried out before leads to no return', async () => {
    const id = await refusedVoid({ 'transaction-type': 'void' })

    await expect.poll(() => isBack(id)).toBe(true)
    expect(gateway.sent('return')).toEqual([])
  })

  it('that was accepted before leads to no return while it is under way', async () => {
    const underWay = { 'transaction-type': 'void', status: 'processing', 'by-request-sn': 'serial-v' }
    const id = await refusedVoid(underWay)
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)
    expect(gateway.sent('return')).toEqual([])

    gateway.reports('approved', { ...underWay, status: 'approved' })

    await expect.poll(() => isBack(id)).toBe(true)
    expect(gateway.sent('return')).toEqual([])
  })
})
