/** Whether a purchase leaves something to buy, and when it makes room for the next one. Pure. */
import type { OrderView } from '../../../shared/order-view.ts'
import type { Claims } from '../offer.ts'
import type { TagState } from './tag-state.ts'
import { isUnsold } from './tag-state.ts'

/** The money was taken or reserved, and none of it went back: nothing happened since that the shopper has to read. */
const STANDING = ['approved', 'captured']

/**
 * Whether the order has taken all that these goods can ever sell: an invoice is paid once, and an offer may sell so many
 * units. What others have bought of it, the edge alone knows.
 */
export function isUsedUp({ act, status, lines }: OrderView, claims: Claims | undefined): boolean {
  if (!STANDING.includes(status)) return false
  const { limit = Number.POSITIVE_INFINITY, quantity } = claims ?? {}
  const bought = quantity ? (lines?.[0]?.quantity ?? 1) : 1
  return (act ?? claims?.act) === 'invoice' || limit - bought < (quantity?.min ?? 1)
}

/**
 * Whether the tag offers to buy again, above it a line that leads to the receipt. It does on a later visit alone, and only
 * beside a payment that is made for certain: any other order is shown as it is, so that nobody pays twice.
 */
export function makesRoom({ access, view, claims, error, goods }: TagState, order: OrderView): boolean {
  const isFirstLook = !!access?.isEarlier && !view
  return (
    isFirstLook &&
    !!claims &&
    !isUnsold({ claims, goods, error }) &&
    STANDING.includes(order.status) &&
    // What checks a card charges nothing, and is done.
    Number(order.captured) > 0 &&
    // The line writes both sums alike.
    order.currency === claims.currency &&
    !order.transactions.some(({ surplus }) => surplus) &&
    !isUsedUp(order, claims)
  )
}
