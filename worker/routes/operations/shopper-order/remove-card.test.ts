import { describe, expect, it } from 'vitest'
import { ask, bearer, opened, post, refusalOf, scriptedOrders, viewToken } from '../../testing/edge.ts'

describe('POST /v1/orders/{id}/remove-card', () => {
  it('hands the handle on', async () => {
    const { order, token } = await opened()
    const asked: string[] = []
    const removeCard = async (handle: string) => {
      asked.push(handle)
      return { ok: true, value: order }
    }
    const init = post({ savedCard: '2' }, bearer(token))

    const response = await ask(`/v1/orders/${order.id}/remove-card`, init, scriptedOrders({ removeCard }))

    expect([response.status, asked]).toEqual([200, ['2']])
  })

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({ savedCard: '1' }, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/remove-card`, init))).toBe('403 scope-missing')
  })
})
