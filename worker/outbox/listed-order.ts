/** An order as the list shows it, and its database row. */
import type { OrderStatus } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'

/** An entry of the order list. */
export interface OrderEntry {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  /** Decimal text, as in the view. */
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly status: OrderStatus
  readonly needsAttention: boolean
  readonly test: boolean
  /** The start of its first attempt, in milliseconds since the epoch. Never changes; the list is sorted by it. */
  readonly startedAt: number
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Counts the order's changes. An entry with a smaller one is older. */
  readonly seq: number
}

/** Column → its value. The first two are the key. SQLite has no booleans. */
const COLUMNS = {
  started_at: ({ startedAt }) => startedAt,
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  intent: ({ intent }) => intent,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  description: ({ description }) => description,
  status: ({ status }) => status,
  needs_attention: ({ needsAttention }) => Number(needsAttention),
  test: ({ test }) => Number(test),
  updated_at: ({ updatedAt }) => updatedAt,
  seq: ({ seq }) => seq,
} as const satisfies Record<string, (entry: OrderEntry) => string | number>

/** A row as D1 returns it. */
export interface OrderRow
  extends Pick<OrderEntry, 'id' | 'reference' | 'intent' | 'amount' | 'currency' | 'description' | 'status'> {
  readonly started_at: number
  readonly needs_attention: number
  readonly test: number
  readonly updated_at: number
  readonly seq: number
}

/** Names of the columns, the two of the key first. */
export const columnNames = Object.keys(COLUMNS)

/** The values of an entry, in the order of `columnNames`. */
export const valuesOf = (entry: OrderEntry) => Object.values(COLUMNS).map((value) => value(entry))

/** Reads a row that `valuesOf` wrote. */
export function entryOf({ started_at, needs_attention, test, updated_at, ...same }: OrderRow): OrderEntry {
  return {
    ...same,
    needsAttention: needs_attention === 1,
    test: test === 1,
    startedAt: started_at,
    updatedAt: updated_at,
  }
}
