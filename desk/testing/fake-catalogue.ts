/** The catalogue of the fake edge: products in memory, and answers as the interface's document has them. */
import type { Product, ProductContent, ProductVersion, UnitsChange } from '../../shared/product.ts'
import { minutesAgo } from './example-orders.ts'

/** What the catalogue answers: a body; or a problem's code with more members. */
type CatalogueAnswer =
  | { readonly body: object }
  | {
      readonly code:
        | 'not-found'
        | 'product-unavailable'
        | 'product-exists'
        | 'product-changed'
        | 'quantity-invalid'
        | 'key-reused'
      readonly product?: Product
    }

/** A request for products. */
interface CatalogueCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
  readonly key: string
}

/** A product that is sold. */
export const exampleProduct = (changes: Partial<Product> = {}): Product => ({
  ...{ id: 'mug', version: 'v1', changedAt: minutesAgo(60), changedBy: 'back office' },
  ...{
    name: 'Heather mug',
    currency: 'EUR',
    intent: 'sale',
    amount: '12.50',
    collect: ['email'],
    shown: true,
  },
  ...changes,
})

const KEY_NAME = 'back office'

export class FakeCatalogue {
  /** Products, or versions, of one page at most. */
  pageSize = 50
  readonly #products = new Map<string, Product>()
  readonly #versions = new Map<string, ProductVersion[]>()
  /** Product and key → the change that it made. */
  readonly #changes = new Map<string, number>()

  add(product: Product): Product {
    this.#products.set(product.id, product)
    const { id, version, changedAt: at, changedBy: by, units, sold, ...content } = product
    const known = this.#versions.get(id) ?? []
    if (known[0]?.version !== version) this.#versions.set(id, [{ version, at, by, content }, ...known])
    return product
  }

  find(id: string): Product {
    const product = this.#products.get(id)
    if (!product) throw new TypeError(`There is no product ${id}`)
    return product
  }

  /** Somebody else changes a product. */
  changedBy(by: string, id: string, change: Partial<ProductContent>): Product {
    return this.#put({ ...this.find(id), ...change }, by)
  }

  answer({ method, path, query, body, key }: CatalogueCall): CatalogueAnswer {
    const [, , , id = '', part = ''] = path.split('/').map(decodeURIComponent)
    if (!id) return method === 'POST' ? this.#create(body as Product) : this.#list(query.cursor ?? '')
    const product = this.#products.get(id)
    if (!product) return { code: 'product-unavailable' }
    if (part === 'units') return this.#changeUnits(product, body as UnitsChange, key)
    if (part === 'versions') return this.#listVersions(id, query.cursor ?? '0')
    return method === 'PUT' ? this.#change(product, body as Product) : { body: product }
  }

  #list(after: string): CatalogueAnswer {
    const later = [...this.#products.values()]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .filter(({ id }) => id > after)
    const products = later.slice(0, this.pageSize)
    const last = later.length > this.pageSize ? products.at(-1) : undefined
    return { body: { products, ...(last && { cursor: last.id }) } }
  }

  #listVersions(id: string, cursor: string): CatalogueAnswer {
    const all = this.#versions.get(id) ?? []
    const end = Number(cursor) + this.pageSize
    return {
      body: { versions: all.slice(Number(cursor), end), ...(end < all.length && { cursor: String(end) }) },
    }
  }

  #create(made: Product): CatalogueAnswer {
    const known = this.#products.get(made.id)
    if (!known)
      return { body: this.#put({ ...made, ...(made.units !== undefined && { sold: 0 }) }, KEY_NAME) }
    const isSame = contentText(known) === contentText(made) && known.units === made.units
    return isSame ? { body: known } : { code: 'product-exists', product: known }
  }

  #change(known: Product, { version, ...content }: Product): CatalogueAnswer {
    const { id, units, sold } = known
    const kept = { ...(units !== undefined && { units }), ...(sold !== undefined && { sold }) }
    if (contentText(known) === contentText({ ...content, version })) return { body: known }
    if (known.version !== version) return { code: 'product-changed', product: known }
    return { body: this.#put({ ...content, id, version, ...kept }, KEY_NAME) }
  }

  #changeUnits(product: Product, { change, from }: UnitsChange, key: string): CatalogueAnswer {
    const made = this.#changes.get(`${product.id} ${key}`)
    if (made !== undefined) return made === change ? { body: product } : { code: 'key-reused', product }
    if (from !== undefined && from !== (product.units ?? 0)) return { code: 'product-changed', product }
    const units = (product.units ?? 0) + change
    if (units < 0) return { code: 'quantity-invalid', product }
    this.#changes.set(`${product.id} ${key}`, change)
    return { body: this.add({ ...product, units, sold: product.sold ?? 0 }) }
  }

  #put(product: Omit<Product, 'changedAt' | 'changedBy'>, by: string): Product {
    const number = (this.#versions.get(product.id)?.length ?? 0) + 1
    return this.add({ ...product, version: `v${number}`, changedAt: minutesAgo(0), changedBy: by })
  }
}

/** What a merchant decides, in one order of members. */
function contentText(product: Partial<Product>): string {
  const { id, version, changedAt, changedBy, units, sold, ...content } = product
  return JSON.stringify(Object.entries(content).sort())
}
