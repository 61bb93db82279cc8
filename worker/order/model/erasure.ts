/** What the order forgets when its merchant erases the shopper's data. */
import { withoutCardsToKeep, withoutSavedCards } from './cards.ts'
import type { OrderState } from './state.ts'
import { withoutBankWords } from './three-ds-steps.ts'

/** Erases cards, addresses of pages, and the messages to banks. Returns the very same state if there are none. */
export const erased = (state: OrderState): OrderState =>
  withoutPage(withoutShown(withoutSavedCards(withoutCardsToKeep(state))))

/** The address of a shop's page may contain the shopper's name. */
function withoutPage(state: OrderState): OrderState {
  const { pageUrl, ...rest } = state
  const { pageUrl: openedOn, ...terms } = state.terms
  return pageUrl === undefined && openedOn === undefined ? state : { ...rest, terms }
}

/** Also what banks were sent in steps that are over: it may contain a card's expiry. */
function withoutShown(before: OrderState): OrderState {
  const state = withoutClaimedCard(before)
  const { card, ...rest } = state
  const attempts = state.attempts.map(withoutBankWords)
  const isSame = !card && attempts.every((attempt, index) => attempt === state.attempts[index])
  return isSame ? state : { ...rest, attempts }
}

/** If the order is erased while an approval waits for the offer's counter, no card is stored afterwards. */
function withoutClaimedCard(state: OrderState): OrderState {
  if (!state.claim?.card) return state
  const { card: _, ...claim } = state.claim
  return { ...state, claim }
}
