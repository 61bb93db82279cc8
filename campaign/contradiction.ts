/** What the views of an order may never show, whatever the gateway did. Pure. */
import { isInDoubt, isSettled, isUncertain } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'

/** Ways without a page of the gateway: what is sent may charge at once. */
const DIRECT = ['card', 'saved-card', 'rebill', 'transfer', 'payout-card']

/**
 * Finds what is wrong with a view.
 *
 * @param before An earlier view of the order, if there was one.
 * @returns Words for it; `undefined` if nothing is.
 */
export function contradiction(
  before: MerchantOrderView | undefined,
  view: MerchantOrderView,
): string | undefined {
  const isNewer = before === undefined || view.seq >= before.seq
  if (isNewer && before && isSettled(before.status) && !isSettled(view.status) && !isInDoubt(view.status))
    return `${before.status} was taken back: ${view.status}`
  const attempts = view.attempts.filter(
    ({ status, method }) => isUncertain(status) && DIRECT.includes(method),
  )
  if (attempts.length > 1) return 'two charges under way at once'
  const followUps = view.followUps.filter(({ status }) => isUncertain(status))
  return followUps.length > 1 ? 'two follow-ups under way at once' : undefined
}
