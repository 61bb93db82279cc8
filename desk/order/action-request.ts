/** What a confirmed action sends to the edge. */
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { OrderCommand } from '../session/desk-api.ts'
import type { FieldValues } from './action-fields.ts'
import { ACTION_RULES, type Action, mostOf } from './allowed-actions.ts'
import type { Doubt } from './doubt.ts'

/**
 * Makes the request of an action.
 *
 * @param amount Decimal text. All that is possible goes without a sum: the gateway then decides by its own totals.
 * @param key One key for one decision of a person, however often it is sent.
 * @param doubt What the person read about, so that nothing else is declared in its place.
 * @param typed What the person typed or chose besides.
 */
export function actionRequest(
  action: Action,
  order: MerchantOrderView,
  {
    amount,
    key,
    doubt,
    typed = {},
  }: {
    readonly amount: string
    readonly key: string
    readonly doubt?: Doubt | undefined
    readonly typed?: FieldValues
  },
): OrderCommand {
  const { path, isKeyed, takesPart, mail } = ACTION_RULES[action]
  const isPart = takesPart && amount !== mostOf(action, order)
  const part = isPart ? { amount, currency: order.currency } : {}
  return {
    path,
    body:
      action === 'not-accepted' ? { ...doubt?.request } : { ...part, ...typed, ...(mail && { kind: mail }) },
    ...(isKeyed && { key }),
  }
}
