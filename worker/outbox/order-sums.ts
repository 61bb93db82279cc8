/** Adds up the orders of a day. */
import { toDecimal } from '../../shared/money.ts'
import type { OrderSum } from '../../shared/order-list.ts'
import type { OrderStatus } from '../../shared/order-status.ts'
import type { IndexDatabase } from './index-database.ts'

/** A span of time, in milliseconds since the epoch. The end does not belong to it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The sums of a span, by currency, the sandbox's apart. */
export interface SpanSums {
  readonly sums: readonly OrderSum[]
  /** Orders without sums, since an older version listed them. */
  readonly incomplete: number
}

/** How many decimals an amount has. Two orders of one currency may differ, where its endpoint was changed. */
const DECIMALS = "CASE instr(amount, '.') WHEN 0 THEN 0 ELSE length(amount) - instr(amount, '.') END"

const minorOf = (column: string) => `CAST(replace(${column}, '.', '') AS INTEGER)`

/** The sum of a column in minor units, as text: it may exceed what a double holds. */
const total = (column: string) => `CAST(COALESCE(SUM(${minorOf(column)}), 0) AS TEXT)`

/** What was given back of what was taken. The gateway also says “returned” of a hold that it released. */
const REFUNDED = 'iif(captured + 0 > 0, returned, 0)'

/** What makes a group. */
export const GROUP_KEY = 'currency, test, intent, status, decimals'

/** The columns of a group, in a query of `order_index` that is grouped by {@link GROUP_KEY}. */
export const GROUP_COLUMNS = `currency, test, intent, status, ${DECIMALS} AS decimals,
    COUNT(id) AS orders, SUM(needs_attention) AS needs_attention, COUNT(id) - COUNT(captured) AS incomplete,
    SUM(captured + 0 > 0) AS paid,
    ${total('amount')} AS amount, ${total('captured')} AS captured, ${total(REFUNDED)} AS returned,
    ${total('charged_back')} AS charged_back`

/** One pass over the rows of the span, which are neighbours in the table. It returns a few rows. */
const SUMS = `SELECT ${GROUP_COLUMNS} FROM order_index WHERE started_at >= ? AND started_at < ? GROUP BY ${GROUP_KEY}`

/** Orders of one currency, intent and status together, as a database adds them up. */
export interface SumGroup {
  readonly currency: string
  readonly test: number
  readonly intent: string
  readonly status: OrderStatus
  readonly decimals: number
  readonly orders: number
  readonly needs_attention: number
  readonly incomplete: number
  readonly paid: number | null
  readonly amount: string
  readonly captured: string
  readonly returned: string
  readonly charged_back: string
}

/**
 * Adds up the orders of one database whose first attempt began in a span, as they stand now.
 *
 * @throws {Error} If the database cannot be reached.
 */
export async function sumGroups(index: IndexDatabase, { from, to }: Span): Promise<readonly SumGroup[]> {
  const { results } = await index.prepare(SUMS).bind(from, to).all<SumGroup>()
  return results
}

/** Adds groups up, of one database or of several. */
export function sumsOf(groups: readonly SumGroup[]): SpanSums {
  const currencies = Map.groupBy(groups.toSorted(byCurrency), ({ currency, test }) => `${currency} ${test}`)
  return {
    sums: [...currencies.values()].map(sumOf),
    incomplete: groups.reduce((sum, { incomplete }) => sum + incomplete, 0),
  }
}

const byCurrency = (one: SumGroup, other: SumGroup) =>
  Number(one.currency > other.currency) - Number(one.currency < other.currency) || one.test - other.test

/** Adds groups of one currency up. There is at least one. */
function sumOf(groups: readonly SumGroup[]): OrderSum {
  const decimals = Math.max(...groups.map((group) => group.decimals))
  const count = (of: (group: SumGroup) => number) => groups.reduce((sum, group) => sum + of(group), 0)
  const add = (of: (group: SumGroup) => bigint) =>
    groups.reduce((sum, group) => sum + of(group) * 10n ** BigInt(decimals - group.decimals), 0n)
  const isIn = (group: SumGroup) => group.intent !== 'payout'
  const taken = add((group) => (isIn(group) ? BigInt(group.captured) : 0n))
  const refunded = add((group) => (isIn(group) ? BigInt(group.returned) : 0n))
  const chargedBack = add((group) => (isIn(group) ? BigInt(group.charged_back) : 0n))
  const money = (minor: bigint) => toDecimal(minor, decimals)
  return {
    currency: groups[0]?.currency ?? '',
    test: groups[0]?.test === 1,
    orders: count(({ orders }) => orders),
    paid: count((group) => (isIn(group) ? (group.paid ?? 0) : 0)),
    needsAttention: count(({ needs_attention }) => needs_attention),
    taken: money(taken),
    refunded: money(refunded),
    chargedBack: money(chargedBack),
    net: money(taken - refunded - chargedBack),
    held: money(add((group) => (isHeld(group) ? BigInt(group.amount) : 0n))),
    paidOut: money(add((group) => (isIn(group) ? 0n : BigInt(group.captured)))),
    statuses: statusesOf(groups),
  }
}

const isHeld = ({ intent, status }: SumGroup) => intent === 'preauth' && status === 'approved'

function statusesOf(groups: readonly SumGroup[]): OrderSum['statuses'] {
  const counts = Map.groupBy(groups, ({ status }) => status)
  return Object.fromEntries(
    [...counts].map(([status, own]) => [status, own.reduce((sum, { orders }) => sum + orders, 0)]),
  )
}
