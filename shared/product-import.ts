/** What the import of a catalogue does with each product, on the command line and on the desk. Pure. */
import type { Product, ProductContent } from './product.ts'
import { without } from './without.ts'

/** A catalogue's entry as a product. */
export interface CatalogueProduct {
  readonly id: string
  /** What a catalogue says of it: neither whether it is shown, nor its long description, nor how few units are few. */
  readonly content: CatalogueContent
  /** Absent: the catalogue does not count units. */
  readonly units?: number
}

type CatalogueContent = Omit<ProductContent, 'shown' | 'description' | 'lowAt'>

/** What an import does with one product. */
export interface ImportStep {
  readonly id: string
  readonly deed: 'made' | 'changed' | 'unchanged'
  readonly content: ProductContent
  /** The version that is changed; absent where the content is the same, or the product is new. */
  readonly version?: string
  /** Units of a new product. */
  readonly units?: number
  /** By how many the units of a product that is there change; absent where they stay. None starts the count at none. */
  readonly unitsChange?: number
  /** The units that the change was worked out from. */
  readonly unitsSeen: number
}

/** @param present The product as it is; absent where the edge has none of the id. */
export function importStep(wanted: CatalogueProduct, present: Product | undefined): ImportStep {
  const { id, units } = wanted
  const content = importedContent(wanted, present)
  const counted = units === undefined ? {} : { units }
  if (!present) return { id, content, deed: 'made', unitsSeen: 0, ...counted }
  const isSame = sortedJson(content) === sortedJson(contentOf(present))
  const unitsSeen = present.units ?? 0
  const isCounted = units !== undefined && units !== present.units
  const deed = isSame && !isCounted ? 'unchanged' : 'changed'
  return {
    ...{ id, content, deed, unitsSeen },
    ...counted,
    ...(isCounted && { unitsChange: units - unitsSeen }),
    ...(!isSame && { version: present.version }),
  }
}

/**
 * Says what a product becomes by a catalogue's entry. What catalogues have no column for stays; so does a picture where the
 * entry names none, since files that were made before pictures have no column for them.
 *
 * @param present The product as it is.
 */
export const importedContent = (
  { content }: CatalogueProduct,
  { shown, description, lowAt, image }: Pick<ProductContent, 'shown' | 'description' | 'lowAt' | 'image'> = {
    shown: true,
  },
): ProductContent => ({
  ...(image !== undefined && { image }),
  ...content,
  ...(description !== undefined && { description }),
  ...(lowAt !== undefined && { lowAt }),
  shown,
})

/** What a merchant decides about a product: what is the edge's own is left out. */
export const contentOf = (product: Product): ProductContent =>
  without(product, 'id', 'version', 'changedAt', 'changedBy', 'units', 'sold')

/** JSON with members in the order of their names, so that equal contents have equal texts. */
const sortedJson = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
