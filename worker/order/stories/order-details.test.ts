/** One order with its history, as a merchant key reads it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetails } from '../../../shared/order-history.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import {
  CHARGE,
  callBack,
  hostedOrder,
  kill,
  orderOf,
  paidOrder,
  serverTerms,
  storedText,
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(startOver)

async function details(id: string): Promise<OrderDetails> {
  const snapshot = await orderOf(id).snapshot('merchant')
  return snapshot?.order as OrderDetails
}

const kinds = async (id: string) => (await details(id)).history.map(({ kind }) => kind)

/** The events that name a merchant key, with that name. */
const actors = async (id: string) =>
  (await details(id)).history.flatMap(({ kind, by }) => (by === undefined ? [] : [[kind, by]]))

const cardKept = () =>
  Response.json({ type: 'create-card-ref-response', status: 'approved', 'card-ref-id': '11' })

describe('an order with its history', () => {
  it('tells what the gateway, the shopper and the edge did, and that the merchant was notified', async () => {
    const id = await hostedOrder()
    gateway.reports('approved')
    await callBack(id)
    await expect.poll(async () => (await details(id)).status).toBe('approved')
    await expect.poll(() => receiver.received.length).toBe(1)

    await expect
      .poll(async () => (await details(id)).history.at(-1)?.deliveries)
      .toEqual([{ channel: 'webhook', status: 'delivered', at: expect.any(String), httpStatus: 200 }])
    const { history } = await details(id)
    expect(history.map(({ kind }) => kind)).toEqual([
      'order-opened',
      'attempt-sent',
      'attempt-accepted',
      'callback-received',
      'gateway-reported',
      'merchant-notified',
    ])
    expect(history.at(-2)).toMatchObject({ status: 'approved', amount: '12.50', orderStatus: 'approved' })
    expect(history.at(-1)).toMatchObject({ notification: 'order.approved' })
  })

  it('survives the death of its object', async () => {
    const id = await paidOrder(gateway)
    const before = await kinds(id)

    await kill(id)

    expect(await kinds(id)).toEqual(before)
  })

  it('shows a refund and who is still to be told of it', async () => {
    const id = await paidOrder(gateway)
    receiver.onWebhook(() => new Response(null, { status: 503 }))
    gateway.on('return', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'return', key: 'f-1' })
    gateway.reports('approved', { 'transaction-type': 'reversal', 'total-reversal-amount': '12.50' })
    await orderOf(id).refresh()

    await expect.poll(async () => (await details(id)).status).toBe('returned')
    const { history } = await details(id)
    expect(history).toContainEqual(
      expect.objectContaining({ kind: 'follow-up-sent', operation: 'return', amount: '12.50', followUp: 1 }),
    )
    expect(history.filter(({ notification }) => notification === 'order.returned')).toMatchObject([
      { deliveries: [{ channel: 'webhook', status: 'pending' }] },
    ])
  })

  it('names the merchant key of everything that was done with one', async () => {
    const id = await paidOrder(gateway)
    gateway.on('create-card-ref', cardKept)
    gateway.on('return', acceptedReply('serial-2'))

    await orderOf(id).createCardReference('v2', 'shop server')
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', by: 'till' })
    gateway.reports('approved', { 'transaction-type': 'reversal', 'total-reversal-amount': '12.50' })
    await orderOf(id).refresh()
    await orderOf(id).resend('support')
    await orderOf(id).erase('privacy officer')

    expect(await actors(id)).toEqual([
      ['card-kept', 'shop server'],
      ['follow-up-sent', 'till'],
      ['notifications-resent', 'support'],
      ['personal-data-erased', 'privacy officer'],
    ])
  })

  it('names the merchant key that paid out', async () => {
    const terms = serverTerms()
    gateway.on('payout', acceptedReply('serial-1'))
    await orderOf(terms.id).charge(terms, { ...CHARGE, by: 'paymaster' })

    expect(await actors(terms.id)).toEqual([['attempt-sent', 'paymaster']])
  })

  it('names no key where the shopper paid, or an older version did not tell it', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).followUp({ kind: 'void', key: 'f-1' })
    await orderOf(id).erase()

    expect(await actors(id)).toEqual([])
  })

  it('says why a person has to look at it', async () => {
    const id = await paidOrder(gateway)
    expect(await details(id)).toMatchObject({ attention: [], needsAttention: false, chargebacks: [] })
    gateway.reports('declined')

    await orderOf(id).refresh()

    expect(await details(id)).toMatchObject({ attention: ['outcome-unknown'], needsAttention: true })
  })

  it('dates a chargeback', async () => {
    const id = await paidOrder(gateway)
    const before = Date.now()
    gateway.reports('approved', { 'transaction-type': 'chargeback' })
    await orderOf(id).refresh()

    const { chargebacks } = await details(id)

    expect(chargebacks).toEqual([{ at: expect.any(String), amount: '12.50' }])
    expect(Date.parse(chargebacks[0]?.at ?? '')).toBeGreaterThanOrEqual(before)
  })

  it('shows no personal data, also of the part that is stored', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).followUp({ kind: 'void', key: 'f-1', comment: 'Ann was unhappy' })

    expect(await storedText(id)).toContain('a@example.com')
    expect(JSON.stringify((await details(id)).history)).not.toMatch(/a@example\.com|Ann|192\.|4111/)
  })

  it('is for the merchant alone', async () => {
    const id = await paidOrder(gateway)

    for (const viewer of ['pay', 'view'] as const) {
      const snapshot = await orderOf(id).snapshot(viewer)
      for (const member of ['history', 'attention', 'chargebacks', 'hold'])
        expect(snapshot?.order).not.toHaveProperty(member)
    }
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    expect(JSON.stringify(receiver.received)).not.toContain('"history"')
  })
})
