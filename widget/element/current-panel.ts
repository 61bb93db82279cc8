import type { OfferClaims } from '../../shared/offer.ts'
import { isPayable, type OrderStatus } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { PayError } from './events.ts'

/** A panel of the tag: the order's status, or that there is no order. */
export type PanelName = OrderStatus | 'starting' | 'leaving' | 'empty' | 'broken'

/** What decides which panel the tag shows. */
export interface PanelState {
  readonly view: OrderView | undefined
  readonly claims: OfferClaims | undefined
  readonly error: PayError | undefined
  /** Whether the tag may start attempts of the order. */
  readonly mayPay: boolean
  /** There is an order whose status the tag does not know yet. */
  readonly resuming: boolean
  /** Says whether this tab is on its way to the payment page. */
  readonly presentation: { readonly isLeaving: boolean }
}

/**
 * Which panel the tag shows. Pure.
 *
 * @param leftAttempt Start time of the attempt that the shopper left to choose another method.
 */
export function currentPanel(
  { view, claims, error, mayPay, resuming, presentation }: PanelState,
  leftAttempt: string | undefined,
): PanelName {
  const isStuck = error?.recoverable === false
  const status = view?.status
  if (status === 'redirect' && leftAttempt === view?.attempts.at(-1)?.startedAt) return 'open'
  // With a token that may only look, the shopper cannot begin to pay either.
  if (status === 'open' && !mayPay) return 'redirect'
  if (view && status === 'cancelled' && isSent(view)) return 'approved'
  // A token that may only look and ran out leaves the last known status.
  if (status && !(isStuck && isPayable(status) && mayPay)) return presentation.isLeaving ? 'leaving' : status
  if (isStuck) return 'broken'
  if (resuming) return 'starting'
  return claims ? 'open' : 'empty'
}

/** Whether a payout was sent, however it was cancelled meanwhile, and nothing has undone it since. */
const isSent = ({ intent, attempts, transactions }: OrderView) =>
  intent === 'payout' &&
  attempts.some(({ status }) => status === 'approved') &&
  transactions.every(({ type }) => /payout/.test(type))
