/** Pages of a proxy or a captive portal in the gateway's place, with a link whose query looks like a reply. */
import { describe, expect, it } from 'vitest'
import { PART } from '../testing/follow-ups.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import {
  becomes,
  CHARGE,
  eventsOf,
  hostedOrder,
  notice,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from '../testing/orders.ts'

useGateway()

/** Under way, so that the order asks again. */
const asksOn = async (times = 2) => {
  const before = gateway.statusRequests.length
  await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + times)
}

const linking = (fields: string) => `?type=status-response&${fields}&paynet-order-id=42`

/** What it is, how it links, and with which status and media type. */
const PAGES: readonly (readonly [string, (query: string) => string, number, string])[] = [
  ['a captive portal', (query) => `<html><a href="/login${query}&x=1">Sign in</a></html>`, 200, 'text/html'],
  ['a proxy’s refusal', (query) => `<html><a href="/retry${query}&x=1">Retry</a></html>`, 403, 'text/html'],
  ['a sentence', (query) => `Sign in at http://portal.localhost/${query}&x=1`, 200, 'text/plain'],
  ['a query without a type', (query) => query.replace(/^\?type=[^&]*&/, '?'), 200, 'text/html'],
]

const page =
  (fields: string, [, text, status, type]: (typeof PAGES)[number]) =>
  () =>
    new Response(text(linking(fields)), { status, headers: { 'Content-Type': type } })

describe.each(PAGES.map((one) => [one[0], one] as const))('%s', (_, one) => {
  it('in the place of a status declines nothing', async () => {
    const terms = serverTerms()
    gateway.on('sale', page('status=approved', one))
    const link = `status=declined&error-code=5&merchant-order-id=${terms.id}&amount=12.50&currency=EUR`
    gateway.onStatus(page(link, one))

    await orderOf(terms.id).charge(terms, CHARGE)
    await asksOn()

    expect(await shown(terms.id)).toMatchObject({ status: 'processing' })
    expect(await eventsOf(terms.id)).toEqual(['attempted', 'lost'])
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('in the place of a refund’s reply neither does nor refuses it', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', page('error-code=5', one))

    await orderOf(id).followUp(PART)

    expect(await eventsOf(id)).toContain('lost')
    expect(await orderOf(id).followUp({ ...PART, key: 'follow-2' })).toMatchObject({ ok: false })
    expect(gateway.sent('return')).toHaveLength(1)
  })
})

it('a callback names its transaction, though an empty name stands beside the full one', async () => {
  const redirect = JSON.stringify({ redirect_url: 'http://gateway.localhost/form/7' })
  const headers = { 'Content-Type': 'application/vnd.pay+json' }
  gateway.onForm(() => new Response(redirect, { headers }))
  const id = await hostedOrder()
  gateway.reports('processing', { 'paynet-order-id': '' })
  const { client_orderid, ...rest } = await notice(id, '77')

  const fields = { ...rest, client_orderid: '', merchant_order: client_orderid }
  await orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields })

  await expect.poll(() => gateway.statusRequests.at(-1)?.get('orderid')).toBe('77')
})
