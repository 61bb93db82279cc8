/** A gateway that refuses every payment, as with a wrong key: its merchant gets one message, with the likely cause. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RefusalState } from '../../limits/gateway-refusals.ts'
import { GATEWAY } from '../../limits/limit-names.ts'
import type { Tally } from '../../limits/tally.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import { becomes, open, order, request } from '../testing/hosted-orders.ts'
import { startOver } from '../testing/platform.ts'
import { formReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

const HOUR = 3_600_000

const ANOTHER_KEY = { GATEWAY_CONTROL_KEY: 'another-control-key-of-the-gateway' }

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

/** Not `env.TALLIES` kept: a reset breaks the stubs of before. */
const watch = () => env.TALLIES.getByName(GATEWAY)

const refusing = (message: string, code = '1') =>
  gateway.on('sale-form', () =>
    Response.json(
      { type: 'validation-error', 'error-code': code, 'error-message': message },
      { status: 400 },
    ),
  )

/** Pays an order at a gateway that refuses it. */
async function refused(): Promise<string> {
  const id = await open()
  await order(id).pay(request)
  await becomes(id, 'error')
  return id
}

async function severalRefused(count: number): Promise<void> {
  for (let one = 0; one < count; one += 1) await refused()
}

/** Pays an order whose shopper reaches the gateway's page. */
async function accepted(): Promise<void> {
  gateway.on('sale-form', formReply('42'))
  const id = await open()
  await order(id).pay(request)
  await becomes(id, 'redirect')
  await expect.poll(() => listed(id)).toBe(1)
  vi.setSystemTime(Date.now() + HOUR)
}

/** Other settings are in force, also for the object that watches. */
async function redeployed(settings: object): Promise<void> {
  await evictDurableObject(watch())
  setWith({ ...RECEIVER, ...settings })
}

const listed = async (id: string) =>
  await env.ORDER_INDEX.prepare('SELECT count(*) AS n FROM order_index WHERE id = ?').bind(id).first('n')

const counted = () =>
  runInDurableObject(
    watch(),
    (_: Tally, { storage }) => storage.kv.get<RefusalState>('refusals')?.refusals.length,
  )

const notices = () => receiver.received.filter(({ type }) => String(type) === 'gateway.refusing')

describe('a merchant whose gateway refuses every payment', () => {
  it('gets one message at the third, with the likely cause', async () => {
    refusing('INVALID_CONTROL_CODE for a@example.com')

    await severalRefused(2)
    await expect.poll(counted).toBe(2)
    expect(notices()).toEqual([])
    await severalRefused(3)

    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toMatchObject({
      data: {
        gateway: {
          refusals: 3,
          cause: 'signature',
          codes: ['1'],
          advice: expect.stringContaining('GATEWAY_CONTROL_KEY'),
        },
      },
    })
    expect(JSON.stringify(notices())).not.toContain('a@example.com')
    await severalRefused(3)
    expect(notices()).toHaveLength(1)
  })

  it('gets it again by the alarm where the receiver failed, and no earlier', async () => {
    refusing('no such endpoint')
    receiver.onWebhook(() => new Response(null, { status: 503 }))
    await severalRefused(3)
    await expect.poll(notices).toHaveLength(1)
    const alarm = await expect
      .poll(() => alarmOf())
      .not.toBeNull()
      .then(alarmOf)

    expect((alarm ?? 0) - Date.now()).toBeGreaterThan(1000)
    receiver.onWebhook(() => new Response())
    vi.setSystemTime(alarm ?? 0)
    await runInDurableObject(watch(), (tally: Tally) => tally.alarm())
    expect(notices().map(({ id }) => id)).toEqual([notices()[0]?.id, notices()[0]?.id])
    await runInDurableObject(watch(), (tally: Tally) => tally.alarm())
    expect(notices()).toHaveLength(2)
  })

  it('reads it until the gateway accepts a payment', async () => {
    refusing('Unknown login', '5')
    await severalRefused(3)
    await expect.poll(notices).toHaveLength(1)

    expect(await watch().refusing()).toMatchObject({ cause: 'login', codes: ['5'] })
    await accepted()
    expect(await watch().refusing()).toBeUndefined()
  })

  it('gets another where the gateway refuses other settings too', async () => {
    refusing('control')
    await severalRefused(3)
    await expect.poll(notices).toHaveLength(1)

    await redeployed(ANOTHER_KEY)
    await severalRefused(3)

    await expect.poll(notices).toHaveLength(2)
  })

  it('reads of no cause where the refusals differ, or say nothing', async () => {
    for (const words of ['control', 'the currency', 'something']) {
      refusing(words)
      await refused()
    }

    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toMatchObject({ data: { gateway: { cause: 'unclear' } } })
  })
})

describe('a merchant whose gateway accepts payments', () => {
  it('gets no message of three that it refuses within a day', async () => {
    await accepted()
    refusing('control')

    await severalRefused(3)

    await expect.poll(counted).toBe(0)
    expect(notices()).toEqual([])
  })

  it('gets a message where it refuses new settings from the start', async () => {
    await watch().refusing()
    await accepted()
    await redeployed(ANOTHER_KEY)
    await watch().refusing()
    refusing('control')

    await severalRefused(3)

    await expect.poll(notices).toHaveLength(1)
  })

  it('gets no message of requests that the edge could not build', async () => {
    const id = await open({ description: 'A\0' })
    for (const key of ['a', 'b', 'c']) await order(id).pay({ ...request, key })

    await becomes(id, 'error')
    refusing('control')
    await refused()
    await expect.poll(counted).toBe(1)
  })
})

/** When the object wakes next. */
const alarmOf = () => runInDurableObject(watch(), (_: Tally, { storage }) => storage.getAlarm())
