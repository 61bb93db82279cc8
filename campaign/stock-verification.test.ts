import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { cartMinor } from './cart-plan.ts'
import { planOf } from './plan.ts'
import type { VerifiedOrder } from './quiescence.ts'
import type { Counted } from './stock.ts'
import { withStockFindings } from './stock-verification.ts'

const stock = [
  { offer: 'a.b.c', limit: 3 },
  { offer: 'd.e.f', limit: 3 },
]

const cart = [{ item: 0, quantity: 2 }]

/** An order of two pieces of item 0. */
function order(id: string, status: OrderStatus, amount = '8.24'): VerifiedOrder {
  const plan = { ...planOf(1, 1), cart, amountMinor: cartMinor(cart) }
  const view = { id, status, amount, attempts: [{ status }] } as unknown as MerchantOrderView
  return {
    order: { plan, reference: id, requestedFollowUps: [] },
    view,
    findings: [],
    isShared: false,
    isOfTwoEdges: false,
    untold: 0,
  }
}

const nothing: Counted = { sold: 0, held: {} }

const wordsOf = (orders: readonly VerifiedOrder[], counted: Counted) =>
  withStockFindings(orders, stock, [counted, nothing]).flatMap(({ findings }) =>
    findings.map(({ damage, words }) => `${damage}: ${words}`),
  )

describe('withStockFindings', () => {
  it.each<[string, VerifiedOrder[], Counted]>([
    ['a sold cart is counted', [order('one', 'approved')], { sold: 2, held: {} }],
    ['a voided one stays sold', [order('one', 'voided')], { sold: 2, held: {} }],
    ['an order in doubt may hold its units', [order('one', 'unknown')], { sold: 0, held: { one: 2 } }],
    ['an order in doubt may have sold them', [order('one', 'unknown')], { sold: 2, held: {} }],
    ['a failed order holds nothing', [order('one', 'declined')], nothing],
  ])('finds nothing wrong where %s', (_, orders, counted) => {
    expect(wordsOf(orders, counted)).toEqual([])
  })

  it.each<[string, VerifiedOrder[], Counted, string]>([
    [
      'more is paid than there is',
      [order('one', 'approved'), order('two', 'approved')],
      { sold: 3, held: {} },
      'units wrong: 4 of item 0 are paid, and there are 3',
    ],
    [
      'the counter forgot a sale',
      [order('one', 'approved')],
      nothing,
      'units wrong: the counter of item 0 has sold 0, and 2 are paid',
    ],
    [
      'a failed order keeps units',
      [order('one', 'declined')],
      { sold: 0, held: { one: 2 } },
      'units wrong: declined, and holds 2 of item 0',
    ],
    [
      'an abandoned form keeps units',
      [order('one', 'redirect')],
      { sold: 0, held: { one: 2 } },
      'units wrong: redirect, and holds 2 of item 0',
    ],
    [
      'a cart costs something else',
      [order('one', 'approved', '0.01')],
      { sold: 2, held: {} },
      'wrong outcome: costs 0.01 in place of 8.24',
    ],
  ])('notices that %s', (_, orders, counted, words) => {
    expect(wordsOf(orders, counted)).toContain(words)
  })

  it('notices units of a product that were added and are not there', () => {
    const [, other] = stock
    const products = [{ limit: 5, kept: 3 }, ...(other ? [other] : [])]

    const [verified] = withStockFindings([order('one', 'approved')], products, [
      { sold: 2, held: {} },
      nothing,
    ])

    expect(verified?.findings.map(({ words }) => words)).toContain(
      'the catalogue has 3 units of item 0 in place of 5',
    )
  })
})
