/**
 * The one sum of a screen. What the summary, its pieces, the button and the announcer name comes from here, so no two sums can
 * stand beside each other. Pure.
 */
import type { Intent, OrderView } from '../../shared/order-view.ts'
import { decimalsOf, type Price, times } from '../order/amount.ts'

/**
 * The sum that a screen names: that of the field, so that the button never names another one. Once a part of a hold is
 * charged, that part is the price. A verification has none.
 *
 * @param price Of what is typed and chosen. It has no sum while a field is not valid.
 */
export const oneSum = (intent: Intent, view: OrderView | undefined, { sum }: Price): string | undefined =>
  intent === 'verify' ? undefined : Number(view?.captured) ? view?.captured : sum

/**
 * Says how many pieces the sum is of, and the price of one. Both come from the sum, so that they always fit it.
 *
 * @param shown The sum that the screen names. Where it is another one, nobody knows its pieces.
 * @param price Of what is typed and chosen.
 * @param write Writes an amount in the shopper's language.
 * @returns Empty for one piece, without a sum, and where no price of one piece makes the sum.
 */
export function piecesOf(
  shown: string | undefined,
  { sum = '', quantity = 1 }: Price,
  write: (amount: string) => string,
): string {
  const amount = (Number(sum) / quantity).toFixed(decimalsOf(sum))
  return quantity > 1 && sum === shown && times(amount, quantity) === sum
    ? `${quantity} × ${write(amount)}`
    : ''
}
