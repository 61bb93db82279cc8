/** Lists of several pages, as one. */
import type {
  CallOptions,
  ListedOrder,
  ListOrdersFilter,
  MerchantOperations,
  Product,
  ProductVersion,
} from './contract.generated.ts'

/** Lists. Each asks for its next page when you come to it; `break` asks for no more. */
export interface Pages {
  /** Orders that match, by default the newest first. `limit` is that of a page. */
  readonly orders: (
    filter?: Omit<ListOrdersFilter, 'cursor'>,
    options?: CallOptions,
  ) => AsyncIterable<ListedOrder>
  /** All products, by id. */
  readonly products: (options?: CallOptions) => AsyncIterable<Product>
  /** The versions of a product, newest first. */
  readonly productVersions: (product: string, options?: CallOptions) => AsyncIterable<ProductVersion>
}

/** The same lists by pages. */
type Lists = Pick<MerchantOperations, 'listOrders' | 'listProducts' | 'listProductVersions'>

/** Makes the lists of the operations that answer pages. */
export const pagesOf = ({ listOrders, listProducts, listProductVersions }: Lists): Pages => ({
  orders: (filter, options) =>
    itemsOf(async (cursor) => {
      const { orders, ...rest } = await listOrders({ ...filter, ...cursor }, options)
      return { items: orders, ...rest }
    }),
  products: (options) =>
    itemsOf(async (cursor) => {
      const { products, ...rest } = await listProducts(cursor, options)
      return { items: products, ...rest }
    }),
  productVersions: (product, options) =>
    itemsOf(async (cursor) => {
      const { versions, ...rest } = await listProductVersions(product, cursor, options)
      return { items: versions, ...rest }
    }),
})

interface Page<Item> {
  readonly items: readonly Item[]
  /** Absent on the last page. A page without items need not be the last. */
  readonly cursor?: string
}

async function* itemsOf<Item>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let next: { readonly cursor?: string } = {}
  do {
    const { items, cursor } = await read(next)
    yield* items
    next = cursor === undefined ? {} : { cursor }
  } while (next.cursor !== undefined)
}
