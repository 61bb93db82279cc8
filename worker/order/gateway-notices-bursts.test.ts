/** Bursts: delayed notices of a gateway, forged ones of a stranger, and impatient shops. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import {
  becomes,
  CARD,
  CHARGE,
  callBack,
  hostedOrder,
  kill,
  lasting,
  orderOf,
  serverTerms,
  shown,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, ScriptedGateway } from './testing/scripted-gateway.ts'

const BURST = 200
/** A handful. */
const FEW = 8

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
  // No poll falls into a burst, which on a slow machine is long.
  setWith(lasting({ activeEvery: 60_000, waitingAfter: [60_000], catchUpAfter: 60_000 }))
})

afterEach(startOver)

/** Counts the rows that the order's object writes from now on. */
const countRows = (id: string) => {
  const counter = { rows: 0 }
  return runInDurableObject(orderOf(id), (_: Order, { storage }) => {
    for (const [target, name] of [
      [storage.kv, 'put'],
      [storage, 'setAlarm'],
    ] as const) {
      const write = Reflect.get(target, name)
      Reflect.set(target, name, (...given: unknown[]) => {
        counter.rows += 1
        return write.apply(target, given)
      })
    }
    return counter
  })
}

const many = (notice: (turn: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: BURST }, (_, turn) => notice(turn)))

describe('two hundred callbacks at the same time', () => {
  it('cost a handful of status requests and rows while the order is open', async () => {
    const id = await hostedOrder()
    const counter = await countRows(id)
    const { length } = gateway.statusRequests
    gateway.reports('approved')

    await many(() => callBack(id))
    await becomes(id, 'approved')

    expect(gateway.statusRequests.length - length).toBeLessThanOrEqual(FEW)
    expect(counter.rows).toBeLessThanOrEqual(FEW)
  })

  it('cost nothing right after the gateway has reported the payment', async () => {
    const id = await hostedOrder()
    gateway.reports('approved')
    await callBack(id)
    await becomes(id, 'approved')
    const counter = await countRows(id)
    const { length } = gateway.statusRequests

    await many(() => callBack(id))

    expect(gateway.statusRequests.length - length).toBe(0)
    expect(counter.rows).toBe(0)
  })

  it('cost a handful long after it was paid', async () => {
    const id = await hostedOrder()
    gateway.reports('approved')
    await callBack(id)
    await becomes(id, 'approved')
    await kill(id, paidLongAgo)
    const counter = await countRows(id)
    const { length } = gateway.statusRequests

    await many(() => callBack(id))
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length)

    expect(gateway.statusRequests.length - length).toBeLessThanOrEqual(FEW)
    expect(counter.rows).toBeLessThanOrEqual(FEW)
  })

  it('cost a handful where all are forged', async () => {
    const id = await hostedOrder()
    const counter = await countRows(id)
    const { length } = gateway.statusRequests

    await many((turn) =>
      orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields: { orderid: String(turn) } }),
    )
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length)

    expect(gateway.statusRequests.length - length).toBeLessThanOrEqual(FEW)
    expect(counter.rows).toBeLessThanOrEqual(FEW)
  })

  it('hide no notice of another transaction', async () => {
    const id = await hostedOrder()

    await many((turn) => callBack(id, turn === BURST - 1 ? '77' : '42'))

    const stored = await runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.kv.get('order'))
    expect(stored).toMatchObject({ state: { foreign: [{ id: '77' }] } })
    expect((await shown(id)).needsAttention).toBe(true)
  })
})

/** As if the gateway had reported the approval hours before. */
function paidLongAgo({ kv }: DurableObjectStorage): void {
  const kept = kv.get<{ state: { attempts: { decidedAt: number }[] } }>('order') ?? expect.fail()
  const attempts = kept.state.attempts.map((attempt) => ({ ...attempt, decidedAt: 1 }))
  kv.put('order', { ...kept, state: { ...kept.state, attempts } })
}

describe('two requests of the same key and body, with different cards,', () => {
  it('join the attempt of the first: a card is never compared', async () => {
    const { bodyDigest: _, ...terms } = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    await orderOf(terms.id).open(terms, CHARGE.customer)
    const request = { key: 'key-1', method: 'card', ip: CHARGE.ip, bodyDigest: 'digest-1' } as const
    const other = { ...CARD, number: '5555555555554444' }

    const answers = await Promise.all(
      [CARD, other].map((card) => orderOf(terms.id).pay({ ...request, details: { card } })),
    )
    const changed = await orderOf(terms.id).pay({
      ...request,
      bodyDigest: 'digest-2',
      details: { card: CARD },
    })

    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(changed).toMatchObject({ ok: false, reason: { code: 'key-reused' } })
    await expect
      .poll(() => gateway.sent('sale').map((body) => body.get('credit_card_number')))
      .toEqual([CARD.number])
  })
})
