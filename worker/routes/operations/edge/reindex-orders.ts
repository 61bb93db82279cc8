/** `POST /v1/orders/reindex`: rebuilds the list of orders from the orders themselves. */
import * as z from 'zod'
import { reindexed } from '../../../../shared/contract/response-schemas.ts'
import { orderIndex } from '../../../outbox/order-index.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { listCursor } from '../orders/list-orders.ts'

/** Each order costs a call to its Durable Object, and the platform limits the calls of one request. */
const REINDEX_AT_ONCE = 40

const body = z
  .strictObject({
    cursor: listCursor.describe('From the previous answer; absent in the first call.').exactOptional(),
  })
  .meta({ id: 'ReindexRequest' })

/** Goes through the ids part by part. The list stays readable meanwhile. */
export const reindexOrders = operation(
  {
    route: 'POST /v1/orders/reindex',
    tag: 'merchant',
    summary: 'Rebuilds part of the order list',
    about: 'Call it with the previous answer’s cursor until `done`. Repeating is harmless.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body,
    reply: { status: 200, description: 'Whether the list is complete.', body: reindexed },
    problems: [],
  },
  async (c, { body: { cursor = '' } }) => {
    const index = orderIndex(c.env, () => c.get('config'))
    if (cursor === '') await index.recover(Date.now())
    const ids = await index.ids(cursor, REINDEX_AT_ONCE)
    await Promise.all(ids.map((id) => orderOf(c, id).reindex()))
    const last = ids.length < REINDEX_AT_ONCE ? undefined : ids.at(-1)
    return c.json(last === undefined ? { done: true } : { done: false, cursor: last })
  },
)
