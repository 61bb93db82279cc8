/** Decides what an order becomes. Pure: no clock, no storage, no network. */

import { isDecided } from '../../../shared/order-status.ts'
import type { CardReference } from '../../../shared/order-view.ts'
import { change, isOver, isWrittenOff, LOST, underWay, withoutAsking } from './attempts.ts'
import { cardNotKept, savedCardsTold, withoutCardsToKeep, withoutSavedCards } from './cards.ts'
import { askingAnew, askingEnded, notAccepted, unheardOf } from './doubt.ts'
import type { Accepted, Attempted, ForeignFound, OrderEvent, Registered, Woken } from './events.ts'
import { followUpAnswered, followUpReported, followUpWanted } from './follow-up-transition.ts'
import { isForm } from './methods.ts'
import { reported } from './reports.ts'
import {
  claimUnanswered,
  formTaken,
  givenBack,
  heldAnew,
  isFormOpen,
  limitHeld,
  limitRefused,
  limitReleased,
  limitRenewed,
  limitWanted,
} from './reservation.ts'
import { reversalAnswered, reversalReported, withReversals } from './reversals.ts'
import type { Asking, Attempt, OrderState, OrderTerms } from './state.ts'
import { backFromPage, stepped, withoutBankWords, withStep } from './three-ds-steps.ts'
import { refusalConfirmed, refused, withoutRefusal } from './unconfirmed-refusal.ts'
import { foreignReported, withForeign } from './unmatched-transactions.ts'

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
  foreign: [],
  reversals: [],
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
  const after = withReversals(withCardsToChoose(apply(state, event, now)), now)
  return after === state ? state : { ...after, seq: state.seq + 1, updatedAt: now }
}

/** What is known of saved cards is kept as long as one may be chosen. */
const withCardsToChoose = (state: OrderState) => (isOver(state) ? withoutSavedCards(state) : state)

function apply(state: OrderState, event: OrderEvent, now: number): OrderState {
  switch (event.type) {
    case 'attempted':
      return attempted(state, event, now)
    case 'accepted':
      return withAccepted(state, event, now)
    case 'refused':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? refused(attempt, event, now) : attempt,
      )
    case 'refusal-confirmed':
      return change(state, event.attempt, (attempt) =>
        refusalConfirmed(attempt, event, { isCharge: state.terms.intent !== 'payout', now }),
      )
    case 'reply-lost':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? silent(attempt, now) : attempt,
      )
    case 'registered':
      return registered(state, event)
    case 'reported':
      return reported(state, event, now)
    case 'step-opened':
    case 'step-brought':
    case 'step-answered':
    case 'step-refused':
    case 'step-overdue':
      return change(state, event.attempt, (attempt) => stepped(attempt, event, now))
    case 'asking-ended':
      return askingEnded(state, event)
    case 'declared-not-accepted':
      return notAccepted(state, event)
    case 'follow-up-wanted':
      return followUpWanted(state, event, now)
    case 'follow-up-accepted':
    case 'follow-up-refused':
    case 'follow-up-lost':
      return followUpAnswered(state, event, now)
    case 'follow-up-reported':
      return followUpReported(state, event)
    case 'unheard-of':
      return unheardOf(state, event, now)
    case 'foreign-found':
      return found(state, event, now)
    case 'foreign-reported':
      return foreignReported(state, event)
    case 'reversal-sent':
    case 'reversal-accepted':
    case 'reversal-refused':
    case 'reversal-lost':
      return reversalAnswered(state, event, now)
    case 'reversal-reported':
      return reversalReported(state, event, now)
    case 'saved-cards-told':
      return savedCardsTold(state, event, now)
    case 'card-referred':
      return referred(state, event.reference)
    case 'card-not-kept':
      return cardNotKept(state, event)
    case 'given-up':
      return state.unheard ? state : { ...state, unheard: true }
    case 'resent':
      return heard(state)
    case 'erased':
      return erased(state)
    case 'woken':
      return woken(state, event, now)
    case 'cancelled':
      return cancelled(state, event.by)
    case 'expired':
      return state.expired ? state : { ...state, expired: true }
    case 'limit-wanted':
      return limitWanted(state)
    case 'limit-held':
      return limitHeld(state, now)
    case 'limit-refused':
      return limitRefused(state)
    case 'limit-unanswered':
      return claimUnanswered(state)
    case 'limit-renewed':
      return limitRenewed(state, now)
    case 'limit-given-up':
      return state.holdsLimit === true ? { ...state, holdsLimit: 'in-doubt' } : state
    case 'limit-released':
      return limitReleased(state)
  }
}

function attempted(
  state: OrderState,
  { key, method, destination, bodyDigest, shownIn, pageUrl, keepCard, isHeld }: Attempted,
  now: number,
): OrderState {
  const number = state.attempts.length + 1
  const { reference } = state.terms
  const clientOrderId = number === 1 ? reference : `${reference}.${number}`
  const attempt: Attempt = {
    number,
    clientOrderId,
    key,
    method,
    destination,
    ...(bodyDigest && { bodyDigest }),
    ...(shownIn && { shownIn }),
    ...(keepCard && { keepCard: { consentedAt: now, version: keepCard } }),
    status: 'sending',
    startedAt: now,
    // A request without a form is not asked about before its own answer came, or did not.
    ...(isForm(method) && { asking: { since: now, pace: 'waiting' as const } }),
  }
  const before = state.attempts.map((former) => superseded(former, now))
  const order = isHeld ? held(state) : state
  return { ...order, attempts: [...before, attempt], ...(pageUrl && { pageUrl }) }
}

/** What is held for a form that the shopper leaves behind stays reserved as it was; else the attempt begins anew. */
const held = (state: OrderState): OrderState =>
  state.claim || (state.holdsLimit === true && state.attempts.some(isFormOpen)) ? state : heldAnew(state)

/** The shopper leaves an attempt behind that may still be paid: it is followed for a while. */
const superseded = (attempt: Attempt, now: number): Attempt =>
  isDecided(attempt.status) || attempt.superseded
    ? attempt
    : { ...attempt, superseded: true, asking: { since: now, pace: 'waiting' } }

/**
 * Nobody can pay at a form whose address got lost, and nobody can be asked about a recurring payment. Any other request
 * may have moved money, so it is asked about.
 */
function silent(attempt: Attempt, now: number): Attempt {
  if (isForm(attempt.method)) return { ...attempt, ...LOST }
  return attempt.method === 'recurring-payment'
    ? { ...withoutAsking(attempt), ...LOST, status: 'unknown' }
    : underWay(attempt, now)
}

/** Where the answer names another transaction than a callback did, there are two: the other is asked about as well. */
function withAccepted(state: OrderState, event: Accepted, now: number): OrderState {
  const { attempt: number, gatewayId } = event
  const before = state.attempts[number - 1]
  const told = change(state, number, (attempt) => accepted(attempt, event, now))
  const after = told.attempts[number - 1]
  if (!before || !after) return state
  const taken = isFormOpen(after) && !isFormOpen(before) ? formTaken(told, now) : told
  return [before.gatewayId, gatewayId].reduce((all, id) => withForeign(all, after, { id, now }), taken)
}

/** A late answer tells the names of what was created, and no more: the order may have gone on. */
function accepted(attempt: Attempt, event: Accepted, now: number): Attempt {
  const { gatewayId, serialNumber, redirectUrl, redirectFrame } = event
  const known = { ...attempt, gatewayId, ...(serialNumber ? { serialNumber } : {}) }
  if (!isForm(attempt.method)) return acceptedDirectly(attempt, known, event, now)
  const isAwaited = attempt.status === 'sending'
  if (!isAwaited && (attempt.status !== 'lost' || attempt.gatewayId)) return attempt
  if (!isAwaited || !redirectUrl) return { ...known, ...LOST }
  return { ...known, status: 'redirect', redirectUrl, ...(redirectFrame && { redirectFrame }) }
}

/** What somebody declared not to be accepted, and was, is followed again. */
function acceptedDirectly(attempt: Attempt, known: Attempt, event: Accepted, now: number): Attempt {
  if (attempt.status !== 'sending' && !isWrittenOff(attempt)) return attempt.gatewayId ? attempt : known
  const moving = underWay(known, now)
  return event.step ? withStep(moving, event.step, now) : moving
}

/** A recurring payment is no transaction: nobody is asked about it. */
function registered(state: OrderState, event: Registered): OrderState {
  const { attempt: number, gatewayId, recurringPaymentId } = event
  const isAsked = state.attempts[number - 1]?.method === 'recurring-payment'
  if (state.payment !== undefined || !isAsked) return state
  const decided = change(state, number, ({ error: _, ...attempt }) => ({
    ...withoutAsking(attempt),
    status: 'approved',
    ...(gatewayId && { gatewayId }),
  }))
  return { ...decided, payment: number, recurringPaymentId }
}

/** One of each version: another would be of the same card. */
const referred = (state: OrderState, reference: CardReference): OrderState =>
  state.cardRefs.some(({ version }) => version === reference.version)
    ? state
    : { ...state, cardRefs: [...state.cardRefs, reference] }

const erased = (state: OrderState): OrderState =>
  withoutPage(withoutShown(withoutSavedCards(withoutCardsToKeep(state))))

/** The address of a shop's page may name its shopper. */
function withoutPage(state: OrderState): OrderState {
  const { pageUrl, ...rest } = state
  const { pageUrl: openedOn, ...terms } = state.terms
  return pageUrl === undefined && openedOn === undefined ? state : { ...rest, terms }
}

/** Also what banks were told in steps that are over: it may hold a card's expiry. */
function withoutShown(before: OrderState): OrderState {
  const state = withoutClaimedCard(before)
  const { card, ...rest } = state
  const attempts = state.attempts.map(withoutBankWords)
  const isSame = !card && attempts.every((attempt, index) => attempt === state.attempts[index])
  return isSame ? state : { ...rest, attempts }
}

/** An order that is erased while an approval waits for the offer's counter learns of no card afterwards. */
function withoutClaimedCard(state: OrderState): OrderState {
  if (!state.claim?.card) return state
  const { card: _, ...claim } = state.claim
  return { ...state, claim }
}

function woken(state: OrderState, event: Woken, now: number): OrderState {
  const attempt = state.attempts[event.attempt - 1]
  if (!attempt) return state
  const { by, gatewayId, forged = 0 } = event
  const named = change(state, event.attempt, (before) => withName(before, gatewayId))
  const told = withForeign(named, named.attempts[event.attempt - 1] ?? attempt, { id: gatewayId, now })
  const again = askingAnew(told, now)
  const noted = forged > 0 ? { ...again, forged: state.forged + forged } : again
  // Charges of a schedule are told under its name. They are the gateway's own, and noted as such.
  if (attempt.method === 'recurring-payment') return noted
  const asking = { since: now, pace: paceAfterWake(state, attempt), by } as const
  return change(noted, event.attempt, (before) => {
    const after = afterPage(before, event)
    return after === before && isSameAsking(before.asking, asking) ? before : { ...after, asking }
  })
}

/**
 * Whose answer was lost learns its name from the gateway's own notice: asked by the name that the merchant gave, the
 * gateway would tell of the newest transaction, and this one would be forgotten. The notice still decides nothing, but a
 * refusal was then one of a repeat.
 */
const withName = (attempt: Attempt, gatewayId: string | undefined): Attempt =>
  attempt.gatewayId || !gatewayId || attempt.method === 'recurring-payment'
    ? attempt
    : { ...withoutRefusal(attempt), gatewayId }

/** Whoever comes back has paid or given up, and whoever is called back for has; only the gateway knows which. */
function afterPage(attempt: Attempt, { by, gatewayId }: Woken): Attempt {
  const { status, step, stood, ...rest } = attempt
  if (stood && (by === 'return' || gatewayId !== undefined)) return { ...rest, status, ...(step && { step }) }
  if (status === 'redirect' && (by === 'return' || gatewayId !== undefined))
    return { ...attempt, status: 'processing' }
  return by === 'return' ? backFromPage(attempt) : attempt
}

const isSameAsking = (one: Asking | undefined, other: Asking) =>
  one?.since === other.since && one.pace === other.pace && one.by === other.by

/** What failed may have been paid after all, which is looked into eagerly; what was paid is looked at again. */
function paceAfterWake({ aftermath, payment }: OrderState, attempt: Attempt) {
  const isContested = aftermath === 'unknown' && payment === attempt.number
  if (!isDecided(attempt.status) || isContested) return 'active'
  return attempt.status === 'approved' ? 'again' : 'doubting'
}

function found(state: OrderState, { attempt: number, gatewayId: id }: ForeignFound, now: number): OrderState {
  const attempt = state.attempts[number - 1]
  return attempt ? withForeign(state, attempt, { id, now }) : state
}

/** Who was first stays. What waits for the offer's counter does not any more. */
const cancelled = (state: OrderState, by: string | undefined): OrderState =>
  state.cancelled
    ? state
    : { ...givenBack(state), cancelled: true, ...(by !== undefined && { cancelledBy: by }) }

/** Even if nothing changed: what is to be told once more has to be written. */
const heard = ({ unheard: _, ...state }: OrderState): OrderState => state
