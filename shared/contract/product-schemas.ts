/**
 * The one shape of a product: the edge's catalogue, the desk and the command line read by it. The types of `product.ts` are
 * read off these schemas.
 */
import * as z from 'zod'
import { asksWhere, offerClaims } from '../offer-claims.ts'
import { isPlainLines } from '../plain-text.ts'
import { PRODUCT_ID } from '../product-id.ts'
import { isImageAddress, MAX_IMAGE_CHARACTERS } from '../product-image.ts'
import { moment } from './order-schemas.ts'

/** The most characters of a product's description. */
const MAX_DESCRIPTION = 2000

/** The most units that are counted. */
const MAX_UNITS = 999_999_999

const { description: oneLine, ...claims } = offerClaims.shape

const productId = z.string().regex(PRODUCT_ID).describe('As its merchant chose it. It never changes.')

/** 128 random bits, so that no reader guesses how often a product was changed. */
const version = z.string().describe('Names this version. A random text.')

/** What shoppers see of a product, and what decides its price. Amounts are decimal text, for one unit, as in an offer. */
const look = {
  name: oneLine.describe('Stands in lists, on receipts and in the dialogs of banks, as one line.'),
  description: z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(MAX_DESCRIPTION)
    .refine(isPlainLines)
    .describe('More about it, for the page; line feeds are kept.')
    .exactOptional(),
  image: z
    .string()
    .max(MAX_IMAGE_CHARACTERS)
    .refine(isImageAddress)
    .describe(
      'The https address of a picture, which the edge’s own page draws beside the name. Its origin is that of the seller’s ' +
        'logo, or one of `MERCHANT.imageOrigins`.',
    )
    .exactOptional(),
  currency: claims.currency,
  intent: claims.intent,
  act: claims.act,
  amount: claims.amount.describe('The fixed price; or else `min` and `max`. Neither for `verify`.'),
  min: claims.min,
  max: claims.max,
  suggested: claims.suggested,
  quantity: claims.quantity.describe('Absent: one piece.'),
  methods: claims.methods.describe('Absent: all methods of the edge.'),
  collect: claims.collect.describe('What the shopper is asked for, besides what the gateway needs.'),
  countries: claims.countries.describe(
    'Countries that it is sold to, ISO 3166-1 alpha-2. Absent: all. Only where `collect` has an address.',
  ),
}

/** A verification charges nothing, so nobody orders, owes or gives by it. */
const hasFittingAct = ({ intent, act }: { readonly intent: string; readonly act?: string }) =>
  intent !== 'verify' || act === undefined

/** What a merchant decides about a product. Strict: an unknown member may be a limit that the edge would not enforce. */
export const productContent = z
  .strictObject({
    ...look,
    origins: claims.origins.describe(
      'Origins that may sell it, besides the edge’s own page. Absent: `ALLOWED_ORIGINS`.',
    ),
    lowAt: z
      .int()
      .min(0)
      .max(MAX_UNITS)
      .describe(
        'The merchant is told once when a sale leaves no more units than this, and again after there were more. Absent: never. ' +
          'Pages do not see it.',
      )
      .exactOptional(),
    shown: z
      .boolean()
      .describe('A hidden product is not sold: also open orders of it take no more attempts.'),
  })
  .meta({ id: 'ProductContent' })

/** A product as pages see it. */
export const productLook = z
  .object({
    id: productId,
    version,
    ...look,
    soldOut: z.literal(true).describe('No unit is left. May be a minute old.').exactOptional(),
  })
  .meta({ id: 'ProductLook', description: 'A product as pages see it.' })

/** A product as its merchant sees it. */
export const product = z
  .object({
    id: productId,
    version,
    /** When this version was made, ISO 8601. */
    changedAt: moment.describe('When this version was made.'),
    changedBy: z.string().describe('Name of the merchant key that made this version.'),
    ...productContent.shape,
    units: z
      .int()
      .describe('The units to sell in all, over all versions, with those that are sold. Absent: not counted.')
      .exactOptional(),
    /** Absent where units are not counted, and where their counter did not answer. */
    sold: z
      .int()
      .describe('Units that are sold. Absent where they are not counted, or the counter did not answer.')
      .exactOptional(),
  })
  .meta({ id: 'Product', description: 'A product as its merchant sees it.' })

/** Body of `POST /v1/products`. */
export const newProduct = z
  .strictObject({
    id: productId,
    ...productContent.shape,
    units: z
      .int()
      .min(0)
      .max(MAX_UNITS)
      .describe('The units to sell. Absent: they are not counted.')
      .exactOptional(),
  })
  .refine(hasFittingAct, { path: ['act'] })
  .refine(asksWhere, { path: ['countries'] })
  .meta({ id: 'NewProduct' })

/** Body of `PUT /v1/products/{id}`. */
export const changedProduct = z
  .strictObject({
    version: version.describe('The version that the editor saw. Another one is there: `product-changed`.'),
    ...productContent.shape,
  })
  .refine(hasFittingAct, { path: ['act'] })
  .refine(asksWhere, { path: ['countries'] })
  .meta({ id: 'ChangedProduct' })

/** Body of `POST /v1/products/{id}/units`. */
export const unitsChange = z
  .strictObject({
    change: z
      .int()
      .min(-MAX_UNITS)
      .max(MAX_UNITS)
      .describe('Added to the units. Where they are not counted yet, counting starts with it.'),
    from: z
      .int()
      .min(0)
      .max(MAX_UNITS)
      .describe(
        'The units that the caller saw, 0 where they are not counted. Other ones are there: `product-changed`. Absent: the change is to any.',
      )
      .exactOptional(),
  })
  .meta({ id: 'UnitsChange' })

/** Answer of `GET /v1/products`. */
export const productList = z
  .object({
    products: z.array(product).describe('By id.'),
    cursor: z.string().describe('The cursor of the next page; absent on the last one.').exactOptional(),
  })
  .meta({ id: 'ProductList' })

export const productVersion = z
  .object({
    version,
    /** When it was made, ISO 8601. */
    at: moment,
    by: z.string().describe('Name of the merchant key that made it.'),
    content: productContent,
  })
  .meta({ id: 'ProductVersion' })

/** Answer of `GET /v1/products/{id}/versions`. */
export const productVersions = z
  .object({
    versions: z.array(productVersion).describe('Newest first.'),
    cursor: z.string().describe('The cursor of the next page; absent on the last one.').exactOptional(),
  })
  .meta({ id: 'ProductVersions' })
