/** A part of a month's entries in an object of its own, for lists that are too long for one database. */
import { DurableObject } from 'cloudflare:workers'
import { accepted, type Result } from '../../shared/result.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { objectDatabase } from './index-database.ts'
import { type DailyQuery, dailyGroups } from './kept-sums.ts'
import type { OrderEntry } from './listed-order.ts'
import { orderIds, putOrder, removeOrder } from './order-entries.ts'
import { listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { type Span, type SumGroup, sumGroups } from './order-sums.ts'
import { dropShard, enterShard, type Settled } from './shard-catalogue.ts'
import { type Shard, shardOfName } from './shard-routing.ts'
import { SHARD_SCHEMA } from './shard-schema.ts'

/** The bindings that a shard needs. */
export interface ShardEnv {
  readonly ORDER_INDEX: D1Database
}

/** What a shard with tables has noted. What was settled for it is there too: a restored database may have forgotten it. */
interface Made extends Settled {
  /** Its stay in the catalogue, from its first entry until its last one is removed. */
  readonly stay: string
  /** How many steps of the schema it has. */
  readonly steps: number
}

const MADE = 'made'

/** A shard looks again whether the catalogue has it: the database may be restored while its object stays awake. */
const LOOKS_EVERY_MS = 3_600_000

/**
 * Keeps entries, and answers as the database does. Its name says which entries, and its callers choose by it.
 *
 * It has tables from its first entry on, and is entered in the catalogue before. Once its last entry is removed it deletes all
 * its storage: an object without storage costs nothing. A call to read from it makes none.
 */
export class OrderIndexShard extends DurableObject<ShardEnv> {
  readonly #index = objectDatabase(this.ctx.storage)
  #made = this.ctx.storage.kv.get<Made>(MADE)
  #entering: Promise<void> | undefined
  #enteredAt = Number.NEGATIVE_INFINITY

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

  /** Adds its orders of some days up. */
  async daily(query: DailyQuery): Promise<readonly (readonly SumGroup[])[]> {
    return this.#made ? dailyGroups(this.#index, query) : []
  }

  /** Lists ids after an id, in their order. */
  async ids(after: string, limit: number): Promise<readonly string[]> {
    return this.#made ? orderIds(this.#index, after, limit) : []
  }

  /**
   * Adds, updates or repairs an entry, unless the listed one is newer. Only the first one needs the catalogue.
   *
   * @param settled By what the caller chose this shard.
   * @returns Billed rows, once the entry is stored.
   */
  async put(entry: OrderEntry, settled: Settled): Promise<number> {
    // An entry that was removed meanwhile may have taken the tables along.
    while (!this.#made) await this.#enter({ stay: crypto.randomUUID(), steps: 0, ...settled })
    const rows = await putOrder(this.#index, entry)
    this.#look()
    return rows
  }

  /** Makes sure that the catalogue has this shard and what was settled for it, if it has entries. Repeating writes nothing. */
  async enter(): Promise<void> {
    if (this.#made) await this.#enter(this.#made)
  }

  /** Takes an order out, for good. Repeating it is harmless. */
  async remove(id: string): Promise<void> {
    if (!this.#made) return
    await removeOrder(this.#index, id)
    await this.#empty()
  }

  /**
   * Looks now and then whether the catalogue still has this shard. No entry waits for it: `waitUntil` keeps the object until the
   * database has answered. After a failure the next entry looks again.
   */
  #look(): void {
    if (!this.#made || Date.now() - this.#enteredAt < LOOKS_EVERY_MS) return
    const failed = (error: unknown) =>
      log('index-failed', { shard: this.ctx.id.name, error: errorText(error) })
    this.ctx.waitUntil(this.#enter(this.#made).catch(failed))
  }

  #enter(made: Made): Promise<void> {
    this.#entering ??= this.#enterCatalogue(made).finally(() => {
      this.#entering = undefined
    })
    return this.#entering
  }

  /** The catalogue first: a list that does not know the shard would lack its entries. */
  async #enterCatalogue(made: Made): Promise<void> {
    const before = this.#made
    const { since, count } = await enterShard(this.env.ORDER_INDEX, this.#shard, made)
    // Its last entry was removed meanwhile.
    if (this.#made !== before) return
    if (!before || before.since !== since || before.count !== count) this.#build({ ...made, since, count })
    this.#enteredAt = Date.now()
  }

  #build({ steps, ...noted }: Made): void {
    const { storage } = this.ctx
    const made = { ...noted, steps: SHARD_SCHEMA.length }
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
    // A look that is under way would enter it again.
    await this.#entering?.catch(() => undefined)
    await dropShard(this.env.ORDER_INDEX, this.#shard, made.stay)
  }

  get #shard(): Shard {
    const shard = shardOfName(this.ctx.id.name ?? '')
    if (!shard) throw new TypeError('a shard has a name')
    return shard
  }
}
