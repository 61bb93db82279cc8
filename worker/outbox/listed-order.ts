/** An order as the list shows it, and its database row. */
import type { AttentionReason } from '../../shared/order-history.ts'
import type { OrderStatus } from '../../shared/order-status.ts'
import { ATTENTION_REASONS } from '../../shared/order-values.ts'
import type { Intent, Way } from '../../shared/order-view.ts'

/** An entry of the order list. */
export interface OrderEntry {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  /** Decimal text, as in the view. */
  readonly amount: string
  readonly currency: string
  /** What was taken so far, what the merchant gave back of it, and what banks took back, as decimal text. */
  readonly captured: string
  readonly returned: string
  readonly chargedBack: string
  readonly description: string
  readonly status: OrderStatus
  readonly needsAttention: boolean
  /** Why it does; empty if it does not. */
  readonly attention: readonly AttentionReason[]
  readonly test: boolean
  /** Of a payment request: when a person first clicked on the page of its link, in milliseconds since the epoch. */
  readonly seenAt?: number
  /** Of a payment request that can still be paid: the number of the key under which its link was made. */
  readonly linkKey?: string
  /** How it was paid, or tried to pay last. An older version did not write it. */
  readonly method?: Way
  /**
   * The start of its first attempt, or a request's opening, in milliseconds since the epoch. Never changes; the list is sorted
   * by it.
   */
  readonly startedAt: number
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Counts the order's changes. An entry with a smaller one is older. */
  readonly seq: number
  /** Keyed digest of the e-mail address of who paid, until it is erased. Orders are found by it; nothing shows it. */
  readonly shopper?: string
  /** The last digits of the card that paid, until they are erased. Orders are found by them; nothing shows them. */
  readonly lastFour?: string
}

/** Members that an older version did not write. */
type Added = 'captured' | 'returned' | 'chargedBack' | 'attention'

/** Members that orders are found by, which no list shows. */
type Searched = 'shopper' | 'lastFour'

/** An entry as the list has it. */
export interface KeptEntry extends Omit<OrderEntry, Added | Searched>, Partial<Pick<OrderEntry, Added>> {
  /** Since when the list has shown its status, in milliseconds since the epoch. */
  readonly statusSince: number
}

/** Column → its value. The first two are the key. SQLite has neither booleans nor lists. */
const COLUMNS = {
  started_at: ({ startedAt }) => startedAt,
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  intent: ({ intent }) => intent,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  captured: ({ captured }) => captured,
  returned: ({ returned }) => returned,
  charged_back: ({ chargedBack }) => chargedBack,
  description: ({ description }) => description,
  status: ({ status }) => status,
  needs_attention: ({ needsAttention }) => Number(needsAttention),
  attention: ({ attention }) => attention.join(' ') || null,
  test: ({ test }) => Number(test),
  seen_at: ({ seenAt }) => seenAt ?? null,
  link_key: ({ linkKey }) => linkKey ?? null,
  method: ({ method }) => method ?? null,
  updated_at: ({ updatedAt }) => updatedAt,
  seq: ({ seq }) => seq,
  shopper: ({ shopper }) => shopper ?? null,
  last_four: ({ lastFour }) => lastFour ?? null,
} as const satisfies Record<string, (entry: OrderEntry) => string | number | null>

/** A row as D1 returns it. */
export interface OrderRow
  extends Pick<OrderEntry, 'id' | 'reference' | 'intent' | 'amount' | 'currency' | 'description' | 'status'> {
  readonly started_at: number
  readonly captured: string | null
  readonly returned: string | null
  readonly charged_back: string | null
  readonly needs_attention: number
  readonly attention: string | null
  readonly test: number
  readonly seen_at: number | null
  readonly link_key: string | null
  readonly method: Way | null
  readonly updated_at: number
  readonly seq: number
  readonly status_since: number | null
}

/** Names of the columns that an entry fills, the two of the key first. */
export const columnNames = Object.keys(COLUMNS)

/** Columns that orders are found by, and that no query returns. */
const SEARCHED: readonly string[] = ['shopper', 'last_four']

/** Names of the columns of a row as the list reads it. The database fills the last one itself. */
export const rowColumns = [...columnNames.filter((name) => !SEARCHED.includes(name)), 'status_since']

/** The values of an entry, in the order of `columnNames`. */
export const valuesOf = (entry: OrderEntry) => Object.values(COLUMNS).map((value) => value(entry))

/** @returns `undefined` where an older version wrote the row; it leaves the reasons of a newer one as they were. */
function attentionOf({ needs_attention, attention }: OrderRow): readonly AttentionReason[] | undefined {
  if (needs_attention !== 1) return []
  return attention === null
    ? undefined
    : ATTENTION_REASONS.filter((reason) => attention.split(' ').includes(reason))
}

/** Reads a row that `valuesOf` wrote. */
export function entryOf(row: OrderRow): KeptEntry {
  const attention = attentionOf(row)
  return {
    id: row.id,
    reference: row.reference,
    intent: row.intent,
    amount: row.amount,
    currency: row.currency,
    ...(row.captured !== null && { captured: row.captured }),
    ...(row.returned !== null && { returned: row.returned }),
    ...(row.charged_back !== null && { chargedBack: row.charged_back }),
    description: row.description,
    status: row.status,
    statusSince: row.status_since ?? row.updated_at,
    needsAttention: row.needs_attention === 1,
    ...(attention && { attention }),
    test: row.test === 1,
    ...(row.seen_at !== null && { seenAt: row.seen_at }),
    ...(row.link_key !== null && { linkKey: row.link_key }),
    ...(row.method !== null && { method: row.method }),
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    seq: row.seq,
  }
}
