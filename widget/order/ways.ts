/** The ways to pay, or to be paid, that an order leaves the shopper. Pure. */
import type { SavedCard, ShopperWay, Way } from '../../shared/order-view.ts'

/** Name of the edge's frame with the fields of a method; empty for a method on a page of the gateway. */
export function frameOf(method: ShopperWay): string {
  if (/hosted|page/.test(method)) return ''
  return method.startsWith('payout') ? 'destination' : 'card'
}

/** Methods that have a name for shoppers. A saved card has the card's. */
const NAMED = [
  ...(['hosted', 'payment-page', 'card'] as const),
  ...(['payout-card', 'payout-bank', 'payout-ewallet', 'payout-phone', 'payout-page'] as const),
]

/** A method that has a name for shoppers. */
export type Named = (typeof NAMED)[number]

/** Whether a method has a name for shoppers. */
export const hasName = (method: Way): method is Named => NAMED.some((one) => one === method)

/** One option of the choice. Each saved card is an option. */
export interface PayOption {
  readonly method: ShopperWay
  readonly card?: SavedCard
}

/** The methods that the order, or the offer, names. */
export interface OfferedMethods {
  readonly methods?: readonly Way[]
  readonly savedCards?: readonly SavedCard[]
}

/**
 * The shopper's options: saved cards first, all others in the order's order; without the methods that have no name for
 * shoppers.
 *
 * @param allowed Names of methods, by which the page narrows the choice; empty for all.
 */
export function optionsOf(
  { methods = ['hosted'], savedCards = [] }: OfferedMethods,
  allowed: string,
): PayOption[] {
  const names = methods.filter((method) => !allowed || allowed.split(/[\s,]+/).includes(method))
  return [
    ...(names.includes('saved-card')
      ? savedCards.map((card) => ({ method: 'saved-card', card }) as const)
      : []),
    ...names.filter(hasName).map((method) => ({ method })),
  ]
}
