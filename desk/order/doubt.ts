/** What is in doubt about an order, as a person may declare it never accepted. Pure. */
import { isInDoubt, isUncertain } from '../../shared/order-status.ts'
import type { FollowUpKind, Intent, MerchantOrderView } from '../../shared/order-view.ts'

/** A request in doubt. */
export interface Doubt {
  /** Names it to the edge. */
  readonly request: { readonly attempt: number } | { readonly followUp: number }
  /** What it does: the words and the risk are others for each. */
  readonly kind: Intent | FollowUpKind
  /** The sum that it moves, as decimal text. */
  readonly amount: string
}

/** Finds what is in doubt. The rule is that of `worker/order/model/doubt.ts`, seen from outside: a follow-up comes first. */
export function doubtOf({ intent, amount, attempts, followUps }: MerchantOrderView): Doubt | undefined {
  const followUp = followUps.find(({ status }) => isUncertain(status))
  if (followUp)
    return isInDoubt(followUp.status)
      ? { request: { followUp: followUp.number }, kind: followUp.kind, amount: followUp.amount }
      : undefined
  const attempt = attempts.findLast(
    ({ status, gatewayId, failure }) =>
      isInDoubt(status) && (!gatewayId || failure?.code === 'never-settled'),
  )
  return (
    attempt && {
      request: { attempt: attempt.number },
      kind: intent,
      amount,
    }
  )
}
