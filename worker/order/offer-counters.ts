/** Asks the counters of an order's limited offers. */
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import { withTimeout } from '../deadline.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import type { LimitedLine } from '../domain/offer-lines.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { shopperMs } from './model/reservation.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { UnitsLimit, UnitsRefusal, UnitsRequest } from './unit-counter.ts'

/** 128 bits, which no two networks share by chance. */
const SOURCE_BYTES = 16

/** A request for units at the counter of an offer. */
export interface CounterRequest {
  readonly offer: string
  readonly units: UnitsRequest
}

/** The offer that has too few units left, and why. */
export interface Shortage extends UnitsRefusal {
  readonly offer: string
}

/**
 * Asks one counter after the other, since two carts that asked them all at once could refuse each other the last units.
 */
export async function reserveAll(
  context: OrderContext,
  requests: readonly CounterRequest[],
): Promise<Shortage | undefined> {
  for (const { offer, units } of requests) {
    const answer = await askCounter(context, offer, async (counter) => await counter.reserve(units))
    // A counter of an older version answers with the code alone.
    if (answer) return { offer, ...(typeof answer === 'string' ? { code: answer } : answer) }
  }
  return undefined
}

/**
 * Asks which limited offer is sold out, and reserves nothing. A counter that gives no answer soon keeps no shopper from paying,
 * since each payment reserves its units anyway.
 */
export async function soldOutOffer(
  { counterOf, times }: Pick<OrderContext, 'counterOf' | 'times'>,
  lines: readonly Pick<LimitedLine, 'offer' | 'limit' | 'product'>[],
): Promise<string | undefined> {
  const deadlineMs = times().soldOutDeadline
  const answers = await Promise.allSettled(
    lines.map(({ offer, limit, product }) =>
      withTimeout(deadlineMs, counterOf(offer).isSoldOut(limit, product?.unitsRevision)),
    ),
  )
  return lines.find((_, at) => answers[at]?.status === 'fulfilled' && answers[at].value)?.offer
}

/** Lines whose units go back, and whether the order could have been paid meanwhile. */
interface Released {
  readonly lines: readonly LimitedLine[]
  readonly isUnused: boolean
}

/** Gives units back. Where the limits are off, no network has to answer for them. */
export function releaseAll(
  context: OrderContext,
  { id }: OrderTerms,
  { lines, isUnused }: Released,
): Promise<void> {
  const { record, config, times } = context
  const isFree = isUnused || config().LIMITS === 'off'
  const keptMs = record.state && shopperMs(record.state, Date.now(), times())
  return askAll(context, lines, async (counter) => await counter.release(id, isFree, keptMs))
}

/** Tells each counter that the order's units are sold. */
export const settleAll = (
  context: OrderContext,
  { id }: OrderTerms,
  lines: readonly LimitedLine[],
): Promise<void> => askAll(context, lines, (counter) => counter.settle(id))

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

/** The request for units that the order held before: any free unit will do, also in its network. */
export const requestOf = (
  { id }: OrderTerms,
  { offer, item, quantity, limit, product }: LimitedLine,
): CounterRequest => ({
  offer,
  units: {
    ...{ order: id, units: quantity, limit, check: 'off' },
    ...(product && { revision: product.unitsRevision, ...lowMark(item, product.lowAt) }),
  },
})

/** The bound at which the merchant is told; empty where there is none. @param product The product's id. */
const lowMark = (product: string | undefined, lowAt: number | undefined): Pick<UnitsLimit, 'low'> =>
  product === undefined || lowAt === undefined ? {} : { low: { product, lowAt } }

/** What a shopper's network is asked for. */
interface NetworkRequest {
  readonly terms: OrderTerms
  readonly line: LimitedLine
  readonly ip: string
  readonly check: NonNullable<UnitsRequest['check']>
}

/** The request of a shopper, whose network may reserve its share at a time. */
export async function requestFrom(
  config: Config,
  { terms, line, ip, check }: NetworkRequest,
): Promise<CounterRequest> {
  const { offer, units } = requestOf(terms, line)
  const own = { reservationMs: config.times.reservation, source: await sourceOf(config, offer, ip) }
  return { offer, units: { ...units, check, ...own } }
}

/** Stands for the network at this one offer's counter, which is not to know it; it has another digest at every other. */
async function sourceOf(config: Config, offer: string, ip: string): Promise<string> {
  const [{ key }] = await purposeKeys(config, 'source')
  const text = new TextEncoder().encode(`${offer}\n${networkPrefix(ip)}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text), 0, SOURCE_BYTES))
}
