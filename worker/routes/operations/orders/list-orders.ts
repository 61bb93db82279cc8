/** `GET /v1/orders`: the list of orders. */
import * as z from 'zod'
import { orderList } from '../../../../shared/contract/order-list-schemas.ts'
import { toIsoTime } from '../../../../shared/iso-time.ts'
import type { ListedOrder } from '../../../../shared/order-list.ts'
import type { Config } from '../../../config/config.ts'
import { objectNamed } from '../../../config/jurisdiction.ts'
import { linkKeys } from '../../../credentials/order-tokens.ts'
import { withTimeout } from '../../../deadline.ts'
import { attackView } from '../../../limits/attack-notices.ts'
import { EDGE } from '../../../limits/limit-names.ts'
import type { KeptEntry } from '../../../outbox/listed-order.ts'
import type { AttackView } from '../../../outbox/notifications.ts'
import { orderIndex } from '../../../outbox/order-index.ts'
import { DEFAULT_LIMIT, type OrderFilter, SORTS } from '../../../outbox/order-list.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderFilters, readFilters } from '../../order-query.ts'
import { linkStateOf } from '../../pay-link.ts'
import { problem } from '../../respond.ts'

/** A cursor of this list. Real ones are shorter. */
export const listCursor = z.string().min(1).max(200)

/** The most orders of a page. */
const MAX_LIMIT = 100

const query = orderFilters.extend({
  sort: z
    .enum(SORTS)
    .describe(
      'By the start of the first attempt; default `newest` first. `status-newest`: by `statusSince`, the latest first; only ' +
        'with `status=charged-back`, and without `needsAttention=true`, `held` and `email`.',
    )
    .exactOptional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .describe(`The most orders of a page; default ${DEFAULT_LIMIT}.`)
    .exactOptional(),
  cursor: listCursor
    .describe('The cursor of the previous page. Filters and `sort` must be the same.')
    .exactOptional(),
})

/** Newest first, a page at a time. */
export const listOrders = operation(
  {
    route: 'GET /v1/orders',
    tag: 'merchant',
    summary: 'Lists orders, newest first',
    about: 'An order enters the list with its first attempt, a payment request with its opening.',
    pages: 'merchant',
    access: { merchant: 'read' },
    query,
    reply: { status: 200, description: 'A page of the list.', body: orderList },
    problems: ['search-off'],
  },
  async (c, { caller, query: { sort, limit, cursor, ...given } }) => {
    const filters = await readFilters(given, { caller, config: c.get('config') })
    if (!filters.ok) return problem(c, filters.reason)
    if (sort === 'status-newest' && !isSortedByStatus(filters.value))
      return problem(c, { code: 'query-malformed', fields: ['sort'] })
    const part = { ...(sort && { sort }), ...(limit && { limit }), ...(cursor && { cursor }) }
    const page = await orderIndex(c.env, () => c.get('config')).page({ ...filters.value, ...part })
    if (!page.ok) return problem(c, { code: 'query-malformed', fields: [page.reason] })
    const attack = filters.value.needsAttention ? await attackNow(c) : undefined
    const { orders, cursor: next } = page.value
    const keys = await linkKeys(c.get('config'))
    return c.json({
      orders: exactFirst(orders, given.reference).map((entry) => listedOrder(entry, c.get('config'), keys)),
      ...(next !== undefined && { cursor: next }),
      ...(attack && { attack }),
    })
  },
)

/** The index of that order has charged back orders alone. */
const isSortedByStatus = ({ status, needsAttention, held, shopper }: OrderFilter) =>
  status === 'charged-back' && !needsAttention && !held && shopper === undefined

/** A program that asks for a reference takes the first order: not one whose reference only begins alike. */
const exactFirst = (orders: readonly KeptEntry[], reference: string | undefined) =>
  reference === undefined
    ? orders
    : [...orders].sort(
        (one, other) => Number(other.reference === reference) - Number(one.reference === reference),
      )

/** The list itself does not wait for it, nor fail with it. */
async function attackNow(c: EdgeContext): Promise<AttackView | undefined> {
  const config = c.get('config')
  const edge = objectNamed(c.env.TALLIES, EDGE, config)
  const episode = await withTimeout(config.times.limiterDeadline, edge.episode()).catch(() => undefined)
  return episode && attackView(episode, 'off')
}

const DAY_MS = 86_400_000

/** An entry as the API shows it. Times are in ISO 8601, as everywhere else. */
function listedOrder(
  { seenAt, linkKey, ...entry }: KeptEntry,
  { GATEWAY_PROFILE }: Pick<Config, 'GATEWAY_PROFILE'>,
  keys: readonly string[],
): ListedOrder {
  const { holdDays } = GATEWAY_PROFILE
  const isHeld = entry.intent === 'preauth' && entry.status === 'approved'
  const { startedAt } = entry
  return {
    ...entry,
    ...(seenAt !== undefined && { seenAt: toIsoTime(seenAt) }),
    ...(linkKey !== undefined && { link: linkStateOf(linkKey, keys) }),
    statusSince: toIsoTime(entry.statusSince),
    startedAt: toIsoTime(startedAt),
    updatedAt: toIsoTime(entry.updatedAt),
    ...(isHeld && holdDays !== undefined && { holdEndsAt: toIsoTime(startedAt + holdDays * DAY_MS) }),
  }
}
