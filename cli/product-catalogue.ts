/** Products of the edge as entries of a catalogue, and back. Pure. */
import { stringify } from 'csv-stringify/sync'
import type { Product, ProductContent } from '../shared/product.ts'
import { PRODUCT_ID } from '../shared/product-id.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import { without } from '../shared/without.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { type Draft, parseClaims } from './offer-claims.ts'
import { LIST_FLAGS, SINGLE_FLAGS } from './offer-flags.ts'

/** A catalogue's entry as a product. */
export interface CatalogueProduct {
  readonly id: string
  /** What a catalogue says of it: not whether it is shown, nor its long description. */
  readonly content: CatalogueContent
  /** Absent: the catalogue does not count units. */
  readonly units?: number
}

type CatalogueContent = Omit<ProductContent, 'shown' | 'description'>

/** Claims that only an offer has: a product is the edge's own, and does not end. */
const OF_OFFERS = ['aud', 'iat', 'exp'] as const

/** Columns of a catalogue that products have. */
const COLUMNS = [...SINGLE_FLAGS, ...LIST_FLAGS].filter((name) => name !== 'aud' && name !== 'expires')

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
  const named = {
    intent: 'sale',
    ...without(draft, ...OF_OFFERS, 'nbf'),
    aud: edge,
    iat: now,
    exp: now + A_DAY,
  }
  const claims = parseClaims(named, now)
  const strange = isProductId(draft.item) ? [] : [WRONG_ID]
  if (!claims.ok || strange.length > 0) return refused([...(claims.ok ? [] : claims.reason), ...strange])
  const { item, description, limit, ...rest } = without(claims.value, ...OF_OFFERS)
  return accepted({
    id: item,
    content: { ...rest, name: description },
    ...(limit !== undefined && { units: limit }),
  })
}

const WRONG_ID = 'item: a product’s id has 1 to 64 letters, digits, hyphens and underscores'

const isProductId = (item: unknown) => typeof item === 'string' && PRODUCT_ID.test(item)

/**
 * Says what a product becomes by a catalogue's entry. What catalogues have no column for stays.
 *
 * @param present The product as it is.
 */
export const importedContent = (
  { content }: CatalogueProduct,
  { shown, description }: Omit<ProductContent, keyof CatalogueContent> = { shown: true },
): ProductContent => ({ ...content, ...(description !== undefined && { description }), shown })

/** The claims of a catalogue in JSON that a product has. */
function claimsOf({ id, name, units, ...product }: Product): Draft {
  const { currency, intent, act, amount, min, max, suggested, quantity } = product
  const { origins, methods, collect, countries } = product
  const claims = {
    ...{ item: id, description: name, currency, intent, act, amount, min, max, suggested, quantity },
    ...{ origins, methods, collect, countries, limit: units },
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

/** Writes products as a catalogue in JSON. */
export const jsonCatalogue = (products: readonly Product[]) =>
  `${JSON.stringify(products.map(claimsOf), null, 2)}\n`

/** Writes products as a catalogue in CSV, with the columns that at least one of them fills. */
export function csvCatalogue(products: readonly Product[]): string {
  const rows = products.map(rowOf)
  const columns = COLUMNS.filter((name) => rows.some((row) => row[name] !== undefined))
  return stringify(rows, { header: true, columns })
}

/** The columns of a product, as flags have them: lists with blanks between their values, a range as `1-5`. */
function rowOf(product: Product): Readonly<Record<string, string | undefined>> {
  const { quantity, origins, methods, units } = product
  const { id, name, currency, intent, act, amount, min, max, suggested, collect, countries } = product
  return {
    ...{ item: id, description: name, currency, intent, act, amount, min, max },
    quantity: quantity && `${quantity.min}-${quantity.max}`,
    limit: units?.toString(),
    suggested: suggested?.join(' '),
    origin: origins?.join(' '),
    method: methods?.join(' '),
    collect: collect?.join(' '),
    country: countries?.join(' '),
  }
}
