/** Reserves units of a limited offer for an order while it may be paid. */
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import { withTimeout } from '../deadline.ts'
import { addressPrefix } from '../domain/address-prefix.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { SETTLED_KEY } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import type { OfferLimit, Scarcity, UnitsRequest } from './offer-limit.ts'

/** 128 bits, which no two addresses share by chance. */
const SOURCE_BYTES = 16

/**
 * Asks the offer's counter for the order's units, if the offer is limited. That they may be held is stored before the
 * request, so that a crash cannot leave them held for ever. The caller notes that they were given, with their use, and
 * sees to it that no other change of the reservation overlaps.
 *
 * @param ip Where the shopper is.
 * @returns Why there are none; `undefined` if the order may be paid.
 */
export async function reserveUnits(
  context: OrderContext,
  { terms }: OrderState,
  ip: string,
): Promise<Scarcity | undefined> {
  const { record } = context
  const { offer, limit } = terms
  if (!offer || !limit) return undefined
  const source = await sourceOf(context.config(), offer, ip)
  record.apply({ type: 'limit-wanted' })
  const request = { ...unitsRequest(terms, limit), source }
  const scarcity = await askCounter(context, offer, (counter) => counter.reserve(request))
  // An approval that came meanwhile is decided by a request of its own, which may have units where this one may not.
  if (scarcity && !record.state?.claim) record.apply({ type: 'limit-refused' })
  return scarcity
}

/**
 * Renews the reservation of a form whose shopper goes on with it, once; where it lapsed, asks for the units again.
 *
 * @param ip Where the shopper is.
 */
export async function renewReservation(
  context: OrderContext,
  ip: string,
): Promise<Result<OrderView, Refusal>> {
  const { record, mutexes } = context
  const scarcity = await mutexes.attempts.runExclusive(() => renew(context, ip))
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  const order = views.shopper(state)
  return scarcity ? refused({ code: scarcity, order }) : accepted(order)
}

async function renew(context: OrderContext, ip: string): Promise<Scarcity | undefined> {
  const { record } = context
  const { state } = record
  if (!state?.terms.limit || statusOf(state) !== 'redirect') return undefined
  const isHeld = state.holdsLimit === true
  const scarcity = isHeld ? undefined : await reserveUnits(context, state, ip)
  if (!scarcity) record.apply({ type: isHeld ? 'limit-renewed' : 'limit-held' })
  return scarcity
}

/** Asks again for an approval that came while no units were held. Any free unit will do, also at its address. */
export const claimUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => claimAgain(context))

async function claimAgain(context: OrderContext): Promise<void> {
  const { record, times } = context
  const { claim, terms } = record.state ?? {}
  if (!claim || !terms?.offer || !terms.limit) return
  const request = unitsRequest(terms, terms.limit)
  const answer = askCounter(context, terms.offer, (counter) => counter.reserve(request))
  const scarcity = await answer.catch((error) => {
    const isLong = Date.now() - claim.since >= 2 * times().requestDeadline
    if (isLong) record.apply({ type: 'limit-unanswered' })
    throw error
  })
  record.apply({ type: scarcity ? 'limit-refused' : 'limit-held' })
}

/** Tells the counter that the order's units are sold. */
export const settleUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => settle(context))

async function settle(context: OrderContext): Promise<void> {
  const { record } = context
  const { offer, id } = record.state?.terms ?? {}
  if (!offer || !id) return
  await askCounter(context, offer, (counter) => counter.settle(id))
  record.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
}

/** Gives the units back, unless a new attempt needs them: one may have started while this waited. */
export const releaseUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => release(context))

async function release(context: OrderContext): Promise<void> {
  const { record } = context
  const now = Date.now()
  const isFree = record.dueJobs().some(({ job, at }) => job.type === 'release-limit' && at <= now)
  const { offer, id } = record.state?.terms ?? {}
  if (!isFree || !offer || !id) return
  record.apply({ type: 'limit-given-up' })
  await askCounter(context, offer, (counter) => counter.release(id))
  record.apply({ type: 'limit-released' })
}

async function askCounter<Answer>(
  { reached, times, counterOf }: OrderContext,
  offer: string,
  ask: (counter: DurableObjectStub<OfferLimit>) => Promise<Answer>,
): Promise<Answer> {
  await reached('counter-next')
  const answer = await withTimeout(times().requestDeadline, ask(counterOf(offer)))
  await reached('counter-answered')
  return answer
}

const unitsRequest = ({ id, units = 1 }: OrderTerms, limit: number): UnitsRequest => ({
  order: id,
  units,
  limit,
})

/** Stands for the address at this one offer's counter, which is not to know it; it has another digest at every other. */
async function sourceOf(config: Config, offer: string, ip: string): Promise<string> {
  const [{ key }] = await purposeKeys(config, 'source')
  const text = new TextEncoder().encode(`${offer}\n${addressPrefix(ip)}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text), 0, SOURCE_BYTES))
}
