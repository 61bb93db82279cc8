/** An order's entry in the list of orders. */
import { toDecimal } from '../../../shared/money.ts'
import { listedStatus } from '../../../shared/order-list.ts'
import type { OrderEntry } from '../../outbox/listed-order.ts'
import { isForm } from './methods.ts'
import { attentionReasons } from './needs-attention.ts'
import { requestEntry } from './payment-requests.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { movedMinor } from './transactions.ts'

/**
 * What the list shows of an order: its outcome, and until there is one, `processing`; and its sums. The list changes only
 * when this does, since each write costs.
 */
export function listedAs(state: OrderState): string {
  const { returnedMinor, chargedBackMinor, erased } = state
  const sums = [
    movedMinor(state),
    returnedMinor,
    ...(chargedBackMinor === undefined ? [] : [chargedBackMinor]),
  ]
  const reasons = attentionReasons(state).join() || 'false'
  const { seenAt, linkKey } = requestEntry(state)
  const request = [...(seenAt === undefined ? [] : ['seen']), ...(linkKey === undefined ? [] : [linkKey])]
  return [outcomeOf(state), reasons, ...sums, ...request, ...(erased ? ['erased'] : [])].join(' ')
}

/**
 * Whether the list may learn of a new order with the alarm, or with its outcome: its shopper has gone to a form, and no more
 * is known. The entry would cost them time, and most orders are decided before anybody looks.
 */
export const mayBeListedLater = (state: OrderState): boolean =>
  !state.terms.isRequest &&
  outcomeOf(state) === 'processing' &&
  state.attempts.every(({ method }) => isForm(method)) &&
  attentionReasons(state).length === 0

const outcomeOf = (state: OrderState) => listedStatus(statusOf(state))

/**
 * An order belongs into the list from its first attempt on, a payment request from its opening; and again if something is
 * heard of it after it was erased.
 */
export const isListed = ({ terms, attempts, tombstone, unmatched }: OrderState): boolean =>
  terms.isRequest === true || attempts.length > 0 || (tombstone !== undefined && unmatched.length > 0)

/**
 * When the entry of an order began, in milliseconds since the epoch. An erased order knows only between which moments it may
 * have begun its first attempt.
 */
export function entryBegan({ terms, attempts: [first] }: OrderState): {
  readonly from: number
  /** Does not belong to it. */
  readonly to: number
} {
  const { openedAt: from, expiresAt, isRequest } = terms
  if (isRequest) return { from, to: from + 1 }
  return first
    ? { from: first.startedAt, to: first.startedAt + 1 }
    : { from, to: Math.max(from, expiresAt) + 1 }
}

/** Whether a shopper's payment was approved, whatever became of it. */
export const isPaid = ({ payment }: OrderState): boolean => payment !== undefined

/** The last digits of the card that paid, of its masked number; until the card is erased. */
function lastFourOf(state: OrderState): Pick<OrderEntry, 'lastFour'> {
  const [lastFour] = /\d{4}$/.exec((isPaid(state) && state.card?.masked) || '') ?? []
  return lastFour === undefined ? {} : { lastFour }
}

/**
 * How the order was paid; where nothing was, how somebody tried last. It is none of what {@link listedAs} says: while an order
 * is under way its entry may name the way before, and the outcome, which is written anyway, brings the right one.
 */
function methodOf({ attempts, payment }: OrderState): Pick<OrderEntry, 'method'> {
  const attempt = attempts.find(({ number }) => number === payment) ?? attempts.at(-1)
  return attempt ? { method: attempt.method } : {}
}

/**
 * Makes the entry of an order. `undefined` if it is not listed.
 *
 * @param shopper Keyed digest of the e-mail address of who paid, where the order is to be found by it.
 */
export function indexEntry(state: OrderState, isTest: boolean, shopper?: string): OrderEntry | undefined {
  const { terms, seq, updatedAt, attempts } = state
  if (!isListed(state)) return undefined
  const attention = attentionReasons(state)
  return {
    id: terms.id,
    reference: terms.reference,
    intent: terms.intent,
    amount: toDecimal(terms.amountMinor, terms.exponent),
    currency: terms.currency,
    captured: toDecimal(movedMinor(state), terms.exponent),
    returned: toDecimal(state.returnedMinor, terms.exponent),
    chargedBack: toDecimal(state.chargedBackMinor ?? 0, terms.exponent),
    description: terms.description,
    status: outcomeOf(state),
    needsAttention: attention.length > 0,
    attention,
    test: isTest,
    ...requestEntry(state),
    ...methodOf(state),
    startedAt: (terms.isRequest ? undefined : attempts[0]?.startedAt) ?? terms.openedAt,
    updatedAt,
    seq,
    ...(shopper !== undefined && { shopper }),
    ...lastFourOf(state),
  }
}
