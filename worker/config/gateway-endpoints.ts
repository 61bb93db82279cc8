/** `GATEWAY_ENDPOINTS`: the gateway's endpoint for each currency and kind of payment. */
import * as z from 'zod'
import { EXPONENTS } from '../../shared/currencies.ts'
import { COLLECT, type Collect } from '../../shared/customer.ts'

/** Endpoint and group identifiers are int64 in the manual, more than a double holds, so they stay text. */
const id = z.union([z.int().positive(), z.string().regex(/^\d{1,19}$/)]).transform(String)

const members = {
  endpoint: id.optional(),
  group: id.optional(),
  exponent: z.int().min(0).max(4).optional(),
  groupPath: z.boolean().optional(),
}

/** An endpoint or a group: with both, one of them would count and people would read the other. */
const isOne = ({ endpoint, group }: { endpoint?: unknown; group?: unknown }) => !endpoint || !group

const told = (text: string) => ({ params: { told: text } })

/** Kinds of payment that may have their own endpoint. */
const KINDS = ['sale', 'preauth', 'verify', 'payout', 'rebill', 'transfer'] as const
export type Kind = (typeof KINDS)[number]

/** The endpoint of one kind. It inherits `exponent` and `groupPath` from the currency. */
const ownTarget = z
  .strictObject(members)
  .refine(({ endpoint, group }) => endpoint || group)
  .refine(isOne, told('has an endpoint and a group side by side'))

const entry = z
  .strictObject({
    ...members,
    requires: z.array(z.enum(COLLECT)).optional(),
    for: z.partialRecord(z.enum(KINDS), ownTarget).optional(),
  })
  .refine((value) => value.endpoint || value.group || value.for)
  .refine(isOne, told('has an endpoint and a group side by side'))

/** The setting: currency, or `*` for all others → endpoint. */
export const endpoints = z
  .record(z.string(), entry)
  .refine((all) => Object.keys(all).length > 0, told('serves no currency'))
  .refine((all) => Object.keys(all).every((currency) => currency === '*' || EXPONENTS.has(currency)))

export type Endpoints = z.infer<typeof endpoints>

/** The endpoint that serves a payment, and the decimals of its amounts. */
export interface Endpoint {
  /** The endpoint's part of the path: `1001`, or `group/7`. */
  readonly path: string
  /** The signed identifier, without `group/`. */
  readonly id: string
  readonly exponent: number
  readonly requires: readonly Collect[]
}

/**
 * Finds the endpoint of a currency and kind.
 *
 * @param currency Empty for an operation without one: it uses the entry `*`, and no decimals.
 * @returns `undefined` if no endpoint serves it.
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
