/** Decides what an order becomes. */
import type { OrderTerms } from '../../domain/terms.ts'
import { attemptCancelled, attempted, registered } from './attempt-requests.ts'
import { change, isOver } from './attempts.ts'
import { cardNotKept, cardRemoved, referred, savedCardsTold, withoutSavedCards } from './cards.ts'
import { notAccepted, pollingEnded, unheardOf } from './doubt.ts'
import { looked } from './duplicate-look.ts'
import { duplicateRefundSent, withDuplicateRefunds } from './duplicate-refunds.ts'
import { coreErased, erased, ofTombstone } from './erasure.ts'
import type { OrderEvent, RefusalConfirmed, UnheardOf } from './events.ts'
import { expired, expiryChanged } from './expiry.ts'
import { corrected } from './follow-up-outcome.ts'
import { changeFollowUp, followUpWanted } from './follow-ups.ts'
import { followed } from './following-orders.ts'
import { found, woken } from './notices.ts'
import { withoutSettledQuestions } from './open-questions.ts'
import { linkKeyOf } from './payment-requests.ts'
import { answered, answeredRightly, reportedOn } from './request-purposes.ts'
import { refTo } from './request-ref.ts'
import { resent } from './resend.ts'
import {
  givenBack,
  unitsHeld,
  unitsRefused,
  unitsReleased,
  unitsRenewed,
  unitsUnanswered,
  unitsWanted,
} from './reservation.ts'
import { sent } from './shipping.ts'
import type { OrderState } from './state.ts'
import { stepped } from './three-ds-steps.ts'
import { refusalConfirmed } from './unconfirmed-refusal.ts'
import { followUpAsked, unsentChanged } from './unsent-follow-ups.ts'

/** An order that was just opened. */
export const opened = (terms: OrderTerms): OrderState => ({
  terms,
  attempts: [],
  followUps: [],
  cardRefs: [],
  transactions: [],
  capturedMinor: 0,
  returnedMinor: 0,
  forged: 0,
  unmatched: [],
  duplicateRefunds: [],
  seq: 1,
  updatedAt: terms.openedAt,
})

/**
 * Applies one event.
 *
 * @param now Milliseconds since the epoch.
 * @returns The new state, or the very same one if the event changes nothing, so that repeats are free.
 */
export function transition(state: OrderState, event: OrderEvent, now: number): OrderState {
  const after = state.tombstone
    ? ofTombstone(state, event)
    : withDuplicateRefunds(withCardsToChoose(corrected(settled(state, event, now), now)), now)
  return after === state ? state : { ...after, seq: state.seq + 1, updatedAt: now }
}

const settled = (state: OrderState, event: OrderEvent, now: number) =>
  withoutSettledQuestions(apply(state, event, now))

/** The order keeps reports of saved cards as long as the shopper may choose one. */
const withCardsToChoose = (state: OrderState) => (isOver(state) ? withoutSavedCards(state) : state)

function apply(state: OrderState, event: OrderEvent, now: number): OrderState {
  switch (event.type) {
    case 'attempted':
      return attempted(state, event, now)
    case 'accepted':
    case 'refused':
    case 'lost':
      return answered(state, event, now)
    case 'reported':
      return reportedOn(state, event, now)
    case 'looked':
      return looked(state, event, now)
    case 'polling-ended':
      return pollingEnded(state, event)
    case 'refusal-confirmed':
      return deniedIn(
        state,
        event,
        change(state, event.attempt, (attempt) => refusalConfirmed(attempt, event, now)),
      )
    case 'registered':
      return registered(state, event)
    case 'step-opened':
    case 'step-brought':
    case 'step-answered':
    case 'step-refused':
    case 'step-overdue':
      return change(state, event.attempt, (attempt) => stepped(attempt, event, now))
    case 'declared-not-accepted':
      return notAccepted(state, event)
    case 'follow-up-wanted':
      return followUpWanted(state, event, now)
    case 'follow-up-asked':
      return followUpAsked(state, event, now)
    case 'limit-exceeded':
    case 'follow-up-dropped':
    case 'approval-refused':
    case 'approval-lapsed':
      return unsentChanged(state, event)
    case 'count-settled':
      return changeFollowUp(state, event.number, (one) =>
        one.counted === event.counted ? one : { ...one, counted: event.counted },
      )
    case 'unheard-of':
      return deniedIn(state, event, unheardOf(state, event, now))
    case 'unmatched-found':
      return found(state, event, now)
    case 'duplicate-refund-sent':
      return duplicateRefundSent(state, event.number, now)
    case 'saved-cards-told':
      return savedCardsTold(state, event, now)
    case 'card-removed':
      return cardRemoved(state, event)
    case 'card-referred':
      return referred(state, event.reference)
    case 'card-not-kept':
      return cardNotKept(state, event)
    case 'given-up':
      return state.notificationFailed ? state : { ...state, notificationFailed: true }
    case 'resent':
      return resent(state, event)
    case 'sent':
      return sent(state, event, now)
    case 'noted':
      // The note itself is elsewhere, but the order's number has to grow.
      return { ...state }
    case 'erased':
      return erased(state, now)
    case 'core-erased':
      return coreErased(state, now)
    case 'named-late':
      return state
    case 'tokens-revoked':
      return state.tokensRevokedAt === now ? state : { ...state, tokensRevokedAt: now }
    case 'woken':
      return woken(state, event, now)
    case 'cancelled':
      return cancelled(state, event.by)
    case 'seen':
      return state.seenAt === undefined ? { ...state, seenAt: now } : state
    case 'link-renewed':
      return linkRenewed(state, event.key)
    case 'attempt-cancelled':
      return attemptCancelled(state, event.attempt, now)
    case 'expired':
      return expired(state, now)
    case 'expiry-changed':
      return expiryChanged(state, event, now)
    case 'followed':
      return followed(state, event)
    case 'restoration-checked':
      return state.checkedAt === now ? state : { ...state, checkedAt: now }
    case 'limit-wanted':
      return unitsWanted(state)
    case 'limit-held':
      return unitsHeld(state, now)
    case 'limit-refused':
      return unitsRefused(state)
    case 'limit-unanswered':
      return unitsUnanswered(state)
    case 'limit-renewed':
      return unitsRenewed(state, now)
    case 'limit-given-up':
      return state.holdsUnits === true ? { ...state, holdsUnits: 'in-doubt' } : state
    case 'limit-released':
      return unitsReleased(state)
  }
}

/** That the gateway knows no such order is an answer about the attempt, where it counts as one. */
const deniedIn = (before: OrderState, { attempt }: RefusalConfirmed | UnheardOf, after: OrderState) =>
  after === before ? before : answeredRightly(after, refTo('attempt', attempt))

/** The list names the links that a change of keys ends. */
const linkRenewed = (state: OrderState, key: string): OrderState =>
  !state.terms.isRequest || linkKeyOf(state) === key ? state : { ...state, linkKey: key }

/** The first cancellation stays. An approval that waits for the offer's counter is given back. */
const cancelled = (state: OrderState, by: string | undefined): OrderState =>
  state.cancelled
    ? state
    : { ...givenBack(state), cancelled: true, ...(by !== undefined && { cancelledBy: by }) }
