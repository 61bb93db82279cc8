import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../shared/order-view.ts'
import { ask, bearer, opened, post, refusalOf, scriptedOrders, viewToken } from '../../testing/edge.ts'

describe('POST /v1/orders/{id}/method', () => {
  it('tells the order that the bank’s page had its time', async () => {
    const { order, token } = await opened()
    const endMethod = async () => ({ ok: true, value: { ...order, status: 'processing' } })

    const response = await ask(
      `/v1/orders/${order.id}/method`,
      post({}, bearer(token)),
      scriptedOrders({ endMethod }),
    )

    expect(await response.json<OrderView>()).toMatchObject({ status: 'processing' })
  })

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({}, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/method`, init))).toBe('403 scope-missing')
  })
})
