/** An order that asks for the payment of an earlier one again, as where a saved card was declined. */
import * as z from 'zod'
import type { OrderName } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { ORDER_ID } from '../credentials/order-id.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'
import { orderOf } from './order-place.ts'

/** The member of a request that names the earlier order. */
export const follows = z
  .string()
  .regex(ORDER_ID)
  .describe(
    'The `id` of an order whose payment this one asks for again. Each then names the other: `follows` here, `followedBy` ' +
      'there.',
  )

/** How the earlier order is called. Refused where there is none. */
export async function followedOrder(c: EdgeContext, id: string): Promise<Result<OrderName, Refusal>> {
  const found = await orderOf(c, id).snapshot('view')
  return found
    ? accepted({ id, reference: found.order.reference })
    : refused({ code: 'not-found', fields: ['follows'] })
}

/**
 * Has the earlier order learn which one follows it. An opening answers only after this, so a caller that lost the answer
 * opens again, and this is repeated. Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 */
export const tellFollowed = (
  c: EdgeContext,
  { id }: OrderName,
  { following, by }: { readonly following: OrderName; readonly by: string },
): Promise<void> => orderOf(c, id).noteFollowing(following, by)
