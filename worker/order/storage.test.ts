import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { without } from '../../shared/without.ts'
import { answerWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { OrderStorage } from './storage.ts'
import { acceptedAs, attempted, NOW, orderAfter } from './testing/examples.ts'
import {
  becomes,
  CHARGE,
  callBack,
  gatewayName,
  hostedOrder,
  kill,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, ScriptedGateway } from './testing/scripted-gateway.ts'
import { ScriptedLedger } from './testing/scripted-ledger.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

type Json = Record<string, unknown>

const stored = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.kv.get<Json>('order') ?? {})

/** Changes the stored row to one that another version of the edge would have written. */
const rewrite = (id: string, edit: (stored: Json & { state: Json }) => Json): Promise<void> =>
  kill(id, ({ kv }) => {
    const before = kv.get<Json & { state: Json }>('order') ?? expect.fail()
    kv.put('order', edit(structuredClone(before)))
  })

const news = { novelty: { of: 'a later version' } }
const marked = (list: unknown) => (list as Json[]).map((one) => ({ ...one, ...news }))

describe('a row of a later version', () => {
  it('keeps unknown members through the changes of this one', async () => {
    const terms = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved')
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'approved')
    gateway.on('return', acceptedReply('serial-2'))
    await orderOf(terms.id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    const later = { version: 2, at: 1, event: { type: 'teleported', ...news } }
    await rewrite(terms.id, ({ state, log, ...rest }) => ({
      ...rest,
      ...news,
      log: [...(log as Json[]), later],
      state: {
        ...state,
        ...news,
        attempts: marked(state.attempts),
        followUps: marked(state.followUps),
        transactions: marked(state.transactions),
      },
    }))

    gateway.reports('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
      'by-request-sn': 'serial-2',
    })
    await orderOf(terms.id).refresh()
    await becomes(terms.id, 'partially-returned')
    await callBack(terms.id)

    expect(await stored(terms.id)).toMatchObject({
      ...news,
      log: expect.arrayContaining([later]),
      state: {
        ...news,
        attempts: [news],
        followUps: [{ ...news, status: 'approved' }],
        transactions: [news, {}],
      },
    })
  })

  it('keeps unknown members of a duplicate refund', async () => {
    const ledger = new ScriptedLedger(gateway)
    ledger.refused = ['void', 'reversal']
    const id = await hostedOrder()
    await orderOf(id).cancel()
    ledger.charge('42', await gatewayName(id))
    const tries = async () =>
      ((await stored(id)).state as { reversals: { tries: number }[] }).reversals[0]?.tries
    await expect.poll(tries).toBeGreaterThan(0)
    await rewrite(id, ({ state, ...rest }) => ({
      ...rest,
      state: { ...state, reversals: marked(state.reversals), transactions: marked(state.transactions) },
    }))

    ledger.refused = []

    await expect.poll(async () => (await shown(id)).needsAttention).toBe(false)
    expect((await stored(id)).state).toMatchObject({
      reversals: [{ ...news, status: 'approved' }],
      transactions: [{ ...news, reversed: true }],
    })
  })
})

describe('a row of this version', () => {
  it('keeps the names that an earlier version reads: a chargeback stays one after a rollback', async () => {
    const id = await paidOrder(gateway)
    gateway.reports('approved', { 'transaction-type': 'chargeback' })
    await orderOf(id).refresh()
    await becomes(id, 'charged-back')

    const { state } = await stored(id)
    await kill(id)

    expect(state).toMatchObject({ aftermath: 'charged-back' })
    expect(state).not.toHaveProperty('laterOutcome')
    await becomes(id, 'charged-back')
  })
})

describe('a row of the first version', () => {
  it('is read: an order without the later lists goes on', async () => {
    const id = await hostedOrder()
    await rewrite(id, ({ state, log }) => {
      const first = without(state, 'followUps', 'cardRefs', 'reversals')
      return { state: first, log: (log as Json[]).map(({ at, event }) => ({ at, event })) }
    })

    gateway.reports('approved')
    await callBack(id)

    await becomes(id, 'approved')
    expect(await shown(id)).toMatchObject({ followUps: [], cardRefs: [], needsAttention: false })
  })

  it('joins an attempt without a digest, whatever the body', async () => {
    const id = await hostedOrder()

    const again = await orderOf(id).pay({
      key: 'key-1',
      method: 'hosted',
      ip: CHARGE.ip,
      bodyDigest: 'digest-1',
    })

    expect(again).toMatchObject({ ok: true })
    expect(gateway.requests).toHaveLength(1)
  })

  it('has the members that are empty now', () => {
    const { followUps, cardRefs, duplicateRefunds } = orderAfter(attempted('key-1'), acceptedAs('42'))

    expect([followUps, cardRefs, duplicateRefunds]).toEqual([[], [], []])
  })
})

describe('deliveries', () => {
  const written = (between: (storage: OrderStorage) => void) =>
    runInDurableObject(orderOf(crypto.randomUUID()), (_: Order, { storage: { kv, ...rest } }) => {
      const puts: string[] = []
      const put = (key: string, value: unknown) => {
        puts.push(key)
        kv.put(key, value)
      }
      const get = <Value>(key: string) => kv.get<Value>(key)
      const counted = { ...rest, kv: { get, put } } as unknown as DurableObjectStorage
      const storage = new OrderStorage(counted)
      storage.save(orderAfter(attempted('key-1')), undefined, { at: NOW, isStored: true })
      storage.queue = []
      between(storage)
      storage.persistDeliveries()
      return puts.length
    })
  const save = (isStored: boolean) => (storage: OrderStorage) =>
    storage.save(orderAfter(attempted('key-1'), acceptedAs('42')), undefined, { at: NOW, isStored })

  it.each<[string, number, (storage: OrderStorage) => void]>([
    ['are one row where nothing else is written', 2, () => {}],
    ['are no row of their own where a change is written after them', 2, save(true)],
    ['wait for the alarm where a change is in memory only, which it announces', 1, save(false)],
  ])('%s', async (_, rows, between) => {
    expect(await written(between)).toBe(rows)
  })
})
