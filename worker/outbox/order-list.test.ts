import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { cursorOf } from './cursor.ts'
import type { OrderEntry } from './entry.ts'
import { putOrder } from './order-index.ts'
import { listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { entryWith, idOf } from './test-entry.ts'

const index = env.ORDER_INDEX

/** Entry → what is odd about it. All others are plain. Two began in the same millisecond. */
const ODD: Readonly<Record<number, Partial<OrderEntry>>> = {
  3: { status: 'approved', currency: 'JPY', amount: '1250' },
  5: { intent: 'payout', needsAttention: true },
  8: { status: 'approved', startedAt: 7 },
}

const COUNT = 30

beforeEach(async () => {
  await index.batch([index.prepare('DELETE FROM order_index'), index.prepare('DELETE FROM order_ids')])
  const numbers = Array.from({ length: COUNT }, (_, position) => position + 1)
  await Promise.all(numbers.map((number) => putOrder(index, entryWith(number, ODD[number]))))
})

async function page(query: OrderQuery): Promise<OrderPage> {
  const read = await listOrders(index, query)
  if (!read.ok) throw new Error(read.reason)
  return read.value
}

const numbers = ({ orders }: OrderPage) => orders.map(({ id }) => Number(id.slice('order-'.length)))

describe('listOrders', () => {
  it('tells the newest twenty, and how to get the others', async () => {
    const first = await page({})

    expect(numbers(first)).toEqual(Array.from({ length: 20 }, (_, position) => COUNT - position))
    const second = await page({ cursor: first.cursor ?? '' })
    expect(numbers(second)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(second.cursor).toBeUndefined()
  })

  it('has no further page when the last one is just full', async () => {
    expect((await page({ limit: COUNT })).cursor).toBeUndefined()
    expect((await page({ limit: COUNT - 1 })).cursor).toEqual(expect.any(String))
  })

  it.each<[string, OrderQuery, number[]]>([
    ['a status', { status: 'approved' }, [8, 3]],
    ['an intent', { intent: 'payout' }, [5]],
    ['a currency', { currency: 'JPY' }, [3]],
    ['a reference', { reference: 'cart-12' }, [12]],
    ['what needs attention', { needsAttention: true }, [5]],
    ['what needs none, of a time', { needsAttention: false, from: 4, to: 7 }, [6, 4]],
    ['a time, its beginning included and its end not', { from: 9, to: 12 }, [11, 10, 9]],
    ['several things at once', { status: 'approved', currency: 'EUR' }, [8]],
    ['a reference that is SQL', { reference: "' OR 1=1 --" }, []],
  ])('finds by %s', async (_, query, found) => {
    expect(numbers(await page(query))).toEqual(found)
  })

  it.each<[string, OrderQuery]>([
    ['all orders', {}],
    ['a part of them', { status: 'processing', from: 2, to: 28 }],
  ])('leaves nothing out and repeats nothing, however small the pages of %s', async (_, query) => {
    const whole = numbers(await page({ ...query, limit: 100 }))
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const next = await page({ ...query, limit: 3, ...(cursor && { cursor }) })
      seen.push(...numbers(next))
      cursor = next.cursor
    } while (cursor)

    expect(seen).toEqual(whole)
    expect(whole.length).toBeGreaterThan(20)
  })

  it('goes on where it was although newer orders were added', async () => {
    const first = await page({ limit: 5 })
    await putOrder(index, entryWith(COUNT + 1))

    const second = await page({ limit: 5, cursor: first.cursor ?? '' })

    await index
      .prepare('DELETE FROM order_index WHERE id = ?')
      .bind(idOf(COUNT + 1))
      .run()
    expect(numbers(second)).toEqual([25, 24, 23, 22, 21])
  })

  it('reads only the rows of its page, however many others there are', async () => {
    const sql: string[] = []
    const watched = {
      prepare: (text: string) => {
        sql.push(text)
        return index.prepare(text)
      },
    } as unknown as D1Database
    await listOrders(watched, { limit: 5, cursor: cursorOf({ startedAt: 12, id: idOf(12) }) })

    const { meta } = await index
      .prepare(sql[0] ?? '')
      .bind(12, idOf(12), 6)
      .run()

    // One tells whether there is another page, and one is where the page before ended.
    expect(meta.rows_read).toBeLessThanOrEqual(5 + 2)
  })

  it.each([0, 101, 1.5, Number.NaN])('refuses a page of %d', async (limit) => {
    expect(await listOrders(index, { limit })).toEqual({ ok: false, reason: 'limit' })
  })

  it.each([
    ['nothing', ''],
    ['a word', 'next'],
    ['text of an impossible length', 'AAAAA'],
    ['what is no base64url', '%%%'],
    ['a position without a name', btoa('12.').replaceAll('=', '')],
    ['a position without a time', btoa(`.${idOf(1)}`).replaceAll('=', '')],
    ['SQL', btoa('1 OR 1=1.x').replaceAll('=', '')],
    ['a cursor that is cut', cursorOf({ startedAt: 12, id: 'x' }).slice(0, 3)],
    ['a cursor that is too long', cursorOf({ startedAt: 1, id: 'x'.repeat(64) }).repeat(2)],
  ])('refuses %s in place of a cursor', async (_, cursor) => {
    expect(await listOrders(index, { cursor })).toEqual({ ok: false, reason: 'cursor' })
  })
})
