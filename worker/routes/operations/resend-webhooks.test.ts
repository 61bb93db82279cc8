import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, opened, post, refusalOf, SHOP, scriptedOrders } from '../testing/edge.ts'

const id = 'A'.repeat(32)
const path = `/v1/orders/${id}/webhooks/resend`
const SET = { WEBHOOK_URL: 'https://shop.example.com/hooks', WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(32))}` }

describe('POST /v1/orders/{id}/webhooks/resend', () => {
  it('has the order tell its merchant once more', async () => {
    const order = { id, followUps: [] }
    const { asked, ORDERS } = scriptedOrders({ resend: { ok: true, value: order } })

    const response = await ask(path, post({}, merchant()), { ORDERS, ...SET })

    expect(await response.json()).toEqual(order)
    expect(asked).toEqual([[id, 'resend', 'shop server']])
  })

  it('is answered by a real order with its merchant’s view', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}/webhooks/resend`, post({}, merchant()), SET)

    expect(await response.json()).toMatchObject({ id: order.id, needsAttention: false })
  })

  it('knows no order that was never opened', async () => {
    expect(await refusalOf(await ask(path, post({}, merchant()), SET))).toBe('404 not-found')
  })

  it.each([
    ['no receiver is set', () => merchant(), {}, '409 webhook-off'],
    ['the key only reads', () => bearer(env.TEST_READ_KEY), SET, '403 scope-missing'],
    ['a page asks', () => ({ ...merchant(), Origin: SHOP }), SET, '403 origin-not-allowed'],
    ['the request has no key', () => ({}), SET, '401 token-invalid'],
  ])('refuses when %s', async (_, headers, settings, refusal) => {
    const { asked, ORDERS } = scriptedOrders({ resend: { ok: true, value: {} } })

    expect(await refusalOf(await ask(path, post({}, headers()), { ORDERS, ...settings }))).toBe(refusal)
    expect(asked).toEqual([])
  })
})
