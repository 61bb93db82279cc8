/** Cards that shoppers agree to have kept. Pure: no clock, no storage, no network. */
import { change } from './attempts.ts'
import type { CardNotKept } from './events.ts'
import type { Attempt, KeepCard, OrderState, OrderTerms } from './state.ts'

/** Whether the shopper may have a card kept: the session named its customer's cards, if only that there is none yet. */
export const mayKeepCard = ({ cardRefs, methods, intent }: OrderTerms): boolean =>
  cardRefs !== undefined && methods.includes('card') && intent !== 'payout'

/** An attempt whose shopper agreed. */
type Agreed = Attempt & { readonly keepCard: KeepCard }

/** Whether a shopper's word waits for its reference. */
const isWaiting = ({ cardRefs }: OrderState, attempt: Attempt | undefined): attempt is Agreed =>
  attempt?.keepCard !== undefined &&
  !attempt.keepCard.failure &&
  !cardRefs.some(({ version }) => version === attempt.keepCard?.version)

/**
 * The payment whose card is to be kept next. No other attempt's ever is, nor one of which nobody knows if it stands, or
 * that its holder disputed. What the merchant gave back was agreed to all the same.
 */
export function cardToKeep(state: OrderState): Agreed | undefined {
  const paid = state.attempts[(state.payment ?? 0) - 1]
  const isDoubtful = state.aftermath === 'unknown' || state.aftermath === 'charged-back'
  return isWaiting(state, paid) && !isDoubtful ? paid : undefined
}

/** From when on a reference is asked for, in milliseconds since the epoch. */
export const keepingSince = ({ decidedAt, startedAt }: Agreed): number => decidedAt ?? startedAt

/** Applies the gateway's word that it keeps no card. */
export const cardNotKept = (state: OrderState, { attempt: number, failure }: CardNotKept): OrderState =>
  change(state, number, (attempt) => (isWaiting(state, attempt) ? notKept(attempt, failure) : attempt))

/** The order with no card to be kept any more; the very same one where there was none. */
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
