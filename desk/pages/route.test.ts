import { describe, expect, it } from 'vitest'
import { ordersHash, type Route, routeOf } from './route.ts'

describe('routeOf', () => {
  it.each<[string, Route]>([
    ['', { page: 'overview' }],
    ['#/', { page: 'overview' }],
    ['#/nowhere', { page: 'overview' }],
    ['#/orders', { page: 'orders', filters: {} }],
    ['#/orders?status=declined&key=pck_x', { page: 'orders', filters: { status: 'declined' } }],
    ['#/orders/abc', { page: 'order', id: 'abc' }],
    ['#/products', { page: 'products' }],
    ['#/products/new', { page: 'product', id: 'new' }],
    ['#/new-product', { page: 'new-product' }],
    ['#/orders/%zz', { page: 'order', id: '%zz' }],
  ])('reads %s', (hash, route) => {
    expect(routeOf(hash)).toEqual(route)
  })

  it('reads the filters that it wrote', () => {
    const filters = { search: 'a&b=c #1', from: '2026-11-01', status: 'charged-back' }
    expect(routeOf(ordersHash(filters))).toEqual({ page: 'orders', filters })
  })
})
