/** Whose data counts for a payment. No I/O. */
import type { Customer } from '../../../shared/customer.ts'
import type { Payer } from './gateway-requests.ts'
import type { OrderState } from './state.ts'

/**
 * What an order knows of its payers. Many people may come by its link, so what each of them typed is kept apart under their
 * exchange, and counts for their own payment alone. Erased as a whole.
 */
export interface KnownPayers extends Payer {
  /** The order's own customer: what the merchant gave and, over it, what the shopper of the shop's page typed. */
  readonly customer: Customer
  /** What the merchant gave, where a shopper has typed over it. */
  readonly given?: Customer
  /** Name of an exchange of the link → what was typed there. */
  readonly byLink?: Readonly<Record<string, Customer>>
  /** The e-mail address that a merchant key gave. The shopper may have typed another one. */
  readonly requestTo?: string
}

/**
 * A row of an older version: `customer` is what the merchant gave and, over it, what the last person typed who came by the
 * exchange `typedBy`.
 */
export interface FormerPayer extends KnownPayers {
  readonly typedBy?: string
}

/** A row as it is kept now. */
export const upToDatePayer = ({ typedBy, ...known }: FormerPayer): KnownPayers =>
  typedBy === undefined || !known.given
    ? known
    : { ...known, customer: known.given, byLink: { ...known.byLink, [typedBy]: known.customer } }

/** The merchant gave it when the order was opened. What a shopper of the shop's page typed already is replaced. */
export const withGiven = (known: KnownPayers, more: Customer): KnownPayers => ({
  ...known,
  customer: { ...known.customer, ...more },
  ...(known.given && { given: { ...known.given, ...more } }),
})

/**
 * A shopper typed it.
 *
 * @param exchange Names the exchange of the link that they came by; `undefined` on a page of the shop.
 * @returns The very same value where nothing was typed that is not known already.
 */
export function withTyped(known: KnownPayers, typed: Customer, exchange: string | undefined): KnownPayers {
  const { customer, given = customer, byLink } = known
  const before = exchange === undefined ? customer : byLink?.[exchange]
  const after = { ...before, ...typed }
  if (isSame(after, before ?? {})) return known
  return exchange === undefined
    ? { ...known, customer: after, given }
    : { ...known, byLink: { ...byLink, [exchange]: after } }
}

const isSame = (one: Customer, other: Customer) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The data of a payment, and of what is shown of it. Somebody who comes by the link gets by default what the merchant gave,
 * and nothing that anybody else typed.
 *
 * @param exchange As in {@link withTyped}.
 */
export const customerFor = (
  { customer, given = customer, byLink }: KnownPayers,
  exchange: string | undefined,
): Customer => (exchange === undefined ? customer : { ...given, ...byLink?.[exchange] })

/** The customer of the order: who paid it or, until somebody has, the order's own. */
export const payingCustomer = (
  known: KnownPayers,
  { attempts, payment = 0 }: Pick<OrderState, 'attempts' | 'payment'>,
): Customer => customerFor(known, attempts[payment - 1]?.exchange)
