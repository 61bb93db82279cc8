/** A payment that is asked for once more, since the saved card was declined. Pure. */
import type { OrderDetails } from '../../shared/order-history.ts'

/** What the form of the new payment begins with. */
export interface FormerPayment {
  readonly id: string
  readonly description: string
  /** Empty where the key may not read it. */
  readonly email: string
  /** Tells which order it follows; empty where that is too long. */
  readonly reference: string
}

/** As the edge takes them. */
const MAX_REFERENCE = 100

/** What is known of the former order. */
export const formerPayment = (order: OrderDetails): FormerPayment => ({
  id: order.id,
  description: order.description,
  email: order.customer?.email ?? '',
  reference: nextReference(order),
})

/** The desk's own count, which only an order that follows another has: `bill-2` of a shop is no second asking for `bill`. */
const COUNTED = /^(.+)-(\d{1,3})$/

/** The number after that of the last order that asked for the same payment. */
function nextReference(order: Pick<OrderDetails, 'reference' | 'follows' | 'followedBy'>): string {
  const last = order.followedBy?.at(-1)?.reference
  const [, base, count] = COUNTED.exec(last ?? (order.follows ? order.reference : '')) ?? []
  const next = count ? `${base}-${Number(count) + 1}` : `${order.reference}-2`
  return next.length > MAX_REFERENCE ? '' : next
}

/** The sum as a person of the locale types it. */
export function typedSum({ amount }: Pick<OrderDetails, 'amount'>, locale: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }
  return Number(amount).toLocaleString(locale, digits)
}
