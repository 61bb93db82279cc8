/** The cards that a session lets its shopper choose from. Pure: no clock, no storage, no network. */
import { hasCardExpired } from '../../../shared/card-expiry.ts'
import type { SavedCard } from '../../../shared/order-view.ts'
import type { SavedCardsTold } from './events.ts'
import type { CardShown, OrderState, OrderTerms, ToldCard } from './state.ts'

/** References that the shopper may choose from, by their place less one. */
export const offeredRefs = ({ methods, cardRefs = [] }: OrderTerms): readonly string[] =>
  methods.includes('saved-card') ? cardRefs : []

/** Places of which the gateway has not told yet, from 1. */
export const untoldPlaces = ({ terms, savedCards = [] }: OrderState): readonly number[] =>
  offeredRefs(terms)
    .map((_, index) => index + 1)
    .filter((place) => !savedCards.some((told) => told.place === place))

/** Applies what the gateway told. What it told first stays; a card past its expiry cannot be paid with. */
export function savedCardsTold(state: OrderState, { cards }: SavedCardsTold, now: number): OrderState {
  const untold = new Set(untoldPlaces(state))
  const news = cards.filter(({ place }) => untold.delete(place)).map((told) => usable(told, now))
  if (news.length === 0) return state
  const savedCards = [...(state.savedCards ?? []), ...news].toSorted((one, other) => one.place - other.place)
  return { ...state, savedCards }
}

const usable = ({ place, card }: ToldCard, now: number): ToldCard =>
  card && !isPast(card, now) ? { place, card } : { place }

function isPast({ expires }: CardShown, now: number): boolean {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expires) ?? []
  return month !== undefined && hasCardExpired(Number(month), 2000 + Number(year), now)
}

/** The cards as the shopper is shown them: by handles, since a reference is the merchant's alone. */
export const shownSavedCards = ({ savedCards = [] }: OrderState): readonly SavedCard[] =>
  savedCards.flatMap(({ place, card }) => (card ? [{ handle: String(place), ...card }] : []))

/** Finds the reference behind a handle; `undefined` where there is none, or its card cannot be paid with. */
export function savedCardRef({ terms, savedCards = [] }: OrderState, handle: string): string | undefined {
  const place = Number(handle)
  const told = savedCards.find((one) => one.place === place)
  return told && !told.card ? undefined : offeredRefs(terms)[place - 1]
}

/** The order with no saved card known any more, and none to ask about; the very same one where there was none. */
export function withoutSavedCards(state: OrderState): OrderState {
  const { savedCards = [] } = state
  if (untoldPlaces(state).length === 0 && savedCards.every(({ card }) => !card)) return state
  return { ...state, savedCards: offeredRefs(state.terms).map((_, index) => ({ place: index + 1 })) }
}
