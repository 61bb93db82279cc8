import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, opened, post, refusalOf } from '../../testing/edge.ts'

const erase = (id: string, key: Record<string, string>) => ask(`/v1/orders/${id}/erase`, post({}, key))

describe('POST /v1/orders/{id}/erase', () => {
  it.each([
    ['charge', env.TEST_CHARGE_KEY],
    ['payout', env.TEST_PAYOUT_KEY],
    ['read', env.TEST_READ_KEY],
  ])('is refused to a key with the scope %s alone', async (_, key) => {
    const { order } = await opened()

    expect(await refusalOf(await erase(order.id, bearer(key)))).toBe('403 scope-missing')
  })

  it('is done for a key with the scope admin, and again without effect', async () => {
    const { order } = await opened()

    const answers = [await erase(order.id, merchant()), await erase(order.id, merchant())]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('needs an order', async () => {
    expect(await refusalOf(await erase('A'.repeat(32), merchant()))).toBe('404 not-found')
  })
})
