/** The list of orders. */
import { describe, expect, it } from 'vitest'
import type { ListOrdersFilter } from '../../packages/server/src/server.ts'
import { paidByCard, session } from '../support/merchant/selling.ts'
import { merchant } from '../support/merchant/server.ts'
import { changeList } from '../support/stack/stack.ts'

const list = (filter: ListOrdersFilter) => merchant().listOrders(filter)

describe('the list of orders', () => {
  it('has an order after its first attempt, with its outcome', async () => {
    const { id, reference } = await paidByCard()

    await expect
      .poll(async () => (await list({ reference })).orders)
      .toMatchObject([{ id, reference, status: 'approved', amount: '12.50' }])
  })

  it('does not have an order without an attempt', async () => {
    const { reference } = await session()

    expect((await list({ reference })).orders).toEqual([])
  })

  it('comes page by page, newest first', async () => {
    const made = [await paidByCard(), await paidByCard(), await paidByCard()]
    for (const { reference } of made)
      await expect.poll(async () => (await list({ reference })).orders).toHaveLength(1)

    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.cursor ?? '' })

    const [oldest, middle, newest] = made.map(({ id }) => id)
    expect(first.orders.map(({ id }) => id)).toEqual([newest, middle])
    expect(second.orders[0]?.id).toBe(oldest)
  })

  it.each([
    ['lost', 'DELETE FROM order_index', []],
    [
      'spoilt',
      "UPDATE order_index SET status = 'declined', amount = '0.01'",
      [{ status: 'declined', amount: '0.01' }],
    ],
  ])('is rebuilt from the orders themselves where its rows are %s', async (_, harm, harmed) => {
    const { id, reference } = await paidByCard()
    const rows = async () => (await list({ reference })).orders
    await expect.poll(async () => (await rows())[0]?.status).toBe('approved')
    await changeList(harm)
    expect(await rows()).toMatchObject(harmed)

    await reindex()

    expect(await rows()).toMatchObject([{ id, reference, status: 'approved', amount: '12.50' }])
  })
})

async function reindex(from: { readonly cursor?: string } = {}): Promise<void> {
  const { done, cursor } = await merchant().reindexOrders(from)
  if (!done && cursor !== undefined) await reindex({ cursor })
}
