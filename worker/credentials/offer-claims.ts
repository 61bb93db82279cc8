/** What an offer may say. Strict: an unknown claim may be a limit that we would not keep. */
import * as z from 'zod'
import { EXPONENTS } from '../../shared/currencies.ts'
import { COLLECT } from '../../shared/customer.ts'
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { METHODS } from '../../shared/order-view.ts'

/** More pieces than anybody sells at once; totals are limited further. */
const MAX_QUANTITY = 999_999

const origin = z.string().refine((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text)

const pieces = z.int().min(1).max(MAX_QUANTITY)

const decimal = z.string().max(20)

/** Claims of RFC 7519 that say nothing about the sale. `nbf` is kept to: an offer may start later. */
const registered = {
  iss: z.unknown().optional(),
  sub: z.unknown().optional(),
  jti: z.unknown().optional(),
  nbf: z.int().exactOptional(),
}

const shape = z.strictObject({
  ...registered,
  aud: z.string(),
  iat: z.int().min(0),
  exp: z.int().min(0),
  item: z.string().min(1),
  description: z.string().min(1),
  currency: z.string().refine((code) => EXPONENTS.has(code)),
  intent: z.enum(['sale', 'preauth', 'verify']),
  amount: decimal.exactOptional(),
  min: decimal.exactOptional(),
  max: decimal.exactOptional(),
  suggested: z.array(decimal).max(12).exactOptional(),
  quantity: z
    .strictObject({ min: pieces, max: pieces })
    .refine(({ min, max }) => min <= max)
    .exactOptional(),
  origins: z.array(origin).max(50).exactOptional(),
  methods: z.array(z.enum(METHODS)).min(1).exactOptional(),
  collect: z.array(z.enum(COLLECT)).exactOptional(),
  limit: z.int().min(1).exactOptional(),
})

/** The claims, and from when on they hold, in seconds since the epoch. */
export type ReadClaims = { readonly claims: OfferClaims; readonly notBefore: number }

/** @returns The claims, or `undefined` if they are not what an offer says. */
export function parseClaims(payload: unknown): ReadClaims | undefined {
  const read = shape.safeParse(payload)
  if (!read.success) return undefined
  const { iss, sub, jti, nbf = 0, ...claims } = read.data
  return { claims, notBefore: nbf }
}

/**
 * Whether an offer's sums can be charged: one fixed price, or a range of one piece that the suggestions lie in, or,
 * for a verification, none. Each is written with exactly the decimals that are charged, so that merchant and edge cannot
 * mean different sums.
 *
 * @param exponent Decimals of the currency at the endpoint that serves it.
 */
export function hasSoundSums(claims: OfferClaims, exponent: number): boolean {
  const { intent, amount, min, max, suggested, quantity } = claims
  const isOpen = min !== undefined || max !== undefined
  if (intent === 'verify') return amount === undefined && !isOpen && !suggested && !quantity
  if (amount !== undefined) return !isOpen && !suggested && exactMinor(amount, exponent) > 0
  const [low, high] = [exactMinor(min, exponent), exactMinor(max, exponent)]
  const isSuggested = (text: string) => isWithin(exactMinor(text, exponent), low, high)
  return !quantity && low > 0 && low <= high && (suggested ?? []).every(isSuggested)
}

const isWithin = (minor: number, low: number, high: number) => minor >= low && minor <= high

/** Minor units of a text with exactly the decimals of the currency; `NaN`, which no comparison passes, for others. */
function exactMinor(text: string | undefined, exponent: number): number {
  const minor = toMinor(text ?? '', exponent)
  return minor.ok && toDecimal(minor.value, exponent) === text ? minor.value : Number.NaN
}
