/** The one shape of an offer's claims: the command line signs by it, the edge reads by it. The tag never loads it. */
import * as z from 'zod'
import { EXPONENTS } from './currencies.ts'
import { COLLECT, type Collect, isAddressGroup } from './customer.ts'
import { ACTS, METHODS } from './order-values.ts'
import { inOneLine, isPlain } from './plain-text.ts'

/** The most characters of a signed offer. Far more than one needs, and still short enough for a link. */
export const MAX_OFFER_CHARACTERS = 4096

/** Nobody sells more pieces at once. The edge limits the total apart from this. */
const MAX_QUANTITY = 999_999

const origin = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)

/** Countries that something is sold to, ISO 3166-1 alpha-2. None would be a sale to nobody. */
const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .min(1)
  .max(249)

/** Whether something that is sold to some countries asks for an address: without one nobody could tell where a shopper is. */
export const asksWhere = ({
  countries,
  collect = [],
}: {
  readonly countries?: readonly string[]
  readonly collect?: readonly Collect[]
}) => !countries || collect.some(isAddressGroup)

/** How many pieces somebody may buy at once. */
const pieces = z.int().min(1).max(MAX_QUANTITY)

const decimal = z.string().max(20)

/** Claims of RFC 7519 that do not concern the sale, except `nbf`: an offer may start later. */
const registered = {
  iss: z.unknown().optional(),
  sub: z.unknown().optional(),
  jti: z.unknown().optional(),
  nbf: z.int().exactOptional(),
}

/** Strict: an unknown claim may be a limit that the edge would not enforce. Prices are checked apart, by the currency. */
export const offerClaims = z
  .strictObject({
    ...registered,
    aud: z.string(),
    iat: z.int().min(0),
    exp: z.int().min(0),
    /** A name that programs compare, so it is never mended. */
    item: z.string().min(1).refine(isPlain),
    /** Stands in lists, on receipts and in the dialogs of banks, as one line. */
    description: z.string().transform(inOneLine).pipe(z.string().min(1).refine(isPlain)),
    currency: z.string().refine((code) => EXPONENTS.has(code)),
    intent: z.enum(['sale', 'preauth', 'verify']),
    act: z.enum(ACTS).exactOptional(),
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
    countries: countries.exactOptional(),
    limit: z.int().min(1).exactOptional(),
  })
  // A verification charges nothing, so nobody orders, owes or gives by it.
  .refine(({ intent, act }) => intent !== 'verify' || act === undefined, { path: ['act'] })
  .refine(asksWhere, { path: ['countries'] })
