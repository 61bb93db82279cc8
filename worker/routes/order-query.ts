/** The filters of the order list, as the list and its export take them. */
import * as z from 'zod'
import { intent, status } from '../../shared/contract/order-schemas.ts'
import { referenceIn } from '../../shared/order-names.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { AMOUNT_PATTERN, NAME_PATTERN, SEARCH_PATTERN } from '../../shared/search-patterns.ts'
import { orderIdOfReference } from '../credentials/order-id.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderFilter, OrderNames } from '../outbox/order-list.ts'
import { ORDER_SUPPORT_ID, orderPrefixOf } from './support-id.ts'

const DAY_MS = 86_400_000

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true')

/** A day by the world's clock, as the span of time that it is. */
export const utcDay = z.iso.date().transform((day) => {
  const from = Date.parse(`${day}T00:00:00Z`)
  return { day, from, to: from + DAY_MS }
})

/** Filters of the list, each of them optional. All that are given have to match. */
export const orderFilters = z.strictObject({
  status: status.exactOptional(),
  intent: intent.exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .exactOptional(),
  amount: z
    .string()
    .regex(AMOUNT_PATTERN)
    .describe('Orders of exactly this amount. `12.5` also finds 12.50.')
    .exactOptional(),
  reference: z.string().regex(NAME_PATTERN).exactOptional(),
  supportId: z
    .string()
    .regex(ORDER_SUPPORT_ID)
    .describe('Quoted by a shopper; finds the order that it names, if one was tried.')
    .exactOptional(),
  search: z
    .string()
    .regex(SEARCH_PATTERN)
    .describe(
      'A reference, the name of an attempt at the gateway, an order’s id or its first eight characters or more, or a support id; not together with these.',
    )
    .exactOptional(),
  needsAttention: yesOrNo.exactOptional(),
  held: z
    .literal('true')
    .transform(() => true as const)
    .describe('Approved preauths that were neither captured nor voided.')
    .exactOptional(),
  test: yesOrNo.describe('Orders of the sandbox, or of real money.').exactOptional(),
  day: utcDay
    .describe('Orders whose first attempt began on this day, UTC; not together with `from` and `to`.')
    .exactOptional(),
  from: moment.describe('Orders whose first attempt began at this time or later, ISO 8601.').exactOptional(),
  to: moment.describe('Orders whose first attempt began before this time, ISO 8601.').exactOptional(),
})

type GivenFilters = z.output<typeof orderFilters>

/** Filters that say the same thing in two ways. */
const EXCLUSIVE = [
  ['search', ['reference', 'supportId']],
  ['day', ['from', 'to']],
] as const

/** Turns the filters of a request into those of the index, or names one that does not go with another. */
export async function readFilters(given: GivenFilters): Promise<Result<OrderFilter, Refusal>> {
  const fields = EXCLUSIVE.filter(
    ([name, others]) => given[name] !== undefined && others.some((other) => given[other] !== undefined),
  ).map(([name]) => name)
  if (fields.length > 0) return refused({ code: 'query-malformed', fields })
  const { reference, supportId, search, day, ...same } = given
  const names = await namesOf({ reference, supportId, search })
  const span = day && { from: day.from, to: day.to }
  return accepted({ ...same, ...span, ...(names && { names }) })
}

type Names = Partial<Readonly<Record<'reference' | 'supportId' | 'search', string | undefined>>>

/** The ids that these may stand for. `undefined` if none is given. */
async function namesOf({ reference, supportId, search }: Names): Promise<OrderNames | undefined> {
  if (search !== undefined) return found(referenceIn(search))
  const ids = reference === undefined ? undefined : await idsOfReference(reference)
  if (supportId === undefined) return ids && { ids }
  const prefix = orderPrefixOf(supportId)
  return ids ? { ids: ids.filter((id) => id.startsWith(prefix)) } : { ids: [], prefix }
}

/** Fewer characters of an id would find orders by chance. */
const MIN_PREFIX = 8

async function found(text: string): Promise<OrderNames> {
  const ids = await idsOfReference(text)
  if (text.length < MIN_PREFIX) return { ids }
  return { ids, prefix: ORDER_SUPPORT_ID.test(text) ? orderPrefixOf(text) : text }
}

/** Of a server's order the id is a digest of its reference. Of an offer's order the reference is the id. */
const idsOfReference = async (reference: string) => [await orderIdOfReference(reference), reference]
