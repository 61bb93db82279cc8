/** Orders that an earlier version began: their attempts keep the bare names that the gateway knows. */
import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Order } from '../order.ts'
import { followUp, RETURN } from '../testing/follow-ups.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import { becomes, CARD, callBack, kill, orderOf, shown } from '../testing/orders.ts'
import { FORM, LOST, PAID, SECOND, type StoredRows, WRITTEN_AT } from '../testing/rows-of-bare-names.ts'
import { acceptedReply, silence } from '../testing/scripted-gateway.ts'

useGateway()

/** Puts an order's rows into its object, as if they were written just now. */
async function stored(id: string, rows: StoredRows): Promise<string> {
  const shift = Date.now() - WRITTEN_AT
  const text = JSON.stringify(rows).replaceAll(/\b\d{13}\b/g, (time) => String(Number(time) + shift))
  await runInDurableObject(orderOf(id), (_: Order) => {})
  await kill(id, ({ kv }) => {
    for (const [name, value] of JSON.parse(text)) kv.put(name, value)
  })
  return id
}

const names = async (id: string) => (await shown(id)).attempts.map(({ clientOrderId }) => clientOrderId)

describe('an order of a version with bare names', () => {
  it('whose shopper is at the form is paid under its name', async () => {
    const id = await stored('form-of-f29b70f', FORM)
    gateway.reports('approved')

    await callBack(id, '42', id)

    await becomes(id, 'approved')
    expect(gateway.statusRequests.map((body) => body.get('client_orderid'))).toContain(id)
  })

  it('whose reply was lost waits for a callback, since the name proves nothing', async () => {
    gateway.onStatus(silence)
    const id = await stored('lost-of-f29b70f', LOST)
    gateway.reports('approved')
    await orderOf(id).refresh()
    await becomes(id, 'unknown')
    expect((await shown(id)).needsAttention).toBe(true)

    await callBack(id, '42', id)

    await becomes(id, 'approved')
  })

  it('that is paid is refunded under its name', async () => {
    const id = await stored('paid-of-f29b70f', PAID)
    gateway.reports('approved')
    gateway.on('return', acceptedReply('serial-2'))

    await followUp(id, RETURN)

    expect(gateway.sent('return')[0]?.get('client_orderid')).toBe(id)
  })

  it('goes on, and its next attempt has a marked name', async () => {
    gateway.onStatus(silence)
    const id = await stored('second-of-f29b70f', SECOND)
    gateway.reports('declined', { 'paynet-order-id': '43' })
    await orderOf(id).refresh()
    await becomes(id, 'declined')
    gateway.on('sale', acceptedReply('serial-3', { 'paynet-order-id': '44' }))
    gateway.reports('approved', { 'paynet-order-id': '44' })

    await orderOf(id).pay({ key: 'key-3', method: 'card', details: { card: CARD }, ip: '203.0.113.9' })

    await becomes(id, 'approved')
    const [first, second, third] = await names(id)
    expect([first, second]).toEqual([id, `${id}.2`])
    expect(third).toMatch(/^second-of-f29b70f\.3\.[a-z2-7]{16}$/)
  })
})
