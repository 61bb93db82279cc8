import { describe, expect, it } from 'vitest'
import { listQueries } from './list-query.ts'
import { type Filters, ordersHash, type Route, routeOf } from './route.ts'

describe('routeOf', () => {
  it.each<[string, Route]>([
    ['', { page: 'overview' }],
    ['#/', { page: 'overview' }],
    ['#/nowhere', { page: 'overview' }],
    ['#/orders', { page: 'orders', filters: {} }],
    ['#/orders?status=declined&key=pck_x', { page: 'orders', filters: { status: 'declined' } }],
    ['#/orders/abc', { page: 'order', id: 'abc' }],
    ['#/orders/%zz', { page: 'order', id: '%zz' }],
  ])('reads %s', (hash, route) => {
    expect(routeOf(hash)).toEqual(route)
  })

  it('reads the filters that it wrote', () => {
    const filters = { search: 'a&b=c #1', from: '2026-11-01', status: 'charged-back' }
    expect(routeOf(ordersHash(filters))).toEqual({ page: 'orders', filters })
  })
})

describe('listQueries', () => {
  it.each<[string, Filters, object[]]>([
    ['everything', {}, [{}]],
    ['a reference', { search: ' shop-1042 ' }, [{ search: 'shop-1042' }]],
    ['a text that may be a sum as well', { search: '12,50' }, [{ search: '12,50' }, { amount: '12.50' }]],
    [
      'whole days of UTC, the last one included',
      { from: '2026-11-01', to: '2026-11-30' },
      [{ from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }],
    ],
    [
      'marks and names',
      { attention: 'true', held: 'true', status: 'approved', currency: 'EUR' },
      [{ needsAttention: 'true', held: 'true', status: 'approved', currency: 'EUR' }],
    ],
  ])('asks for %s', (_, filters, queries) => {
    expect(listQueries(filters)).toEqual(queries)
  })
})
