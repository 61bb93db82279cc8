import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { setWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import { becomes, CARD, CHARGE, hostedOrder, orderOf, paidOrder, serverTerms } from '../testing/orders.ts'
import { acceptedReply, silence } from '../testing/scripted-gateway.ts'

useGateway()

/** Notes what the orders of a test write to the dataset. */
function dataset(changes: object = {}) {
  const points: AnalyticsEngineDataPoint[] = []
  setWith({
    METRICS: { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) },
    ...changes,
  })
  const of = (name: string) =>
    points.filter(({ blobs }) => blobs?.[0] === name).map(({ blobs }) => blobs?.slice(1))
  return { points, of }
}

describe('the figures of an order', () => {
  it('have its attempt, its outcome, and each request to the gateway', async () => {
    const { of } = dataset()

    await paidOrder(gateway)

    expect(of('attempt')).toEqual([['sale', 'card']])
    expect(of('outcome')).toEqual([['sale', 'card', 'approved', '']])
    expect(of('gateway-call')).toEqual(
      expect.arrayContaining([
        ['sale', '200'],
        ['status', '200'],
      ]),
    )
  })

  it('have the gateway’s code for a decline', async () => {
    const { of } = dataset()
    const terms = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('declined', { 'error-code': '116' })

    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'declined')

    expect(of('outcome')).toEqual([['sale', 'card', 'declined', '116']])
  })

  it('have a gateway that is silent', async () => {
    const { of } = dataset()
    const terms = serverTerms()
    gateway.on('sale', silence)

    await orderOf(terms.id).charge(terms, CHARGE)

    expect(of('gateway-call')[0]).toEqual(['sale', 'timeout'])
  })

  it('name neither the order nor a person nor a card', async () => {
    const { points } = dataset()

    const id = await paidOrder(gateway)

    const text = JSON.stringify(points)
    for (const secret of [id, CARD.number, CARD.holder, 'a@example.com', CHARGE.ip])
      expect(text).not.toContain(secret)
    // A duration may have the digits of the gateway's id by chance.
    expect(points.flatMap(({ blobs = [], indexes = [] }) => [...blobs, ...indexes]).join()).not.toContain(
      '42',
    )
  })

  it('have an alarm that comes late, and none that comes in time', async () => {
    const { of, points } = dataset()
    const id = await hostedOrder()
    const run = (lateMs: number) =>
      runInDurableObject(orderOf(id), (order: Order) =>
        order.alarm({ isRetry: false, retryCount: 0, scheduledTime: Date.now() - lateMs }),
      )

    await run(1_000)
    expect(of('alarm-late')).toEqual([])
    await run(120_000)

    expect(of('alarm-late')).toEqual([[]])
    expect(points.find(({ blobs }) => blobs?.[0] === 'alarm-late')?.doubles?.[0]).toBeGreaterThanOrEqual(
      120_000,
    )
  })

  it('have each try to notify the merchant', async () => {
    const { of } = dataset({
      WEBHOOK_URL: 'http://127.0.0.1:1/hooks',
      WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(32))}`,
    })

    await paidOrder(gateway)

    await expect.poll(() => of('notification').length).toBeGreaterThan(0)
    expect(of('notification')[0]?.[0]).toBe('webhook')
  })
})
