/** What an order forgets: first its shopper's data, and much later itself. */
import { isFinal } from '../../../shared/order-status.ts'
import { without } from '../../../shared/without.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { isOver } from './attempts.ts'
import { withoutCardsToKeep, withoutSavedCards } from './cards.ts'
import type { NamedLate, OrderEvent } from './events.ts'
import { resent } from './resend.ts'
import { withoutShipment } from './shipping.ts'
import type { Attempt, OrderState, Transaction } from './state.ts'
import { statusOf } from './status.ts'
import { withoutBankWords } from './three-ds-steps.ts'
import { movedMinor } from './transactions.ts'

/** When the order last changed, apart from being erased; in milliseconds since the epoch. */
export const lastChange = ({ erased, updatedAt }: OrderState): number =>
  erased?.at === updatedAt ? erased.changedAt : updatedAt

/**
 * Erases cards, addresses of pages and the messages to banks; once nobody can pay any more, also the texts that a
 * merchant's server wrote for this one shopper. Returns the very same state if there is nothing of that.
 */
export function erased(state: OrderState, now: number): OrderState {
  const after = withoutShipment(withoutPage(withoutShown(withoutSavedCards(withoutCardsToKeep(state)))))
  if (!isOver(state)) return after
  const left = withoutComments(withoutForms({ ...after, terms: withoutTexts(after.terms) }))
  const isSame = state.erased && JSON.stringify(left) === JSON.stringify(state)
  return isSame ? state : { ...left, erased: { at: now, changedAt: lastChange(state) } }
}

/** The address of a shop's page may contain the shopper's name. */
function withoutPage(state: OrderState): OrderState {
  const { pageUrl, ...rest } = state
  const { pageUrl: openedOn, ...terms } = state.terms
  return pageUrl === undefined && openedOn === undefined ? state : { ...rest, terms }
}

/** Also what banks were sent in steps that are over: it may contain a card's expiry. */
function withoutShown(before: OrderState): OrderState {
  const state = withoutWaitingCard(before)
  const { card, ...rest } = state
  const attempts = state.attempts.map(withoutBankWords)
  const isSame = !card && attempts.every((attempt, index) => attempt === state.attempts[index])
  return isSame ? state : { ...rest, attempts }
}

/** If the order is erased while an approval waits for the offer's counter, no card is stored afterwards. */
function withoutWaitingCard(state: OrderState): OrderState {
  if (!state.waitingApproval?.card) return state
  const { card: _, ...waitingApproval } = state.waitingApproval
  return { ...state, waitingApproval }
}

/**
 * An offer is public, and so is its description. Any other order was written for one person: its description, the saved
 * cards that they could choose from, and the page that they return to may tell who they are.
 */
function withoutTexts({ locale: _, cardRefs, ...terms }: OrderTerms): OrderTerms {
  return {
    ...terms,
    ...(cardRefs && { cardRefs: [] }),
    description: terms.offer ? terms.description : '',
    returnUrl: frontPage(terms.returnUrl),
  }
}

/** A browser that returns late still has to arrive at the shop, or at the edge's own page. */
function frontPage(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.origin}${url.pathname === '/pay' ? '/pay' : '/'}` : address
}

/** Nobody pays at these forms any more. The gateway wrote their addresses, and the shop's page where to go from there. */
const withoutForms = (state: OrderState): OrderState => ({
  ...state,
  attempts: state.attempts.map(
    ({ redirectUrl: _, redirectFrame: __, returnUrl, ...attempt }): Attempt =>
      returnUrl === undefined ? attempt : { ...attempt, returnUrl: frontPage(returnUrl) },
  ),
})

const withoutComments = (state: OrderState): OrderState => ({
  ...state,
  ...(state.unsent && { unsent: state.unsent.map((one) => without(one, 'comment')) }),
  followUps: state.followUps.map(({ comment: _, ...followUp }) => followUp),
})

/**
 * Erases the order but for its names, the digests of what opened it, its sums and its outcome, so that its reference
 * never charges again. The caller has made sure that nothing is uncertain.
 */
export function coreErased(state: OrderState, now: number): OrderState {
  if (state.tombstone) return state
  const { id, reference, intent, amountMinor, currency, exponent, offer, bodyDigest, openedAt, expiresAt } =
    state.terms
  const status = statusOf(state)
  const login = state.attempts.at(-1)?.destination.login ?? ''
  const names = state.attempts.map(({ clientOrderId }) => clientOrderId)
  return {
    terms: {
      ...{ id, reference, intent, amountMinor, currency, exponent, openedAt, expiresAt },
      ...{ description: '', methods: [], collect: [], returnUrl: '' },
      ...(offer !== undefined && { offer }),
      ...(bodyDigest !== undefined && { bodyDigest }),
    },
    ...{
      attempts: [],
      followUps: [],
      cardRefs: [],
      transactions: [],
      unmatched: [],
      duplicateRefunds: [],
      forged: 0,
    },
    capturedMinor: movedMinor(state),
    returnedMinor: state.returnedMinor,
    ...(state.chargedBackMinor !== undefined && { chargedBackMinor: state.chargedBackMinor }),
    // A form that nobody answered in two years has expired.
    tombstone: { status: isFinal(status) ? status : 'expired', login, names, at: now },
    seq: state.seq,
    updatedAt: state.updatedAt,
  }
}

/** More notices would say no more. */
const MAX_LATE = 20

/** What can still happen to an order that was erased: the gateway names a transaction, and the merchant is told. */
export function ofTombstone(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'named-late':
      return namedLate(state, event)
    case 'given-up':
      return state.notificationFailed ? state : { ...state, notificationFailed: true }
    case 'resent':
      return resent(state, event)
    default:
      return state
  }
}

/** Nobody can be asked about it any more, so a person has to. */
function namedLate(state: OrderState, { attempt, gatewayId: id, kind: type }: NamedLate): OrderState {
  const isKnown = state.transactions.some((one) => one.id === id && one.type === type)
  if (isKnown || state.unmatched.length >= MAX_LATE) return state
  const named: Transaction = { attempt, id, type, status: 'unknown', amountMinor: 0 }
  return {
    ...state,
    transactions: [...state.transactions, named],
    unmatched: [...state.unmatched, { id, attempt }],
  }
}
