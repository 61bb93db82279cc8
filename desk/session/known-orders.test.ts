import { describe, expect, it } from 'vitest'
import type { ListedOrder } from '../../shared/order-list.ts'
import { exampleOrder, listed, minutesAgo } from '../testing/example-orders.ts'
import {
  firstPage,
  type KnownOrders,
  NEWEST,
  OLDEST,
  PAGE,
  refreshed,
  sorted,
  withMore,
} from './known-orders.ts'

/** Orders named by the minutes since they began. */
const orders = (...minutes: number[]): ListedOrder[] =>
  minutes.map((ago) => ({ ...listed(exampleOrder()), id: `ago-${ago}`, startedAt: minutesAgo(ago), seq: 1 }))

const from = (first: number, count = PAGE) => Array.from({ length: count }, (_, place) => first + place)

const idsOf = ({ orders: known }: Pick<KnownOrders, 'orders'>) => known.map(({ id }) => Number(id.slice(4)))

describe('the first page, read again', () => {
  const twoPages = withMore(firstPage({ orders: orders(...from(1)), cursor: 'c1' }), {
    orders: orders(...from(26)),
    cursor: 'c2',
  })

  it.each<[string, KnownOrders, { orders: ListedOrder[]; cursor?: string }, number[], string | undefined]>([
    [
      'adds what is new, above what is known',
      twoPages,
      { orders: orders(...from(0)), cursor: 'c0' },
      from(0, 51),
      'c2',
    ],
    [
      'drops what no longer matches within its span',
      twoPages,
      { orders: orders(1, ...from(3)), cursor: 'c3' },
      [1, ...from(3, 48)],
      'c2',
    ],
    ['is everything without a cursor', twoPages, { orders: orders(2) }, [2], undefined],
    [
      'is everything where it does not meet what is known',
      twoPages,
      { orders: orders(...from(-40)), cursor: 'c-40' },
      from(-40),
      'c-40',
    ],
    [
      'is everything where it is short and no other was read',
      firstPage({ orders: orders(1, 2, 3), cursor: 'c1' }),
      { orders: orders(1, 2), cursor: 'c2' },
      [1, 2],
      'c2',
    ],
    [
      'drops the last of a short page, and keeps what came from older ones',
      withMore(firstPage({ orders: orders(1, 2, 3), cursor: 'c1' }), { orders: orders(7), cursor: 'c2' }),
      { orders: orders(1, 2), cursor: 'c3' },
      [1, 2, 7],
      'c2',
    ],
    [
      'drops all of a page that is empty now',
      withMore(firstPage({ orders: orders(1, 2), cursor: 'c1' }), { orders: orders(7) }),
      { orders: [], cursor: 'c3' },
      [7],
      undefined,
    ],
  ])('%s', (_, known, page, ids, cursor) => {
    const after = refreshed(known, page)

    expect(idsOf(after)).toEqual(ids)
    expect(after.cursor).toBe(cursor)
  })

  it('keeps the newer entry of an order', () => {
    const [order] = orders(1)
    const known = firstPage({ orders: order ? [{ ...order, seq: 9, status: 'voided' }] : [] })

    expect(refreshed(known, { orders: orders(1) }).orders).toMatchObject([{ status: 'voided' }])
  })
})

describe('newestOf', () => {
  it('has each order once, the newest first', () => {
    expect(idsOf({ orders: sorted(NEWEST, orders(3, 1), orders(2, 1)) })).toEqual([1, 2, 3])
  })
})

it('keeps what follows where the oldest are first', () => {
  const first = [...orders(9, 8, 7)]
  const known = withMore(
    firstPage({ orders: first, cursor: 'c1' }),
    { orders: orders(6, 5), cursor: 'c2' },
    OLDEST,
  )

  const again = refreshed({ ...known, isPaged: true }, { orders: orders(9, 7), cursor: 'c1' }, OLDEST)

  expect([idsOf(known), idsOf(again)]).toEqual([
    [9, 8, 7, 6, 5],
    [9, 7, 6, 5],
  ])
})
