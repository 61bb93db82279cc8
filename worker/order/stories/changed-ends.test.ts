/** The end of a payment request is changed while its link is with somebody. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import { becomes, callBack, hostedOrder, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { ScriptedGateway } from '../testing/scripted-gateway.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const alarmOf = (id: string) => runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.getAlarm())

/** The platform wakes the object, whose alarm may have been set for another end. */
async function rings(id: string, at: number) {
  vi.setSystemTime(at)
  await evictDurableObject(orderOf(id))
  await runInDurableObject(orderOf(id), (order: Order) => order.alarm())
}

let count = 0

async function endsAt(id: string, expiresAt: number) {
  count += 1
  const answer = await orderOf(id).changeExpiry({ key: `another-end-${count}`, by: 'till', expiresAt })
  expect(answer.ok).toBe(true)
}

async function openRequest(end: number) {
  const terms = serverTerms({ isRequest: true, hasLink: true, openedAt: Date.now(), expiresAt: end })
  await orderOf(terms.id).open(terms)
  await expect.poll(() => alarmOf(terms.id)).toBe(end)
  return terms.id
}

const statusOf = async (id: string) => (await shown(id)).status

describe('a payment request whose end is changed', () => {
  it('to earlier ends by an alarm of that time', async () => {
    const now = Date.now()
    const id = await openRequest(now + HOUR)

    await endsAt(id, now + HOUR / 2)

    await expect.poll(() => alarmOf(id)).toBe(now + HOUR / 2)
    await rings(id, now + HOUR / 2)
    expect(await statusOf(id)).toBe('expired')
  })

  it('to later is not ended by the alarm of its former end, which sets that of the new one', async () => {
    const now = Date.now()
    const id = await openRequest(now + HOUR)

    await endsAt(id, now + 3 * HOUR)

    await rings(id, now + HOUR)
    expect(await statusOf(id)).toBe('open')
    expect(await alarmOf(id)).toBe(now + 3 * HOUR)
    await rings(id, now + 3 * HOUR)
    expect(await statusOf(id)).toBe('expired')
  })

  it('leaves an attempt that is under way alone, which is paid after the end', async () => {
    const now = Date.now()
    const id = await hostedOrder({ isRequest: true, hasLink: true, openedAt: now, expiresAt: now + HOUR })
    const { attempts } = await shown(id)
    const { length } = gateway.received

    await endsAt(id, now + 2 * MINUTE)

    expect((await shown(id)).attempts).toEqual(attempts)
    expect(gateway.received).toHaveLength(length)
    gateway.reports('approved')
    vi.setSystemTime(now + 3 * MINUTE)
    await callBack(id)
    await becomes(id, 'approved')
    expect((await shown(id)).attempts).toHaveLength(1)
  })
})
