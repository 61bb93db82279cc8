/** Card tokenization: has the gateway store cards, and asks what its references stand for. No money moves. */
import type { CardInfo } from '../../shared/http-bodies.ts'
import type { CardReference, Failure } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { endpointFor } from '../config/gateway-endpoints.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Gateway } from '../gateway/client.ts'
import { operations } from '../gateway/operations.ts'
import type { GatewayTarget } from '../gateway/request.ts'
import { transport } from '../gateway/transport.ts'
import type { OrderContext } from './context.ts'
import {
  destinationOf,
  type GatewayFailure,
  gatewaySession,
  orSilent,
  refusedByGateway,
} from './gateway-session.ts'
import { cardToKeep, keepingSince, offeredRefs, unreportedPlaces } from './model/cards.ts'
import { cardRefOperation } from './model/methods.ts'
import { CARDS_KEY, keepKey } from './model/schedule.ts'
import type { Attempt, OrderState, ReportedCard } from './model/state.ts'

/**
 * Has the gateway store the payment's card. The same version is created once, and answered again.
 *
 * @param by Name of the merchant key.
 */
export const createCardReference = (context: OrderContext, version: CardReference['version'], by?: string) =>
  context.mutexes.cardTokens.runExclusive(() => referenceOf(context, version, by))

/**
 * Has the gateway store the payment's card where its shopper agreed to that. It repeats a request that the gateway did
 * not answer, for as long as orders are followed at all.
 */
export const keepCard = (context: OrderContext): Promise<void> =>
  context.mutexes.cardTokens.runExclusive(() => keep(context))

async function keep(context: OrderContext): Promise<void> {
  const { record, times } = context
  const paid = record.state && cardToKeep(record.state)
  if (!paid) return
  const now = Date.now()
  record.askedAt.set(keepKey(paid), now)
  const made = await referenceOf(context, paid.keepCard.version)
  if (made.ok) return
  const isLast = now >= keepingSince(paid) + times().daysFor
  const failure = whyNotKept(made.reason, isLast)
  if (!failure) return
  log('card-not-kept', { order: record.state?.terms.id, attempt: paid.number, ...failure })
  record.apply({ type: 'card-not-kept', attempt: paid.number, failure })
}

/** @returns `undefined` where it is worth another try. */
function whyNotKept(reason: Refusal, isLast: boolean): Failure | undefined {
  if (reason.code !== 'gateway-refused') return isLast ? { code: reason.code } : undefined
  const { gatewayCode } = reason
  return { code: 'refused', ...(gatewayCode && { gatewayCode }) }
}

async function referenceOf(
  { record, session }: OrderContext,
  version: CardReference['version'],
  by?: string,
): Promise<Result<CardReference, Refusal>> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const known = state.cardRefs.find((one) => one.version === version)
  if (known) return accepted(known)
  const attempt = state.attempts[(state.payment ?? 0) - 1]
  if (!attempt?.gatewayId || state.terms.intent === 'payout') return refused({ code: 'follow-up-impossible' })
  const made = await requestReference(session().gateway, attempt, version)
  if (!made.ok) return made
  record.apply({ type: 'card-referred', reference: made.value, ...(by !== undefined && { by }) })
  return made
}

/** Repeating it makes another reference to the same card. */
function requestReference(
  gateway: Gateway,
  { clientOrderId, gatewayId = '', destination }: Attempt,
  version: CardReference['version'],
): Promise<Result<CardReference, GatewayFailure>> {
  const name = cardRefOperation(version)
  return orSilent(async () => {
    const reply = await gateway.call(name, destination, { clientOrderId, gatewayId })
    if (reply.kind === 'refused') return refusedByGateway(reply)
    const { cardRef, uniqueCardRef, recurringPaymentId } = reply
    return accepted({
      version,
      cardRef,
      ...(uniqueCardRef && { uniqueCardRef }),
      ...(recurringPaymentId && { recurringPaymentId }),
    })
  })
}

/** Asks which card a reference stands for. Repeating it is harmless. */
export function cardInfo(
  config: Config,
  cardRef: string,
  fetcher: typeof fetch = (input, init) => fetch(input, init),
): Promise<Result<CardInfo, GatewayFailure | { readonly code: 'currency-not-served' }>> {
  const { GATEWAY_URL: url, GATEWAY_LOGIN: login, GATEWAY_ENDPOINTS: endpoints, times } = config
  const endpoint = endpointFor(endpoints, '', operations['get-card-info'].endpoint)
  if (!endpoint) return Promise.resolve(refused({ code: 'currency-not-served' }))
  const to = { url, login, endpointPath: endpoint.path, endpointId: endpoint.id }
  const { gateway } = gatewaySession(config, transport(fetcher, times.requestDeadline))
  return requestCardInfo(gateway, to, cardRef)
}

function requestCardInfo(
  gateway: Gateway,
  to: GatewayTarget,
  cardRef: string,
): Promise<Result<CardInfo, GatewayFailure>> {
  return orSilent(async () => {
    const reply = await gateway.call('get-card-info', to, { cardRef })
    if (reply.kind === 'refused') return refusedByGateway(reply)
    const { bin, brand, masked, expiryMonth, expiryYear, holder } = reply
    const expires = expiryMonth && expiryYear ? `${expiryMonth}/${expiryYear.slice(-2)}` : ''
    return accepted({ cardRef, bin, brand, masked, expires, ...(holder && { holder }) })
  })
}

/** An object has few connections at a time, and a payment must find one free. */
const MAX_LOOKUPS_AT_ONCE = 3

/** Looks up the session's saved cards that are not known yet. A silent gateway ends it and leaves some open. */
export async function lookUpSavedCards({ record, session }: OrderContext): Promise<void> {
  const { state } = record
  record.askedAt.set(CARDS_KEY, Date.now())
  const to = state && destinationOf(session(), state.terms, 'saved-card')
  if (!state || !to) return
  const places = unreportedPlaces(state)
  let isSilent = false
  for (let first = 0; first < places.length && !isSilent; first += MAX_LOOKUPS_AT_ONCE) {
    const some = places.slice(first, first + MAX_LOOKUPS_AT_ONCE)
    const answers = await Promise.all(some.map((place) => lookUp(session().gateway, state, { place, to })))
    const cards = answers.filter((answer) => answer !== undefined)
    if (cards.length > 0) record.apply({ type: 'saved-cards-told', cards })
    isSilent = cards.length < some.length
  }
}

/** @returns `undefined` where the gateway was silent. */
async function lookUp(
  gateway: Gateway,
  { terms }: OrderState,
  { place, to }: { readonly place: number; readonly to: GatewayTarget },
): Promise<ReportedCard | undefined> {
  const cardRef = offeredRefs(terms)[place - 1] ?? ''
  const answer = await requestCardInfo(gateway, to, cardRef)
  if (answer.ok) {
    const { brand, masked, expires } = answer.value
    return { place, card: { brand, masked: masked.replace(/^(\d{6})\d+/, '$1**'), expires } }
  }
  log('saved-card-untold', { order: terms.id, place, ...answer.reason })
  return answer.reason.code === 'gateway-refused' ? { place } : undefined
}
