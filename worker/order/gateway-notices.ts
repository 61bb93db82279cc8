/** Receives notices that something happened at the gateway. They are a reason to ask for a status, and never an outcome. */
import { isDecided } from '../../shared/order-status.ts'
import { log } from '../config/log.ts'
import type { AuthenticCallback } from '../gateway/callback-authenticity.ts'
import type { OrderContext } from './context.ts'
import { authenticNotice } from './gateway-session.ts'
import type { Woken } from './model/events.ts'
import { bareName } from './model/order-names.ts'
import { refTo, requestKey } from './model/request-ref.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { type ReturnTarget, returnTarget } from './views/return-target.ts'

/** A callback or a browser return, as it came. */
export interface GatewayNotice {
  readonly by: Woken['by']
  readonly attempt: number
  readonly fields: Readonly<Record<string, string>>
}

/** A notice about an attempt. `named` is the transaction that the gateway vouches for; absent where it is forged. */
interface AttemptNotice {
  readonly by: Woken['by']
  readonly attempt: Attempt
  readonly named: string | undefined
  /** The kind of transaction, where the notice names one; nothing vouches for that. */
  readonly kind: string | undefined
}

/**
 * Notes a notice if it is news: notices come early, late, twice and forged.
 *
 * @returns Where the browser belongs, once the notice is stored; `undefined` if there is no such attempt.
 */
export async function receiveNotice(
  context: OrderContext,
  { by, attempt: number, fields }: GatewayNotice,
): Promise<ReturnTarget | undefined> {
  const { record, session, reached } = context
  const login = record.state?.tombstone?.login ?? record.state?.attempts[number - 1]?.destination.login
  if (login === undefined) return undefined
  const authentic = await authenticNotice(session(), fields, login)
  const isForgotten = by === 'callback' && (await isUnderOtherName(context, number, authentic))
  const { state } = record
  if (state?.tombstone)
    return by === 'callback'
      ? noteLate(context, state, { number, authentic, isForgotten, fields })
      : undefined
  const attempt = state?.attempts[number - 1]
  if (!attempt) return undefined
  if (authentic && isForgotten) {
    const { gatewayId } = authentic
    record.apply({ type: 'unmatched-found', attempt: number, gatewayId, isForgotten: true })
    return returnTarget(state, number)
  }
  // A notice of another order is genuine, and says nothing of this one.
  const named = authentic?.clientOrderId === attempt.clientOrderId ? authentic.gatewayId : undefined
  const notice = { by, attempt, named, kind: fields.type }
  if (isNews(context, state, notice)) {
    note(context, state, notice)
    await reached('notice-stored')
  }
  return returnTarget(state, number)
}

/**
 * Whether a callback names an attempt by another name than the order knows: the bare one, or one with the mark of a former
 * key. Only the gateway knows the address, so this edge sent it, and the order has forgotten that since it was restored.
 */
async function isUnderOtherName(
  { record: { state }, names }: OrderContext,
  number: number,
  authentic: AuthenticCallback | undefined,
): Promise<boolean> {
  if (!state || !authentic || authentic.clientOrderId === ownName(state, number)) return false
  const { terms } = state
  // The bare name is known also while the keys of the others cannot be read.
  const others = (await names.namesOf(terms, number)) ?? [bareName({ reference: terms.reference, number })]
  return others.includes(authentic.clientOrderId)
}

const ownName = ({ tombstone, attempts }: OrderState, number: number): string | undefined =>
  tombstone ? tombstone.names?.[number - 1] : attempts[number - 1]?.clientOrderId

interface LateNotice {
  readonly number: number
  readonly authentic: AuthenticCallback | undefined
  readonly isForgotten: boolean
  readonly fields: GatewayNotice['fields']
}

/** The order was erased, so nobody can ask about the transaction any more: the merchant is told, if it is genuine. */
function noteLate(
  { record }: OrderContext,
  state: OrderState,
  { number, authentic, isForgotten, fields: { type: kind = '' } }: LateNotice,
): ReturnTarget | undefined {
  if (!authentic || !(isForgotten || authentic.clientOrderId === ownName(state, number))) return undefined
  record.apply({ type: 'named-late', attempt: number, gatewayId: authentic.gatewayId, kind })
  return { returnUrl: state.terms.returnUrl }
}

/** A forged notice is acted on now and then; a genuine one may be known already, or being followed up. */
function isNews({ times, forgedNotices }: OrderContext, state: OrderState, notice: AttemptNotice): boolean {
  if (notice.named === undefined) return !forgedNotices.isNoise(times())
  const after = Date.now() - times().activeEvery
  return !isKnown(state, notice, after) && !isRepeat(state, notice, after)
}

/** Of a plain notice only the alarm is stored that this sets: it asks for the status, and writes the outcome. */
function note(
  { record, forgedNotices }: OrderContext,
  { terms }: OrderState,
  { by, attempt, named }: AttemptNotice,
): void {
  const { number } = attempt
  const vouched = named === undefined ? { forged: forgedNotices.take() } : { gatewayId: named }
  record.askedAt.delete(requestKey(refTo('attempt', number)))
  if ('forged' in vouched) log('notice-forged', { order: terms.id, by, count: vouched.forged })
  const event = { type: 'woken', attempt: number, by, ...vouched } as const
  if (isPlain(attempt, named)) record.applyUnwritten(event)
  else record.apply(event)
}

/**
 * The return of a shopper whose payment is known to be approved is no news, nor is the callback of an approval that the
 * gateway reported just now.
 *
 * @param after A report is recent if it came later than that. In milliseconds since the epoch.
 */
function isKnown({ laterOutcome, transactions }: OrderState, notice: AttemptNotice, after: number): boolean {
  const { by, attempt, named, kind } = notice
  const { status, gatewayId, decidedAt = 0 } = attempt
  const isApproved = status === 'approved' && gatewayId === named && laterOutcome === undefined
  // A reversal has the payment's identifier: a notice of another kind is news, however soon it comes.
  const isSameKind = () =>
    transactions.every(({ id, type }) => id !== named || kind === undefined || type === kind)
  return isApproved && (by === 'return' || (decidedAt > after && isSameKind()))
}

/** The notice says only that it is time to ask about an attempt that is polled anyway. */
const isPlain = (attempt: Attempt, named: string | undefined) =>
  named !== undefined &&
  named === attempt.gatewayId &&
  attempt.asking !== undefined &&
  !isDecided(attempt.status)

/**
 * The same notice again, while the order still acts on the one before. One of another transaction is news.
 *
 * @param after The order still does, if that one came later than this. In milliseconds since the epoch.
 */
function isRepeat({ unmatched }: OrderState, { by, attempt, named }: AttemptNotice, after: number): boolean {
  const { asking, status, gatewayId } = attempt
  const isKnownId = named === gatewayId || unmatched.some(({ id }) => id === named)
  const isSame = isKnownId && asking?.by === by && asking.pace !== 'waiting' && status !== 'redirect'
  return isSame && asking.since > after
}
