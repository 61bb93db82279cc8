/** One situation for each cell of the table of words, and for what is known of its money. For the printed screens and tests. */

import type { Money } from '../../../shared/order-outcome.ts'
import { isFailed, isSettled, type OrderStatus } from '../../../shared/order-status.ts'
import type { AttemptView, Intent, OrderView, TransactionView } from '../../../shared/order-view.ts'
import type { Situation } from '../situation.ts'
import type { Known } from './impossible-screens.ts'
import { MISTAKES } from './impossible-screens.ts'

const AMOUNT = '12.50'
const PART = '2.50'
const AT = '2026-11-21T10:00:00Z'

/** A tag with an offer, before any order, that knows everything a shop can name. */
export const BEFORE_ORDER: Situation = {
  ...{
    view: undefined,
    intent: 'sale',
    isSelling: true,
    isUnread: false,
    isCart: false,
    isUsedUp: false,
    earlier: undefined,
    sum: AMOUNT,
    isOrdered: true,
    isHosted: false,
    isSaidAtField: false,
    hasOrderWords: false,
  },
  ...{ error: undefined, mayPay: true, isResuming: false, isLeaving: false, leftAttempt: '' },
  ...{ isBusy: false, isLong: false, notice: '', pausedUntil: '', isBeside: false, isInPopUp: false },
  ...{ hasAnotherMethod: true, isResult: false, wayBack: 'https://shop.example.com/' },
  ...{ isForeign: false, fullPage: '', support: 'https://shop.example.com/help', refusedItem: undefined },
}

/** The status that a row of the table is of. */
export function statusOf(row: Known['row']): OrderStatus {
  if (row === 'given-up') return 'declined'
  if (row === 'checked') return 'approved'
  return row === 'popup' ? 'redirect' : row
}

/** What a tag knows that shows such an order. An offer can never send money, so only the shop makes a new payout. */
export function exampleOf(known: Known): Situation {
  const { row, intent } = known
  const view = viewOf(known)
  return {
    ...BEFORE_ORDER,
    ...{ view, intent, isInPopUp: row === 'popup', isSelling: intent !== 'payout' },
    sum: intent === 'verify' ? undefined : AMOUNT,
    hasAnotherMethod: intent !== 'payout',
  }
}

function viewOf({ row, intent, money, mistake }: Known): OrderView {
  const status = statusOf(row)
  const attempts = status === 'open' ? [] : [attemptOf(attemptStatus(status, money), intent)]
  const isOver = intent === 'payout' ? attempts.length > 0 : !isFailed(status) && status !== 'open'
  return {
    ...{ ...OF_ALL, intent, status, attempts, methods: isOver ? [] : ['card'] },
    transactions: mistake === MISTAKES[0] ? [] : [surplus(mistake === MISTAKES[2])],
    captured: money === 'moved' ? AMOUNT : '0.00',
    returned: status === 'partially-returned' ? PART : status === 'returned' ? AMOUNT : '0.00',
    ...(isSettled(status) && { card: { brand: 'VISA', masked: '411111******1111', expires: '' } }),
    ...(/redirect|method|challenge/.test(status) && {
      action: { type: 'page', url: 'https://gateway.example.com/step' },
    }),
    ...(row === 'given-up' && {
      error: { code: 'cancelled-at-gateway', recoverable: true, supportId: 'q7Zt-1' },
    }),
  }
}

/** What no example is about. */
const OF_ALL = {
  ...{ id: 'q7ZtWmK2xR9dYbLc4NvHs8PfAe3GuJ', reference: 'order-4711', description: 'A mug' },
  ...{ amount: AMOUNT, currency: 'EUR', seq: 1, updatedAt: AT },
}

/** An attempt that leaves the money in that state. */
function attemptStatus(status: OrderStatus, money: Money): AttemptView['status'] {
  if (isSettled(status) || money === 'moved') return 'approved'
  if (status !== 'cancelled' && status !== 'expired' && !isFailed(status)) return status
  return money === 'may-move' ? 'superseded' : 'declined'
}

const attemptOf = (status: AttemptView['status'], intent: Intent): AttemptView => ({
  ...{ number: 1, status, startedAt: AT },
  method: intent === 'payout' ? 'payout-page' : 'card',
})

const surplus = (isReversed: boolean): TransactionView => ({
  ...{ id: '20027', type: 'sale', status: 'approved', amount: AMOUNT, surplus: true },
  ...(isReversed && { reversed: true }),
})
