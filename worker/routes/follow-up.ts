/** What capture, void, return and the second step of a payout have in common. */
import * as z from 'zod'
import { merchantOrder } from '../../shared/contract/order-schemas.ts'
import { FOLLOW_UP_HEADER } from '../../shared/http-bodies.ts'
import type { FollowUpKind, MerchantOrderView } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import type { Merchant } from '../credentials/merchant-keys.ts'
import type { Refusal } from '../domain/refusal.ts'
import { amount, comment, currency } from '../domain/request-fields.ts'
import type { FollowUpResult } from '../order/follow-ups.ts'
import { isSignable } from '../order/model/methods.ts'
import type { EdgeContext } from './context.ts'
import { orderOf } from './order-place.ts'
import { problem } from './respond.ts'

/** Columns of every follow-up. */
export const followUp = {
  tag: 'merchant',
  pages: 'merchant',
  about: 'The same key acts once, however often it is sent. An order takes one follow-up at a time.',
  isKeyed: true,
  reply: {
    status: 200,
    description: 'The order, with the follow-up.',
    body: merchantOrder,
    headers: { [FOLLOW_UP_HEADER]: 'Number of the follow-up of this key, in `followUps`.' },
  },
} as const

/** Problems of every follow-up. */
export const FOLLOW_UP_PROBLEMS = [
  'gateway-refused',
  'gateway-silent',
  'follow-up-in-flight',
  'follow-up-impossible',
  'key-reused',
] as const

/** All of the money or a part. A part names its currency, so that a mistaken one is refused. */
export const partBody = z
  .strictObject({
    amount: amount.describe('A part of the money. Absent: all of it.').exactOptional(),
    currency: currency.exactOptional(),
    comment: comment.exactOptional(),
  })
  .superRefine((given, context) => {
    const [sum, unit] = [given.amount === undefined, given.currency === undefined]
    if (sum !== unit) context.addIssue({ code: 'custom', path: [sum ? 'amount' : 'currency'] })
  })
  .meta({
    id: 'PartRequest',
    description: 'Amount and currency come together or not at all.',
    dependentRequired: { amount: ['currency'], currency: ['amount'] },
  })

interface FollowUpRequest {
  readonly id: string
  readonly key: string
  readonly caller: Merchant
  readonly body: { readonly amount?: string; readonly currency?: string; readonly comment?: string }
}

/** Does a follow-up once per key. The order decides whether it is possible. */
export const following =
  (kind: FollowUpKind) =>
  async (c: EdgeContext, { id, key, caller, body }: FollowUpRequest): Promise<Response> => {
    if (!isSignable(kind, c.get('config'))) return problem(c, { code: 'private-key-missing' })
    return followUpResponse(c, await orderOf(c, id).followUp({ kind, key, by: caller.name, ...body }))
  }

/** Answers as {@link orderResponse}, and with the number of the follow-up. */
export function followUpResponse(c: EdgeContext, outcome: FollowUpResult): Response {
  if (outcome.followUp !== undefined) c.header(FOLLOW_UP_HEADER, String(outcome.followUp))
  return orderResponse(c, outcome)
}

/** Answers with the merchant's view of the order, or with the order's refusal. */
export const orderResponse = (c: EdgeContext, outcome: Result<MerchantOrderView, Refusal>) =>
  outcome.ok ? c.json(outcome.value) : problem(c, outcome.reason)
