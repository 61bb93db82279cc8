/** Another key's decision on a follow-up that is above the limits of its own. Runs under the mutex of follow-ups. */
import type { ProblemCode } from '../../shared/problem.ts'
import { type Result, refused } from '../../shared/result.ts'
import { refundLimitsOf } from '../config/merchant-key-settings.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { startFollowUp } from './follow-up-sending.ts'
import { refusalByGateway, releasedBy } from './limited-follow-ups.ts'
import type { UnsentFollowUp } from './model/state.ts'
import { admitDecision, admitRelease, type Decision } from './model/unsent-follow-ups.ts'

/** A decision as a key gives it. */
type GivenDecision = Omit<Decision, 'isLimited' | 'now'>

/**
 * Another key decides on a follow-up that waits. An approved one is judged again, and sent; it does not count on the day of the
 * key that asked, since that key did not give it back alone. Repeating it is harmless.
 *
 * @returns Why the decision is refused; `undefined` if it counts, or did before.
 */
export async function decide(context: OrderContext, given: GivenDecision): Promise<Refusal | undefined> {
  const { number, verdict, by } = given
  const first = judge(context, given)
  if (!first.ok) return first.reason
  if (first.value === 'done') return undefined
  if (verdict === 'refuse') {
    context.record.apply({ type: 'approval-refused', number, by })
    return undefined
  }
  const silent = await refusalByGateway(context)
  if (silent) return withOrder(context, silent.code)
  const again = judge(context, given)
  if (!again.ok) return again.reason
  return again.value === 'done' ? undefined : sendApproved(context, again.value, by)
}

async function sendApproved(
  context: OrderContext,
  unsent: UnsentFollowUp,
  by: string,
): Promise<Refusal | undefined> {
  const { state } = context.record
  if (!state) return { code: 'not-found' }
  const admitted = admitRelease(state, unsent)
  if (!admitted.ok) return withOrder(context, admitted.reason)
  await startFollowUp(context, { ...releasedBy(unsent, admitted.value), by, decidedBy: by })
  return undefined
}

function judge(context: OrderContext, given: GivenDecision): Result<UnsentFollowUp | 'done', Refusal> {
  const { record, config } = context
  if (!record.state) return refused({ code: 'not-found' })
  const isLimited = refundLimitsOf(config(), given.by) !== undefined
  const verdict = admitDecision(record.state, { ...given, isLimited, now: Date.now() })
  return verdict.ok ? verdict : refused(withOrder(context, verdict.reason))
}

const withOrder = ({ record: { state, views } }: OrderContext, code: ProblemCode): Refusal => ({
  code,
  ...(state && { order: views.merchant(state) }),
})
