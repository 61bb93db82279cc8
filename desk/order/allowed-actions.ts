/** What a person may do with an order: by its state, and by the scopes of the key. Pure. The edge has the last word. */
import type { MerchantScope } from '../../shared/merchant-key.ts'
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import {
  isFinal,
  isMoving,
  isPayable,
  isSettled,
  isUncertain,
  isUnderWay,
} from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { KeyedPath, UnkeyedPath } from '../session/order-operations.ts'
import { doubtOf } from './doubt.ts'

/** Everything that the desk can do with an order, in the order of its buttons. */
const ACTIONS = [
  ...(['approve', 'refuse'] as const),
  ...(['capture', 'return', 'void', 'not-accepted', 'refresh', 'cancel'] as const),
  ...(['renew-link', 'change-end', 'mail-request', 'mail-reminder', 'mail-receipt'] as const),
  ...(['sent', 'note', 'resend', 'erase'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

/** Mails and the link come with an order's details, and not with what a socket tells. */
type ActionOrder = MerchantOrderView & Pick<Partial<OrderDetails>, 'mails' | 'link' | 'payUrl'>

/** The person by their key. Without a name, it has asked for nothing. */
type Person = Pick<DeskContext, 'scopes'> & Partial<Pick<DeskContext, 'name' | 'isLimited'>>

/** An action: its address below the order's, whether that needs a key to be harmless, and the scope that it needs. */
type ActionRule = ActionTraits &
  (
    | {
        readonly path: KeyedPath
        /** Sent with an `Idempotency-Key`. */
        readonly isKeyed: true
      }
    | { readonly path: UnkeyedPath; readonly isKeyed?: never }
  )

interface ActionTraits {
  readonly scope: MerchantScope
  /** It asks the gateway, whose answer is an entry of `followUps`. */
  readonly isFollowUp?: true
  /** The sum that may be chosen is a part of what is possible. */
  readonly takesPart?: true
  /** The mail that it sends, which the edge's settings have to want. */
  readonly mail?: MailKind
  isPossible(order: ActionOrder, person: Person): boolean
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

/** Only then it has an end. While the edge asks the count of the key's day, the refund is told as waiting too, and nobody decides. */
const isWaiting = ({ status, expiresAt }: FollowUpView) => status === 'waiting' && expiresAt !== undefined

/** The refunds that wait for a decision, the one that has waited longest first. */
export const waitingRefunds = ({ followUps }: MerchantOrderView): readonly FollowUpView[] =>
  followUps.filter(isWaiting)

/** The one that is decided on next. The key that asked does not decide. */
export const waitingIn = (order: MerchantOrderView, name = ''): FollowUpView | undefined =>
  waitingRefunds(order).find(({ askedBy }) => askedBy !== name)

/** The follow-up rules are those of `worker/order/model/follow-ups.ts`, seen from outside. */
export const ACTION_RULES: Readonly<Record<Action, ActionRule>> = {
  approve: {
    ...{ path: 'approve', scope: 'refund', isFollowUp: true },
    isPossible: (order, { name, isLimited }) =>
      waitingIn(order, name) !== undefined && isFree(order) && isLimited !== true,
  },
  refuse: {
    ...{ path: 'refuse', scope: 'refund' },
    isPossible: (order, { name }) => waitingIn(order, name) !== undefined,
  },
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
  'change-end': {
    ...{ path: 'expiry', scope: 'charge', isKeyed: true },
    isPossible: ({ expiresAt, status }) => expiresAt !== undefined && !isFinal(status) && !isSettled(status),
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
 * @param person `mails`: what the edge mails.
 */
export const allowedActions = (
  order: ActionOrder,
  person: Person & Partial<Pick<DeskContext, 'mails'>>,
): Action[] =>
  ACTIONS.filter((action) => {
    const { scope, mail, isPossible } = ACTION_RULES[action]
    const isMailed = !mail || person.mails?.includes(mail) === true
    return person.scopes.includes(scope) && isMailed && isPossible(order, person)
  })

/** A person's word on a refund that waits. */
export const isDecision = (action: Action) => action === 'approve' || action === 'refuse'

/** The sum that an action moves at most, as decimal text. @param name Of the key. */
export function mostOf(action: Action, order: MerchantOrderView, name?: string): string {
  if (isDecision(action)) return waitingIn(order, name)?.amount ?? order.amount
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
