import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from '../../../config/config.ts'
import { endpointsOf } from '../../../config/webhooks-setting.ts'
import {
  ask,
  bearer,
  merchant,
  opened,
  post,
  problemOf,
  refusalOf,
  SHOP,
  scriptedOrders,
} from '../../testing/edge.ts'

const id = 'A'.repeat(32)
const path = `/v1/orders/${id}/webhooks/resend`
const endpoint = (url: string, letter: string) => ({ url, secret: `whsec_${btoa(letter.repeat(32))}` })
const SEVERAL = {
  WEBHOOKS: JSON.stringify([
    endpoint('https://shop.example.com/hooks', 'x'),
    endpoint('https://books.example.com/hooks?key=s3cret', 'y'),
  ]),
}
const SET = { WEBHOOK_URL: 'https://shop.example.com/hooks', WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(32))}` }

describe('POST /v1/orders/{id}/webhooks/resend', () => {
  it('has the order tell its merchant once more', async () => {
    const order = { id, followUps: [] }
    const { asked, ORDERS } = scriptedOrders({ resend: { ok: true, value: order } })

    const response = await ask(path, post({}, merchant()), { ORDERS, ...SET })

    expect(await response.json()).toEqual(order)
    expect(asked).toEqual([[id, 'resend', 'shop server', undefined]])
  })

  it('is answered by a real order with its merchant’s view', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}/webhooks/resend`, post({}, merchant()), SET)

    expect(await response.json()).toMatchObject({ id: order.id, needsAttention: false })
  })

  it('has the order tell one of several endpoints', async () => {
    const { asked, ORDERS } = scriptedOrders({ resend: { ok: true, value: { id } } })
    const settings = { ORDERS, ...SEVERAL }
    const [, endpoint] = endpointsOf(configOf({ ...env, ...SEVERAL })).map(({ id }) => id)

    const response = await ask(path, post({ endpoint }, merchant()), settings)

    expect(response.status).toBe(200)
    expect(asked).toEqual([[id, 'resend', 'shop server', endpoint]])
    expect(endpoint).toMatch(/^books\.example\.com#[0-9a-z]+$/)
  })

  it('refuses an endpoint that the settings do not have, also by its whole address', async () => {
    for (const endpoint of ['elsewhere.example.com#1', 'https://books.example.com/hooks?key=s3cret']) {
      const response = await ask(path, post({ endpoint }, merchant()), SEVERAL)

      expect(await problemOf(response)).toMatchObject({
        status: 409,
        code: 'endpoint-gone',
        fields: ['endpoint'],
      })
    }
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
