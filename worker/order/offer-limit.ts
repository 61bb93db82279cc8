/** How many units of a limited offer are sold or reserved, and for which orders. */
import { DurableObject } from 'cloudflare:workers'
import type { ProblemCode } from '../../shared/problem.ts'

/** An order's request for units. */
export interface UnitsRequest {
  /** The order's id. */
  readonly order: string
  readonly units: number
  /** The offer's units in all. */
  readonly limit: number
  /** Digest of the shopper's network. Absent: the order asks again for units that it held before. */
  readonly source?: string
}

/** Why an order gets no units: they are sold, or most of them; others reserve them; the same network reserves some already. */
export type Scarcity = Extract<
  ProblemCode,
  'offer-limit' | 'quantity-unavailable' | 'offer-reserved' | 'address-limit'
>

/** An order's reservation. */
interface Reservation {
  readonly units: number
  readonly source?: string
}

/** The counter's rows. Reads and writes are synchronous, so that nothing comes between them. */
export type Rows = Pick<SyncKvStorage, 'get' | 'put' | 'delete' | 'list'>

/** Prefix of a reservation's row, before the order's id. */
const ROW = 'held:'

/** An older version wrote `true` for one unit, whether it was reserved or sold. */
const OLD: Reservation = { units: 1 }

/**
 * A reservation is a row of its own until it is sold or given back, so that no row grows with the number of orders, and
 * no more rows are read than there are orders under way.
 */
export class OfferCounter {
  readonly #rows: Rows
  readonly #reservations = new Map<string, Reservation>()
  #reserved = 0
  /** Units that an older version counted, reserved or sold. */
  #old = 0
  #sold: number

  constructor(rows: Rows) {
    this.#rows = rows
    this.#sold = rows.get<number>('sold') ?? 0
    for (const [row, stored] of rows.list<Reservation | true>({ prefix: ROW }))
      this.#add(row.slice(ROW.length), stored === true ? OLD : stored)
  }

  /**
   * Reserves units for an order. Repeating it is harmless.
   *
   * @returns Why it cannot have them; `undefined` if it has them now.
   */
  reserve({ order, units, limit, source }: UnitsRequest): Scarcity | undefined {
    if (this.#reservations.has(order)) return undefined
    const unsold = limit - this.#sold - this.#old
    if (units > unsold) return unsold > 0 ? 'quantity-unavailable' : 'offer-limit'
    if (source !== undefined && this.#isReserving(source)) return 'address-limit'
    if (units > unsold - this.#reserved) return 'offer-reserved'
    const reservation = { units, ...(source !== undefined && { source }) }
    this.#rows.put(ROW + order, reservation)
    this.#add(order, reservation)
    return undefined
  }

  /** Gives an order's units back. Repeating it is harmless. */
  release(order: string): void {
    this.#drop(order)
  }

  /** Notes that an order was paid: its units are sold for good. Repeating it is harmless. */
  settle(order: string): void {
    const reservation = this.#drop(order)
    if (!reservation) return
    this.#sold += reservation.units
    this.#rows.put('sold', this.#sold)
  }

  #isReserving(source: string): boolean {
    return [...this.#reservations.values()].some((one) => one.source === source)
  }

  #add(order: string, reservation: Reservation): void {
    this.#reservations.set(order, reservation)
    if (reservation === OLD) this.#old += reservation.units
    else this.#reserved += reservation.units
  }

  #drop(order: string): Reservation | undefined {
    const reservation = this.#reservations.get(order)
    if (!reservation) return undefined
    this.#rows.delete(ROW + order)
    this.#reservations.delete(order)
    if (reservation === OLD) this.#old -= reservation.units
    else this.#reserved -= reservation.units
    return reservation
  }
}

/** Counts the units of one offer that are sold or reserved. One object per offer. */
export class OfferLimit extends DurableObject {
  readonly #counter = new OfferCounter(this.ctx.storage.kv)

  /**
   * Reserves units for an order. Repeating it is harmless.
   *
   * @returns Why it cannot have them; `undefined` if it has them now.
   */
  reserve(request: UnitsRequest): Scarcity | undefined {
    return this.#counter.reserve(request)
  }

  /** Gives an order's units back. Repeating it is harmless. */
  release(order: string): void {
    this.#counter.release(order)
  }

  /** Notes that an order was paid: its units are sold for good. Repeating it is harmless. */
  settle(order: string): void {
    this.#counter.settle(order)
  }
}
