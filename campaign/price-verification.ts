/** Decides whether each product was sold at a price that it had, and that its shopper saw. Pure. */
import { toDecimal } from '../shared/money.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { isProduct, type PlannedLine, priceOf } from './cart-plan.ts'
import { type PricesOfVersions, productId } from './catalogue.ts'
import { type Finding, finding } from './money-verification.ts'
import type { VerifiedOrder } from './quiescence.ts'

/** Adds to each order of products what is wrong with its price. */
export const withPriceFindings = (
  orders: readonly VerifiedOrder[],
  prices: PricesOfVersions,
): VerifiedOrder[] =>
  orders.map((one) => {
    const { cart = [] } = one.order.plan
    if (!one.view || !cart.some(({ item }) => isProduct(item))) return one
    const { agreedSums = [] } = one.order
    return { ...one, findings: [...one.findings, ...compare(one.view, { cart, agreedSums, prices })] }
  })

interface Sold {
  readonly cart: readonly PlannedLine[]
  readonly agreedSums: readonly string[]
  readonly prices: PricesOfVersions
}

function compare(view: MerchantOrderView, sold: Sold): Finding[] {
  const { amount = '' } = view
  const { agreedSums } = sold
  const sum = sumOfVersions(view, sold)
  return [
    ...(agreedSums.includes(amount)
      ? []
      : [finding('wrong outcome', `costs ${amount}, and its shopper saw ${agreedSums.join(', ')}`)]),
    ...(sum === amount
      ? []
      : [finding('wrong outcome', `costs ${amount}, and its versions ${sum ?? 'never were'}`)]),
  ]
}

/** What the cart costs by the versions that the order names. @returns `undefined` where one never was. */
function sumOfVersions({ lines = [] }: MerchantOrderView, { cart, prices }: Sold): string | undefined {
  let minor = 0
  for (const { item, quantity } of cart) {
    const version = lines.find((line) => line.item === productId(item))?.version ?? ''
    const price = isProduct(item) ? prices.get(version) : priceOf(item)
    if (price === undefined) return undefined
    minor += price * quantity
  }
  return toDecimal(minor, 2)
}
