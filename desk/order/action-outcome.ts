/** How an action ended, as its dialog shows it. Pure. */
import { isFailed, isUncertain } from '../../shared/order-status.ts'
import type { FollowUpView } from '../../shared/order-view.ts'
import type { Refusal } from '../../widget/order/api.ts'

/** How the action ended. */
export type Outcome =
  /** `amount`: what the follow-up moves, which may differ from what the person saw. */
  | { readonly is: 'done'; readonly amount?: string }
  /** `number`: the follow-up that the order tells the end of. */
  | { readonly is: 'pending'; readonly number?: number }
  /** It is above the limits of the person's key. */
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly refusal?: Refusal }
  /** No certain answer came, so the edge may have acted. */
  | { readonly is: 'unanswered'; readonly refusal: Refusal }

/** What a follow-up came to, so far. */
export function outcomeOfFollowUp({ status, number, amount }: FollowUpView): Outcome {
  if (status === 'waiting') return { is: 'waiting' }
  if (isFailed(status) || isFinalUnsent(status)) return { is: 'failed' }
  return isUncertain(status) ? { is: 'pending', number } : { is: 'done', amount }
}

/** Another person refused it, or nobody decided in time. */
const isFinalUnsent = (status: FollowUpView['status']) => status === 'cancelled' || status === 'expired'
