/** The order as a holder of its link sees it, who may have it from the person whom the merchant sent it to. */
import { toDecimal } from '../../../shared/money.ts'
import {
  isAtForm,
  isFailed,
  isFinal,
  isPayable,
  isSettled,
  type OrderStatus,
} from '../../../shared/order-status.ts'
import type { AttemptView, OrderView } from '../../../shared/order-view.ts'
import { without } from '../../../shared/without.ts'
import { leadingAttempt } from '../model/attempts.ts'
import type { OrderState } from '../model/state.ts'

/**
 * Shows what is to be paid, and whether it still can be: nothing of a person, a card or a try. A paid order shows that it is
 * paid.
 */
export function linkView(order: OrderView): OrderView {
  const { attempts, methods, returned } = order
  const shown = without(order, 'action', 'card', 'error', 'pageUrl', 'reservedUntil')
  const status = shownStatus(order)
  return {
    ...withoutSavedCards({ ...shown, methods }),
    status,
    returned: status === 'returned' ? returned : toDecimal(0, decimalsOf(returned)),
    // How many there are names the next one.
    attempts: attempts.map(othersAttempt),
    transactions: [],
    byLink: true,
  }
}

/**
 * Shows the order to a person who exchanged its link: their own attempt and what it took, and as {@link linkView} what others
 * do.
 *
 * @param exchange Names the exchange. `undefined`: a person at a page of the shop, whose attempts have none.
 * @param order The order as the page of a shop would show it.
 */
export function exchangedView(state: OrderState, exchange: string | undefined, order: OrderView): OrderView {
  const { attempts, payment, transactions } = state
  const isOwn = (number: number) => attempts[number - 1]?.exchange === exchange
  const named = transactions.filter(({ attempt }) => isOwn(attempt)).map(({ id }) => id)
  const own = order.transactions.filter(({ id }) => named.includes(id))
  const shown = payment ?? leadingAttempt(state)?.number
  const isShown = shown !== undefined && isOwn(shown)
  const view = isShown ? withoutSavedCards(without(order, 'pageUrl')) : linkView(order)
  const seen = view.attempts.map((attempt) => (isOwn(attempt.number) ? attempt : othersAttempt(attempt)))
  return { ...view, attempts: seen, transactions: own }
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** The cards are those of the customer whom the order was opened for. */
const withoutSavedCards = (order: OrderView): OrderView => ({
  ...without(order, 'savedCards', 'mayKeepCard', 'mayRemoveCards'),
  methods: order.methods.filter((way) => way !== 'saved-card'),
})

/**
 * What may be paid reads as open, and what is under way as processing. What a bank took back, or a shop gave back in part, is
 * between those who paid and the shop.
 */
function shownStatus({ status, intent }: OrderView): OrderStatus {
  if (isPayable(status)) return 'open'
  if (status === 'charged-back' || status === 'partially-returned')
    return intent === 'preauth' ? 'captured' : 'approved'
  return isFinal(status) ? status : 'processing'
}

/** That there was one, and whether it is over: not what a bank said to another person. */
const othersAttempt = (attempt: AttemptView): AttemptView => ({
  ...attempt,
  status: attemptStatus(attempt.status),
})

function attemptStatus(status: AttemptView['status']): AttemptView['status'] {
  if (isAtForm(status)) return 'superseded'
  if (isFailed(status)) return 'error'
  return isSettled(status) ? status : 'processing'
}
