import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, opened, post, refusalOf, SHOP, scriptedOrders } from '../../testing/edge.ts'

const id = 'A'.repeat(32)
const path = `/v1/orders/${id}/mail`
const KEY = 'a-key-of-one-mail-0001'

const asking = (kind: string, headers: Record<string, string>) =>
  post({ kind }, { 'Idempotency-Key': KEY, ...headers })

describe('POST /v1/orders/{id}/mail', () => {
  it('has the order mail its shopper, under the key and by the name of the merchant key', async () => {
    const order = { id, followUps: [] }
    const { asked, ORDERS } = scriptedOrders({ mailShopper: { ok: true, value: order } })

    const response = await ask(path, asking('request', merchant()), { ORDERS })

    expect(await response.json()).toEqual(order)
    expect(asked).toEqual([[id, 'mailShopper', { kind: 'request', key: KEY, by: 'shop server' }]])
  })

  it('is refused by a real order where the settings send no mail', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}/mail`, asking('receipt', merchant()))

    expect(await refusalOf(response)).toBe('409 mail-off')
  })

  it('says when a key may send the next request', async () => {
    const reason = { code: 'too-many-requests', retryAfterSeconds: 3600 } as const
    const { ORDERS } = scriptedOrders({ mailShopper: { ok: false, reason } })

    const response = await ask(path, asking('request', merchant()), { ORDERS })

    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('3600')
  })

  it.each([
    ['the key only reads', 'request', () => bearer(env.TEST_READ_KEY), '403 scope-missing'],
    ['a page asks', 'request', () => ({ ...merchant(), Origin: SHOP }), '403 origin-not-allowed'],
    ['the request has no key', 'request', () => ({}), '401 token-invalid'],
    ['the kind is none to ask for', 'refund', () => merchant(), '400 body-malformed'],
  ])('refuses when %s', async (_, kind, headers, refusal) => {
    const { asked, ORDERS } = scriptedOrders({ mailShopper: { ok: true, value: {} } })

    expect(await refusalOf(await ask(path, asking(kind, headers()), { ORDERS }))).toBe(refusal)
    expect(asked).toEqual([])
  })
})
