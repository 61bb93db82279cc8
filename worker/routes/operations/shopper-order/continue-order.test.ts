import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../shared/order-view.ts'
import { ask, bearer, opened, post, refusalOf, scriptedOrders, viewToken } from '../../testing/edge.ts'

describe('POST /v1/orders/{id}/continue', () => {
  it('reaches the order, with the address that the request came from', async () => {
    const { order, token } = await opened({ limit: 1 })
    const asked: string[] = []
    const continuePayment = async (ip: string) => {
      asked.push(ip)
      return { ok: true, value: { ...order, status: 'redirect', reservedUntil: '2026-10-01T12:30:00.000Z' } }
    }
    const headers = { ...bearer(token), 'CF-Connecting-IP': '203.0.113.9' }

    const response = await ask(
      `/v1/orders/${order.id}/continue`,
      post({}, headers),
      scriptedOrders({ continuePayment }),
    )

    expect(await response.json<OrderView>()).toMatchObject({ reservedUntil: '2026-10-01T12:30:00.000Z' })
    expect(asked).toEqual(['203.0.113.9'])
  })

  it.each(['offer-limit', 'offer-reserved', 'quantity-unavailable', 'address-limit'])(
    'says why there is nothing any more: %s',
    async (code) => {
      const { order, token } = await opened({ limit: 1 })
      const continuePayment = async () => ({ ok: false, reason: { code, order } })
      const init = post({}, bearer(token))

      const response = await ask(`/v1/orders/${order.id}/continue`, init, scriptedOrders({ continuePayment }))

      expect(await refusalOf(response)).toBe(`409 ${code}`)
    },
  )

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({}, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/continue`, init))).toBe('403 scope-missing')
  })
})
