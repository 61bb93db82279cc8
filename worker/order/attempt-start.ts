/** Starts attempts: admits the request, stores the intent, and sends. */
import { missingFields } from '../../shared/customer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { isWithdrawn } from '../config/offer-withdrawal.ts'
import type { Details } from '../domain/attempt-details.ts'
import { isLimited, lineField, offerLines } from '../domain/offer-lines.ts'
import type { Refusal } from '../domain/refusal.ts'
import { parseReturnUrl } from '../domain/return-url.ts'
import { countryRefusal } from '../domain/served-countries.ts'
import type { OfferLine } from '../domain/terms.ts'
import type { GatewayTarget } from '../gateway/request.ts'
import type { OrderContext } from './context.ts'
import { type CarriedValues, destinationOf, sendAttempt } from './gateway-session.ts'
import { mayKeepCard, savedCardRef } from './model/cards.ts'
import type { Attempted } from './model/events.ts'
import type { Payer } from './model/gateway-requests.ts'
import { isForm } from './model/methods.ts'
import { customerFor, withTyped } from './model/payer.ts'
import type { AttemptRequest } from './model/payment-admission.ts'
import { refTo } from './model/request-ref.ts'
import type { Attempt, OrderState, ShownIn } from './model/state.ts'
import { reserveUnits } from './offer-reservation.ts'
import { reuseRefusal } from './order-opening.ts'
import { productRefusal } from './product-check.ts'
import { sendStored } from './request-sending.ts'
import { recoverAttempt } from './restored-order.ts'
import { freeName } from './taken-names.ts'

/** A request to pay: the shopper's data, where it came from, and values that are carried in memory alone. */
export interface PaymentRequest extends AttemptRequest, Partial<Omit<Payer, 'ip'>> {
  readonly ip: string
  readonly details?: Details
  /** Which of the session's saved cards, by its place in the list: `1`, `2`, … */
  readonly savedCard?: string
  /** How the shopper's page shows the next step. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** The shopper agrees that the gateway stores the card. */
  readonly keepCard?: true
  /** The token of a bot check, once the shopper passed one. */
  readonly check?: string
  /** The address of the shopper's page, as it says itself. */
  readonly pageUrl?: string
  /** Where the page of a session wants the shopper back, in place of the session's own return address. */
  readonly returnUrl?: string
  /** Of a request that also opens the order: the sum of its own terms, in minor units. */
  readonly shownMinor?: number
  /** Name of the merchant key, where no shopper is present. */
  readonly by?: string
  /** How long after its start the answer may wait for the gateway's reply, in milliseconds. Absent: it does not wait. */
  readonly waitMs?: number
}

/** A started attempt: the new state, and a promise for its request. */
export interface StartedAttempt {
  readonly state: OrderState
  readonly sent: Promise<void>
}

/** Holds an attempt to the budgets. */
export type Limit = (
  context: OrderContext,
  state: OrderState,
  request: PaymentRequest,
) => Promise<Refusal | undefined>

/** Where an attempt starts. */
interface Starting {
  readonly limit: Limit
  /** Finds its order. One that was never opened is stored with the attempt, and not at all if there is none. */
  readonly find: () => Result<OrderState, Refusal>
}

/**
 * Starts an attempt, or joins the one that the same key started.
 *
 * One start at a time: a release of an offer's units must not undo the reservation of a new attempt.
 */
export const startAttempt = (
  context: OrderContext,
  request: PaymentRequest,
  starting: Starting,
): Promise<Result<StartedAttempt, Refusal>> =>
  context.mutexes.attempts.runExclusive(() => admitAndStart(context, request, starting))

async function admitAndStart(
  context: OrderContext,
  request: PaymentRequest,
  { limit, find }: Starting,
): Promise<Result<StartedAttempt, Refusal>> {
  const { record } = context
  const first = find()
  if (!first.ok) return first
  const mayStart = record.policy.admitPayment(first.value, request, Date.now()) === 'starts'
  const unclear = mayStart ? await recoverAttempt(context, request) : undefined
  // Meanwhile this may have taken over an attempt, or another request may have opened the order.
  const found = find()
  if (!found.ok) return found
  const state = found.value
  if (unclear) return refused({ order: record.views.shopper(state), ...unclear })
  const verdict = record.policy.admitPayment(state, request, Date.now())
  if (verdict === 'joins') return accepted({ state, sent: Promise.resolve() })
  const named =
    verdict === 'starts' ? await prepare(context, { state, request, limit }) : refused({ code: verdict })
  return named.ok
    ? start(context, state, { request, clientOrderId: named.value })
    : refused({ order: record.views.shopper(record.state ?? state) satisfies OrderView, ...named.reason })
}

/** A request to pay that may be admissible, and the budgets that it is held to. */
interface Wish {
  readonly state: OrderState
  readonly request: PaymentRequest
  readonly limit: Limit
}

/**
 * Prepares an admissible request: holds it to the budgets, names it, and reserves units of a limited offer if nothing else
 * is in the way.
 *
 * @returns The attempt's name at the gateway, or why the request cannot be carried out.
 */
async function prepare(context: OrderContext, wish: Wish): Promise<Result<string, Refusal>> {
  const { record, limits } = context
  const { state, request, limit } = wish
  const destination = destinationFor(context, state, request)
  const hindrance = obstacle(context, wish)
  if (hindrance) return refused(hindrance)
  if (!destination) return refused({ code: 'currency-not-served' })
  const unsold = await productRefusal(context, state.terms, request.shownMinor)
  if (unsold) return refused(unsold)
  const exhausted = await limit(context, state, request)
  if (exhausted) return refused(exhausted)
  let named: Result<string, Refusal> | undefined
  try {
    named = await nameAndReserve(context, wish, destination)
    return named
  } finally {
    // Also where a counter does not answer.
    if (!named?.ok) await limits.takeBack(state, record.storage)
  }
}

/** @throws {Error} If a counter of a limited offer, or the network's object, does not answer. */
async function nameAndReserve(
  context: OrderContext,
  { state, request }: Wish,
  destination: GatewayTarget,
): Promise<Result<string, Refusal>> {
  const named = await freeName(context, state, destination)
  if (!named.ok) return named
  const passesCheck = context.limits.check(state, request)
  const shortage = await reserveUnits(context, state, {
    ip: request.ip,
    ...(passesCheck && { passesCheck }),
  })
  return shortage ? refused(shortage) : named
}

/** Why an admissible request cannot be carried out, as far as settings and the request itself tell. */
function obstacle(context: OrderContext, { state, request }: Wish): Refusal | undefined {
  const config = context.config()
  if (config.PAYMENTS === 'paused') return { code: 'payments-paused' }
  const withdrawn = withdrawnLine(state, config)
  if (withdrawn) return { code: 'offer-withdrawn', ...lineField(state.terms, withdrawn.offer) }
  if (request.returnUrl !== undefined && !chosenReturn(state, request, config))
    return { code: 'return-url-invalid', fields: ['returnUrl'] }
  const customer = { ...customerFor(context.record.storage.payer, request.exchange), ...request.customer }
  const fields = missingFields(state.terms.collect, customer)
  if (fields.length > 0) return { code: 'collect-missing', fields }
  const abroad = countryRefusal(customer, state.terms.countries)
  if (abroad) return abroad
  const isOfLink = request.exchange !== undefined
  if (request.keepCard && (isOfLink || !(request.method === 'card' && mayKeepCard(state.terms))))
    return { code: 'method-off', fields: ['keepCard'] }
  // The holder of a link may be another person than the customer whose cards they are.
  if (request.method === 'saved-card' && isOfLink) return { code: 'method-off', fields: ['method'] }
  if (request.method === 'saved-card' && !savedCardOf(state, request))
    return { code: 'card-invalid', fields: ['savedCard'] }
  return undefined
}

/** An offer may be withdrawn after its order was opened. An attempt that began before is followed all the same. */
const withdrawnLine = ({ terms }: OrderState, config: Config): OfferLine | undefined =>
  offerLines(terms).find(
    ({ item, offeredAt }) =>
      item !== undefined && offeredAt !== undefined && isWithdrawn(config, { item, offeredAt }),
  )

/**
 * Stores the intent before it is sent: in one write with the order, if that is new. The request goes out even if the call
 * that asked for it fails.
 */
function start(
  context: OrderContext,
  admitted: OrderState,
  { request, clientOrderId }: { readonly request: PaymentRequest; readonly clientOrderId: string },
): Result<StartedAttempt, Refusal> {
  const { record, limits, replies, waitUntil } = context
  // While the limiter or the offer's counter answered, another request may have opened the order, or its shopper cancelled.
  const reused = reuseRefusal(context, admitted)
  const state = record.state ?? admitted
  const destination = destinationFor(context, state, request)
  const verdict = record.policy.admitPayment(state, request, Date.now())
  if (reused || !destination || verdict !== 'starts') {
    waitUntil(limits.takeBack(state, record.storage))
    if (reused) return refused(reused)
    if (!record.state) return refused({ code: 'order-final' })
    return accepted({ state: record.apply({ type: 'limit-held' }), sent: Promise.resolve() })
  }
  const event = attemptedEvent(context, state, { request, clientOrderId, destination })
  record.begin(state)
  const { ip, browser, exchange } = request
  record.storage.keepPayer((known) => ({
    ...withTyped(known, request.customer ?? {}, exchange),
    // A form's page is at the gateway, so its shopper's address is sent once; steps of 3-D Secure need it again.
    ...(!isForm(request.method) && { ip }),
    ...(browser && { browser }),
  }))
  const { payer: kept } = record.storage
  const payer = { ...kept, customer: customerFor(kept, exchange), ip }
  const started = record.apply(event)
  const attempt = started.attempts.at(-1)
  const carried = { payer, details: detailsOf(state, request) }
  const sent = attempt ? send(context, started, attempt, carried) : Promise.resolve()
  if (attempt) replies.expect(attempt.number, sent)
  waitUntil(sent)
  return accepted({ state: started, sent })
}

/** A request to pay with its name at the gateway, and where it goes. */
interface NamedRequest {
  readonly request: PaymentRequest
  readonly clientOrderId: string
  readonly destination: GatewayTarget
}

function attemptedEvent(
  context: OrderContext,
  state: OrderState,
  { request, clientOrderId, destination }: NamedRequest,
): Attempted {
  const { key, method, bodyDigest, exchange, shownIn, keepCard, by } = request
  const config = context.config()
  const pageUrl = ownPage(state, request, config)
  const returnUrl = chosenReturn(state, request, config)
  return {
    type: 'attempted',
    clientOrderId,
    key,
    method,
    destination,
    ...(bodyDigest && { bodyDigest }),
    ...(shownIn && { shownIn }),
    ...(pageUrl && { pageUrl }),
    ...(returnUrl && returnUrl !== state.terms.returnUrl && { returnUrl }),
    ...(isLimited(state.terms) && { isHeld: true }),
    ...(keepCard && { keepCard: config.GATEWAY_PROFILE.keptCard }),
    ...(exchange !== undefined && { exchange }),
    ...(by !== undefined && { by }),
  }
}

async function send(
  context: OrderContext,
  { terms }: OrderState,
  attempt: Attempt,
  carried: CarriedValues,
): Promise<void> {
  const ref = refTo('attempt', attempt.number)
  await sendStored(context, ref, async () => {
    const event = await sendAttempt(context.session(), terms, attempt, carried)
    const isRefused = event.type === 'refused' && !event.isUnsent
    if (isRefused) context.waitUntil(context.limits.tellRefusal(terms.id, event.failure))
    return event
  })
}

const destinationFor = ({ session }: OrderContext, { terms }: OrderState, { method }: PaymentRequest) =>
  destinationOf(session(), terms, method)

function detailsOf(state: OrderState, request: PaymentRequest): Details {
  const cardRef = savedCardOf(state, request)
  return { ...request.details, ...(cardRef && { cardRef }) }
}

/** The shop's page of a session. An offer's order knows it since it was opened; no other page is stored. */
function ownPage({ terms }: OrderState, { pageUrl }: PaymentRequest, config: Config): string | undefined {
  const origins = terms.origins ?? config.ALLOWED_ORIGINS
  const isOwn = pageUrl && !terms.offer && origins.includes(URL.parse(pageUrl)?.origin ?? '')
  return isOwn ? pageUrl : undefined
}

/**
 * Where the shopper comes back to, if the page of a session chooses that: within the session's origins, or the edge's own
 * page. An offer's order has it from its checkout.
 */
const chosenReturn = ({ terms }: OrderState, { returnUrl }: PaymentRequest, config: Config) =>
  returnUrl === undefined || terms.offer
    ? undefined
    : parseReturnUrl(returnUrl, {
        origins: terms.origins ?? config.ALLOWED_ORIGINS,
        publicUrl: config.PUBLIC_URL,
      })

/** Pages know a saved card by its place in the list alone. */
const savedCardOf = (state: OrderState, { method, savedCard }: PaymentRequest): string | undefined =>
  method === 'saved-card' && savedCard ? savedCardRef(state, savedCard) : undefined
