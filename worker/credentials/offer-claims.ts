/** The claims of an offer. Strict: an unknown claim may be a limit that the edge would not enforce. */
import * as z from 'zod'
import { EXPONENTS } from '../../shared/currencies.ts'
import { COLLECT } from '../../shared/customer.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { METHODS } from '../../shared/order-view.ts'

/** Nobody sells more pieces at once. `domain/offer-price` limits the total. */
const MAX_QUANTITY = 999_999

const origin = z.string().refine((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text)

const pieces = z.int().min(1).max(MAX_QUANTITY)

const decimal = z.string().max(20)

/** Claims of RFC 7519 that do not concern the sale, except `nbf`: an offer may start later. */
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

/** The claims, and since when they are valid, in seconds since the epoch. */
export type ReadClaims = { readonly claims: OfferClaims; readonly notBefore: number }

/** @returns The claims; `undefined` if they are not those of an offer. */
export function parseClaims(payload: unknown): ReadClaims | undefined {
  const read = shape.safeParse(payload)
  if (!read.success) return undefined
  const { iss, sub, jti, nbf = 0, ...claims } = read.data
  return { claims, notBefore: nbf }
}
