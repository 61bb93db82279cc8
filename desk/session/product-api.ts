/** The catalogue of the edge, as far as the desk uses it. It never throws: a failure comes back as a refusal with a code. */
import type {
  NewProduct,
  Product,
  ProductContent,
  ProductList,
  ProductVersions,
  UnitsChange,
} from '../../shared/product.ts'
import type { Result } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskRequest } from './desk-session.ts'

/** A refusal; that of a change has the product as it is. */
export type ProductRefusal = Refusal & { readonly product?: Product }

type Answered<Body> = Promise<Result<Body, ProductRefusal>>

/** Sends a request and reads its body. */
export type Call = <Body>(path: string, request?: DeskRequest) => Promise<Result<Body, Refusal>>

/** A change of units. */
interface UnitsRequest extends UnitsChange {
  /** The same key changes the units once. */
  readonly key: string
}

/** Calls of the scope `catalogue`. */
export interface ProductApi {
  /** By id, hidden ones too. */
  list(cursor?: string): Answered<ProductList>
  find(id: string): Answered<Product>
  /** Repeating it is harmless until somebody changes the product. */
  create(product: NewProduct): Answered<Product>
  /** Repeating it is harmless. @param product Its version is the one that the person saw. */
  change(product: Pick<Product, 'id' | 'version'>, content: ProductContent): Answered<Product>
  changeUnits(id: string, request: UnitsRequest): Answered<Product>
  versions(id: string, cursor?: string): Answered<ProductVersions>
}

const pathOf = (id: string) => `/v1/products/${encodeURIComponent(id)}`

const queryOf = (cursor?: string) => (cursor ? `?${new URLSearchParams({ cursor })}` : '')

/** Makes the client of one session. */
export const productApi = (call: Call): ProductApi => ({
  list: (cursor) => call(`/v1/products${queryOf(cursor)}`),
  find: (id) => call(pathOf(id)),
  create: (body) => call('/v1/products', { body }),
  change: ({ id, version }, content) => call(pathOf(id), { method: 'PUT', body: { version, ...content } }),
  changeUnits: (id, { key, ...body }) => call(`${pathOf(id)}/units`, { body, key }),
  versions: (id, cursor) => call(`${pathOf(id)}/versions${queryOf(cursor)}`),
})
