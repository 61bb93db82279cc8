/** `GET /v1/orders`: the list of orders. */
import * as z from 'zod'
import { objectNamed } from '../../config/jurisdiction.ts'
import { orderIdOfReference } from '../../credentials/order-id.ts'
import { withTimeout } from '../../deadline.ts'
import { attackView } from '../../limits/attack-notices.ts'
import { EDGE } from '../../limits/limit-names.ts'
import type { AttackView } from '../../outbox/notifications.ts'
import { idsBeginningWith } from '../../outbox/order-index.ts'
import { DEFAULT_LIMIT, listOrders as listed, MAX_LIMIT, type OrderPage } from '../../outbox/order-list.ts'
import type { EdgeContext } from '../context.ts'
import { operation } from '../define-operation.ts'
import { intent, status } from '../openapi/order-schemas.ts'
import { orderList } from '../openapi/response-schemas.ts'
import { problem } from '../respond.ts'
import { ORDER_SUPPORT_ID, orderPrefixOf } from '../support-id.ts'

/** A cursor of this list. Real ones are shorter. */
export const listCursor = z.string().min(1).max(200)

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const query = z.strictObject({
  status: status.exactOptional(),
  intent: intent.exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .exactOptional(),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .exactOptional(),
  supportId: z
    .string()
    .regex(ORDER_SUPPORT_ID)
    .describe('Quoted by a shopper; finds the order that it names, if one was tried.')
    .exactOptional(),
  needsAttention: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .exactOptional(),
  from: moment.describe('Orders whose first attempt began at this time or later, ISO 8601.').exactOptional(),
  to: moment.describe('Orders whose first attempt began before this time, ISO 8601.').exactOptional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .describe(`The most orders of a page; default ${DEFAULT_LIMIT}.`)
    .exactOptional(),
  cursor: listCursor
    .describe('The cursor of the previous page. The other filters must be the same.')
    .exactOptional(),
})

/** Newest first, a page at a time. */
export const listOrders = operation(
  {
    route: 'GET /v1/orders',
    tag: 'merchant',
    summary: 'Lists orders, newest first',
    about: 'An order enters the list with its first attempt.',
    pages: 'merchant',
    access: { merchant: 'read' },
    query,
    reply: { status: 200, description: 'A page of the list.', body: orderList },
    problems: [],
  },
  async (c, { query }) => {
    const { reference, supportId, ...filters } = query
    const ids = await idsOf(c.env.ORDER_INDEX, { reference, supportId })
    const page = await listed(c.env.ORDER_INDEX, { ...filters, ...(ids && { ids }) })
    if (!page.ok) return problem(c, { code: 'query-malformed', fields: [page.reason] })
    const attack = filters.needsAttention ? await attackNow(c) : undefined
    return c.json({ ...shown(page.value), ...(attack && { attack }) })
  },
)

/** The list itself does not wait for it, nor fail with it. */
async function attackNow(c: EdgeContext): Promise<AttackView | undefined> {
  const config = c.get('config')
  const edge = objectNamed(c.env.TALLIES, EDGE, config)
  const episode = await withTimeout(config.times.limiterDeadline, edge.episode()).catch(() => undefined)
  return episode && attackView(episode, 'off')
}

interface Names {
  readonly reference: string | undefined
  readonly supportId: string | undefined
}

/** The ids that a reference and a support id may stand for. `undefined` if neither is given. */
async function idsOf(index: D1Database, { reference, supportId }: Names): Promise<string[] | undefined> {
  const named = reference === undefined ? undefined : await idsOfReference(reference)
  if (supportId === undefined) return named
  const prefix = orderPrefixOf(supportId)
  return named ? named.filter((id) => id.startsWith(prefix)) : [...(await idsBeginningWith(index, prefix))]
}

/** Of a server's order the id is a digest of its reference. Of an offer's order the reference is the id. */
const idsOfReference = async (reference: string) => [await orderIdOfReference(reference), reference]

/** Times in ISO 8601, as everywhere else in the API. */
const shown = ({ orders, cursor }: OrderPage) => ({
  orders: orders.map((entry) => ({
    ...entry,
    startedAt: new Date(entry.startedAt).toISOString(),
    updatedAt: new Date(entry.updatedAt).toISOString(),
  })),
  ...(cursor !== undefined && { cursor }),
})
