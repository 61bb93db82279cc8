/** Reserves units of limited offers for an order while it may be paid. */
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import { isLimited, type LimitedLine, limitedLines, lineField } from '../domain/offer-lines.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { SETTLED_KEY } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import type { OfferLimit, Scarcity, UnitsRequest } from './offer-limit.ts'

/** 128 bits, which no two networks share by chance. */
const SOURCE_BYTES = 16

/**
 * Asks the counters of the order's limited offers for its units, one after the other. Either the order gets all units, or
 * it gives back what it got. That it may hold some is stored before the first request, so that a crash cannot leave any
 * held for ever. The caller stores the grant together with its use, and holds the mutex of attempts.
 *
 * @param ip Where the shopper is.
 * @returns Why there are too few, and of which line; `undefined` if the order may be paid.
 */
export async function reserveUnits(
  context: OrderContext,
  { terms, holdsLimit }: OrderState,
  ip: string,
): Promise<Refusal | undefined> {
  const { record } = context
  const lines = limitedLines(terms)
  if (lines.length === 0) return undefined
  const requests = await Promise.all(lines.map((line) => requestFrom(context.config(), { terms, line, ip })))
  record.apply({ type: 'limit-wanted' })
  const shortage = await reserveAll(context, requests)
  if (!shortage) return undefined
  const refusedAt = lines.findIndex(({ offer }) => offer === shortage.offer)
  const mayBeHeld = lines.filter((_, at) => at < refusedAt || (holdsLimit && at > refusedAt))
  // An approval that came meanwhile is decided by a request of its own, which may have units where this one may not.
  if (!record.state?.claim) await giveBack(context, terms, mayBeHeld)
  return { code: shortage.code, ...lineField(terms, shortage.offer) }
}

/**
 * Gives back the units that the order may have got before a counter refused. If a counter does not answer, the order may
 * still hold some, and its alarm gives them back.
 */
async function giveBack(
  context: OrderContext,
  terms: OrderTerms,
  lines: readonly LimitedLine[],
): Promise<void> {
  const { record } = context
  try {
    await releaseAll(context, terms, lines)
  } catch (error) {
    return log('units-not-released', { order: terms.id, error: errorText(error) })
  }
  // An approval that came in between has yet to be decided.
  if (!record.state?.claim) record.apply({ type: 'limit-refused' })
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
  const shortage = await mutexes.attempts.runExclusive(() => renew(context, ip))
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  const order = views.shopper(state)
  return shortage ? refused({ ...shortage, order }) : accepted(order)
}

async function renew(context: OrderContext, ip: string): Promise<Refusal | undefined> {
  const { record } = context
  const { state } = record
  if (!state || !isLimited(state.terms) || statusOf(state) !== 'redirect') return undefined
  const isHeld = state.holdsLimit === true
  const shortage = isHeld ? undefined : await reserveUnits(context, state, ip)
  if (!shortage) record.apply({ type: isHeld ? 'limit-renewed' : 'limit-held' })
  return shortage
}

/** Asks again for an approval that came while no units were held. Any free unit will do, also at its address. */
export const claimUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => claimAgain(context))

async function claimAgain(context: OrderContext): Promise<void> {
  const { record, times } = context
  const { claim, terms } = record.state ?? {}
  if (!claim || !terms) return
  try {
    const lines = limitedLines(terms)
    const shortage = await reserveAll(
      context,
      lines.map((line) => requestOf(terms, line)),
    )
    // The approval goes back only once nothing is held for it, so a crash in between asks again.
    const others = lines.filter(({ offer }) => offer !== shortage?.offer)
    if (shortage) await releaseAll(context, terms, others)
    record.apply({ type: shortage ? 'limit-refused' : 'limit-held' })
  } catch (error) {
    const isLong = Date.now() - claim.since >= 2 * times().requestDeadline
    if (isLong) record.apply({ type: 'limit-unanswered' })
    throw error
  }
}

/** Tells the counters that the order's units are sold. */
export const settleUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => settle(context))

async function settle(context: OrderContext): Promise<void> {
  const { record } = context
  const { terms } = record.state ?? {}
  if (!terms) return
  await askAll(context, limitedLines(terms), (counter) => counter.settle(terms.id))
  record.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
}

/** Gives the units back, unless a new attempt needs them: one may have started while this waited. */
export const releaseUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => release(context))

/**
 * Gives back the units of an order that its shopper has just cancelled, who may want them in the next cart. If a counter
 * does not answer, the order's alarm gives them back.
 */
export async function releaseAtOnce(context: OrderContext): Promise<void> {
  const { state } = context.record
  if (!state?.holdsLimit) return
  try {
    await releaseUnits(context)
  } catch (error) {
    log('units-not-released', { order: state.terms.id, error: errorText(error) })
  }
}

async function release(context: OrderContext): Promise<void> {
  const { record } = context
  const now = Date.now()
  const isFree = record.dueJobs().some(({ job, at }) => job.type === 'release-limit' && at <= now)
  const { terms } = record.state ?? {}
  if (!isFree || !terms) return
  record.apply({ type: 'limit-given-up' })
  await releaseAll(context, terms, limitedLines(terms))
  record.apply({ type: 'limit-released' })
}

/** A request for units at the counter of an offer. */
interface CounterRequest {
  readonly offer: string
  readonly units: UnitsRequest
}

/** The offer that has too few units left, and why. */
interface Shortage {
  readonly offer: string
  readonly code: Scarcity
}

/**
 * Asks one counter after the other, since two carts that asked them all at once could refuse each other the last units.
 */
async function reserveAll(
  context: OrderContext,
  requests: readonly CounterRequest[],
): Promise<Shortage | undefined> {
  for (const { offer, units } of requests) {
    const code = await askCounter(context, offer, (counter) => counter.reserve(units))
    if (code) return { offer, code }
  }
  return undefined
}

const releaseAll = (
  context: OrderContext,
  { id }: OrderTerms,
  lines: readonly LimitedLine[],
): Promise<void> => askAll(context, lines, (counter) => counter.release(id))

/**
 * Asks all counters at once what each of them grants in any case. Waits for every answer, also where one fails: no request
 * may reach a counter after those of a later reservation.
 */
async function askAll(
  context: OrderContext,
  lines: readonly LimitedLine[],
  ask: (counter: DurableObjectStub<OfferLimit>) => Promise<void>,
): Promise<void> {
  const answers = await Promise.allSettled(lines.map(({ offer }) => askCounter(context, offer, ask)))
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
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

const requestOf = ({ id }: OrderTerms, { offer, quantity, limit }: LimitedLine): CounterRequest => ({
  offer,
  units: { order: id, units: quantity, limit },
})

/** The request of a shopper, whose network may reserve once at a time. */
async function requestFrom(
  config: Config,
  { terms, line, ip }: { readonly terms: OrderTerms; readonly line: LimitedLine; readonly ip: string },
): Promise<CounterRequest> {
  const { offer, units } = requestOf(terms, line)
  return { offer, units: { ...units, source: await sourceOf(config, offer, ip) } }
}

/** Stands for the network at this one offer's counter, which is not to know it; it has another digest at every other. */
async function sourceOf(config: Config, offer: string, ip: string): Promise<string> {
  const [{ key }] = await purposeKeys(config, 'source')
  const text = new TextEncoder().encode(`${offer}\n${networkPrefix(ip)}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text), 0, SOURCE_BYTES))
}
