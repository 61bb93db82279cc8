/** An order's alarms go on whatever fails. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { becomes, hostedOrder, kill, orderOf } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'

/** The platform gives an alarm up after this many runs that failed. */
const PATIENCE = 6

const SHORT = {
  requestDeadline: 200,
  waitingAfter: [50, 100, 200, 400, 800, 1600, 3200, 6400],
  minutesEvery: 100,
}

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

describe('the chain of alarms', () => {
  it('survives a job that fails every time', async () => {
    const failed = vi.fn()
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => {
      if (String(line).includes('"work-failed"')) failed()
    })
    const broken = { prepare: () => expect.fail('the index is away') }
    setWith({ ORDER_INDEX: broken })
    const id = await hostedOrder()
    await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(PATIENCE + 2)
    spy.mockRestore()

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('survives a gateway whose answers are unreadable', async () => {
    gateway.onStatus(() => new Response('<html>'))
    const id = await hostedOrder()
    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length + PATIENCE + 2)

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('goes on after every death', async () => {
    setWith({ ORDER_TIMES: JSON.stringify(SHORT) })
    const id = await hostedOrder()
    for (let turn = 0; turn < 3; turn += 1) {
      await kill(id)
      const { length } = gateway.statusRequests
      await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length)
    }

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('goes on after more failed runs with a wrong setting than the platform retries', async () => {
    const id = await hostedOrder()
    const next = await runInDurableObject(orderOf(id), async (instance: Order, { storage }) => {
      const own = Reflect.get(instance, 'env')
      Object.assign(instance, { env: { ...env, TOKEN_KEY: 'short' } })
      for (let turn = 0; turn <= PATIENCE; turn += 1) await instance.alarm()
      Object.assign(instance, { env: own })
      return storage.getAlarm()
    })

    expect(next).toBeGreaterThan(Date.now())
  })
})
