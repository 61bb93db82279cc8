/** What the views of an order may never show, whatever the gateway did. Pure. */
import { isSettled } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'

const UNDER_WAY = ['sending', 'processing', 'unknown']

/** What the shopper or the bank still has to do with a request that took card data along. */
const UNCERTAIN = [...UNDER_WAY, 'method', 'challenge']

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
  if (isNewer && before && isSettled(before.status) && !isSettled(view.status) && view.status !== 'unknown')
    return `${before.status} was taken back: ${view.status}`
  const attempts = view.attempts.filter(
    ({ status, method }) => UNCERTAIN.includes(status) && DIRECT.includes(method),
  )
  if (attempts.length > 1) return 'two charges under way at once'
  const followUps = view.followUps.filter(({ status }) => UNDER_WAY.includes(status))
  return followUps.length > 1 ? 'two follow-ups under way at once' : undefined
}
