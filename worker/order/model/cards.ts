/** Cards on file: those that a shopper agrees to have kept, and the saved cards of a session. */
import { hasCardExpired } from '../../../shared/card-expiry.ts'
import type { CardReference, SavedCard } from '../../../shared/order-view.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { change } from './attempts.ts'
import type { CardNotKept, CardRemoved, SavedCardsTold } from './events.ts'
import type { Attempt, CardShown, KeepCard, OrderState, ReportedCard } from './state.ts'

/** Whether the shopper may have a card kept. The session names its customer's cards, even if it names none. */
export const mayKeepCard = ({ cardRefs, methods, intent }: OrderTerms): boolean =>
  cardRefs !== undefined && methods.includes('card') && intent !== 'payout'

/** An attempt whose shopper agreed. */
type Agreed = Attempt & { readonly keepCard: KeepCard }

/** Whether the shopper agreed and there is no reference yet. */
const isWaiting = ({ cardRefs }: OrderState, attempt: Attempt | undefined): attempt is Agreed =>
  attempt?.keepCard !== undefined &&
  !attempt.keepCard.failure &&
  !cardRefs.some(({ version }) => version === attempt.keepCard?.version)

/**
 * The payment whose card the gateway is to keep next. Never that of another attempt, nor of a payment that is in doubt
 * or charged back. A refund does not take the shopper's agreement back.
 */
export function cardToKeep(state: OrderState): Agreed | undefined {
  const paid = state.attempts[(state.payment ?? 0) - 1]
  const isDoubtful = state.laterOutcome === 'unknown' || state.laterOutcome === 'charged-back'
  return isWaiting(state, paid) && !isDoubtful ? paid : undefined
}

/** When the order begins to ask for a reference, in milliseconds since the epoch. */
export const keepingSince = ({ decidedAt, startedAt }: Agreed): number => decidedAt ?? startedAt

/** Keeps a reference. One of each version: another would be of the same card. */
export const referred = (state: OrderState, reference: CardReference): OrderState =>
  state.cardRefs.some(({ version }) => version === reference.version)
    ? state
    : { ...state, cardRefs: [...state.cardRefs, reference] }

/** Applies the gateway's answer that it keeps no card. */
export const cardNotKept = (state: OrderState, { attempt: number, failure }: CardNotKept): OrderState =>
  change(state, number, (attempt) => (isWaiting(state, attempt) ? notKept(attempt, failure) : attempt))

/** The order without cards to be kept. Returns the very same one if there were none. */
export const withoutCardsToKeep = (state: OrderState): OrderState =>
  state.attempts.reduce(
    (before, { number }) => cardNotKept(before, { type: 'card-not-kept', attempt: number, failure: ERASED }),
    state,
  )

const ERASED = { code: 'erased' } as const

const notKept = (attempt: Agreed, failure: KeepCard['failure']): Attempt => ({
  ...attempt,
  keepCard: { ...attempt.keepCard, ...(failure && { failure }) },
})

/** References that the shopper may choose from. The index is their place less one. */
export const offeredRefs = ({ methods, cardRefs = [] }: OrderTerms): readonly string[] =>
  methods.includes('saved-card') ? cardRefs : []

/** Places of cards that the gateway has not reported yet, from 1. */
export const unreportedPlaces = ({ terms, savedCards = [] }: OrderState): readonly number[] =>
  offeredRefs(terms)
    .map((_, index) => index + 1)
    .filter((place) => !savedCards.some((told) => told.place === place))

/** Applies the gateway's report. The first report of a card stays. A card past its expiry cannot be paid with. */
export function savedCardsTold(state: OrderState, { cards }: SavedCardsTold, now: number): OrderState {
  const untold = new Set(unreportedPlaces(state))
  const news = cards.filter(({ place }) => untold.delete(place)).map((told) => usable(told, now))
  if (news.length === 0) return state
  const savedCards = [...(state.savedCards ?? []), ...news].toSorted((one, other) => one.place - other.place)
  return { ...state, savedCards }
}

const usable = ({ place, card }: ReportedCard, now: number): ReportedCard =>
  card && !isPast(card, now) ? { place, card } : { place }

function isPast({ expires }: CardShown, now: number): boolean {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expires) ?? []
  return month !== undefined && hasCardExpired(Number(month), 2000 + Number(year), now)
}

/** The cards as the shopper sees them, by handle: only the merchant may know a reference. */
export const shownSavedCards = ({ savedCards = [] }: OrderState): readonly SavedCard[] =>
  savedCards.flatMap(({ place, card }) => (card ? [{ handle: String(place), ...card }] : []))

/** Finds the reference behind a handle. `undefined` if there is none, or its card cannot be paid with. */
export function savedCardRef({ terms, savedCards = [] }: OrderState, handle: string): string | undefined {
  const place = Number(handle)
  const reported = savedCards.find((one) => one.place === place)
  return reported && !reported.card ? undefined : offeredRefs(terms)[place - 1]
}

/** Where a handle stands: a card that the shopper sees, or one that they removed before. */
export function cardBehind({ savedCards = [] }: OrderState, handle: string): 'shown' | 'removed' | undefined {
  const known = savedCards.find(({ place }) => String(place) === handle)
  if (known?.isRemoved) return 'removed'
  return known?.card ? 'shown' : undefined
}

/** Takes a card out of the shopper's choice. What the gateway reports of it later changes nothing. */
export function cardRemoved(state: OrderState, { place }: CardRemoved): OrderState {
  const { savedCards = [] } = state
  if (cardBehind(state, String(place)) !== 'shown') return state
  const removed = { place, isRemoved: true } as const
  return { ...state, savedCards: savedCards.map((one) => (one.place === place ? removed : one)) }
}

/** References of the cards that the shopper removed, for the merchant. */
export const removedCardRefs = ({ terms, savedCards = [] }: OrderState): readonly string[] =>
  savedCards.flatMap(({ place, isRemoved }) => (isRemoved ? offeredRefs(terms).slice(place - 1, place) : []))

/** The order without saved cards, and without any left to ask about. Returns the very same one if there were none. */
export function withoutSavedCards(state: OrderState): OrderState {
  const { savedCards = [] } = state
  if (unreportedPlaces(state).length === 0 && savedCards.every(({ card }) => !card)) return state
  const isRemoved = (at: number) => savedCards.some(({ place, isRemoved }) => place === at && isRemoved)
  return {
    ...state,
    savedCards: offeredRefs(state.terms).map((_, index) => ({
      place: index + 1,
      ...(isRemoved(index + 1) && { isRemoved: true as const }),
    })),
  }
}
