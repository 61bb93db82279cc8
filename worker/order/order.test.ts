import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import type { Order } from './order.ts'
import {
  becomes,
  gateway,
  open,
  openAtHostedPage,
  order,
  request,
  useGateway,
} from './testing/hosted-orders.ts'
import { notice } from './testing/orders.ts'

useGateway()

describe('an order that was never opened', () => {
  it('shows nothing, accepts nothing and stores nothing', async () => {
    const id = crypto.randomUUID()

    expect(await order(id).snapshot()).toBeUndefined()
    expect(await order(id).pay(request)).toMatchObject({ ok: false, reason: { code: 'not-found' } })
    expect(await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: {} })).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })
})

describe('a crash', () => {
  it('between the intent and the request is noticed, and nothing is sent again', async () => {
    const id = await open()
    crashAt(id, 'intent-stored')

    await order(id)
      .pay(request)
      .catch(() => undefined)
    await becomes(id, 'error')

    expect(gateway.requests).toHaveLength(0)
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
  })

  it('before the answer is stored leads to a status request, which finds the approval', async () => {
    const id = await open()
    gateway.reports('approved')
    crashAt(id, 'reply-received')

    await order(id)
      .pay(request)
      .catch(() => undefined)
    await becomes(id, 'approved')

    expect(gateway.requests).toHaveLength(1)
  })

  it('before a report is stored leads to another status request', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')
    crashAt(id, 'report-received')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: await notice(id) })

    await becomes(id, 'approved')
  })

  it('after a notice was stored loses nothing', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')
    crashAt(id, 'notice-stored')

    await order(id)
      .receiveNotice({ by: 'return', attempt: 1, fields: await notice(id) })
      .catch(() => undefined)

    await becomes(id, 'approved')
  })
})

describe('a wrong setting', () => {
  it('does not stop an order from being followed', async () => {
    const id = await openAtHostedPage()
    await runInDurableObject(order(id), async (instance: Order) => {
      Object.assign(instance, { env: { ...env, TOKEN_KEY: 'short' } })
      await instance.alarm()
      Object.assign(instance, { env })
    })

    const since = Date.now()
    const alarm = () => runInDurableObject(order(id), (_: Order, { storage }) => storage.getAlarm())
    await expect.poll(alarm).toBeGreaterThan(since)
  })
})
