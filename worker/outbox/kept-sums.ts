/**
 * Sums of days of any time zone, from sums of quarters of an hour that are kept: all zones begin their days on one. A reader
 * sums up the quarters that have closed since, and those that have changed. The database marks the latter (see the migrations).
 */
import type { IndexAnswer, IndexDatabase } from './index-database.ts'
import { GROUP_COLUMNS, GROUP_KEY, type Span, type SumGroup } from './order-sums.ts'

const MINUTE_MS = 60_000

/** A quarter of an hour. */
export const QUARTER_MS = 15 * MINUTE_MS

/** A row has the quarters of half a day: as many bits as a number of JavaScript holds. */
const QUARTERS = 48

const HALF_MS = QUARTERS * QUARTER_MS

/** Most orders of a quarter have their outcome so long after its end. Each that changes later has its quarter summed up again. */
const SETTLED_AFTER_MS = 10 * MINUTE_MS

/** How many half days are summed up in one transaction, which orders that are listed meanwhile wait for. */
const HALVES_AT_ONCE = 4

/** What to add up. */
export interface DailyQuery {
  /** The beginnings of the days, and the end of the last one, in milliseconds since the epoch, on quarters of an hour. */
  readonly bounds: readonly number[]
  /** The span of time of which the database may have orders. */
  readonly within: Span
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A row of the table. A bit of `stale` is set where the sums of its quarter are missing or out of date. */
interface HalfRow {
  readonly half: number
  readonly stale: number
  readonly sums: string
}

/** A group of one quarter, counted from the epoch. */
type QuarterGroup = SumGroup & { readonly quarter: number }

const READ = 'SELECT half, stale, sums FROM order_sums WHERE half >= ? AND half < ?'

const COLUMNS = [
  ...([
    'currency',
    'test',
    'intent',
    'status',
    'decimals',
    'orders',
    'needs_attention',
    'incomplete',
  ] as const),
  ...(['paid', 'amount', 'captured', 'returned', 'charged_back'] as const),
]

/**
 * Sums up quarters of one half day and keeps the sums, in one statement: no order can change in between. A quarter without
 * orders is kept too, as an empty list.
 */
const KEEP = `INSERT INTO order_sums (half, stale, sums)
  SELECT ?1, ?2, json_group_object(place, json(groups)) FROM (
    SELECT place, json_group_array(json_array(${COLUMNS.join(', ')})) FILTER (WHERE orders > 0) AS groups FROM (
      SELECT part.place AS place, ${GROUP_COLUMNS}
      FROM (SELECT value AS place FROM json_each(?4)) AS part LEFT JOIN order_index
        ON started_at >= (?1 * ${QUARTERS} + part.place) * ${QUARTER_MS}
        AND started_at < (?1 * ${QUARTERS} + part.place + 1) * ${QUARTER_MS}
      GROUP BY part.place, ${GROUP_KEY})
    GROUP BY place)
  WHERE true
  ON CONFLICT (half) DO UPDATE SET stale = stale & ~?3, sums = json_patch(sums, excluded.sums)
  RETURNING half, stale, sums`

/** Orders that are too new to be summed up for good. */
const OPEN = `SELECT started_at / ${QUARTER_MS} AS quarter, ${GROUP_COLUMNS} FROM order_index
  WHERE started_at >= ? AND started_at < ? GROUP BY quarter, ${GROUP_KEY}`

/**
 * Adds up the orders of one database by days, as they stand now. It reads two rows for each day, the orders of the last
 * quarters, and those of quarters that have changed since they were last read, and it writes the sums of these.
 *
 * @returns The groups of each day.
 * @throws {Error} If the database cannot be reached.
 */
export async function dailyGroups(
  index: IndexDatabase,
  { bounds, within, now }: DailyQuery,
): Promise<readonly (readonly SumGroup[])[]> {
  const span = {
    from: Math.max(bounds[0] ?? 0, floored(within.from, QUARTER_MS)),
    to: Math.min(bounds.at(-1) ?? 0, within.to),
  }
  const closed = { from: span.from, to: Math.min(floored(now - SETTLED_AFTER_MS, QUARTER_MS), span.to) }
  const kept = await keptGroups(index, closed)
  const open = await openGroups(index, { from: Math.max(span.from, closed.to), to: span.to })
  return byDay([...kept, ...open], bounds)
}

const floored = (time: number, step: number) => Math.floor(time / step) * step

async function openGroups(index: IndexDatabase, { from, to }: Span): Promise<readonly QuarterGroup[]> {
  if (from >= to) return []
  return (await index.prepare(OPEN).bind(from, to).all<QuarterGroup>()).results
}

async function keptGroups(index: IndexDatabase, span: Span): Promise<readonly QuarterGroup[]> {
  if (span.from >= span.to) return []
  const halves = Array.from(
    { length: Math.ceil(span.to / HALF_MS) - Math.floor(span.from / HALF_MS) },
    (_, place) => Math.floor(span.from / HALF_MS) + place,
  )
  const { results } = await index
    .prepare(READ)
    .bind(halves[0], halves[0] === undefined ? 0 : halves[0] + halves.length)
    .all<HalfRow>()
  const byHalf = new Map(results.map((row) => [row.half, row]))
  for (const row of await summedUp(index, halves, { byHalf, span })) byHalf.set(row.half, row)
  return [...byHalf.values()].flatMap(groupsOf).filter(({ quarter }) => isWithin(quarter, span))
}

const isWithin = (quarter: number, { from, to }: Span) =>
  quarter * QUARTER_MS >= from && quarter * QUARTER_MS < to

/** Sums up the quarters of a span that are missing or out of date. Of two readers at once the later one writes the same, or news. */
async function summedUp(
  index: IndexDatabase,
  halves: readonly number[],
  { byHalf, span }: { readonly byHalf: ReadonlyMap<number, HalfRow>; readonly span: Span },
): Promise<readonly HalfRow[]> {
  const due = halves.flatMap((half) => {
    const places = Array.from({ length: QUARTERS }, (_, place) => place).filter(
      (place) => isWithin(half * QUARTERS + place, span) && isStale(byHalf.get(half), place),
    )
    return places.length === 0 ? [] : [{ half, places }]
  })
  const answers: IndexAnswer<HalfRow>[] = []
  for (let from = 0; from < due.length; from += HALVES_AT_ONCE) {
    const statements = due.slice(from, from + HALVES_AT_ONCE).map(({ half, places }) => {
      const mask = maskOf(places)
      return index.prepare(KEEP).bind(half, ALL - mask, mask, JSON.stringify(places))
    })
    answers.push(...(await index.batch<HalfRow>(statements)))
  }
  return answers.flatMap(({ results }) => results)
}

const ALL = 2 ** QUARTERS - 1

const maskOf = (places: readonly number[]) => places.reduce((mask, place) => mask + 2 ** place, 0)

/** The operators of JavaScript have 32 bits. */
const isStale = (row: HalfRow | undefined, place: number) =>
  row === undefined || Math.floor(row.stale / 2 ** place) % 2 === 1

/** Place of a quarter within its half day → its groups, each as the values of `COLUMNS`. */
type Kept = Readonly<Record<string, readonly (readonly unknown[])[]>>

function groupsOf({ half, stale, sums }: HalfRow): readonly QuarterGroup[] {
  const kept = Object.entries(JSON.parse(sums) as Kept)
  return kept
    .filter(([place]) => !isStale({ half, stale, sums }, Number(place)))
    .flatMap(([place, groups]) =>
      groups.map((values) => {
        const group = Object.fromEntries(COLUMNS.map((name, column) => [name, values[column]]))
        return { ...(group as unknown as SumGroup), quarter: half * QUARTERS + Number(place) }
      }),
    )
}

/** Adds up the groups of each day that are alike, so that few of them travel between objects. */
function byDay(groups: readonly QuarterGroup[], bounds: readonly number[]): SumGroup[][] {
  const days = bounds.slice(1).map(() => new Map<string, SumGroup>())
  for (const { quarter, ...group } of groups) {
    const at = quarter * QUARTER_MS
    const day = days[bounds.findLastIndex((bound) => bound <= at)]
    const key = [group.currency, group.test, group.intent, group.status, group.decimals].join(' ')
    const before = day?.get(key)
    day?.set(key, before ? together(before, group) : group)
  }
  return days.map((day) => [...day.values()])
}

function together(one: SumGroup, other: SumGroup): SumGroup {
  const added = (name: 'amount' | 'captured' | 'returned' | 'charged_back') =>
    String(BigInt(one[name]) + BigInt(other[name]))
  return {
    ...one,
    orders: one.orders + other.orders,
    needs_attention: one.needs_attention + other.needs_attention,
    incomplete: one.incomplete + other.incomplete,
    paid: (one.paid ?? 0) + (other.paid ?? 0),
    amount: added('amount'),
    captured: added('captured'),
    returned: added('returned'),
    charged_back: added('charged_back'),
  }
}
