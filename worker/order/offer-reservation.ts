/** Reserves units of limited offers for an order while it may be paid. */
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { isLimited, type LimitedLine, limitedLines, lineField } from '../domain/offer-lines.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { type CheckOutcome, canCheck } from '../limits/bot-check.ts'
import type { OrderContext } from './context.ts'
import type { OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import { endHold, holdAtNetwork, holderFor } from './network-hold.ts'
import {
  type CounterRequest,
  releaseAll,
  requestFrom,
  requestOf,
  reserveAll,
  settleAll,
} from './offer-counters.ts'
import { reuseRefusal } from './order-opening.ts'
import type { UnitsRequest } from './unit-counter.ts'

/** The shopper who wants units. */
export interface UnitsShopper {
  readonly ip: string
  /** Says what the bot check gave that came with the request; absent if none did. */
  readonly passesCheck?: () => Promise<CheckOutcome>
}

/** A check that could not be verified may be on the next try. */
const UNVERIFIED_SECONDS = 10

/**
 * Asks the shopper's network, and then the counters of the order's limited offers for its units, one after the other.
 * Either the order gets all units, or it gives back what it got. That it may hold some is stored before the first request,
 * so that a crash cannot leave any held for ever; an order that was not stored before is tentative. The caller stores the
 * grant together with its use, and holds the mutex of attempts.
 *
 * @returns Why there are too few, and of which line; `undefined` if the order may be paid.
 */
export async function reserveUnits(
  context: OrderContext,
  state: OrderState,
  { ip, passesCheck }: UnitsShopper,
): Promise<Refusal | undefined> {
  if (!isLimited(state.terms)) return undefined
  const first = await reserve(context, state, { ip, check: canCheck(context.config()) ? 'open' : 'off' })
  if (first?.code !== 'check-needed' || !passesCheck) return first
  const outcome = await passesCheck()
  if (outcome === 'passed') return reserve(context, state, { ip, check: 'passed' })
  return outcome === 'failed' ? first : { code: 'too-many-requests', retryAfterSeconds: UNVERIFIED_SECONDS }
}

/** A shopper's request, and whether they passed a bot check for it. */
interface Wish {
  readonly ip: string
  readonly check: NonNullable<UnitsRequest['check']>
}

async function reserve(context: OrderContext, state: OrderState, wish: Wish): Promise<Refusal | undefined> {
  const { record } = context
  const { terms, holdsUnits } = state
  const lines = limitedLines(terms)
  const requests = await requestsFrom(context, terms, wish)
  const holder = await holderFor(context, wish.ip)
  const reused = reuseRefusal(context, state)
  if (reused) return reused
  record.storage.holder = holder
  record.begin({ ...state, isTentative: true })
  record.apply({ type: 'limit-wanted' })
  const refusal = await refusalBy(context, terms, { requests, isChecked: wish.check === 'passed' })
  if (!refusal) return undefined
  const { refusedAt, ...told } = refusal
  const mayBeHeld = lines.filter((_, at) => at < refusedAt || (holdsUnits && at > refusedAt))
  // An approval that came meanwhile is decided by a request of its own, which may have units where this one may not.
  if (!record.state?.waitingApproval)
    await giveBack(context, terms, { lines: mayBeHeld, isUnused: !holdsUnits })
  return told
}

const requestsFrom = (context: OrderContext, terms: OrderTerms, wish: Wish): Promise<CounterRequest[]> =>
  Promise.all(limitedLines(terms).map((line) => requestFrom(context.config(), { terms, line, ...wish })))

/** A refusal, and the place of the line that it is about: -1 if it is about none. */
interface UnitsRefused extends Refusal {
  readonly refusedAt: number
}

/** Asks the network and then the counters. The network comes first: a cart that it refuses touches no counter. */
async function refusalBy(
  context: OrderContext,
  terms: OrderTerms,
  { requests, isChecked }: { readonly requests: readonly CounterRequest[]; readonly isChecked: boolean },
): Promise<UnitsRefused | undefined> {
  const verdict = await holdAtNetwork(context, { order: terms.id, offers: requests.length, isChecked })
  const isCurable = verdict === 'check' && canCheck(context.config())
  if (verdict !== 'granted') return { code: isCurable ? 'check-needed' : 'address-limit', refusedAt: -1 }
  const shortage = await reserveAll(context, requests)
  if (!shortage) return undefined
  const { offer, code, waitMs } = shortage
  const retry = waitMs !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
  const refusedAt = requests.findIndex((one) => one.offer === offer)
  return { code, ...lineField(terms, offer), ...retry, refusedAt }
}

/**
 * Gives back the units that the order may have got before a counter refused. If a counter does not answer, the order may
 * still hold some, and its alarm gives them back.
 */
async function giveBack(
  context: OrderContext,
  terms: OrderTerms,
  held: { readonly lines: readonly LimitedLine[]; readonly isUnused: boolean },
): Promise<void> {
  const { record } = context
  try {
    await releaseAll(context, terms, held)
  } catch (error) {
    return log('units-not-released', { order: terms.id, error: errorText(error) })
  }
  await endHold(context, false)
  if (record.state?.isTentative) return record.forget()
  // An approval that came in between has yet to be decided.
  if (!record.state?.waitingApproval) record.apply({ type: 'limit-refused' })
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
  if (state.holdsUnits === true) {
    if (await mayRenew(context, state, ip)) record.apply({ type: 'limit-renewed' })
    return undefined
  }
  const shortage = await reserveUnits(context, state, { ip })
  if (!shortage) record.apply({ type: 'limit-held' })
  // Nobody can pass a check on the way to a form.
  return shortage?.code === 'check-needed' ? { ...shortage, code: 'address-limit' } : shortage
}

/** A network that wasted units of the offer keeps these for the time that they have, and no longer. */
async function mayRenew(context: OrderContext, { terms, reserved }: OrderState, ip: string) {
  if (context.config().LIMITS === 'off' || reserved?.renewedAt !== undefined) return true
  const requests = await requestsFrom(context, terms, { ip, check: 'off' })
  const renewals = requests.map(({ offer, units }) => ({
    offer,
    units: { ...units, isRenewal: true } as const,
  }))
  return (await reserveAll(context, renewals)) === undefined
}

/** Asks again for an approval that came while no units were held. Any free unit will do, also in its network. */
export const confirmUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => confirmAgain(context))

async function confirmAgain(context: OrderContext): Promise<void> {
  const { record, times } = context
  const { waitingApproval, terms } = record.state ?? {}
  if (!waitingApproval || !terms) return
  try {
    const lines = limitedLines(terms)
    const shortage = await reserveAll(
      context,
      lines.map((line) => requestOf(terms, line)),
    )
    // The approval goes back only once nothing is held for it, so a crash in between asks again.
    const others = lines.filter(({ offer }) => offer !== shortage?.offer)
    if (shortage) await releaseAll(context, terms, { lines: others, isUnused: false })
    record.apply({ type: shortage ? 'limit-refused' : 'limit-held' })
  } catch (error) {
    const isLong = Date.now() - waitingApproval.since >= 2 * times().requestDeadline
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
  await settleAll(context, terms, limitedLines(terms))
  await endHold(context, true)
  record.noteSold()
}

/** Gives the units back, unless a new attempt needs them: one may have started while this waited. */
export const releaseUnits = (context: OrderContext): Promise<void> =>
  context.mutexes.attempts.runExclusive(() => release(context))

/**
 * Gives back the units of an order that its shopper has just cancelled, who may want them in another cart. If a counter
 * does not answer, the order's alarm gives them back.
 */
export async function releaseAtOnce(context: OrderContext): Promise<void> {
  const { state } = context.record
  if (!state?.holdsUnits) return
  try {
    await releaseUnits(context)
  } catch (error) {
    log('units-not-released', { order: state.terms.id, error: errorText(error) })
  }
}

async function release(context: OrderContext): Promise<void> {
  const { record } = context
  const now = Date.now()
  const isFree = record.dueJobs().some(({ job, at }) => job.type === 'release-units' && at <= now)
  const { terms } = record.state ?? {}
  if (!isFree || !terms) return
  record.apply({ type: 'limit-given-up' })
  await releaseAll(context, terms, { lines: limitedLines(terms), isUnused: false })
  await endHold(context, false)
  record.apply({ type: 'limit-released' })
}
