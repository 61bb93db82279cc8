import type { OrderView } from '../../shared/order-view.ts'

/** So many characters of an order's id tell it from all others. The list of orders finds it by them. */
const SHORT = 8

/** What a shopper reads out to the shop's support, of an order. */
type Named = Pick<OrderView, 'id' | 'reference'>

/** Whether the order has no reference of the shop's: then its id, 32 random characters, is its reference. */
export const isOwnReference = ({ id, reference }: Named): boolean => reference === id

/** The reference that a shopper reads out: the shop's own; of an order without one, the first eight characters. */
export const readableReference = (order: Named): string =>
  isOwnReference(order) ? order.id.slice(0, SHORT) : order.reference
