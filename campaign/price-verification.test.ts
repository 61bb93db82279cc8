import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { STOCK } from './cart-plan.ts'
import { productId } from './catalogue.ts'
import { planOf } from './plan.ts'
import { withPriceFindings } from './price-verification.ts'
import type { VerifiedOrder } from './quiescence.ts'

const PRODUCT = STOCK.length - 1

const PRICES = new Map([
  ['first', 7_125],
  ['second', 7_126],
])

/** An order of two pieces of a product, and one of the first offer. */
function order(amount: string, version: string, agreedSums: readonly string[]): VerifiedOrder {
  const cart = [
    { item: PRODUCT, quantity: 2 },
    { item: 0, quantity: 1 },
  ]
  const lines = [{ item: productId(PRODUCT), version }]
  const view = { id: 'one', status: 'approved', amount, lines } as unknown as MerchantOrderView
  return {
    order: { plan: { ...planOf(1, 1), cart }, reference: 'one', requestedFollowUps: [], agreedSums },
    view,
    findings: [],
    isShared: false,
    isOfTwoEdges: false,
    untold: 0,
  }
}

it.each<[string, VerifiedOrder, string[]]>([
  ['the price that its shopper saw', order('146.62', 'first', ['146.62']), []],
  ['the second price that they saw', order('146.64', 'second', ['146.62', '146.64']), []],
  [
    'a price that they did not see',
    order('146.64', 'second', ['146.62']),
    ['costs 146.64, and its shopper saw 146.62'],
  ],
  [
    'another price than its version had',
    order('146.62', 'second', ['146.62']),
    ['costs 146.62, and its versions 146.64'],
  ],
  [
    'a version that never was',
    order('146.62', 'third', ['146.62']),
    ['costs 146.62, and its versions never were'],
  ],
])('finds what is wrong with an order at %s', (_, sold, words) => {
  const [verified] = withPriceFindings([sold], PRICES)

  expect(verified?.findings.map((one) => one.words)).toEqual(words)
})
