/** The orders by which a merchant asks for the payment of an earlier one again. */
import type { Followed } from './events.ts'
import type { OrderState } from './state.ts'

/** Far more than a merchant asks. The oldest are listed no more: they know the order that they follow. */
const MAX_FOLLOWING = 20

/** Keeps the name of a following order, once. */
export function followed(state: OrderState, { order }: Followed): OrderState {
  const { followedBy = [] } = state
  if (followedBy.some(({ id }) => id === order.id)) return state
  const { id, reference } = order
  return { ...state, followedBy: [...followedBy, { id, reference }].slice(-MAX_FOLLOWING) }
}
