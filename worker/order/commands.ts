/** Commands that ask nothing of the gateway: opening, cancelling, declaring not accepted, erasing. */
import type { Customer } from '../../shared/customer.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { isFinal, isPayable, isUnderWay } from '../../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { without } from '../../shared/without.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import { limitedLines, lineField } from '../domain/offer-lines.ts'
import { type Choice, priceOf } from '../domain/offer-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { isOver, lasting } from './model/attempts.ts'
import { cardBehind } from './model/cards.ts'
import { doubtOf, isNotAccepted } from './model/doubt.ts'
import { uncertainFollowUp } from './model/follow-ups.ts'
import { withGiven } from './model/payer.ts'
import { isCancellable, isCancellableByMerchant } from './model/payment-admission.ts'
import { refTo, requestKey } from './model/request-ref.ts'
import type { OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import { soldOutOffer } from './offer-counters.ts'
import { releaseAtOnce } from './offer-reservation.ts'
import { orderToOpen } from './order-opening.ts'
import { merchantResponse } from './queries.ts'

/** An order that is open, or was found so. */
export interface OpenedOrder {
  readonly order: OrderView
  /** When it was opened first, in milliseconds since the epoch. */
  readonly openedAt: number
  /** When its tokens were revoked last, in milliseconds since the epoch. */
  readonly tokensRevokedAt?: number
  /** No attempt starts at or after this time. An object of an older version does not tell it. */
  readonly expiresAt?: number
}

/**
 * Opens an order, or finds it open. Repeating it with the same terms is harmless; other terms are refused.
 *
 * @param customer The shopper's data; joins what is known already.
 */
export function openOrder(
  context: OrderContext,
  terms: OrderTerms,
  customer?: Customer,
): Result<OpenedOrder, Refusal> {
  const { record } = context
  const found = orderToOpen(context, terms)
  if (!found.ok) return found
  const state = lasting(found.value)
  // What was erased does not come back with a repeated request.
  if (customer && !isFinal(statusOf(state)) && !state.erased)
    record.storage.keepPayer((known) => ({ ...withGiven(known, customer), ...requestTo(terms, customer) }))
  if (state !== record.state) record.save(state)
  // A server that opens its request again gets its link under the present key.
  const renewed = renewedLink(context, terms.linkKey) ?? state
  return accepted(openedOrder(renewed, record.views.shopper(renewed)))
}

const renewedLink = ({ record }: OrderContext, key: string | undefined): OrderState | undefined =>
  key === undefined ? undefined : record.apply({ type: 'link-renewed', key })

/** Where a merchant's server may have the shopper asked to pay. What a page sends of an offer, anybody may have typed. */
const requestTo = ({ offer }: OrderTerms, { email }: Customer) =>
  offer === undefined && email !== undefined ? { requestTo: email } : {}

/** The answer to a request that opens an order. */
export const openedOrder = ({ tokensRevokedAt, terms }: OrderState, order: OrderView): OpenedOrder => ({
  order,
  openedAt: terms.openedAt,
  expiresAt: terms.expiresAt,
  ...(tokensRevokedAt !== undefined && { tokensRevokedAt }),
})

/**
 * Opens an order as above, unless an offer is sold out: so shoppers learn of it before they type. Waits for a first attempt
 * that is just being started.
 */
export async function openUnlessSoldOut(
  context: OrderContext,
  terms: OrderTerms,
  customer?: Customer,
): Promise<Result<OpenedOrder, Refusal>> {
  await startEnded(context)
  const soldOut = await soldOutRefusal(context, terms)
  return soldOut ? refused(soldOut) : openOrder(context, terms, customer)
}

/**
 * Waits for the start of a first attempt: a page that lost the answer to its click asks for that, and would offer to pay if it
 * read that nothing was tried. It waits no longer than for a reply, and the page that pays then joins the attempt all the same.
 *
 * @returns Whether the order has its first attempt, or none is being started.
 */
async function startEnded({ record, mutexes, times }: OrderContext): Promise<boolean> {
  if (record.state?.attempts.length) return true
  try {
    return await withTimeout(
      times().replyWait,
      mutexes.attempts.runExclusive(async () => true),
    )
  } catch {
    // It starts later, or never.
    return false
  }
}

const STARTING: Refusal = { code: 'unavailable', why: 'a first attempt is still being started' }

/** What a page asks for, of offers that may not be sold any more. */
export interface SoldBefore {
  readonly claims: OfferClaims
  readonly choice: Choice
}

/**
 * Finds the order of goods that may not be sold any more, in which something was tried: its shopper may have paid, and asks.
 * Writes nothing.
 *
 * @returns `undefined` where nothing was tried, upon which a page forgets the order. So it is refused for now where a first
 * attempt is being started for long.
 */
export async function findTried(
  context: OrderContext,
  sold: readonly SoldBefore[],
): Promise<Result<OpenedOrder, Refusal> | undefined> {
  const isKnown = await startEnded(context)
  const { state, views } = context.record
  if (!state?.attempts.length) return isKnown ? undefined : refused(STARTING)
  const found = orderToOpen(context, { ...state.terms, amountMinor: sumOf(sold, state.terms) })
  return found.ok ? accepted(openedOrder(state, views.shopper(state))) : found
}

/**
 * Finds the order of a product, or of a cart with one, that was opened under a key before. Its price was agreed on, whatever
 * the catalogue says now. Writes nothing.
 *
 * @param asked The digest of the goods, and what the page chose of a single product.
 * @returns `undefined` where there is none. Refused for now where it may just be being opened for long.
 */
export async function findOpened(
  context: OrderContext,
  asked: Pick<OrderTerms, 'offer' | 'chosen'>,
): Promise<Result<OpenedOrder, Refusal> | undefined> {
  const isKnown = await startEnded(context)
  const { state, views } = context.record
  if (!state || state.isTentative) return isKnown ? undefined : refused(STARTING)
  const found = orderToOpen(context, { ...without(state.terms, 'chosen'), ...asked })
  return found.ok ? accepted(openedOrder(state, views.shopper(state))) : found
}

/** @returns `NaN`, which is no order's sum, for a choice that an offer does not allow. */
const sumOf = (sold: readonly SoldBefore[], { exponent }: OrderTerms): number =>
  sold
    .map(({ claims, choice }) => priceOf(claims, exponent, choice))
    .reduce((sum, price) => sum + (price.ok ? price.value : Number.NaN), 0)

/** Why a new order could never be paid; `undefined` if it could, or exists already: then it may hold the last unit. */
export async function soldOutRefusal(context: OrderContext, terms: OrderTerms): Promise<Refusal | undefined> {
  const { record } = context
  const soldOut = record.state ? undefined : await soldOutOffer(context, limitedLines(terms))
  // Meanwhile another request may have opened it.
  return soldOut === undefined || record.state
    ? undefined
    : { code: 'offer-limit', ...lineField(terms, soldOut) }
}

/** A shopper cancels the order, whose units are free before the answer. Repeating it is harmless. */
export async function cancel(context: OrderContext): Promise<Result<OrderView, Refusal>> {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return accepted(views.shopper(state))
  if (!isCancellable(state)) return refused({ code: 'attempt-in-flight', order: views.shopper(state) })
  const cancelled = record.apply({ type: 'cancelled' })
  await releaseAtOnce(context)
  return accepted(views.shopper(record.state ?? cancelled))
}

/**
 * A shopper removes a saved card, while no payment is under way. Repeating it is harmless. It waits for an attempt that
 * is being started, which may be paid with the card.
 */
export const removeCard = (context: OrderContext, handle: string): Promise<Result<OrderView, Refusal>> =>
  context.mutexes.attempts.runExclusive(async () => {
    const { record } = context
    const { state, views } = record
    if (!state) return refused({ code: 'not-found' })
    const code = removalRefusal(state, handle)
    if (code) return refused({ code, fields: ['savedCard'], order: views.shopper(state) })
    return accepted(views.shopper(record.apply({ type: 'card-removed', place: Number(handle) })))
  })

function removalRefusal(state: OrderState, handle: string): ProblemCode | undefined {
  const status = statusOf(state)
  if (!state.terms.mayRemoveCards) return 'method-off'
  if (isOver(state) || isFinal(status)) return 'order-final'
  if (!isPayable(status)) return 'attempt-in-flight'
  return cardBehind(state, handle) ? undefined : 'card-invalid'
}

type MerchantResult = Result<MerchantOrderView, Refusal>

/**
 * A merchant cancels an order that no shopper is paying just now. Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 */
export function cancelForMerchant(context: OrderContext, by: string): MerchantResult {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return merchantResponse(context)
  if (!isCancellableByMerchant(state))
    return refused({ code: 'attempt-in-flight', order: views.merchant(state) })
  log('cancelled-by-merchant', { order: state.terms.id, by })
  record.apply({ type: 'cancelled', by })
  return merchantResponse(context)
}

/** A request that a merchant names: one of these, or none. */
export interface NamedRequest {
  readonly attempt?: number
  readonly followUp?: number
}

const refOf = ({ attempt, followUp }: NamedRequest) => {
  if (followUp !== undefined) return refTo('follow-up', followUp)
  return attempt === undefined ? undefined : refTo('attempt', attempt)
}

/**
 * A merchant declares that the gateway never took the attempt or follow-up in doubt. Repeating it is harmless where it
 * names which.
 *
 * @param by Name of the merchant key.
 * @param named What the merchant believes to be in doubt; another request is then not declared in its place.
 */
export function declareNotAccepted(context: OrderContext, by: string, named: NamedRequest): MerchantResult {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  const wanted = refOf(named)
  if (wanted && isNotAccepted(state, wanted)) return merchantResponse(context)
  const request = doubtOf(state)
  if (!request) return refused({ code: 'attempt-accepted', order: views.merchant(state) })
  if (wanted && requestKey(wanted) !== requestKey(request))
    return refused({ code: 'not-in-doubt', order: views.merchant(state) })
  log('declared-not-accepted', { order: state.terms.id, by, ...request })
  record.apply({ type: 'declared-not-accepted', by, request })
  return merchantResponse(context)
}

/**
 * A merchant ends all tokens of the order that there are. Telling the change closes the sockets that they opened.
 * Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 */
export function revokeTokens(context: OrderContext, by: string): MerchantResult {
  const { record } = context
  if (!record.state) return refused({ code: 'not-found' })
  log('tokens-revoked', { order: record.state.terms.id, by })
  record.apply({ type: 'tokens-revoked', by })
  return merchantResponse(context)
}

/**
 * A merchant erases the shopper's data, once nothing is under way. Repeating it is harmless. A card reference that is
 * being created is waited for, so that none comes after.
 *
 * @param by Name of the merchant key.
 */
export const eraseShopper = (context: OrderContext, by?: string): Promise<MerchantResult> =>
  context.mutexes.cardTokens.runExclusive(() => erase(context, by))

async function erase(context: OrderContext, by: string | undefined): Promise<MerchantResult> {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  // A step of 3-D Secure that may still come needs the shopper's address.
  if (isUnderWay(statusOf(state))) return refused({ code: 'attempt-in-flight', order: views.merchant(state) })
  if (uncertainFollowUp(state)) return refused({ code: 'follow-up-in-flight', order: views.merchant(state) })
  log('erased-by-merchant', { order: state.terms.id, ...(by !== undefined && { by }) })
  forgetShopper(context, by)
  // The list repeats the description. If it cannot be reached, the alarm goes on trying.
  await record.listing.update()
  return merchantResponse(context)
}

function forgetShopper({ record }: OrderContext, by?: string): void {
  record.storage.erasePayer()
  record.apply({ type: 'erased', ...(by !== undefined && { by }) })
}

/** Whether an erasure is due at this moment: something may have happened to the order while this waited. */
const isDue = ({ record }: OrderContext, type: 'erase-personal' | 'erase-core') =>
  record.dueJobs().some(({ job, at }) => job.type === type && at <= Date.now())

/** Erases the shopper's data once its time is over. */
export const erasePersonal = (context: OrderContext): Promise<void> =>
  context.mutexes.cardTokens.runExclusive(async () => {
    if (!isDue(context, 'erase-personal')) return
    log('personal-data-erased', { order: context.record.state?.terms.id })
    forgetShopper(context)
  })

/** Erases the order itself once its time is over, but for what keeps its reference from charging again. */
export const eraseCore = (context: OrderContext): Promise<void> =>
  context.mutexes.cardTokens.runExclusive(async () => {
    const { record } = context
    if (!isDue(context, 'erase-core')) return
    await record.listing.remove()
    if (!isDue(context, 'erase-core')) return
    log('order-erased', { order: record.state?.terms.id })
    record.storage.eraseLog()
    record.apply({ type: 'core-erased' })
  })
