/**
 * Follow-ups of merchant keys with limits. What a key asks for is stored, counted on its day, and only then sent: so a crash
 * at any point neither sends one twice nor lets a key give back more than its limit. What is above the limits waits for
 * another key. All of it runs under the mutex of follow-ups.
 */
import { accepted, type Result, refused } from '../../shared/result.ts'
import { refundLimitsOf } from '../config/merchant-key-settings.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { startFollowUp } from './follow-up-sending.ts'
import { releaseCount, reserveCount } from './key-count.ts'
import type { AllowedFollowUp } from './model/follow-ups.ts'
import { limitVerdict } from './model/key-limits.ts'
import { refTo } from './model/request-ref.ts'
import type { FollowUp, UnsentFollowUp } from './model/state.ts'
import { admitRelease, isCrowded, unsentFollowUp } from './model/unsent-follow-ups.ts'
import { forgottenFollowUp } from './restored-order.ts'
import { pollRequest } from './status-polling.ts'

/** An allowed request of a merchant key. */
export interface AskedFollowUp extends AllowedFollowUp {
  readonly kind: FollowUp['kind']
  readonly key: string
  readonly comment?: string
  /** Name of the merchant key. */
  readonly by: string
}

/** No key with limits may pay out, so the setting of this object is older than the one that let the key in. */
const OUTDATED: Refusal = { code: 'unavailable', why: 'the setting does not let the key pay out yet' }

const CROWDED: Refusal = { code: 'follow-up-impossible', why: 'too many wait already' }

/**
 * Stores what a key with limits asks for, and sends it if they let it.
 *
 * @returns `free` if no limit is about it, so that the caller sends it; or why the order takes none.
 */
export async function askWithinLimits(
  context: OrderContext,
  { by, kind, ...request }: AskedFollowUp,
): Promise<Result<'asked' | 'free', Refusal>> {
  const { record, times } = context
  const { state } = record
  const limits = refundLimitsOf(context.config(), by)
  const verdict = state && limitVerdict({ kind, ...request }, state.terms, limits)
  if (!verdict || verdict.type === 'free') return accepted('free')
  if (kind === 'payout-pay') return refused(OUTDATED)
  if (isCrowded(state)) return refused(CROWDED)
  const limit = verdict.type === 'beyond' && { limit: verdict.limit }
  const expiresAt = Date.now() + times().approvalExpires
  const asked = { type: 'follow-up-asked', kind, ...request, askedBy: by, expiresAt, ...limit } as const
  const unsent = record.apply(asked).unsent?.at(-1)
  if (unsent) await countAndSend(context, unsent.number)
  return accepted('asked')
}

/**
 * Goes on with what a key asked for where the object died, or the count did not answer. The order may have changed since, so
 * the gateway is asked first. After its time it ends, as what waits does, so that the order comes to rest. Repeating it is
 * harmless.
 */
export async function resumeCounting(context: OrderContext, number: number): Promise<void> {
  const unsent = countingIn(context, number)
  if (!unsent) return
  if (Date.now() >= unsent.expiresAt) return endCounting(context, unsent)
  const refusal = await refusalByGateway(context)
  if (!refusal) await countAndSend(context, number)
}

async function endCounting(context: OrderContext, unsent: UnsentFollowUp): Promise<void> {
  const { number } = unsent
  if (await releaseCount(context, unsent)) context.record.apply({ type: 'approval-lapsed', number })
}

/** Why nothing may be sent that was asked for earlier; `undefined` if the order knows the gateway's totals. */
export async function refusalByGateway(context: OrderContext): Promise<Refusal | undefined> {
  const payment = context.record.state?.payment ?? 0
  const isAnswered = await pollRequest(context, refTo('attempt', payment))
  return isAnswered ? forgottenFollowUp(context) : { code: 'gateway-silent' }
}

/**
 * Sends a follow-up as far as the limits of this moment let its key, which may have others than when it asked. Without an answer
 * of the count it is asked about again.
 */
async function countAndSend(context: OrderContext, number: number): Promise<void> {
  const { record, config } = context
  const { state } = record
  const unsent = countingIn(context, number)
  if (!state || !unsent) return
  const verdict = limitVerdict(unsent, state.terms, refundLimitsOf(config(), unsent.askedBy))
  if (verdict.type === 'counts') return reserveAndSend(context, unsent, verdict.perDayMinor)
  // The count may have its sum of an earlier question, whose answer was lost.
  if (!(await releaseCount(context, unsent))) return
  if (verdict.type === 'free') await sendAsked(context, unsent)
  else record.apply({ type: 'limit-exceeded', number, limit: verdict.limit })
}

/** The follow-up of a number, if its key's count has to be asked. */
function countingIn({ record: { state } }: OrderContext, number: number): UnsentFollowUp | undefined {
  const unsent = state && unsentFollowUp(state, number)
  return unsent?.status === 'counting' ? unsent : undefined
}

async function reserveAndSend(
  context: OrderContext,
  unsent: UnsentFollowUp,
  perDayMinor: number,
): Promise<void> {
  const isCounted = await reserveCount(context, unsent, perDayMinor)
  if (isCounted) await sendAsked(context, unsent, { isCounted })
  else if (isCounted === false)
    context.record.apply({ type: 'limit-exceeded', number: unsent.number, limit: 'refundPerDay' })
}

/**
 * Sends what its key may give back alone, unless the order changed before the count answered. Where that makes it impossible, the
 * count has the sum back first.
 */
async function sendAsked(
  context: OrderContext,
  { number, askedBy }: UnsentFollowUp,
  counted: { readonly isCounted?: true } = {},
): Promise<void> {
  const { record } = context
  const unsent = countingIn(context, number)
  if (!record.state || !unsent) return
  const admitted = admitRelease(record.state, unsent)
  if (admitted.ok)
    return startFollowUp(context, { ...releasedBy(unsent, admitted.value), by: askedBy, ...counted })
  // That passes: it keeps its place in the count, and goes on once the other is settled.
  if (admitted.reason === 'follow-up-in-flight') return
  if (await releaseCount(context, unsent))
    record.apply({ type: 'follow-up-dropped', number, code: admitted.reason })
}

/** What is sent of a follow-up that was asked for earlier: the sum that it was asked for with. */
export const releasedBy = (
  { number, kind, key, comment, isRest }: UnsentFollowUp,
  { amountMinor, isWhole }: AllowedFollowUp,
) => ({
  ...{ number, kind, key, amountMinor, isWhole },
  ...(isRest && { isRest }),
  ...(comment !== undefined && { comment }),
})
