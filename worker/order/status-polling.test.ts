import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import {
  becomes,
  gateway,
  openAtHostedPage,
  order,
  shown,
  status,
  useGateway,
} from './testing/hosted-orders.ts'
import { notice } from './testing/orders.ts'
import { silence } from './testing/scripted-gateway.ts'

useGateway()

describe('the outcome', () => {
  it('comes from the status request that a callback leads to, not from the callback', async () => {
    const id = await openAtHostedPage()
    gateway.reports('declined')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: await notice(id) })

    await becomes(id, 'declined')
  })

  it('comes by the order’s own alarm when there is no callback and no return', async () => {
    const id = await openAtHostedPage()

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('comes though the object was evicted from memory', async () => {
    const id = await openAtHostedPage()
    await evictDurableObject(order(id))

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('settles once when callback and return race', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')

    const fields = await notice(id)
    await Promise.all([
      order(id).receiveNotice({ by: 'callback', attempt: 1, fields }),
      order(id).receiveNotice({ by: 'return', attempt: 1, fields }),
    ])

    await becomes(id, 'approved')
    expect((await shown(id))?.transactions).toMatchObject([{ id: '42', status: 'approved' }])
  })

  it('is never a success where another amount was approved', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved', { amount: '1.00' })

    await becomes(id, 'unknown')

    expect((await shown(id))?.error?.code).toBe('report-mismatch')
  })

  it.each([
    ['a garbled answer', () => new Response('<html>approved</html>')],
    ['an error', () => new Response('{"type":"error","error-code":"1"}', { status: 500 })],
    ['silence', silence],
  ])('goes on asking after %s', async (_, answer) => {
    const id = await openAtHostedPage()
    gateway.onStatus(answer)
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before)

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('is requested by the gateway’s identifier and the request’s serial number', async () => {
    await openAtHostedPage()

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
    expect(Object.fromEntries(gateway.statusRequests[0] ?? [])).toMatchObject({
      orderid: '42',
      'by-request-sn': 'serial-1',
    })
  })

  it('does not change by a notice for an attempt that does not exist', async () => {
    const id = await openAtHostedPage()

    expect(
      await order(id).receiveNotice({ by: 'callback', attempt: 2, fields: await notice(id) }),
    ).toBeUndefined()
  })
})

describe('a notice of another order', () => {
  it('changes nothing here', async () => {
    const [id, other] = [await openAtHostedPage(), await openAtHostedPage()]

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: await notice(other) })

    expect(await status(id)).toBe('redirect')
  })
})

describe('many forged notices', () => {
  it('cost one write', async () => {
    const id = await openAtHostedPage()
    const before = (await shown(id))?.seq ?? 0

    for (let count = 0; count < 20; count += 1) {
      await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: { orderid: 'x'.repeat(10_000) } })
    }

    expect((await shown(id))?.seq).toBe(before + 1)
  })
})
