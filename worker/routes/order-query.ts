/** The filters of the order list, as the list and its export take them. */
import * as z from 'zod'
import { intent, status } from '../../shared/contract/order-schemas.ts'
import { isUsable } from '../../shared/customer.ts'
import { referenceIn } from '../../shared/order-names.ts'
import { idBeginningOf } from '../../shared/readable-reference.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import {
  AMOUNT_PATTERN,
  LAST_FOUR_PATTERN,
  NAME_PATTERN,
  SEARCH_PATTERN,
} from '../../shared/search-patterns.ts'
import type { Config } from '../config/config.ts'
import type { KeySettings } from '../config/derived-keys.ts'
import { emailDigest } from '../config/email-digest.ts'
import type { Merchant } from '../credentials/merchant-keys.ts'
import { orderIdOfReference } from '../credentials/order-id.ts'
import { linkKeys } from '../credentials/order-tokens.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderFilter, OrderNames } from '../outbox/order-list.ts'
import { scopeRefusal } from './authorize.ts'
import { ORDER_SUPPORT_ID, orderPrefixOf } from './support-id.ts'

const DAY_MS = 86_400_000

/** Blanks around an address are cut. */
const MAX_EMAIL = 100

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
  reference: z
    .string()
    .regex(NAME_PATTERN)
    .describe(
      'A reference or its beginning: the first twelve matches on one page, and before them the order that has exactly this ' +
        'one. Of an offer’s order, whose reference is its id, eight characters or more, or the twelve letters of a receipt.',
    )
    .exactOptional(),
  email: z
    .string()
    .max(MAX_EMAIL)
    .refine((text) => isUsable('email', text))
    .describe(
      'Paid orders of exactly this e-mail address, until it is erased; upper and lower case are the same. Needs the scope ' +
        '`personal` too.',
    )
    .exactOptional(),
  lastFour: z
    .string()
    .regex(LAST_FOUR_PATTERN)
    .describe('Orders that were paid by a card with these last four digits; only together with `day`.')
    .exactOptional(),
  supportId: z
    .string()
    .regex(ORDER_SUPPORT_ID)
    .describe('Quoted by a shopper; finds the order that it names, if one was tried.')
    .exactOptional(),
  search: z
    .string()
    .regex(SEARCH_PATTERN)
    .describe(
      'A reference, the name of an attempt at the gateway, an order’s id or its first eight characters or more, the twelve letters of a receipt, or a support id; not together with these.',
    )
    .exactOptional(),
  needsAttention: yesOrNo.exactOptional(),
  link: z
    .enum(['open', 'former', 'ended'])
    .describe(
      'Payment requests that can still be paid: all of them; those whose link ends with TOKEN_KEY_PREVIOUS; those whose link a ' +
        'change of keys has ended.',
    )
    .exactOptional(),
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

/** Who asks, and the settings of the edge. */
interface Asking {
  readonly caller: Merchant
  readonly config: KeySettings & Pick<Config, 'SEARCH_KEY'>
}

/**
 * Turns the filters of a request into those of the index, or refuses one: it does not go with another, the key may not use
 * it, or the edge has no key for it.
 */
export async function readFilters(
  given: GivenFilters,
  asking: Asking,
): Promise<Result<OrderFilter, Refusal>> {
  const fields = EXCLUSIVE.filter(
    ([name, others]) => given[name] !== undefined && others.some((other) => given[other] !== undefined),
  ).map(([name]) => name)
  if (fields.length > 0) return refused({ code: 'query-malformed', fields })
  if (given.lastFour !== undefined && !given.day) return refused({ code: 'query-malformed', fields: ['day'] })
  const shopper = await shopperOf(given.email, asking)
  if (!shopper.ok) return shopper
  const { reference, supportId, search, day, link, email: _, ...same } = given
  const names = await namesOf({ reference, supportId, search })
  const span = day && { from: day.from, to: day.to }
  const requests = link && (await requestsOf(link, asking.config))
  return accepted({
    ...same,
    ...span,
    ...shopper.value,
    ...(requests && { requests }),
    ...(names && { names }),
  })
}

/** The digest that orders of an address are found by. Who may not read an address may not try one either. */
async function shopperOf(
  email: string | undefined,
  { caller, config: { SEARCH_KEY } }: Asking,
): Promise<Result<Pick<OrderFilter, 'shopper'>, Refusal>> {
  if (email === undefined) return accepted({})
  const missing = scopeRefusal(caller, 'personal')
  if (missing) return refused(missing)
  if (SEARCH_KEY === undefined) return refused({ code: 'search-off' })
  return accepted({ shopper: await emailDigest(SEARCH_KEY, email) })
}

async function requestsOf(link: NonNullable<GivenFilters['link']>, config: KeySettings) {
  const notKeys = await linkKeys(config)
  // Without a former key no link was made under one.
  return { open: 'all' as const, former: { key: notKeys[1] ?? '' }, ended: { notKeys } }[link]
}

type Names = Partial<Readonly<Record<'reference' | 'supportId' | 'search', string | undefined>>>

/** The ids that these may stand for. `undefined` if none is given. */
async function namesOf({ reference, supportId, search }: Names): Promise<OrderNames | undefined> {
  if (search !== undefined) return found(referenceIn(search))
  const ids = reference === undefined ? undefined : await idsOfReference(reference)
  if (supportId === undefined) return ids && { ids, ...beginningOf(reference ?? '') }
  const prefix = orderPrefixOf(supportId)
  return ids ? { ids: ids.filter((id) => id.startsWith(prefix)) } : { ids: [], prefixes: [prefix] }
}

/** Fewer characters of an id would find orders by chance. */
const MIN_PREFIX = 8

/** Of a server's order the reference is listed, of any other its id. */
const beginningOf = (reference: string): Pick<OrderNames, 'prefixes' | 'reference'> => ({
  reference,
  ...(reference.length >= MIN_PREFIX && { prefixes: beginningsIn(reference) }),
})

/** Twelve letters may be the beginning of an id, or what a shopper reads out of a receipt. */
function beginningsIn(text: string): readonly string[] {
  const spoken = idBeginningOf(text)
  return spoken === undefined ? [text] : [text, spoken]
}

async function found(text: string): Promise<OrderNames> {
  const ids = await idsOfReference(text)
  if (text.length < MIN_PREFIX) return { ids }
  return { ids, prefixes: ORDER_SUPPORT_ID.test(text) ? [orderPrefixOf(text)] : beginningsIn(text) }
}

/** Of a server's order the id is a digest of its reference. Of an offer's order the reference is the id. */
const idsOfReference = async (reference: string) => [await orderIdOfReference(reference), reference]
