import { describe, expect, it } from 'vitest'
import { cursorOf } from './list-cursor.ts'
import { mergePages } from './merged-pages.ts'
import { entryWith, idOf, kept } from './testing/listed-order.ts'

const orders = (...numbers: number[]) => numbers.map((number) => kept(entryWith(number)))

const cursor = (number: number) => cursorOf({ startedAt: number, id: idOf(number) })

describe('pages of several shards', () => {
  it.each([
    ['newest', [9, 4], [7, 5], [9, 7, 5, 4]],
    ['oldest', [4, 9], [5, 7], [4, 5, 7, 9]],
  ] as const)('are sorted as one, %s first', (sort, one, other, all) => {
    expect(mergePages([{ orders: orders(...one) }, { orders: orders(...other) }], sort)).toEqual({
      orders: orders(...all),
    })
  })

  it('are sorted by their ids where orders began at the same time', () => {
    const [first, second] = [kept(entryWith(1, { startedAt: 5 })), kept(entryWith(2, { startedAt: 5 }))]

    expect(mergePages([{ orders: [first] }, { orders: [second] }], 'newest').orders).toEqual([second, first])
  })

  it('end where the first of them ends: the other may have more behind it', () => {
    const merged = mergePages(
      [{ orders: orders(9, 6), cursor: cursor(6) }, { orders: orders(8, 3) }],
      'newest',
    )

    expect(merged).toEqual({ orders: orders(9, 8, 6), cursor: cursor(6) })
  })

  it('go on where an empty one ended: it looked at many orders, and none matched', () => {
    expect(mergePages([{ orders: [], cursor: cursor(7) }, { orders: orders(8, 6) }], 'newest')).toEqual({
      orders: orders(8),
      cursor: cursor(7),
    })
  })

  it('are refused with an unreadable cursor', () => {
    expect(() => mergePages([{ orders: [], cursor: '%' }], 'newest')).toThrow('cursor')
  })
})
