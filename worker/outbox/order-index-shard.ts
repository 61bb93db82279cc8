/** A part of a month's entries in an object of its own, for lists that are too long for one database. */
import { DurableObject } from 'cloudflare:workers'
import { accepted, type Result } from '../../shared/result.ts'
import { objectDatabase } from './index-database.ts'
import type { OrderEntry } from './listed-order.ts'
import { orderIds, putOrder, removeOrder } from './order-entries.ts'
import { listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { type Span, type SumGroup, sumGroups } from './order-sums.ts'
import { addShard, dropShard } from './shard-catalogue.ts'
import { SHARD_SCHEMA } from './shard-schema.ts'

/** The bindings that a shard needs. */
export interface ShardEnv {
  readonly ORDER_INDEX: D1Database
}

/** What a shard with tables has noted. */
interface Made {
  /** Its stay in the catalogue, from its first entry until its last one is removed. */
  readonly stay: string
  /** How many steps of the schema it has. */
  readonly steps: number
}

const MADE = 'made'

/**
 * Keeps entries, and answers as the database does. Its name says which entries, and its callers choose by it.
 *
 * It has tables from its first entry on, and is entered in the catalogue before. Once its last entry is removed it deletes all
 * its storage: an object without storage costs nothing. A call to read from it makes none.
 */
export class OrderIndexShard extends DurableObject<ShardEnv> {
  readonly #index = objectDatabase(this.ctx.storage)
  #made = this.ctx.storage.kv.get<Made>(MADE)
  #making: Promise<void> | undefined

  constructor(ctx: DurableObjectState, env: ShardEnv) {
    super(ctx, env)
    if (this.#made && this.#made.steps < SHARD_SCHEMA.length) this.#build(this.#made)
  }

  /** Lists a page of its entries, as `listOrders` does. */
  async page(query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    return this.#made ? listOrders(this.#index, query) : accepted({ orders: [] })
  }

  /** Adds its orders of a span up. */
  async groups(span: Span): Promise<readonly SumGroup[]> {
    return this.#made ? sumGroups(this.#index, span) : []
  }

  /** Lists ids after an id, in their order. */
  async ids(after: string, limit: number): Promise<readonly string[]> {
    return this.#made ? orderIds(this.#index, after, limit) : []
  }

  /** Adds, updates or repairs an entry, unless the listed one is newer. @returns Billed rows. */
  async put(entry: OrderEntry): Promise<number> {
    // An entry that was removed meanwhile may have taken the tables along.
    while (!this.#made) {
      this.#making ??= this.#make().finally(() => {
        this.#making = undefined
      })
      await this.#making
    }
    return putOrder(this.#index, entry)
  }

  /** Takes an order out, for good. @returns Whether it was listed here. */
  async remove(id: string): Promise<boolean> {
    if (!this.#made) return false
    const wasListed = await removeOrder(this.#index, id)
    await this.#empty()
    return wasListed
  }

  /** The catalogue first: a list that does not know the shard would lack its entries. */
  async #make(): Promise<void> {
    const stay = crypto.randomUUID()
    await addShard(this.env.ORDER_INDEX, this.#name, stay)
    this.#build({ stay, steps: 0 })
  }

  #build({ stay, steps }: Made): void {
    const { storage } = this.ctx
    const made = { stay, steps: SHARD_SCHEMA.length }
    storage.transactionSync(() => {
      for (const sql of SHARD_SCHEMA.slice(steps).flat()) storage.sql.exec(sql)
      storage.kv.put(MADE, made)
    })
    this.#made = made
  }

  /**
   * Nothing comes between the look and the deletion. If the catalogue cannot be reached, the shard stays in it, and is asked for
   * nothing. An entry that comes meanwhile begins another stay, which this does not end.
   */
  async #empty(): Promise<void> {
    const { storage } = this.ctx
    const made = this.#made
    if (!made || storage.sql.exec('SELECT 1 FROM order_ids LIMIT 1').toArray().length > 0) return
    this.#made = undefined
    await storage.deleteAll()
    await dropShard(this.env.ORDER_INDEX, this.#name, made.stay)
  }

  get #name(): string {
    const { name } = this.ctx.id
    if (name === undefined) throw new TypeError('a shard has a name')
    return name
  }
}
