/** What a merchant's server does with a payment afterwards. */
import type { FollowUpKind, MerchantOrderView } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import { isSignable } from '../order/model/methods.ts'
import type { Refusal } from '../order/refusal.ts'
import type { EdgeContext } from './context.ts'
import { problem } from './respond.ts'
import type { HandlersOf } from './serve.ts'

interface Wish {
  readonly id: string
  readonly key: string
  readonly body: { readonly amount?: string; readonly currency?: string; readonly comment?: string }
}

/** Once per key; the order decides whether it can be done. */
const following =
  (kind: FollowUpKind) =>
  async (c: EdgeContext, { id, key, body }: Wish): Promise<Response> =>
    isSignable(kind, c.get('config'))
      ? answer(c, await c.env.ORDERS.getByName(id).followUp({ kind, key, ...body }))
      : problem(c, { code: 'private-key-missing' })

const answer = (c: EdgeContext, outcome: Result<MerchantOrderView, Refusal>) =>
  outcome.ok ? c.json(outcome.value) : problem(c, outcome.reason)

type Names =
  | 'captureOrder'
  | 'voidOrder'
  | 'returnOrder'
  | 'payCheckedPayout'
  | 'refreshOrder'
  | 'declareNotAccepted'
  | 'eraseOrder'

export const followUpHandlers: HandlersOf<Names> = {
  captureOrder: following('capture'),
  voidOrder: following('void'),
  returnOrder: following('return'),
  payCheckedPayout: following('payout-pay'),
  refreshOrder: async (c, { id }) => answer(c, await c.env.ORDERS.getByName(id).refresh()),
  declareNotAccepted: async (c, { id, caller }) =>
    answer(c, await c.env.ORDERS.getByName(id).declareNotAccepted(caller.name)),
  eraseOrder: async (c, { id }) => answer(c, await c.env.ORDERS.getByName(id).erase()),
}
