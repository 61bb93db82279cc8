import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { terms as exampleTerms } from './testing/examples.ts'
import {
  becomes,
  gateway,
  open,
  openAtHostedPage,
  order,
  request,
  shown,
  status,
  UNHURRIED,
  useGateway,
} from './testing/hosted-orders.ts'
import { notice } from './testing/orders.ts'
import { silence } from './testing/scripted-gateway.ts'

useGateway()

describe('opening', () => {
  it('twice finds the order open', async () => {
    const id = crypto.randomUUID()
    const expiresAt = Date.now() + 60_000
    const both = await Promise.all(
      [1, 2].map((openedAt) => order(id).open({ ...exampleTerms, id, openedAt, expiresAt })),
    )

    expect(both.map((opened) => opened.ok && opened.value.order.seq)).toEqual([1, 1])
  })

  it('refuses another amount under the same identifier', async () => {
    const id = await open()

    const again = await order(id).open({ ...exampleTerms, id, amountMinor: 1 })

    expect(again).toMatchObject({ ok: false, reason: { code: 'key-reused' } })
    expect((await shown(id))?.amount).toBe('12.50')
  })
})

describe('a merchant’s cancel', () => {
  it('shows at once who cancelled, and an approval that still comes goes back', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancelForMerchant('till')).toMatchObject({ ok: true })
    gateway.reports('approved')

    await expect.poll(async () => (await shown(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await shown(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('is refused once the shopper came back from the hosted page', async () => {
    const id = await openAtHostedPage()
    await order(id).receiveNotice({ by: 'return', attempt: 1, fields: await notice(id) })

    expect(await order(id).cancelForMerchant('till')).toMatchObject({
      ok: false,
      reason: { code: 'attempt-in-flight', order: { status: 'processing' } },
    })
  })
})

describe('a shopper’s cancel', () => {
  it('shows at once, and an approval that still comes is a duplicate', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancel()).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    gateway.reports('approved')

    await expect.poll(async () => (await shown(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await status(id)).toBe('cancelled')
  })

  it('is refused while a request is under way', async () => {
    gateway.onForm(silence)
    setWith(UNHURRIED)
    const id = await open()
    await order(id).pay(request)

    expect(await order(id).cancel()).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
  })
})

describe('expiry', () => {
  it('deletes an order without an attempt', async () => {
    const id = await open({ expiresAt: Date.now() + 50 })

    await expect.poll(() => order(id).snapshot()).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })

  it('comes by the alarm and ends new attempts', async () => {
    const id = await open({ expiresAt: Date.now() + 100 })

    await becomes(id, 'expired')

    expect(await order(id).pay(request)).toMatchObject({ ok: false, reason: { code: 'order-final' } })
  })
})
