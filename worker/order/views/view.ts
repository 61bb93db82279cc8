/** The order as the shopper sees it, and what the merchant sees of it too. */
import { type Customer, missingFields } from '../../../shared/customer.ts'
import { toIsoTime } from '../../../shared/iso-time.ts'
import { toDecimal } from '../../../shared/money.ts'
import { isAtBank, isAtForm, isFailed, isInDoubt, type OrderStatus } from '../../../shared/order-status.ts'
import type {
  AttemptView,
  OrderAction,
  OrderError,
  OrderView,
  TransactionView,
  Way,
} from '../../../shared/order-view.ts'
import { without } from '../../../shared/without.ts'
import { offerLines } from '../../domain/offer-lines.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { isOver, leadingAttempt } from '../model/attempts.ts'
import { mayKeepCard, shownSavedCards } from '../model/cards.ts'
import { shownCode } from '../model/decline-reasons.ts'
import { isSingle } from '../model/methods.ts'
import type { Attempt, OrderState, Transaction } from '../model/state.ts'
import { statusOf } from '../model/status.ts'
import { movedMinor } from '../model/transactions.ts'

/** Codes of failures after which another try may succeed. */
const RECOVERABLE = ['declined', 'filtered', 'error', 'refused', 'gateway-silent']

/**
 * Shows an order to the shopper's page, without the gateway's own codes and identifiers: what the bank said of a stolen
 * card would help a thief. So would the news that a filter stopped the payment and no bank was asked: a filtered payment
 * reads as a declined one.
 *
 * @param isTest Whether the gateway is a sandbox.
 * @param secondsLeft Of the step that is due, where it has a limit.
 */
export function view(state: OrderState, isTest: boolean, secondsLeft?: number): OrderView {
  const { status, attempts, transactions, error, ...shown } = wholeView(state, isTest, secondsLeft)
  return {
    ...shown,
    status: withoutFilter(status),
    attempts: attempts.map((attempt) => ({ ...attempt, status: withoutFilter(attempt.status) })),
    transactions: transactions.map((one) => ({ ...one, status: withoutFilter(one.status) })),
    ...(error && { error: { ...error, code: withoutFilter(error.code) } }),
  }
}

const withoutFilter = <Word extends string>(word: Word) => (word === 'filtered' ? 'declined' : word)

/** The same with the gateway's filters told apart, as a part of what the merchant sees. */
export function wholeView(state: OrderState, isTest: boolean, secondsLeft?: number): OrderView {
  const { terms } = state
  const status = statusOf(state)
  const money = (minor: number) => toDecimal(minor, terms.exponent)
  return {
    ...saleOf(terms, money),
    status,
    ...actionOf(state, status, secondsLeft),
    methods: waysLeft(state),
    ...(isOver(state) ? {} : cardsOf(state)),
    attempts: state.attempts.map(attemptView),
    transactions: state.transactions.map((transaction) => transactionView(transaction, money)),
    captured: money(movedMinor(state)),
    returned: money(state.returnedMinor),
    ...cardOf(state),
    ...errorOf(state, status),
    ...(status === 'cancelled' && state.cancelledBy !== undefined && { cancelledBy: 'shop' as const }),
    ...pageOf(state),
    ...(terms.offer ? { offer: terms.offer } : {}),
    ...(isTest ? { test: true } : {}),
    seq: state.seq,
    updatedAt: toIsoTime(state.updatedAt),
  }
}

/**
 * What a payment still needs, so that the page asks for it before the click.
 *
 * @param customer What is known of the one who would pay.
 */
export function neededOf(state: OrderState, customer: Customer): Pick<OrderView, 'collect'> {
  if (isOver(state)) return {}
  const collect = state.terms.collect.filter((group) => missingFields([group], customer).length > 0)
  return collect.length > 0 ? { collect } : {}
}

/** What is paid, and for what. */
const saleOf = (terms: OrderTerms, money: (minor: number) => string) => ({
  id: terms.id,
  reference: terms.reference,
  intent: terms.intent,
  ...(terms.act && { act: terms.act }),
  amount: money(terms.amountMinor),
  currency: terms.currency,
  description: terms.description,
  ...linesOf(terms, money),
})

/**
 * The methods that a page may still offer. After a cancellation that takes a new order. Money goes out once, so a
 * failed payout takes a new order as well.
 */
function waysLeft({ terms: { methods, intent }, payment, expired, attempts }: OrderState): readonly Way[] {
  if (expired || payment !== undefined) return []
  return attempts.length > 0 ? methods.filter((way) => !isSingle(way, intent)) : methods
}

/**
 * A viewer who may not pay does not get the hosted page's address, since anybody who knows it can pay or cancel there.
 * Nor what only a payer needs.
 */
export const shownTo = (mayPay: boolean, order: OrderView): OrderView =>
  mayPay ? order : without(order, 'action', 'collect', 'savedCards', 'mayKeepCard', 'mayRemoveCards')

function linesOf(terms: OrderTerms, money: (minor: number) => string): Pick<OrderView, 'lines'> {
  const lines = offerLines(terms).flatMap(({ item, description, quantity, amountMinor, product }) =>
    item
      ? [
          {
            ...{ item, description, quantity, amount: money(amountMinor) },
            ...(product && { version: product.version }),
            ...(product?.image !== undefined && { image: product.image }),
          },
        ]
      : [],
  )
  return lines.length > 0 ? { lines } : {}
}

function pageOf({ pageUrl, terms }: OrderState): Pick<OrderView, 'pageUrl'> {
  const address = pageUrl ?? terms.pageUrl
  return address ? { pageUrl: address } : {}
}

/** A page does not need the expiry of the card that was typed, and does not get it. */
function cardOf({ card }: OrderState): Pick<OrderView, 'card'> {
  return card ? { card: { ...card, expires: '' } } : {}
}

/** What the shopper may do with a customer's cards. */
function cardsOf(state: OrderState): Pick<OrderView, 'savedCards' | 'mayKeepCard' | 'mayRemoveCards'> {
  const savedCards = shownSavedCards(state)
  return {
    ...(savedCards.length > 0 && { savedCards }),
    ...(savedCards.length > 0 && state.terms.mayRemoveCards && { mayRemoveCards: true as const }),
    ...(mayKeepCard(state.terms) && { mayKeepCard: true as const }),
  }
}

function actionOf(
  state: OrderState,
  status: OrderStatus,
  secondsLeft: number | undefined,
): { action?: OrderAction } {
  const { redirectUrl, redirectFrame, step } = leadingAttempt(state) ?? {}
  if (status === 'redirect' && redirectUrl)
    return {
      action: { type: 'redirect', url: redirectUrl, ...(redirectFrame && { frame: redirectFrame }) },
    }
  if (!isAtBank(status) || !step) return {}
  // The edge's own page takes the browser to the bank, so that the view holds nothing that the bank is sent.
  const type = step.type === 'page' ? step.type : status
  const { address: url, frame } = step
  return { action: { type, url, ...(frame && { frame }), ...(secondsLeft !== undefined && { secondsLeft }) } }
}

function errorOf(state: OrderState, status: OrderStatus): { error?: OrderError } {
  const attempt = leadingAttempt(state)
  const isContested = state.laterOutcome === 'unknown'
  const code = isContested ? 'outcome-changed' : attempt && shownCode(attempt)
  if (!code || !(isFailed(status) || isInDoubt(status))) return {}
  const supportId = `${state.terms.id.slice(0, 8)}-${state.attempts.length}`
  const recoverable = !isContested && RECOVERABLE.includes(attempt?.error?.code ?? '')
  return { error: { code, recoverable, supportId } }
}

/** Shows one attempt. */
export const attemptView = ({ number, method, status, superseded, startedAt }: Attempt): AttemptView => ({
  number,
  method,
  status: superseded && isAtForm(status) ? 'superseded' : status,
  startedAt: toIsoTime(startedAt),
})

const transactionView = (
  { id, type, status, amountMinor, surplus, reversed }: Transaction,
  money: (minor: number) => string,
): TransactionView => ({
  id,
  type,
  status: status === 'lost' ? 'unknown' : status,
  amount: money(amountMinor),
  ...(surplus ? { surplus } : {}),
  ...(reversed ? { reversed } : {}),
})
