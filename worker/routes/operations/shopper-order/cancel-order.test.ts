import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../shared/order-view.ts'
import { ask, bearer, opened, post, refusalOf, viewToken } from '../../testing/edge.ts'

describe('POST /v1/orders/{id}/cancel', () => {
  it.each([
    ['an empty object', '{}'],
    ['nothing', ''],
  ])('gives the order up, with %s for a body', async (_, body) => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}/cancel`, { ...post({}, bearer(token)), body })

    expect(await response.json<OrderView>()).toMatchObject({ status: 'cancelled' })
  })

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({}, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/cancel`, init))).toBe('403 scope-missing')
  })
})

describe('POST /v1/orders/{id}/cancel with a merchant key', () => {
  const cancel = (id: string, key: string) => ask(`/v1/orders/${id}/cancel`, post({}, bearer(key)))

  it('takes the order back, and the shopper reads that the shop did', async () => {
    const { order, token } = await opened()

    const cancelled = await cancel(order.id, env.TEST_CHARGE_KEY)

    expect(await cancelled.json()).toMatchObject({ status: 'cancelled', cancelledBy: 'shop', followUps: [] })
    const shown = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) })
    expect(await shown.json()).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('is harmless when it is repeated, also by the shopper', async () => {
    const { order, token } = await opened()
    const first = await (await cancel(order.id, env.TEST_CHARGE_KEY)).json()

    expect(await (await cancel(order.id, env.TEST_CHARGE_KEY)).json()).toEqual(first)
    const again = await ask(`/v1/orders/${order.id}/cancel`, post({}, bearer(token)))
    expect(await again.json()).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('does not make a shopper’s own giving up the shop’s', async () => {
    const { order, token } = await opened()
    await ask(`/v1/orders/${order.id}/cancel`, post({}, bearer(token)))

    const again = await cancel(order.id, env.TEST_CHARGE_KEY)

    expect(await again.json()).not.toHaveProperty('cancelledBy')
  })

  it('needs the scope that charges', async () => {
    const { order } = await opened()

    expect(await refusalOf(await cancel(order.id, env.TEST_READ_KEY))).toBe('403 scope-missing')
  })

  it('knows no order that was never opened', async () => {
    expect(await refusalOf(await cancel('Z'.repeat(32), env.TEST_CHARGE_KEY))).toBe('404 not-found')
  })
})
