/** Decides whether an order has settled, and says why it has not. Pure. */
import type { OrderDetails } from '../shared/order-history.ts'
import { isInDoubt, isUnderWay } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { LedgerRequest, OrderLedger } from './ledger.ts'

/** An order as its merchant sees it. Only a read of the order tells why it needs attention. */
export type SeenOrder = MerchantOrderView & Partial<Pick<OrderDetails, 'attention'>>

/** Nothing of an order moves any more, or it is known to be in doubt. A form that its shopper left may stay open. */
export function isQuiescent(view: SeenOrder | undefined): boolean {
  if (!view) return false
  const isMoving = [view, ...view.followUps].some(({ status }) => isUnderWay(status))
  return !isMoving && !isBeingRepaired(view)
}

/** A duplicate charge is on its way back, or the edge looks into an unmatched transaction; nothing is in doubt. */
const isBeingRepaired = (view: SeenOrder) =>
  view.needsAttention &&
  !isMixedUp(view) &&
  ![view, ...view.attempts, ...view.followUps].some(({ status }) => isInDoubt(status))

/**
 * The gateway answered about other orders for so long that a person has to know, and nothing else is wrong. Where right
 * answers came between them, the order goes on telling so when all are right again: it cannot know whether they stay so.
 */
export const isMixedUp = ({ attention = [] }: SeenOrder): boolean =>
  attention.length > 0 && attention.every((reason) => reason === 'outcome-unknown')

/** The last answers say what the edge was told. */
const LAST_ANSWERS = 4

/** What the edge shows, what the gateway has, and what it last answered. */
export function whyUnsettled(view: MerchantOrderView, ledger: OrderLedger): string {
  const { status, followUps, needsAttention } = view
  const { transactions, requests } = ledger
  const shown = [status, ...followUps.map((one) => `${one.kind} ${one.status}`)].join(', ')
  const known = transactions.map((stage) => `${stage.type} ${stage.status}`).join(', ') || 'nothing'
  const asked = requests.filter(({ operation }) => operation === 'status')
  const answers = asked.slice(-LAST_ANSWERS).map(answer).join(', ') || 'none'
  const attention = needsAttention ? ', and needs attention' : ''
  return `still ${shown}${attention}; the gateway has ${known}; the last of ${asked.length} answers: ${answers}`
}

const answer = ({ outcome, faults }: LedgerRequest) =>
  faults.length === 0 ? outcome : `${outcome} (${faults.join(' ')})`
