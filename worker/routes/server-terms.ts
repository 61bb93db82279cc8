/** The terms of an order that a merchant's server opens. No clock, no storage, no network. */
import { COLLECT, type Collect, type Customer } from '../../shared/customer.ts'
import { toMinor } from '../../shared/money.ts'
import type { Act, Intent, Way } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { type Endpoint, endpointFor, type Kind } from '../config/gateway-endpoints.ts'
import { orderIdOfReference } from '../credentials/order-id.ts'
import { customerRefusal } from '../domain/customer.ts'
import type { Refusal } from '../domain/refusal.ts'
import { payPage } from '../domain/return-url.ts'
import type { OrderTerms } from '../domain/terms.ts'

/** An order as a merchant's server requests it. */
export interface RequestedOrder {
  readonly reference: string
  readonly intent: Intent
  /** What the shopper does by paying. Absent if no shopper pays. */
  readonly act?: Act
  /** The kind of endpoint that serves it. */
  readonly kind: Kind
  readonly methods: readonly Way[]
  /** Decimal text in major units. Absent if no money moves. */
  readonly amount?: string
  /** Absent if the operation has none. */
  readonly currency?: string
  readonly description?: string
  /** The language of the shopper's mails. */
  readonly locale?: string
  readonly customer?: Customer
  /** Customer data that must be there before the order is paid. */
  readonly collect: readonly Collect[]
  /** Whether the endpoint may require more than `collect`. */
  readonly mayRequire: boolean
  /** Whether a shopper can still supply missing data. */
  readonly isAttended: boolean
  /** Default: the edge's own page. */
  readonly returnUrl?: string
  /** Origins where it may be paid. Default: `ALLOWED_ORIGINS`. */
  readonly origins?: readonly string[]
  readonly cardRefs?: readonly string[]
  readonly mayRemoveCards?: true
  /** Whether it may be paid by a link, and whether a person gets that. */
  readonly hasLink?: true
  readonly isRequest?: true
  /** Default: `orderExpires` of the table of durations. */
  readonly expiresInMs?: number
}

/**
 * Works out the terms of an order. The same request gives the same terms, except for the two times.
 *
 * @param now Milliseconds since the epoch.
 * @returns The terms, or the first thing in the request that is not possible.
 */
export async function serverTerms(
  requested: RequestedOrder,
  config: Pick<Config, 'GATEWAY_ENDPOINTS' | 'PUBLIC_URL' | 'times'>,
  now: number,
): Promise<Result<OrderTerms, Refusal>> {
  const { reference, intent, act, methods, currency = '', description = '' } = requested
  const { cardRefs, mayRemoveCards, hasLink, isRequest } = requested
  const endpoint = endpointFor(config.GATEWAY_ENDPOINTS, currency, requested.kind)
  if (!endpoint) return refused({ code: 'currency-not-served', fields: ['currency'] })
  const amountMinor = minorOf(requested, endpoint)
  if (!amountMinor.ok) return amountMinor
  const collect = collectOf(requested, endpoint)
  const wrong = customerNeed(requested, collect)
  if (wrong) return refused(wrong)
  return accepted({
    id: await orderIdOfReference(reference),
    reference,
    intent,
    ...(act && { act }),
    amountMinor: amountMinor.value,
    currency,
    exponent: endpoint.exponent,
    description,
    methods,
    collect,
    returnUrl: requested.returnUrl ?? payPage(config.PUBLIC_URL),
    ...(requested.locale !== undefined && { locale: requested.locale }),
    ...(requested.origins && { origins: requested.origins }),
    ...(cardRefs && { cardRefs }),
    ...(mayRemoveCards && { mayRemoveCards }),
    ...(hasLink && { hasLink }),
    ...(isRequest && { isRequest }),
    openedAt: now,
    expiresAt: now + (requested.expiresInMs ?? config.times.orderExpires),
  })
}

/** Zero if no money moves, otherwise above zero. */
function minorOf({ amount }: RequestedOrder, { exponent }: Endpoint): Result<number, Refusal> {
  if (amount === undefined) return accepted(0)
  const minor = toMinor(amount, exponent)
  return minor.ok && minor.value > 0 ? minor : refused({ code: 'amount-invalid', fields: ['amount'] })
}

const collectOf = ({ collect, mayRequire }: RequestedOrder, { requires }: Endpoint) =>
  COLLECT.filter((group) => collect.includes(group) || (mayRequire && requires.includes(group)))

/** Without a shopper all required data must be in the request. With one, only given data is checked. */
const customerNeed = ({ customer, isAttended }: RequestedOrder, collect: readonly Collect[]) =>
  isAttended ? customer && customerRefusal(customer) : customerRefusal(customer ?? {}, collect)
