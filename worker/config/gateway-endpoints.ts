/** `GATEWAY_ENDPOINTS`: which endpoint of the gateway serves which currency and kind of payment. */
import * as z from 'zod'
import { EXPONENTS } from '../../shared/currencies.ts'
import { COLLECT, type Collect } from '../../shared/customer.ts'

/** Endpoint and group identifiers are int64 in the manual, so they stay text here. */
const id = z.union([z.int().positive(), z.string().regex(/^\d{1,19}$/)]).transform(String)

const target = z.strictObject({
  endpoint: id.optional(),
  group: id.optional(),
  exponent: z.int().min(0).max(4).optional(),
  groupPath: z.boolean().optional(),
})

/** Kinds of payment that may have an endpoint of their own. */
const KINDS = ['sale', 'preauth', 'verify', 'payout', 'rebill', 'transfer'] as const
export type Kind = (typeof KINDS)[number]

/** One kind's own endpoint. How amounts are counted and a group stands in the path is as for the currency, unless said. */
const ownTarget = target.refine(({ endpoint, group }) => endpoint || group)

const entry = target
  .extend({
    requires: z.array(z.enum(COLLECT)).optional(),
    for: z.partialRecord(z.enum(KINDS), ownTarget).optional(),
  })
  .refine((value) => value.endpoint || value.group || value.for)

/** Shape of the setting: currency, or `*` for every other one, to endpoint. */
export const endpoints = z
  .record(z.string(), entry)
  .refine((all) => Object.keys(all).every((currency) => currency === '*' || EXPONENTS.has(currency)))

export type Endpoints = z.infer<typeof endpoints>

/** Where a payment is sent, and how its amounts are counted. */
export interface Endpoint {
  /** What stands in the endpoint's place of the path: `1001`, or `group/7`. */
  readonly path: string
  /** What is signed in the endpoint's place: the identifier alone, also of a group. */
  readonly id: string
  readonly exponent: number
  readonly requires: readonly Collect[]
}

/**
 * Finds the endpoint of a currency and kind.
 *
 * @param currency Empty for what has no currency: it goes where `*` leads, and its amounts have no decimals.
 * @returns `undefined` if none serves it.
 */
export function endpointFor(all: Endpoints, currency: string, kind: Kind): Endpoint | undefined {
  const found = all[currency] ?? all['*']
  const own = found?.for?.[kind]
  const exponent = own?.exponent ?? found?.exponent ?? (currency === '' ? 0 : EXPONENTS.get(currency))
  if (!found || exponent === undefined) return undefined
  const { endpoint, group } = own ?? found
  const id = endpoint ?? group
  if (!id) return undefined
  const inGroup = !endpoint && (own?.groupPath ?? found.groupPath ?? true)
  return { path: inGroup ? `group/${id}` : id, id, exponent, requires: found.requires ?? [] }
}
