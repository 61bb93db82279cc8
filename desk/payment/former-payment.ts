/** A payment that is asked for once more, since the saved card was declined. Pure. */
import type { OrderDetails } from '../../shared/order-history.ts'

/** What the form of the new payment begins with. */
export interface FormerPayment {
  readonly description: string
  /** Empty where the key may not read it. */
  readonly email: string
  /** That of the former order, and one more; empty where that is too long. */
  readonly reference: string
}

/** As the edge takes them. */
const MAX_REFERENCE = 100

/** What is known of the former order. */
export function formerPayment({ description, customer, reference }: OrderDetails): FormerPayment {
  const next = `${reference}-2`
  return { description, email: customer?.email ?? '', reference: next.length > MAX_REFERENCE ? '' : next }
}

/** The sum as a person of the locale types it. */
export function typedSum({ amount }: Pick<OrderDetails, 'amount'>, locale: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }
  return Number(amount).toLocaleString(locale, digits)
}
