/** What a person may do with an order: by its state, and by the scopes of the key. Pure. The edge has the last word. */
import type { MerchantScope } from '../../shared/merchant-key.ts'
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import { isMoving, isPayable, isSettled, isUncertain, isUnderWay } from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { doubtOf } from './doubt.ts'

/** Everything that the desk can do with an order, in the order of its buttons. */
const ACTIONS = [
  ...(['capture', 'return', 'void', 'not-accepted', 'refresh', 'cancel'] as const),
  ...(['renew-link', 'mail-request', 'mail-reminder', 'mail-receipt'] as const),
  ...(['sent', 'note', 'resend', 'erase'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

/** Mails and the link come with an order's details, and not with what a socket tells. */
type ActionOrder = MerchantOrderView & Pick<Partial<OrderDetails>, 'mails' | 'link' | 'payUrl'>

/** An action: its address below the order's, the scope that it needs, and whether a repeat needs a key to be harmless. */
interface ActionRule {
  readonly path: string
  readonly scope: MerchantScope
  /** Sent with an `Idempotency-Key`. */
  readonly isKeyed?: true
  /** It asks the gateway, whose answer is an entry of `followUps`. */
  readonly isFollowUp?: true
  /** The sum that may be chosen is a part of what is possible. */
  readonly takesPart?: true
  /** The mail that it sends, which the edge's settings have to want. */
  readonly mail?: MailKind
  isPossible(order: ActionOrder): boolean
}

/** What a request asks can still be done. Payouts, and what a server charges itself, have no link. */
const isAsking = ({ payUrl, status }: ActionOrder) => payUrl !== undefined && isPayable(status)

/** A mail is in the queue or went out, as far as anybody knows. */
const isAsked = ({ mails = [] }: ActionOrder) =>
  mails.some(({ kind, status }) => kind === 'request' && status !== 'given-up')

const isCardPayment = ({ intent }: MerchantOrderView) => intent === 'sale' || intent === 'preauth'

/** Money is on hold: authorized, and not captured. */
const isHeld = ({ intent, status }: MerchantOrderView) => intent === 'preauth' && status === 'approved'

/** The edge takes one follow-up at a time. */
const isFree = ({ followUps }: MerchantOrderView) => !followUps.some(({ status }) => isUncertain(status))

/** The follow-up rules are those of `worker/order/model/follow-ups.ts`, seen from outside. */
export const ACTION_RULES: Readonly<Record<Action, ActionRule>> = {
  capture: {
    ...{ path: 'capture', scope: 'charge', isKeyed: true, isFollowUp: true, takesPart: true },
    isPossible: (order) => isHeld(order) && isFree(order),
  },
  return: {
    ...{ path: 'return', scope: 'refund', isKeyed: true, isFollowUp: true, takesPart: true },
    isPossible: (order) =>
      isCardPayment(order) &&
      isFree(order) &&
      ['approved', 'captured', 'partially-returned'].includes(order.status) &&
      !isHeld(order) &&
      Number(refundable(order)) > 0,
  },
  void: {
    ...{ path: 'void', scope: 'refund', isKeyed: true, isFollowUp: true },
    isPossible: (order) => isCardPayment(order) && order.status === 'approved' && isFree(order),
  },
  'not-accepted': {
    ...{ path: 'not-accepted', scope: 'charge' },
    isPossible: (order) => doubtOf(order) !== undefined,
  },
  refresh: {
    ...{ path: 'refresh', scope: 'charge' },
    isPossible: (order) => isMoving(order.status) || !isFree(order),
  },
  cancel: {
    ...{ path: 'cancel', scope: 'charge' },
    isPossible: ({ status }) => isPayable(status),
  },
  'renew-link': {
    ...{ path: 'renew-link', scope: 'charge' },
    isPossible: (order) => isAsking(order) && (order.link === 'former' || order.link === 'ended'),
  },
  'mail-request': {
    ...{ path: 'mail', scope: 'charge', isKeyed: true, mail: 'request' },
    isPossible: isAsking,
  },
  'mail-reminder': {
    ...{ path: 'mail', scope: 'charge', isKeyed: true, mail: 'reminder' },
    isPossible: (order) => isAsking(order) && isAsked(order),
  },
  'mail-receipt': {
    ...{ path: 'mail', scope: 'charge', isKeyed: true, mail: 'receipt' },
    isPossible: ({ status, intent }) => isSettled(status) && intent !== 'payout',
  },
  sent: {
    ...{ path: 'sent', scope: 'charge', isKeyed: true },
    isPossible: (order) =>
      isCardPayment(order) && ['approved', 'captured', 'partially-returned'].includes(order.status),
  },
  note: {
    ...{ path: 'note', scope: 'charge' },
    isPossible: () => true,
  },
  resend: {
    ...{ path: 'webhooks/resend', scope: 'charge' },
    isPossible: ({ attempts }) => attempts.length > 0,
  },
  erase: {
    ...{ path: 'erase', scope: 'admin' },
    isPossible: (order) => !isUnderWay(order.status) && isFree(order),
  },
}

/**
 * The actions that an order and a key allow, in the order of the buttons.
 *
 * @param mails What the edge mails.
 */
export const allowedActions = (
  order: ActionOrder,
  scopes: readonly MerchantScope[],
  mails: readonly MailKind[] = [],
): Action[] =>
  ACTIONS.filter((action) => {
    const { scope, mail, isPossible } = ACTION_RULES[action]
    return scopes.includes(scope) && (!mail || mails.includes(mail)) && isPossible(order)
  })

/** The sum that an action moves at most, as decimal text. */
export function mostOf(action: Action, order: MerchantOrderView): string {
  if (action === 'return') return refundable(order)
  return (action === 'not-accepted' && doubtOf(order)?.amount) || order.amount
}

/** What was taken and not given back, as decimal text. */
export const refundable = ({ captured, returned }: MerchantOrderView): string =>
  difference(captured, returned)

/** One amount less another, exact, with the decimals of the first; `0` where it would be negative. */
function difference(amount: string, less: string): string {
  const exponent = amount.split('.')[1]?.length ?? 0
  const [first, second] = [toMinor(amount, exponent), toMinor(less, exponent)]
  return toDecimal(first.ok && second.ok ? Math.max(0, first.value - second.value) : 0, exponent)
}
