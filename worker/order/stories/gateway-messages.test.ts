/** The gateway's messages about failures are for the merchant's own server, and are erased with the shopper's data. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import { messageChange, ofAttempt } from '../model/gateway-messages.ts'
import type { Order } from '../order.ts'
import { attempted, orderAfter, reported, takenAs } from '../testing/examples.ts'
import {
  becomes,
  CHARGE,
  kill,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
  storedText,
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

/** As a gateway may quote a holder whom this request did not name. */
const WORDS = 'the card of Mr Quistgaard is blocked'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(startOver)

type Json = Record<string, unknown>

const storedUnder = (id: string, key: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => JSON.stringify(storage.kv.get(key) ?? null))

const posted = () => JSON.stringify(receiver.received)

async function declined(): Promise<string> {
  const terms = serverTerms()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('declined', { 'error-code': '7', 'error-message': WORDS })
  await orderOf(terms.id).charge(terms, CHARGE)
  await becomes(terms.id, 'declined')
  await expect.poll(() => receiver.types).toContain('order.declined')
  return terms.id
}

async function refused(): Promise<string> {
  const terms = serverTerms()
  gateway.on('sale', refusedReply('7', WORDS))
  gateway.onStatus(refusedReply('9'))
  await orderOf(terms.id).charge(terms, CHARGE)
  await expect.poll(() => receiver.types).toContain('order.error')
  return terms.id
}

async function notReturned(): Promise<string> {
  const id = await paidOrder(gateway)
  gateway.on('return', refusedReply('7', WORDS))
  await orderOf(id).followUp({ kind: 'return', key: 'follow-1' })
  await expect.poll(() => receiver.types).toContain('follow-up.settled')
  return id
}

describe.each([
  ['a decline', declined],
  ['a refusal', refused],
  ['a refused return', notReturned],
])('the gateway’s message about %s', (_, happens) => {
  it('is shown to the merchant’s server only', async () => {
    const id = await happens()

    expect(JSON.stringify(await shown(id))).toContain(`"gatewayMessage":"${WORDS}"`)
    expect(
      JSON.stringify([await orderOf(id).snapshot('pay'), await orderOf(id).snapshot('view')]),
    ).not.toContain('Quistgaard')
    expect(posted()).toContain('"gatewayCode":"7"')
    expect(posted()).not.toContain('Quistgaard')
  })

  it('is stored in one place, which is erased with the shopper’s data', async () => {
    const id = await happens()

    expect(await storedUnder(id, 'order')).not.toContain('Quistgaard')
    expect(await storedText(id)).toContain('Quistgaard')
    await orderOf(id).erase()
    expect(await storedText(id)).not.toContain('Quistgaard')
    expect(JSON.stringify(await shown(id))).not.toContain('gatewayMessage')
  })

  it('is not sent when the merchant asks for the notifications again', async () => {
    const id = await happens()

    await orderOf(id).resend()
    await expect.poll(() => receiver.types).toContain('order.resent')

    expect(posted()).not.toContain('Quistgaard')
  })

  it('is not stored after the shopper’s data was erased', async () => {
    const id = await happens()
    await orderOf(id).erase()

    gateway.on('void', refusedReply('7', WORDS))
    gateway.on('return', refusedReply('7', WORDS))
    await orderOf(id).followUp({ kind: 'return', key: 'follow-9' })

    expect(await storedText(id)).not.toContain('Quistgaard')
  })
})

describe('an order of the version before', () => {
  /** Puts the gateway's messages where that version stored them: with the order, in its log, and in the queue. */
  const asBefore = (id: string, isErased = false) =>
    kill(id, ({ kv }) => {
      const { version: _, ...order } = kv.get<Json & { state: Json; log: Json[] }>('order') ?? expect.fail()
      const error = { code: 'declined', gatewayCode: '5204740009900014', gatewayMessage: WORDS }
      const [attempt] = order.state.attempts as Json[]
      const attempts = [{ ...attempt, error }]
      const pending = { id: 'p.1', type: 'order.declined', by: 'mail', at: 1, since: 1, isGivenUp: true }
      kv.put('order', {
        ...order,
        version: 1,
        state: { ...order.state, attempts },
        log: [
          ...order.log,
          { version: 1, at: 1, event: { type: 'reported', report: { errorMessage: WORDS } } },
        ],
        queue: [{ ...pending, order: { id, attempts: [{ failure: error }] } }],
      })
      kv.delete('messages')
      if (isErased) kv.delete('personal')
    })

  it('shows the merchant the message, and moves it to where it can be erased, before anything else happens', async () => {
    const id = await declined()
    await asBefore(id)

    const { attempts } = await shown(id)

    expect(attempts).toMatchObject([{ failure: { code: 'declined', gatewayMessage: WORDS } }])
    expect(attempts[0]?.failure).not.toHaveProperty('gatewayCode')
    expect(await storedUnder(id, 'order')).not.toMatch(/Quistgaard|5204740009900014/)
    expect(await storedUnder(id, 'messages')).toContain('Quistgaard')
    await orderOf(id).erase()
    expect(await storedText(id)).not.toContain('Quistgaard')
  })

  it('loses the message where the shopper’s data was erased', async () => {
    const id = await declined()
    await asBefore(id, true)

    expect(JSON.stringify(await shown(id))).not.toContain('Quistgaard')
    expect(await storedText(id)).not.toContain('Quistgaard')
  })
})

describe('messageChange', () => {
  const before = orderAfter(attempted('key-1', 'card'), takenAs('42'))
  const failed = orderAfter(attempted('key-1', 'card'), takenAs('42'), reported('declined'))

  it('keeps a message with its failure', () => {
    const change = { before, after: failed }

    expect(messageChange(change, 'no')?.({})).toEqual({ [ofAttempt(1)]: 'no' })
  })

  it('forgets it when the failure is another, or none', () => {
    const known = { [ofAttempt(1)]: 'no', [ofAttempt(2)]: 'never' }

    expect(messageChange({ before: failed, after: before }, undefined)?.(known)).toEqual({
      [ofAttempt(2)]: 'never',
    })
  })

  it('says nothing where no failure changed', () => {
    expect(messageChange({ before: failed, after: failed }, 'something else')).toBeUndefined()
  })
})
