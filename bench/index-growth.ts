/** How many rows each filter of the list reads, from a small index to a large one. */
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { ROOT } from '../scripts/root.ts'
import { listOrders, type OrderQuery } from '../worker/outbox/order-list.ts'
import { timed } from './alternate.ts'
import { loadNote } from './machine-load.ts'

const MIGRATIONS = join(ROOT, 'worker/outbox/migrations')

/** Rows of the index. */
const SIZES = [1_000, 10_000, 100_000, 1_000_000]

/** So many rows are added by one statement. */
const AT_ONCE = 100_000

/** The same for each size: an order that exists, and the beginnings of some ids. */
const ONE = 'order-00000000000000000000000500'

const FILTERS: Readonly<Record<string, OrderQuery>> = {
  'no filter': {},
  'the oldest first': { sort: 'oldest' },
  'a time': { from: 400, to: 500 },
  'one order by its id': { names: { ids: [ONE] } },
  'the beginning of an id': { names: { ids: [], prefixes: [ONE.slice(0, -2)] } },
  'needs attention': { needsAttention: true },
  'held money': { held: true },
  'a rare status': { status: 'charged-back' },
  'a common status': { status: 'approved' },
  'a currency': { currency: 'JPY' },
  'an amount that no order has': { amount: '0.07' },
}

/** Fills an index in workerd, and lists it by every filter at each size. Sizes rise. */
export async function indexGrowth(sizes = SIZES): Promise<PartResult> {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...{ name: 'index', compatibilityDate: '2026-10-01' },
          modules: [{ type: 'ESModule', path: 'index.js', contents: 'export default {}' }],
          d1Databases: { ORDER_INDEX: 'index' },
        },
      ],
    }),
  )
  try {
    const index = (await worker.getD1Database('ORDER_INDEX')) as unknown as D1Database
    await migrate(index)
    const read = new Map<string, number[]>()
    let slowest = 0
    let filled = 0
    for (const size of sizes) {
      for (; filled < size; filled += Math.min(AT_ONCE, size - filled))
        await fill(index, filled + 1, Math.min(filled + AT_ONCE, size))
      for (const [name, query] of Object.entries(FILTERS)) {
        const { rows, ms } = await costOf(index, query)
        read.set(name, [...(read.get(name) ?? []), rows])
        slowest = Math.max(slowest, ms)
      }
    }
    const rows = [...read].map(([filter, counts]): Row => {
      const bySize = sizes.map((size, place) => [`of ${size.toLocaleString('en')}`, counts[place] ?? 0])
      return { filter, ...Object.fromEntries(bySize) }
    })
    return {
      title: 'Rows that one page of 20 orders reads of the index',
      rows,
      notes: [
        `One order in 1,000 needs attention, holds money, is charged back or is in yen. The slowest page took ${slowest.toFixed(0)} ms from Node. A filter without an index of its own looks at 5,000 orders a page at most, and goes on from there on the next page.`,
        loadNote(),
      ],
    }
  } finally {
    await worker.dispose()
  }
}

async function migrate(index: D1Database): Promise<void> {
  for (const { queries } of await readD1Migrations(MIGRATIONS))
    await index.batch(queries.map((sql) => index.prepare(sql)))
}

/** Adds plain orders, one in a thousand of them odd, and their ids. */
async function fill(index: D1Database, from: number, to: number): Promise<void> {
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)'
  const id = "printf('order-%026d', i)"
  const odd = (place: number, is: string, otherwise: string) =>
    `CASE i % 1000 WHEN ${place} THEN ${is} ELSE ${otherwise} END`
  const row = {
    ...{ started_at: 'i', id, reference: "'cart'", intent: odd(3, "'preauth'", "'sale'"), amount: "'1.00'" },
    ...{ currency: odd(1, "'JPY'", "'EUR'"), description: "'Tea'" },
    ...{ status: odd(2, "'charged-back'", "'approved'"), needs_attention: odd(4, '1', '0') },
    ...{ test: '1', updated_at: '1', seq: '1', captured: "'1.00'", returned: "'0.00'", status_since: '1' },
  }
  const [names, values] = [Object.keys(row).join(', '), Object.values(row).join(', ')]
  await index.batch([
    index.prepare(`${numbers} INSERT INTO order_index (${names}) SELECT ${values} FROM n`).bind(from, to),
    index.prepare(`${numbers} INSERT INTO order_ids (id, started_at) SELECT ${id}, i FROM n`).bind(from, to),
  ])
}

/** Lists a page. @returns The rows that its queries read, and how long it took. */
async function costOf(index: D1Database, query: OrderQuery): Promise<{ rows: number; ms: number }> {
  let rows = 0
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      const answer = await statement.all()
      rows += answer.meta.rows_read
      return answer
    }
    const bind = (...values: unknown[]) => counted(statement.bind(...values))
    return { all, bind } as unknown as D1PreparedStatement
  }
  const prepare = (sql: string) => counted(index.prepare(sql))
  const ms = await timed(() => listOrders({ prepare } as D1Database, query))
  return { rows, ms }
}
