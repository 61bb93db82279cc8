/** Decides whether the units of the stock are where they belong: sold once, and held by no order that cannot be paid. Pure. */
import { toDecimal } from '../shared/money.ts'
import { isInDoubt, isSettled, isUncertain } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { isProduct, type PlannedLine } from './cart-plan.ts'
import { type Finding, finding } from './money-verification.ts'
import type { Plan } from './plan.ts'
import type { VerifiedOrder } from './quiescence.ts'
import type { Counted, Stock } from './stock.ts'

/** Adds to each order what is wrong with the units of its cart, once nothing moves any more. */
export function withStockFindings(
  orders: readonly VerifiedOrder[],
  stock: Stock,
  counted: readonly Counted[],
): VerifiedOrder[] {
  const oversold = stock.flatMap((one, item) => {
    const words =
      wrongUnits(one, item) ?? wrongCount(orders, { item, limit: one.limit, sold: counted[item]?.sold ?? 0 })
    return words ? [{ item, words }] : []
  })
  return orders.map((one) => {
    const { order, view } = one
    const { cart } = order.plan
    if (!cart || !view) return one
    const own = [
      ...oversold.filter(({ item }) => isSettled(view.status) && unitsOf(cart, item) > 0),
      ...heldAtRest(view, counted),
    ].map(({ words }) => finding('units wrong', words))
    return { ...one, findings: [...one.findings, ...wrongPrice(view, order.plan), ...own] }
  })
}

const unitsOf = (cart: readonly PlannedLine[], item: number) =>
  cart.find((line) => line.item === item)?.quantity ?? 0

/** More is sold than there is, or the counter does not have what was sold. An order in doubt may have sold its units. */
function wrongCount(
  orders: readonly VerifiedOrder[],
  { item, limit, sold }: { readonly item: number; readonly limit: number; readonly sold: number },
): string | undefined {
  const units = (is: (view: MerchantOrderView) => boolean) =>
    orders.reduce(
      (sum, { order, view }) => sum + (view && is(view) ? unitsOf(order.plan.cart ?? [], item) : 0),
      0,
    )
  const paid = units(({ status }) => isSettled(status))
  const doubtful = units(({ status }) => isInDoubt(status))
  if (paid > limit) return `${paid} of item ${item} are paid, and there are ${limit}`
  return sold < paid || sold > paid + doubtful
    ? `the counter of item ${item} has sold ${sold}, and ${paid} are paid`
    : undefined
}

/** An order that can no longer be paid holds units. */
function heldAtRest(view: MerchantOrderView, counted: readonly Counted[]): { words: string }[] {
  if ([view, ...view.attempts].some(({ status }) => isUncertain(status))) return []
  return counted.flatMap(({ held }, item) =>
    held[view.id] === undefined
      ? []
      : [{ words: `${view.status}, and holds ${held[view.id]} of item ${item}` }],
  )
}

/** The catalogue has other units than those that were made and added. */
const wrongUnits = ({ limit, kept = limit }: Stock[number], item: number) =>
  kept === limit ? undefined : `the catalogue has ${kept} units of item ${item} in place of ${limit}`

/** The price of a product changes, and is verified apart. */
function wrongPrice(view: MerchantOrderView, { cart, amountMinor }: Plan): Finding[] {
  if (cart?.some(({ item }) => isProduct(item))) return []
  const amount = toDecimal(amountMinor, 2)
  return view.amount === amount
    ? []
    : [finding('wrong outcome', `costs ${view.amount} in place of ${amount}`)]
}
