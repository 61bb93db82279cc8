/** What a confirmed action sends to the edge. */
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import type { OrderCommand } from '../session/desk-api.ts'
import type { FieldValues } from './action-fields.ts'
import { ACTION_RULES, type Action, mostOf } from './allowed-actions.ts'
import type { Doubt } from './doubt.ts'

/** What a person confirmed. */
interface Confirmed {
  /** Decimal text. All that is possible goes without a sum: the gateway then decides by its own totals. */
  readonly amount: string
  /** One key for one decision of a person, however often it is sent. */
  readonly key: string
  /** What the person read about, so that nothing else is declared in its place. */
  readonly doubt?: Doubt | undefined
  /** The refund that the person read about, so that no other is decided on. */
  readonly waiting?: FollowUpView | undefined
  /** What the person typed or chose besides. */
  readonly typed?: FieldValues
}

/** Makes the request of an action. */
export function actionRequest(
  action: Action,
  order: MerchantOrderView,
  { amount, key, doubt, waiting, typed = {} }: Confirmed,
): OrderCommand {
  const rule = ACTION_RULES[action]
  const { takesPart, mail } = rule
  const isPart = takesPart && amount !== mostOf(action, order)
  const part = isPart ? { amount, currency: order.currency } : {}
  const decided = waiting && { followUp: waiting.number }
  const given = { ...part, ...typed, ...decided, ...(mail && { kind: mail }) }
  const body = action === 'not-accepted' ? { ...doubt?.request } : given
  return rule.isKeyed ? { path: rule.path, body, key } : { path: rule.path, body }
}
