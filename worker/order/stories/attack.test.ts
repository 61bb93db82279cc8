/** An attack on the edge: its merchant gets one message when it begins and one when it is over. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tally } from '../../limits/tally.ts'
import { answerWith } from '../../testing/edge.ts'
import { edgeTally, limited } from '../testing/limits.ts'
import { startOver } from '../testing/platform.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

const MINUTE = 60_000

let receiver: ScriptedReceiver

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(fetch))
  limited({}, RECEIVER)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

const cardsFail = (bad: number) => edgeTally().note({ bad, good: 0 })

/** Runs the alarm, as the platform would. @returns When the next one is. */
const rings = () =>
  runInDurableObject(edgeTally(), async (tally: Tally, { storage }) => {
    await tally.alarm()
    return storage.getAlarm()
  })

describe('the merchant', () => {
  it('gets one message when an attack begins, and one when it is over', async () => {
    const since = new Date().toISOString()
    for (let time = 0; time < 6; time += 1) await cardsFail(40)

    await expect.poll(() => receiver.received).toHaveLength(1)
    expect(receiver.received[0]).toMatchObject({
      type: 'attack.began',
      timestamp: since,
      data: { attack: { since, failures: 120, cardsForOffers: 'off' } },
    })
    passes(20 * MINUTE)
    await rings()
    await expect.poll(() => receiver.types).toEqual(['attack.began', 'attack.ended'])
    expect(receiver.received).toHaveLength(2)
  })

  it('gets it by the alarm where the receiver failed', async () => {
    receiver.onWebhook(() => new Response(null, { status: 503 }))
    await cardsFail(120)
    await expect.poll(() => receiver.received).toHaveLength(1)
    receiver.onWebhook(() => new Response())
    passes(MINUTE)

    await rings()

    expect(receiver.received.map(({ id }) => id)).toEqual([
      receiver.received[0]?.id,
      receiver.received[0]?.id,
    ])
    passes(MINUTE)
    await rings()
    expect(receiver.received).toHaveLength(2)
  })

  it('gets it at each of several endpoints that take it, though one of them is dead', async () => {
    const endpoint = (host: string, events?: readonly string[]) => ({
      ...{ url: `https://${host}.example.com/in`, secret: `whsec_${btoa(host.padEnd(32, '.'))}` },
      ...(events && { events }),
    })
    const got: string[] = []
    answerWith(async (input) => {
      got.push(String(input))
      return new Response(null, { status: got.length === 1 ? 503 : 200 })
    })
    const endpoints = [endpoint('dead'), endpoint('books', ['order.approved']), endpoint('shop')]
    limited({}, { WEBHOOKS: JSON.stringify(endpoints) })

    await cardsFail(120)

    await expect.poll(() => got).toEqual(['https://dead.example.com/in', 'https://shop.example.com/in'])
    passes(MINUTE)
    await rings()
    expect(got.slice(2)).toEqual(['https://dead.example.com/in'])
  })

  it('gets no message while few cards fail', async () => {
    await cardsFail(119)

    expect(await edgeTally().offUntil()).toBe(0)
    expect(receiver.received).toEqual([])
  })
})

describe('the tally', () => {
  it('keeps an attack through the end of its object', async () => {
    await cardsFail(120)
    await runInDurableObject(edgeTally(), async (_: Tally, ctx) => {
      await ctx.storage.sync()
      ctx.abort('as if it began')
    }).catch(() => undefined)

    expect(await edgeTally().offUntil()).toBeGreaterThan(Date.now())
  })

  it('erases itself when nothing of it counts any more', async () => {
    await cardsFail(1)
    passes(62 * MINUTE)

    expect(await rings()).toBeNull()
    const rows = await runInDurableObject(edgeTally(), (_: Tally, { storage }) => [...storage.kv.list()])
    expect(rows).toEqual([])
  })

  it('switches cards on again by its own alarm', async () => {
    await cardsFail(120)
    const alarm = await runInDurableObject(edgeTally(), (_: Tally, { storage }) => storage.getAlarm())

    expect((alarm ?? 0) - Date.now()).toBeLessThanOrEqual(10 * MINUTE)
    passes(11 * MINUTE)
    await rings()
    expect(await edgeTally().offUntil()).toBe(0)
  })
})
