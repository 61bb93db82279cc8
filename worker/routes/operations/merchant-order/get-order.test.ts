import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../shared/order-view.ts'
import { orderToken, scopeOf } from '../../../credentials/order-tokens.ts'
import {
  ask,
  bearer,
  config,
  opened,
  post,
  refusalOf,
  SHOP,
  scriptedOrders,
  viewToken,
} from '../../testing/edge.ts'

describe('GET /v1/orders/{id}', () => {
  it('shows the order and renews a token that may pay, to no later end', async () => {
    const { order } = await opened()
    const until = (Math.floor(Date.now() / 1000) + 60) * 1000
    const token = await orderToken(config, { id: order.id, scope: 'pay', until }, Date.now())

    const response = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) })

    expect(await response.json<OrderView>()).toEqual(order)
    const renewed = response.headers.get('Order-Token') ?? ''
    expect(await scopeOf(config, { id: order.id, token: renewed }, Date.now())).toMatchObject({
      value: { scope: 'pay', until },
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('shows the order to a token that only reads, and gives it no other', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}`, { headers: bearer(await viewToken(order.id)) })

    expect(response.status).toBe(200)
    expect(response.headers.has('Order-Token')).toBe(false)
  })

  it('says in whole seconds when to look again while something is under way', async () => {
    const { order, token } = await opened()
    const snapshot = async () => ({ order, retryAfterSeconds: 3.2 })

    const response = await ask(
      `/v1/orders/${order.id}`,
      { headers: bearer(token) },
      scriptedOrders({ snapshot }),
    )

    expect(response.headers.get('Retry-After')).toBe('4')
  })

  it('refuses a merchant key on the shop’s own pages too, unread: it has leaked', async () => {
    const { order } = await opened()
    const path = `/v1/orders/${order.id}`

    for (const key of [env.TEST_MERCHANT_KEY, `pck_${'A'.repeat(43)}`]) {
      const response = await ask(path, { headers: { ...bearer(key), Origin: SHOP } })
      expect(await refusalOf(response)).toBe('403 origin-not-allowed')
    }
  })

  it('knows no order that was never opened, even with a token for it', async () => {
    const id = 'Z'.repeat(32)

    const response = await ask(`/v1/orders/${id}`, { headers: bearer(await viewToken(id)) })

    expect(await refusalOf(response)).toBe('404 not-found')
  })

  it.each([
    ['a merchant key', () => bearer(env.TEST_MERCHANT_KEY), 'merchant'],
    ['a token that reads', async (id: string) => bearer(await viewToken(id)), 'view'],
  ])('is asked for as %s may see it', async (_, headers, seen) => {
    const { order } = await opened()
    const asked: string[] = []
    const snapshot = async (who: string) => {
      asked.push(who)
      return { order }
    }

    const response = await ask(
      `/v1/orders/${order.id}`,
      { headers: await headers(order.id) },
      scriptedOrders({ snapshot }),
    )

    expect(response.status).toBe(200)
    expect(response.headers.has('Order-Token')).toBe(seen === 'merchant')
    expect(asked).toEqual([seen])
  })

  it('gives a merchant a token that reads and does no more, with which a browser opens the socket', async () => {
    const { order } = await opened()
    const path = `/v1/orders/${order.id}`
    const read = await ask(path, { headers: bearer(env.TEST_READ_KEY) })
    const token = bearer(read.headers.get('Order-Token') ?? '')

    const [looks, cancels] = [
      await ask(path, { headers: token }),
      await ask(`${path}/cancel`, post({}, token)),
    ]

    expect(looks.status).toBe(200)
    expect(await looks.json()).not.toHaveProperty('history')
    expect(await refusalOf(cancels)).toBe('403 scope-missing')
  })

  it('shows a merchant nothing that was never opened', async () => {
    const headers = bearer(env.TEST_READ_KEY)

    expect(await refusalOf(await ask(`/v1/orders/${'Z'.repeat(32)}`, { headers }))).toBe('404 not-found')
  })

  it.each([
    ['no token', () => ({})],
    ['another scheme', (token: string) => ({ Authorization: `Basic ${token}` })],
    ['nonsense', () => bearer('nonsense')],
    ['two tokens', (token: string) => bearer(`${token} ${token}`)],
  ])('refuses %s without asking any order', async (_, headers) => {
    const { order, token } = await opened()
    const none = { ORDERS: { getByName: () => expect.fail('an object was addressed') } }

    const response = await ask(`/v1/orders/${order.id}`, { headers: headers(token) }, none)

    expect(await refusalOf(response)).toBe('401 token-invalid')
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  it('refuses the token of another order', async () => {
    const [one, other] = [await opened(), await opened()]

    const response = await ask(`/v1/orders/${one.order.id}`, { headers: bearer(other.token) })

    expect(await refusalOf(response)).toBe('401 token-invalid')
  })
})
