/** The desk's pages, as the fragment of the address names them. It never carries a key. Pure. */

/** A page of the desk. */
export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'orders'; readonly filters: Filters }
  | { readonly page: 'order'; readonly id: string }
  /** `again`: the order whose payment is asked for once more. */
  | { readonly page: 'new'; readonly again?: string }
  | { readonly page: 'keypad' }
  | { readonly page: 'products' }
  | { readonly page: 'product'; readonly id: string }
  | { readonly page: 'new-product' }
  | { readonly page: 'import-products' }

/** What the list of orders is narrowed to, as a person chose it. Absent: everything. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** Names of the filters, as the address has them. */
export const FILTER_NAMES = [
  ...(['search', 'status', 'currency', 'from', 'to', 'attention', 'held'] as const),
  ...(['requests', 'sort'] as const),
] as const
type FilterName = (typeof FILTER_NAMES)[number]

/** @param hash With its `#`; anything unknown is the overview. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const [page, id] = path.split('/')
  if (page === 'new') return newIn(query)
  if (page === 'keypad' || page === 'new-product' || page === 'import-products') return { page }
  if (page === 'products') return id ? { page: 'product', id: decoded(id) } : { page }
  if (page !== 'orders') return { page: 'overview' }
  return id ? { page: 'order', id: decoded(id) } : { page: 'orders', filters: filtersIn(query) }
}

/** The address of the list with filters. */
export const ordersHash = (filters: Filters) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString()
  return query ? `#/orders?${query}` : '#/orders'
}

/** The address of one order. */
export const orderHash = (id: string) => `#/orders/${encodeURIComponent(id)}`

function newIn(query: string): Route {
  const again = new URLSearchParams(query).get('again')
  return { page: 'new', ...(again && { again }) }
}

function filtersIn(query: string): Filters {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])),
  )
}

/** A broken escape in an address stays as it is: there is no such order then. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
