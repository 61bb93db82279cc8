/** A product of the catalogue, and the sale that it makes. Pure. */
import { toIsoTime } from '../../shared/iso-time.ts'
import type { SaleClaims } from '../../shared/offer.ts'
import type { Product, ProductContent, ProductLook } from '../../shared/product.ts'
import { without } from '../../shared/without.ts'

/** A product as the catalogue keeps it. */
export interface KeptProduct {
  readonly id: string
  /** Names the present version: random, so that it tells nothing of the others. */
  readonly version: string
  readonly content: ProductContent
  /** When this version was made, in milliseconds since the epoch. */
  readonly changedAt: number
  /** Name of the merchant key that made it. */
  readonly changedBy: string
  /** The units to sell in all, over all versions. Absent: they are not counted. */
  readonly units?: number
  /** How often the units or `lowAt` were changed: of two figures the later one counts. */
  readonly unitsRevision: number
}

/** The part of a product that an order keeps of what it sold. */
export interface SoldProduct {
  /** The version whose price the shopper agreed to. */
  readonly version: string
  readonly unitsRevision: number
  /** The address of the picture that the version had. Absent: none, as in orders of older versions. */
  readonly image?: string
  /** The merchant is told when a sale leaves no more units than this. Absent: never. */
  readonly lowAt?: number
}

/** What a product says of its sale, as an offer would. */
export function saleClaimsOf({ id, content, units }: KeptProduct): SaleClaims {
  const { name, ...claims } = without(content, 'description', 'image', 'origins', 'shown', 'lowAt')
  return {
    ...claims,
    item: id,
    description: name,
    ...(content.origins && { origins: content.origins }),
    ...(units !== undefined && { limit: units }),
  }
}

/** A product as pages see it. */
export function lookOf({ id, version, content }: KeptProduct, isSoldOut = false): ProductLook {
  return {
    id,
    version,
    ...without(content, 'origins', 'shown', 'lowAt'),
    ...(isSoldOut && { soldOut: true }),
  }
}

/** A product as its merchant sees it. */
export function productView(kept: KeptProduct, sold?: number): Product {
  const { id, version, content, changedAt, changedBy, units } = kept
  return {
    ...{ id, version, changedAt: toIsoTime(changedAt), changedBy },
    ...content,
    ...(units !== undefined && { units }),
    ...(sold !== undefined && { sold }),
  }
}
