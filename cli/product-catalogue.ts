/** Products of the edge as entries of a catalogue, and back. Pure. */
import { stringify } from 'csv-stringify/sync'
import { catalogueRow, filledColumns } from '../shared/catalogue-row.ts'
import type { Product } from '../shared/product.ts'
import { PRODUCT_ID } from '../shared/product-id.ts'
import { isImageAddress, MAX_IMAGE_CHARACTERS } from '../shared/product-image.ts'
import type { CatalogueProduct } from '../shared/product-import.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import { without } from '../shared/without.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { type Draft, parseClaims } from './offer-claims.ts'

/** Claims that only an offer has: a product is the edge's own, and does not end. */
const OF_OFFERS = ['aud', 'iat', 'exp'] as const

/** No offer is made of these claims, so any time that lies ahead will do. */
const A_DAY = 86_400

/**
 * Checks an entry as if it were to be signed for the edge, and makes a product of it.
 *
 * @param edge The origin of the edge.
 * @param now Seconds since the epoch.
 * @returns The product; or every problem at once, one sentence each.
 */
export function productFrom(
  { draft }: Pick<CatalogueEntry, 'draft'>,
  edge: string,
  now: number,
): Result<CatalogueProduct, readonly string[]> {
  // A product may be sold out; an offer of nothing is a slip.
  const isSoldOut = draft.limit === 0
  const named = {
    intent: 'sale',
    ...without(draft, ...OF_OFFERS, 'nbf', 'image', ...(isSoldOut ? ['limit'] : [])),
    aud: edge,
    iat: now,
    exp: now + A_DAY,
  }
  const claims = parseClaims(named, now)
  const { image } = draft
  const strange = [
    ...(isProductId(draft.item) ? [] : [WRONG_ID]),
    ...(image === undefined || isImage(image) ? [] : [WRONG_IMAGE]),
  ]
  if (!claims.ok || strange.length > 0) return refused([...(claims.ok ? [] : claims.reason), ...strange])
  const {
    item,
    description,
    limit = isSoldOut ? 0 : undefined,
    ...rest
  } = without(claims.value, ...OF_OFFERS)
  return accepted({
    id: item,
    content: { ...rest, name: description, ...(isImage(image) && { image }) },
    ...(limit !== undefined && { units: limit }),
  })
}

const WRONG_ID = 'item: a product’s id has 1 to 64 letters, digits, hyphens and underscores'

const WRONG_IMAGE = `image: must be an https address of at most ${MAX_IMAGE_CHARACTERS} characters`

const isProductId = (item: unknown) => typeof item === 'string' && PRODUCT_ID.test(item)

const isImage = (image: unknown): image is string => typeof image === 'string' && isImageAddress(image)

/** The claims of a catalogue in JSON that a product has. */
function claimsOf({ id, name, units, ...product }: Product): Draft {
  const { currency, intent, act, amount, min, max, suggested, quantity } = product
  const { origins, methods, collect, countries, image } = product
  const claims = {
    ...{ item: id, description: name, currency, intent, act, amount, min, max, suggested, quantity },
    ...{ origins, methods, collect, countries, limit: units, image },
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

/** Writes products as a catalogue in JSON. */
export const jsonCatalogue = (products: readonly Product[]) =>
  `${JSON.stringify(products.map(claimsOf), null, 2)}\n`

/** Writes products as a catalogue in CSV, with the columns that at least one of them fills. */
export function csvCatalogue(products: readonly Product[]): string {
  const rows = products.map(catalogueRow)
  return stringify(rows, { header: true, columns: [...filledColumns(rows)] })
}
