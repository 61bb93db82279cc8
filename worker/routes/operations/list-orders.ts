/** `GET /v1/orders`: the list of orders, and how it is made anew. */

import { orderIdOfReference } from '../../credentials/request-digest.ts'
import { orderIds } from '../../outbox/order-index.ts'
import { listOrders as listed, type OrderPage } from '../../outbox/order-list.ts'
import { problem } from '../respond.ts'
import type { HandlerOf, HandlersOf } from '../serve.ts'

/** Each order is a request of its own to its object; the platform allows a caller so many. */
const REINDEX_AT_ONCE = 40

const listOrders: HandlerOf<'listOrders'> = async (c, { query }) => {
  const { reference, ...filters } = query
  const ids = reference === undefined ? {} : { ids: await idsOf(reference) }
  const page = await listed(c.env.ORDER_INDEX, { ...filters, ...ids })
  return page.ok ? c.json(shown(page.value)) : problem(c, { code: 'query-malformed', fields: [page.reason] })
}

/** A reference names its order: a server's by a digest, and that of an offer is its own id. */
const idsOf = async (reference: string) => [await orderIdOfReference(reference), reference]

/** Times as everywhere else in the interface: ISO 8601. */
const shown = ({ orders, cursor }: OrderPage) => ({
  orders: orders.map((entry) => ({
    ...entry,
    startedAt: new Date(entry.startedAt).toISOString(),
    updatedAt: new Date(entry.updatedAt).toISOString(),
  })),
  ...(cursor !== undefined && { cursor }),
})

/** Goes through the ids that only ever grow, a part at a time. What is listed already stays in the meantime. */
const reindexOrders: HandlerOf<'reindexOrders'> = async (c, { body: { cursor = '' } }) => {
  const ids = await orderIds(c.env.ORDER_INDEX, cursor, REINDEX_AT_ONCE)
  await Promise.all(ids.map((id) => c.env.ORDERS.getByName(id).reindex()))
  const last = ids.length < REINDEX_AT_ONCE ? undefined : ids.at(-1)
  return c.json(last === undefined ? { done: true } : { done: false, cursor: last })
}

export const orderListHandlers: HandlersOf<'listOrders' | 'reindexOrders'> = { listOrders, reindexOrders }
