import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import { answerWith, figuresOf, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import type { SentRequest } from './remarks.ts'
import {
  becomes,
  callBack,
  hostedOrder,
  kill,
  lasting,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
  storedText,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, ScriptedGateway } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'

const NOTE = 'Zoë rang:\nleave it with the neighbour at no. 7'
const SHIPMENT = { carrier: 'Post', parcel: 'JD0077', url: 'https://post.example.com/JD0077' }
const REQUEST: SentRequest = { key: 'the-first-parcel', by: 'shop server', shipment: SHIPMENT }

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...RECEIVER, ...lasting({ webhookDeadline: 10_000 }) })
})

afterEach(startOver)

const detailsOf = async (id: string) => (await shown(id)) as OrderDetails

const kindsOf = async (id: string) => (await detailsOf(id)).history.map(({ kind }) => kind)

const viewerSees = async (id: string, viewer: 'pay' | 'view') =>
  JSON.stringify(await orderOf(id).snapshot(viewer))

/** Whether a text occurs in anything that the merchant’s receiver got. */
const isPosted = (text: string) => JSON.stringify(receiver.received).includes(text)

const isDelivered = (id: string) =>
  expect
    .poll(() =>
      runInDurableObject(
        orderOf(id),
        (_: Order, { storage }) => storage.kv.get<{ queue: unknown[] }>('order')?.queue,
      ),
    )
    .toEqual([])

describe('a note about an order', () => {
  it('is read by the merchant alone, in no webhook and in no line of the history', async () => {
    const id = await paidOrder(gateway)

    const answer = await orderOf(id).keepNote(NOTE, 'shop server')
    await orderOf(id).resend()
    await expect.poll(() => receiver.types).toEqual(['order.approved', 'order.resent'])

    expect(answer).toMatchObject({ ok: true, value: { note: NOTE } })
    const details = await detailsOf(id)
    expect(details.note).toBe(NOTE)
    expect(details.history.filter(({ kind }) => kind === 'note-written')).toEqual([
      expect.objectContaining({ by: 'shop server' }),
    ])
    expect(JSON.stringify(details.history)).not.toContain('Zoë')
    for (const viewer of ['pay', 'view'] as const) expect(await viewerSees(id, viewer)).not.toContain('Zoë')
    expect(isPosted('Zoë')).toBe(false)
  })

  it('takes the place of the former one, and goes where it is empty', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).keepNote('first', 'shop server')
    await orderOf(id).keepNote('second', 'shop server')
    await kill(id)
    expect((await shown(id)).note).toBe('second')

    await orderOf(id).keepNote('', 'shop server')

    expect(await shown(id)).not.toHaveProperty('note')
    expect(await storedText(id)).not.toMatch(/first|second/)
  })

  it('writes nothing where it is repeated', async () => {
    const id = await paidOrder(gateway)
    await isDelivered(id)
    await orderOf(id).keepNote(NOTE, 'shop server')
    const { seq } = await shown(id)
    const { order: before } = figuresOf(id).rows

    await orderOf(id).keepNote(NOTE, 'shop server')

    expect([(await shown(id)).seq, figuresOf(id).rows.order]).toEqual([seq, before])
  })

  it('stays beside the gateway’s words on failures', async () => {
    const id = await hostedOrder()
    gateway.reports('declined', { 'error-message': 'Do not honour', 'error-code': '5' })
    await callBack(id)
    await becomes(id, 'declined')

    await orderOf(id).keepNote(NOTE, 'shop server')

    const order = await shown(id)
    expect(order.note).toBe(NOTE)
    expect(order.attempts[0]?.failure?.gatewayMessage).toBe('Do not honour')
  })

  it('is kept of an order that nobody has paid yet', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).open(terms)

    expect(await orderOf(terms.id).keepNote(NOTE, 'shop server')).toMatchObject({ value: { note: NOTE } })
    expect(await orderOf(crypto.randomUUID()).keepNote(NOTE, 'shop server')).toMatchObject({
      reason: { code: 'not-found' },
    })
  })

  it('is erased with the shopper’s data, and an erased order takes none', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).keepNote(NOTE, 'shop server')

    await orderOf(id).erase('office')

    expect(await storedText(id)).not.toContain('Zoë')
    expect(await orderOf(id).keepNote(NOTE, 'shop server')).toMatchObject({
      ok: false,
      reason: { code: 'follow-up-impossible' },
    })
    expect(await storedText(id)).not.toContain('Zoë')
  })
})

describe('an order whose goods were sent', () => {
  it('says so to its merchant, with the parcel, also after its object died', async () => {
    const id = await paidOrder(gateway)

    const answer = await orderOf(id).noteSent(REQUEST)
    await kill(id)

    expect(answer).toMatchObject({ ok: true, value: { sentAt: expect.any(String), shipment: SHIPMENT } })
    const details = await detailsOf(id)
    expect(details).toMatchObject({ sentAt: answer.ok ? answer.value.sentAt : '', shipment: SHIPMENT })
    expect(details.history.at(-1)).toMatchObject({
      kind: 'order-sent',
      shipment: SHIPMENT,
      by: 'shop server',
    })
  })

  it('tells webhooks the time alone, and the shopper nothing of the parcel', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).noteSent(REQUEST)
    await orderOf(id).resend()
    await expect.poll(() => receiver.types).toEqual(['order.approved', 'order.resent'])

    expect(receiver.received.at(-1)?.data.order.sentAt).toBe((await shown(id)).sentAt)
    expect(isPosted('JD0077')).toBe(false)
    for (const viewer of ['pay', 'view'] as const)
      expect(await viewerSees(id, viewer)).not.toContain('JD0077')
  })

  it('was sent once per key, and a late repeat of the first key undoes no correction', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).noteSent(REQUEST)
    const { sentAt } = await shown(id)
    await orderOf(id).noteSent(REQUEST)
    await orderOf(id).noteSent({ key: 'the-right-parcel', by: 'shop server', shipment: { parcel: 'JD0078' } })
    await orderOf(id).noteSent(REQUEST)

    expect(await shown(id)).toMatchObject({ sentAt, shipment: { parcel: 'JD0078' } })
    expect((await kindsOf(id)).filter((kind) => kind === 'order-sent')).toHaveLength(2)
  })

  it('refuses the same key with another parcel', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).noteSent(REQUEST)

    expect(await orderOf(id).noteSent({ ...REQUEST, shipment: { parcel: 'JD0078' } })).toMatchObject({
      reason: { code: 'key-reused' },
    })
    expect(await shown(id)).toMatchObject({ shipment: SHIPMENT })
  })

  it('was paid or is on hold: nothing else is sent', async () => {
    const held = await paidOrder(gateway, { intent: 'preauth' })
    const unpaid = await hostedOrder()

    expect(await orderOf(held).noteSent(REQUEST)).toMatchObject({ ok: true })
    expect(await orderOf(unpaid).noteSent(REQUEST)).toMatchObject({
      reason: { code: 'follow-up-impossible' },
    })
    expect(await shown(unpaid)).not.toHaveProperty('sentAt')
  })

  it('forgets the parcel with the shopper’s data, and keeps that it was sent', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).noteSent(REQUEST)

    await orderOf(id).erase('office')

    expect(await storedText(id)).not.toContain('JD0077')
    expect(await shown(id)).toMatchObject({ sentAt: expect.any(String) })
    expect(await kindsOf(id)).toContain('order-sent')
    expect(await orderOf(id).noteSent(REQUEST)).toMatchObject({ ok: true })
    expect(await orderOf(id).noteSent({ ...REQUEST, key: 'after-the-erasure' })).toMatchObject({ ok: false })
    expect(await storedText(id)).not.toContain('JD0077')
  })
})

describe('the reason of a refund', () => {
  it('is read by the merchant, in no webhook, and erased', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await orderOf(id).followUp({
      kind: 'return',
      key: 'f-1',
      amount: '5.00',
      currency: 'EUR',
      comment: 'a broken cup',
    })
    gateway.reports('approved', {
      ...{ 'transaction-type': 'reversal', amount: '5.00' },
      ...{ 'total-reversal-amount': '5.00', 'by-request-sn': 'serial-2' },
    })
    await becomes(id, 'partially-returned')
    await expect.poll(() => receiver.types).toContain('follow-up.settled')

    const details = await detailsOf(id)
    expect(details.followUps[0]?.comment).toBe('a broken cup')
    expect(JSON.stringify(details.history)).not.toContain('broken')
    expect(isPosted('broken')).toBe(false)

    await orderOf(id).erase('office')
    expect(await storedText(id)).not.toContain('broken')
    expect(JSON.stringify(await detailsOf(id))).not.toContain('broken')
  })
})
