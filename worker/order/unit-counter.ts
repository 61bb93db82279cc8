/** How many units of a limited offer are sold or reserved, and for which orders. Pure but for its rows. */
import type { ProblemCode } from '../../shared/problem.ts'
import type { StockNotification } from '../outbox/notifications.ts'
import { isLow, type LowMark, unitsLeft } from './model/low-stock.ts'
import {
  fadedAt,
  forgiven,
  isContested,
  leftOf,
  mayRenew,
  type ShareRefusal,
  type ShareWish,
  shareRefusal,
  type Waste,
  wasted,
} from './model/network-share.ts'

/** An order's request for units. */
export interface UnitsRequest {
  /** The order's id. */
  readonly order: string
  readonly units: number
  /** The offer's units in all. */
  readonly limit: number
  /** Of a product: how often its units were changed. Absent: an offer, whose limit never changes. */
  readonly revision?: number
  /** Of a product: when its merchant is told that few are left. */
  readonly low?: LowMark
  /** Digest of the shopper's network. Absent: the order asks again for units that it held before. */
  readonly source?: string
  /** How long an unpaid form keeps units, in milliseconds. Absent from a Worker of an older version. */
  readonly reservationMs?: number
  /** Whether the edge can check for bots, and has done so for this request. */
  readonly check?: 'off' | 'open' | 'passed'
  /** The order holds the units and would like to keep them for longer. */
  readonly isRenewal?: true
}

/**
 * Why an order gets no units: they are sold, or most of them; others reserve them; the same network reserves its share
 * already, or let too many lapse; a bot check has to be passed first.
 */
export type Scarcity = Extract<
  ProblemCode,
  | 'offer-limit'
  | 'quantity-unavailable'
  | 'offer-reserved'
  | 'address-limit'
  | 'too-many-requests'
  | 'check-needed'
>

/** A refusal and, if it is known, when to come again. */
export interface UnitsRefusal {
  readonly code: Scarcity
  readonly waitMs?: number
}

/** An order's reservation. An older version stored no time. */
interface Reservation {
  readonly units: number
  readonly source?: string
  readonly since?: number
}

/** The counter's rows. Reads and writes are synchronous, so that nothing comes between them. */
export type Rows = Pick<SyncKvStorage, 'get' | 'put' | 'delete' | 'list'>

/** Prefix of a reservation's row, before the order's id. */
const ROW = 'held:'

/** Prefix of the row that says what a network wasted, before its digest. */
const WASTE = 'waste:'

/** An older version wrote `true` for one unit, whether it was reserved or sold. */
const OLD: Reservation = { units: 1 }

const FULL: UnitsRefusal = { code: 'address-limit' }

/** The row of the newest units that the catalogue gave the counter of a product. */
const LIMIT = 'limit'

/** The units of a product in all, and how often they were changed. */
export interface UnitsLimit {
  readonly limit: number
  /** Absent: those of an offer, which never change. */
  readonly revision?: number
  readonly low?: LowMark
}

/** The newest that the counter of a product was told. */
interface KeptLimit extends UnitsLimit {
  readonly revision: number
  /** Its merchant was told that few are left. */
  readonly isTold?: true
}

/** As long as a reservation is by default, for a Worker of an older version. */
const USUAL_MS = 1_800_000

/**
 * A reservation is a row of its own until it is sold or given back, so that no row grows with the number of orders, and
 * no more rows are read than there are orders under way.
 */
export class UnitCounter {
  readonly #rows: Rows
  readonly #clock: () => number
  readonly #reservations = new Map<string, Reservation>()
  readonly #wastes = new Map<string, Waste>()
  #reserved = 0
  /** Units that an older version counted, reserved or sold. */
  #old = 0
  #sold: number
  /** The newest of a product. Orders that were opened before bring older ones. */
  #limit: KeptLimit | undefined
  readonly #tell: (notice: StockNotification) => void

  /**
   * @param clock Milliseconds since the epoch.
   * @param tell Stores what the merchant is to be told, among the same rows and without waiting.
   */
  constructor(
    rows: Rows,
    clock: () => number = Date.now,
    tell: (notice: StockNotification) => void = () => undefined,
  ) {
    this.#rows = rows
    this.#clock = clock
    this.#tell = tell
    this.#sold = rows.get<number>('sold') ?? 0
    this.#limit = rows.get<KeptLimit>(LIMIT)
    for (const [row, stored] of rows.list<Reservation | true>({ prefix: ROW }))
      this.#add(row.slice(ROW.length), stored === true ? OLD : stored)
    for (const [row, waste] of rows.list<Waste>({ prefix: WASTE }))
      this.#wastes.set(row.slice(WASTE.length), waste)
  }

  /** Whether all units are sold for good. Reserved ones may come back. */
  isSoldOut(given: UnitsLimit): boolean {
    return this.#newest(given) <= this.#sold
  }

  /** The units that are sold for good. */
  get sold(): number {
    return this.#sold
  }

  /**
   * Notes the units of a product, unless it knows newer ones. More units than the merchant wants to be told of arm the
   * message about the next fall. Repeating it writes nothing.
   */
  keepLimit({ limit, revision, low }: UnitsLimit): void {
    if (revision === undefined || !this.#isNews(revision, low)) return
    const now = { limit, revision, ...(low && { low }) }
    const isTold = this.#limit?.isTold && isLow({ ...now, sold: this.#sold })
    this.#put({ ...now, ...(isTold && { isTold }) })
  }

  /** Before the first change there is no other figure that somebody could know, but perhaps a bound. */
  #isNews(revision: number, low: LowMark | undefined): boolean {
    const known = this.#limit?.revision ?? 0
    return revision > known || (revision === known && low !== undefined && !this.#limit?.low)
  }

  #put(limit: KeptLimit): void {
    this.#limit = limit
    this.#rows.put(LIMIT, limit)
  }

  #newest({ limit, revision }: UnitsLimit): number {
    const kept = revision === undefined ? undefined : this.#limit
    return kept && revision !== undefined && kept.revision >= revision ? kept.limit : limit
  }

  /**
   * Reserves units for an order, or says whether it may keep them for longer. Repeating it is harmless.
   *
   * @returns Why it cannot have them; `undefined` if it has them now.
   */
  reserve(request: UnitsRequest): UnitsRefusal | undefined {
    const { order, units, source } = request
    const now = this.#clock()
    this.keepLimit(request)
    const unsold = this.#newest(request) - this.#sold - this.#old
    const known = this.#reservations.get(order)
    if (known) return request.isRenewal && !this.#mayRenew(request, known, unsold) ? FULL : undefined
    const wish = this.#wishOf(request, unsold)
    if (units > unsold) return { code: unsold > 0 ? 'quantity-unavailable' : 'offer-limit' }
    const refused = source === undefined ? undefined : refusalOf(shareRefusal(wish, now))
    if (refused) return refused
    if (units > unsold - this.#reserved) return { code: 'offer-reserved' }
    if (request.check === 'open' && this.#needsCheck(wish, now)) return { code: 'check-needed' }
    const reservation = { units, since: now, ...(source !== undefined && { source }) }
    this.#rows.put(ROW + order, reservation)
    this.#add(order, reservation)
    return undefined
  }

  /**
   * Gives an order's units back. Repeating it is harmless.
   *
   * @param isUnused The order could not be paid meanwhile, since another offer of its cart refused.
   * @param shopperMs For how long the shopper alone can have kept them, at most, in milliseconds. By default all the time.
   */
  release(order: string, isUnused = false, shopperMs = Number.POSITIVE_INFINITY): void {
    const reservation = this.#drop(order)
    if (reservation && !isUnused) this.#waste(order, reservation, shopperMs)
  }

  /**
   * Notes that an order was paid: its units are sold for good, and its network wasted nothing by it. Tells the merchant
   * where few are left; units that are only reserved may come back, and tell nothing. Repeating it is harmless.
   */
  settle(order: string): void {
    const reservation = this.#drop(order)
    if (reservation) {
      this.#sold += reservation.units
      this.#rows.put('sold', this.#sold)
      for (const [source, waste] of this.#wastes) this.#keepWaste(source, forgiven(waste, order))
    }
    // Also with a repeated call: the first may have failed here.
    this.#tellIfLow()
  }

  #tellIfLow(): void {
    const known = this.#limit
    if (!known?.low || known.isTold) return
    const stock = { ...known, sold: this.#sold }
    if (!isLow(stock)) return
    const { product: id, lowAt } = known.low
    this.#tell({
      // There is one fall per revision: only another figure arms the next.
      id: `product.${id}.low.${known.revision}`,
      ...{ type: 'product.low', at: this.#clock(), product: { id, left: unitsLeft(stock), lowAt } },
    })
    this.#put({ ...known, isTold: true })
  }

  /** Erases what no network has to wait for any more. @returns When to come again; `undefined` if nothing is left. */
  forget(): number | undefined {
    const now = this.#clock()
    for (const [source, waste] of this.#wastes) if (fadedAt(waste) <= now) this.#forget(source)
    return this.forgottenAt
  }

  /** When the first network's waste has faded; `undefined` if there is none. */
  get forgottenAt(): number | undefined {
    const times = [...this.#wastes.values()].map(fadedAt)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** The network that got the units answers for them, wherever the shopper is by now. */
  #mayRenew(request: UnitsRequest, { source }: Reservation, unsold: number): boolean {
    return source === undefined || mayRenew(this.#wishOf({ ...request, source }, unsold), this.#clock())
  }

  #wishOf(request: UnitsRequest, unsold: number): ShareWish {
    const { order, units, source, reservationMs = USUAL_MS } = request
    const own = [...this.#reservations].filter(([id, one]) => id !== order && one.source === source)
    return {
      ...{ order, units, unsold, reservationMs },
      held: source === undefined ? 0 : own.reduce((sum, [, one]) => sum + one.units, 0),
      waste: source === undefined ? undefined : this.#wastes.get(source),
    }
  }

  /** A shopper who was declined, or comes back late, has shown before that they are there. */
  #needsCheck(wish: ShareWish, now: number): boolean {
    return wish.waste?.order !== wish.order && isContested([...this.#wastes.values()], wish, now)
  }

  #waste(order: string, { source, units, since }: Reservation, shopperMs: number): void {
    if (source === undefined || since === undefined) return
    const now = this.#clock()
    const heldMs = Math.min(now - since, shopperMs)
    const waste = wasted(this.#wastes.get(source), { order, units, heldMs }, now)
    if (leftOf(waste, now) > 0) this.#keepWaste(source, waste)
  }

  #keepWaste(source: string, waste: Waste | undefined): void {
    if (waste === this.#wastes.get(source)) return
    if (waste) {
      this.#rows.put(WASTE + source, waste)
      this.#wastes.set(source, waste)
    } else this.#forget(source)
  }

  #forget(source: string): void {
    this.#rows.delete(WASTE + source)
    this.#wastes.delete(source)
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

function refusalOf(refusal: ShareRefusal | undefined): UnitsRefusal | undefined {
  if (refusal?.type === 'full') return FULL
  return refusal && { code: 'too-many-requests', waitMs: refusal.waitMs }
}
