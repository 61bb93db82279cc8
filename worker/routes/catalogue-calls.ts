/** Calls of the catalogue. */
import type { Product } from '../../shared/product.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Catalogue, Unchanged } from '../catalogue/catalogue.ts'
import { CATALOGUE } from '../catalogue/catalogue-name.ts'
import { errorText } from '../config/error-text.ts'
import { objectNamed } from '../config/jurisdiction.ts'
import { log } from '../config/log.ts'
import { productDigest } from '../credentials/sale.ts'
import { withTimeout } from '../deadline.ts'
import { type KeptProduct, productView } from '../domain/product.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** The path parameter of a product. */
export const PRODUCT_PATH = { product: 'The product’s id.' }

/** The catalogue's object. */
export const catalogueOf = (c: EdgeContext): DurableObjectStub<Catalogue> =>
  objectNamed(c.env.CATALOGUE, CATALOGUE, c.get('config'))

/** Finds products in one call. Refused where the catalogue does not answer soon: no price is guessed. */
export async function productsOf(
  c: EdgeContext,
  ids: readonly string[],
): Promise<Result<readonly (KeptProduct | undefined)[], Refusal>> {
  try {
    return accepted(await soon(c, catalogueOf(c).read(ids)))
  } catch (error) {
    return refused({ code: 'unavailable', why: errorText(error) })
  }
}

const counterOf = async (c: EdgeContext, id: string) =>
  objectNamed(c.env.OFFER_LIMITS, await productDigest(id), c.get('config'))

/** Whether no unit of a product is left. A counter that gives no answer soon keeps no shopper from looking. */
export async function isSoldOut(c: EdgeContext, product: KeptProduct): Promise<boolean> {
  const { id, units, unitsRevision } = product
  if (units === undefined) return false
  const counter = await counterOf(c, id)
  return soon(c, counter.isSoldOut(units, unitsRevision)).catch(() => false)
}

/** A product as its merchant sees it, with what is sold of it. */
export async function merchantProduct(c: EdgeContext, kept: KeptProduct): Promise<Product> {
  if (kept.units === undefined) return productView(kept)
  const counter = await counterOf(c, kept.id)
  return productView(kept, await soon(c, counter.sold()).catch(() => undefined))
}

/** Tells the counter of a product how many units there are, and how few are few, so that open orders count by them too. The next sale tells it again. */
export async function tellUnits(
  c: EdgeContext,
  { id, units, unitsRevision, content: { lowAt } }: KeptProduct,
): Promise<void> {
  if (units === undefined) return
  const counter = await counterOf(c, id)
  const failed = (error: unknown) => log('units-not-told', { product: id, error: errorText(error) })
  await soon(
    c,
    counter.keepLimit(units, unitsRevision, lowAt === undefined ? undefined : { product: id, lowAt }),
  ).catch(failed)
}

/** Answers what the catalogue keeps after a change, or why it changed nothing. */
export async function answerChange(
  c: EdgeContext,
  changed: Result<KeptProduct, Unchanged>,
): Promise<Response> {
  if (changed.ok) return c.json(await merchantProduct(c, changed.value))
  const { code, product } = changed.reason
  return problem(c, { code, ...(product && { product: await merchantProduct(c, product) }) })
}

const soon = <Value>(c: EdgeContext, answer: Promise<Value>): Promise<Value> =>
  withTimeout(c.get('config').times.soldOutDeadline, answer)
