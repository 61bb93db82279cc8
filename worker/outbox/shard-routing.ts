/** Where an order is listed: in the database, or in a shard, by the month of its beginning and by its id. Pure. */
import { textHash } from '../../shared/text-hash.ts'
import { MAX_INDEX_SHARDS } from '../config/config.ts'
import type { OrderFilter, OrderQuery } from './order-list.ts'

/** A shard: one object for a part of a month's orders. */
export interface Shard {
  /** In UTC, such as `2026-11`. */
  readonly month: string
  /** Counts from 0. */
  readonly slot: number
}

/** The shards that a month may have, and those that have entries. */
export interface ShardMonth {
  readonly month: string
  /** Settled before the month's first entry; it never changes. */
  readonly count: number
  /** Slots of the shards that have entries. */
  readonly slots: readonly number[]
}

/** The month in which an order began. @param startedAt In milliseconds since the epoch. */
export const monthOf = (startedAt: number): string => new Date(startedAt).toISOString().slice(0, 7)

/** The beginning of a month, and of the next one, in milliseconds since the epoch. */
export function spanOf(month: string): { readonly from: number; readonly to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) }
}

/** The months of a span of time, the earliest first. */
export function monthsOf({ from, to }: { readonly from: number; readonly to: number }): readonly string[] {
  const months: string[] = []
  for (let at = from; at < to; at = spanOf(monthOf(at)).to) months.push(monthOf(at))
  return months
}

/** Spreads ids evenly over some slots. An id keeps its slot for ever. */
export const slotOf = (id: string, count: number): number => textHash(id) % count

/** The name of a shard's object. */
export const shardName = ({ month, slot }: Shard): string => `shard ${month} ${slot}`

/** The shard of an object's name; `undefined` if it is no shard's. */
export function shardOfName(name: string): Shard | undefined {
  const [, month, slot] = /^shard (\d{4}-\d\d) (\d+)$/.exec(name) ?? []
  return month && slot ? { month, slot: Number(slot) } : undefined
}

/** All shards that a month may have, whatever its count. */
export const shardsOf = (month: string): readonly Shard[] =>
  Array.from({ length: MAX_INDEX_SHARDS }, (_, slot) => ({ month, slot }))

/**
 * The months in which a shard may have begun that a restored database forgot. A restore reaches back 30 days, and a month may pass
 * until the shards are asked: from the first of March to December.
 *
 * @param now In milliseconds since the epoch.
 */
export function recentMonths(now: number): readonly string[] {
  const today = new Date(now)
  return [0, 1, 2, 3].map((back) => monthOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)))
}

/** A part of the index by time. Parts do not overlap, and each order is in one of their places. */
export interface Segment {
  readonly from: number
  /** Does not belong to it. */
  readonly to: number
  /** Absent: the database. */
  readonly shards?: readonly Shard[]
}

/** The parts of an index, in the order of their time: the database, then each month's shards. */
export function segmentsOf(since: number, months: readonly ShardMonth[]): readonly Segment[] {
  const sharded = months
    .filter(({ slots }) => slots.length > 0)
    .toSorted((one, other) => spanOf(one.month).from - spanOf(other.month).from)
    .map(({ month, slots }) => {
      const { from, to } = spanOf(month)
      return { from: Math.max(from, since), to, shards: slots.map((slot) => ({ month, slot })) }
    })
  return [{ from: 0, to: since }, ...sharded]
}

/** Whether a part may have orders of a span of time. */
export const overlaps = (
  segment: Pick<Segment, 'from' | 'to'>,
  { from = 0, to = Number.POSITIVE_INFINITY }: Pick<OrderFilter, 'from' | 'to'>,
): boolean => Math.max(segment.from, from) < Math.min(segment.to, to)

/** Shards that may have one of some names: those of an id are known, those of a beginning are not. */
export const mayHave = (
  { slots, count }: ShardMonth,
  { ids, prefixes, reference }: NonNullable<OrderQuery['names']>,
): readonly number[] =>
  !prefixes?.length && reference === undefined
    ? slots.filter((slot) => ids.some((id) => slotOf(id, count) === slot))
    : slots
