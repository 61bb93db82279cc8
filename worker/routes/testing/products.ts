/** For tests: products of the edge's catalogue, each of its own. */
import { expect } from 'vitest'
import type {
  ChangedProduct,
  NewProduct,
  Product,
  ProductLook,
  UnitsChange,
} from '../../../shared/product.ts'
import { ask, merchant, post } from './edge.ts'

/** What a product of the tests says, unless a test changes it. */
export const MUG: Omit<NewProduct, 'id'> = {
  name: 'Heather mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  shown: true,
}

/** An id that no other test has. */
export const freshId = () => crypto.randomUUID()

/** Another value for members of a body; `undefined` takes one away. */
export type Changes<Body> = { readonly [Name in keyof Body]?: Body[Name] | undefined }

/** Makes a product. `undefined` takes a member away. */
export async function product(changes: Changes<NewProduct> = {}, bindings: object = {}): Promise<Product> {
  const body = { id: freshId(), ...MUG, ...changes }
  return answered(await ask('/v1/products', post(body, merchant()), bindings))
}

/** Settings of an edge that shows pictures of products, and one that it shows. */
export const PICTURES = {
  MERCHANT: JSON.stringify({ name: 'Heather Hill', imageOrigins: ['https://cdn.example'] }),
}
export const PICTURE = 'https://cdn.example/mug.jpg'

/** Sends a change of a product, as an editor who sees it as given. */
export const put = (
  { id, version, changedAt: _, changedBy: __, units: ___, sold: ____, ...content }: Product,
  changes: Changes<ChangedProduct> = {},
  bindings: object = {},
): Promise<Response> =>
  ask(
    `/v1/products/${id}`,
    { ...post({ ...content, version, ...changes }, merchant()), method: 'PUT' },
    bindings,
  )

/** Changes a product. */
export const changed = async (before: Product, changes: Changes<ChangedProduct>): Promise<Product> =>
  answered(await put(before, changes))

/** Adds units, or takes some away. */
export const unitsOf = (
  { id }: Pick<Product, 'id'>,
  change: number | UnitsChange,
  key: string = crypto.randomUUID(),
) =>
  ask(
    `/v1/products/${id}/units`,
    post(typeof change === 'number' ? { change } : change, { ...merchant(), 'Idempotency-Key': key }),
  )

/** Reads a product as a page does. */
export const look = (id: string, headers: Record<string, string> = {}, bindings: object = {}) =>
  ask(`/v1/products/${id}`, { headers }, bindings)

/** Reads the look of a product that is shown. */
export async function shownLook(id: string): Promise<ProductLook> {
  const response = await look(id)
  expect(response.status).toBe(200)
  return response.json()
}

async function answered(response: Response): Promise<Product> {
  const body = await response.json<Product>()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}
