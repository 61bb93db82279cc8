/** What one merchant key gave back in a day of UTC, and what it may still give back. Pure but for its rows. */

const DAY_MS = 86_400_000

/** The ledger's rows. Reads and writes are synchronous, so that nothing comes between them. */
export type Rows = Pick<SyncKvStorage, 'put' | 'delete' | 'list'>

/** Prefix of a refund's row, before its ticket. */
const ROW = 'refund:'

/** The most decimals that a currency or an endpoint has. */
const MOST_DECIMALS = 4

/** A sum: minor units, and how many decimals they are. Two endpoints of one currency may differ in that. */
interface Sum {
  readonly amountMinor: number
  readonly exponent: number
}

/** A refund: what names it, and its sum in minor units of an ISO 4217 currency. */
export interface CountedSum extends Sum {
  /** The order and the `Idempotency-Key`. The same ticket is the same refund. */
  readonly ticket: string
  readonly currency: string
}

/** A refund that was counted, and the day, in days since the epoch. */
interface Kept extends Omit<CountedSum, 'ticket'> {
  readonly day: number
}

/**
 * A refund is counted on the day on which it is asked about, before it is sent. A refund that spans midnight stays on its day;
 * one whose answer was lost before midnight, and that is asked about again after it, counts on the new day.
 */
export class RefundLedger {
  readonly #rows: Rows
  readonly #clock: () => number
  readonly #kept: Map<string, Kept>

  /** @param clock Milliseconds since the epoch. */
  constructor(rows: Rows, clock: () => number = Date.now) {
    this.#rows = rows
    this.#clock = clock
    const stored = [...rows.list<Kept>({ prefix: ROW })]
    this.#kept = new Map(stored.map(([row, kept]) => [row.slice(ROW.length), kept]))
  }

  /**
   * Counts a refund, if the day has room for it. Repeating it is harmless.
   *
   * @param perDayMinor The most of the day, in minor units of the refund's own decimals.
   * @returns Whether it is counted.
   */
  reserve(sum: CountedSum, perDayMinor: number): boolean {
    this.#leaveFormerDays()
    const kept = this.#kept.get(sum.ticket)
    if (kept && comparable(kept) >= comparable(sum)) return true
    const most = comparable({ ...sum, amountMinor: perDayMinor })
    if (this.#totalBeside(sum) + comparable(sum) > most) return false
    this.count(sum)
    return true
  }

  /** Counts a refund that was carried out, also where the day has no room for it. Repeating it is harmless. */
  count({ ticket, currency, amountMinor, exponent }: CountedSum): void {
    const kept = { currency, amountMinor, exponent, day: this.#today }
    this.#rows.put(ROW + ticket, kept)
    this.#kept.set(ticket, kept)
  }

  /** Takes a refund out that moved nothing. Repeating it is harmless. */
  release(ticket: string): void {
    if (!this.#kept.delete(ticket)) return
    this.#rows.delete(ROW + ticket)
  }

  /** Erases what was counted on former days. @returns When the day ends, in milliseconds; `undefined` if nothing is left. */
  forget(): number | undefined {
    this.#leaveFormerDays()
    return this.#kept.size > 0 ? this.endOfDay : undefined
  }

  /** When today's refunds count no more, in milliseconds since the epoch. */
  get endOfDay(): number {
    return (this.#today + 1) * DAY_MS
  }

  get #today(): number {
    return Math.floor(this.#clock() / DAY_MS)
  }

  #totalBeside({ ticket, currency }: CountedSum): number {
    const others = [...this.#kept].filter(([other, kept]) => other !== ticket && kept.currency === currency)
    return others.reduce((sum, [, kept]) => sum + comparable(kept), 0)
  }

  #leaveFormerDays(): void {
    for (const [ticket, { day }] of this.#kept) if (day < this.#today) this.release(ticket)
  }
}

/** A sum in ten thousandths of its currency: a whole number, as minor units are. */
const comparable = ({ amountMinor, exponent }: Sum): number => amountMinor * 10 ** (MOST_DECIMALS - exponent)
