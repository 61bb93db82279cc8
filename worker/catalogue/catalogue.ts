/** The products of the edge, with all their versions, in one object. */
import { DurableObject } from 'cloudflare:workers'
import type { ProductContent } from '../../shared/product.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { KeptProduct } from '../domain/product.ts'
import { CATALOGUE_SCHEMA } from './catalogue-schema.ts'
import {
  findProduct,
  findUnitsChange,
  type KeptVersion,
  listProducts,
  listVersions,
  putUnits,
  putUnitsChange,
  putVersion,
} from './product-table.ts'

/** The most units that are counted, as in the contract. */
const MAX_UNITS = 999_999_999

const VERSION_BYTES = 16

/** A key that changed units is known for this long: far longer than anybody repeats a request. */
const KEYS_KEPT_MS = 30 * 86_400_000

const STEPS = 'steps'

/** Why the catalogue changes nothing, and the product as it is. */
export interface Unchanged {
  readonly code:
    | 'product-unavailable'
    | 'product-exists'
    | 'product-changed'
    | 'quantity-invalid'
    | 'key-reused'
  readonly product?: KeptProduct
}

/** A product to be made. */
export interface ProductToMake {
  readonly id: string
  readonly content: ProductContent
  readonly units?: number
}

/** Another version of a product. */
export interface ProductChange {
  readonly id: string
  /** The version that the editor saw. */
  readonly version: string
  readonly content: ProductContent
}

/** A change of a product's units. */
export interface UnitsRequested {
  readonly id: string
  /** Made by the caller. The same key changes the units once. */
  readonly key: string
  readonly change: number
  /** The units that the caller saw; absent where it is all the same. */
  readonly from?: number
}

/** A part of a list. */
export interface PageRequest {
  readonly limit: number
}

/**
 * Keeps products. Nothing is ever taken out: an order names the version that it sold, and a product that is not sold any
 * more is hidden.
 */
export class Catalogue extends DurableObject {
  readonly #sql = this.ctx.storage.sql

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    this.#build(ctx.storage.kv.get<number>(STEPS) ?? 0)
  }

  /** Finds products. @returns One entry for each id, `undefined` where there is none; hidden ones too. */
  read(ids: readonly string[]): readonly (KeptProduct | undefined)[] {
    return ids.map((id) => findProduct(this.#sql, id)?.product)
  }

  /** Lists products by their ids, hidden ones too. @param after The last id of the page before. */
  page({ after, limit }: PageRequest & { readonly after: string }): readonly KeptProduct[] {
    return listProducts(this.#sql, after, limit)
  }

  /** Lists versions of a product, the newest first. @param before The last number of the page before. */
  versions(id: string, { before, limit }: PageRequest & { readonly before: number }): readonly KeptVersion[] {
    return listVersions(this.#sql, id, { before, limit })
  }

  /**
   * Makes a product. Repeating it is harmless until an editor changes it.
   *
   * @param by Name of the merchant key. So in the other changes.
   */
  create({ id, content, units }: ProductToMake, by: string): Result<KeptProduct, Unchanged> {
    const known = findProduct(this.#sql, id)
    if (known) {
      const { number, product } = known
      const isSame = number === 1 && isEqual(product.content, content) && product.units === units
      return isSame ? accepted(product) : refused({ code: 'product-exists', product })
    }
    const made = { id, content, ...(units !== undefined && { units }), unitsRevision: 0, ...mark(by) }
    this.#put(1, made)
    return accepted(made)
  }

  /**
   * Makes another version of a product, if the editor saw the present one: what another editor wrote meanwhile is not
   * overwritten. Units stay as they are; with another `lowAt` their revision is a new one. Repeating it is harmless.
   */
  change({ id, version, content }: ProductChange, by: string): Result<KeptProduct, Unchanged> {
    const known = findProduct(this.#sql, id)
    if (!known) return refused({ code: 'product-unavailable' })
    const { number, product } = known
    // Also the answer to a repeated request, whose first answer was lost.
    if (isEqual(product.content, content)) return accepted(product)
    if (product.version !== version) return refused({ code: 'product-changed', product })
    const isRevised = product.content.lowAt !== content.lowAt
    const unitsRevision = product.unitsRevision + (isRevised ? 1 : 0)
    const changed = { ...product, content, unitsRevision, ...mark(by) }
    this.#put(number + 1, changed)
    return accepted(changed)
  }

  /**
   * Adds to a product's units, or takes some away, if the caller saw the present ones. One key does so once. The version
   * stays: shoppers see the same product.
   */
  changeUnits({ id, key, change, from }: UnitsRequested, by: string): Result<KeptProduct, Unchanged> {
    const known = findProduct(this.#sql, id)
    if (!known) return refused({ code: 'product-unavailable' })
    const { product } = known
    const made = findUnitsChange(this.#sql, id, key)
    if (made !== undefined)
      return made === change ? accepted(product) : refused({ code: 'key-reused', product })
    const present = product.units ?? 0
    if (from !== undefined && from !== present) return refused({ code: 'product-changed', product })
    const units = present + change
    if (units < 0 || units > MAX_UNITS) return refused({ code: 'quantity-invalid', product })
    const changed = { ...product, units, unitsRevision: product.unitsRevision + 1 }
    const now = Date.now()
    this.ctx.storage.transactionSync(() => {
      putUnitsChange(this.#sql, { id, key, change, at: now, by }, now - KEYS_KEPT_MS)
      putUnits(this.#sql, changed)
    })
    return accepted(changed)
  }

  #put(number: number, product: KeptProduct): void {
    this.ctx.storage.transactionSync(() => putVersion(this.#sql, { number, product }))
  }

  #build(steps: number): void {
    if (steps >= CATALOGUE_SCHEMA.length) return
    const { storage } = this.ctx
    storage.transactionSync(() => {
      for (const sql of CATALOGUE_SCHEMA.slice(steps).flat()) storage.sql.exec(sql)
      storage.kv.put(STEPS, CATALOGUE_SCHEMA.length)
    })
  }
}

/** A new version's name, time and maker. */
const mark = (by: string) => ({
  version: toBase64Url(crypto.getRandomValues(new Uint8Array(VERSION_BYTES))),
  changedAt: Date.now(),
  changedBy: by,
})

/** Both were read by one schema, which sets the order of members. */
const isEqual = (one: ProductContent, other: ProductContent) => JSON.stringify(one) === JSON.stringify(other)
