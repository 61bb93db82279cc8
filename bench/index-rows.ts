/** The index of orders with as many rows as a shop has in some years: what each look at it takes, and what a row weighs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { ROOT } from '../scripts/root.ts'
import { cursorOf } from '../worker/outbox/list-cursor.ts'
import { slotOf } from '../worker/outbox/shard-routing.ts'
import { bundled } from './bundled.ts'
import { INDEX_WORKER } from './index-worker.ts'
import { loadNote } from './machine-load.ts'

/** Shards of the one month that the rows began in. */
const SHARDS = 4

const MONTH = '2026-10'
const FROM = Date.parse(`${MONTH}-01T00:00:00Z`)
const DAY_MS = 86_400_000
const MONTH_MS = 31 * DAY_MS

/** Rows of one statement. */
const AT_ONCE = 250_000

const SAMPLES = 5

/** How often what occurs: by the number of the row. */
const FILL = `WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
  INSERT INTO order_index (started_at, id, reference, intent, amount, currency, description, status, needs_attention, test,
    updated_at, seq, captured, returned, charged_back, status_since, attention, shopper, last_four) SELECT
    ?3 + CAST(i * ?4 AS INTEGER), lower(hex(randomblob(16))), 'cart-' || (1000000000 + i),
    iif(i % 200 = 7, 'preauth', iif(i % 1000 = 9, 'payout', 'sale')),
    (5 + i % 200) || '.50', iif(i % 1000 = 3, 'JPY', 'EUR'), 'Order ' || (1000000000 + i),
    CASE WHEN i % 200 = 7 THEN iif(i % 400 = 7, 'approved', 'captured') WHEN i % 1000 = 11 THEN 'unknown'
      WHEN i % 1000 = 12 THEN 'charged-back' WHEN i % 100 = 13 THEN 'returned' WHEN i % 50 = 14 THEN 'expired'
      WHEN i % 4 = 0 THEN 'declined' ELSE 'approved' END,
    i % 1000 = 11, 0, ?3 + CAST(i * ?4 AS INTEGER) + 60000, 4, (5 + i % 200) || '.50', '0.00', '0.00',
    ?3 + CAST(i * ?4 AS INTEGER) + 60000, iif(i % 1000 = 11, 'outcome-unknown', NULL),
    iif(i % 4 = 0, NULL, lower(hex(randomblob(11)))), iif(i % 4 = 0, NULL, printf('%04d', i % 10000))
  FROM n`

/** In the order of the ids, since a table by random keys would take far longer. */
const FILL_IDS = 'INSERT INTO order_ids (id, started_at) SELECT id, started_at FROM order_index ORDER BY id'

type Side = 'database' | 'shards'

interface Entry {
  readonly id: string
  readonly startedAt: number
}

/** A look at the list: what is called, with what. */
type Look = readonly [call: 'page' | 'sums' | 'ids', ...given: readonly unknown[]]

const middle = { startedAt: FROM + MONTH_MS / 2, id: 'f' }

const LOOKS: Readonly<Record<string, Look>> = {
  'the first page, 20 orders': ['page', {}],
  'a page of 100 in the middle': ['page', { limit: 100, cursor: cursorOf(middle) }],
  'the oldest first': ['page', { sort: 'oldest' }],
  'status approved': ['page', { status: 'approved' }],
  'status unknown, 1 in 1,000': ['page', { status: 'unknown' }],
  'what needs attention, 1 in 1,000': ['page', { needsAttention: true }],
  'held money, 1 in 400': ['page', { held: true }],
  'payouts, 1 in 1,000': ['page', { intent: 'payout' }],
  'a currency, 1 in 1,000': ['page', { currency: 'JPY' }],
  'a currency that no order has': ['page', { currency: 'SEK' }],
  'an amount, 1 in 200': ['page', { amount: '12.5' }],
  'one day': ['page', { from: FROM + 10 * DAY_MS, to: FROM + 11 * DAY_MS }],
  'chargebacks, the latest first': ['page', { status: 'charged-back', sort: 'status-newest' }],
  'the beginning of an id': ['page', { names: { ids: [], prefix: '0123456' } }],
  '5,000 orders of an export': ['page', { limit: 5000, cursor: cursorOf(middle) }],
  '40 ids, to make the list again': ['ids', '7', 40],
  'the sums of a day': ['sums', { from: FROM + 10 * DAY_MS, to: FROM + 11 * DAY_MS }],
}

/**
 * Milliseconds, rows read, and the bytes of a row.
 *
 * @param count Orders of the month: a multiple of the shards.
 */
export async function indexRows(count: number): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-index-'))
  const worker = await startWorker(folder)
  try {
    const { url } = worker
    const ask = async <Answer>(side: Side, call: string, ...given: readonly unknown[]): Promise<Answer> => {
      const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ side, call, given }) })
      if (!reply.ok) throw new Error(`${call}: ${await reply.text()}`)
      return (await reply.json()) as Answer
    }
    const filledMs = await filled(ask, count)
    const rows: Row[] = []
    for (const [look, [call, ...given]] of Object.entries(LOOKS)) {
      const one = await looked(ask, 'database', call, given)
      const many = await looked(ask, 'shards', call, given)
      rows.push({
        look,
        ...{
          'D1, ms': one.ms,
          'D1, rows read': one.rows,
          'shards, ms': many.ms,
          'shards, rows read': many.rows,
        },
      })
    }
    const [id] = await known(ask)
    const named: Row = { look: 'an id' }
    for (const side of ['database', 'shards'] as const) {
      const found = await looked(ask, side, 'page', [{ names: { ids: [id[side]] } }])
      Object.assign(named, {
        [`${side === 'database' ? 'D1' : side}, ms`]: found.ms,
        [`${side === 'database' ? 'D1' : side}, rows read`]: found.rows,
      })
    }
    const bytes = {
      database: await ask<number>('database', 'bytes'),
      shards: await ask<number>('shards', 'bytes'),
    }
    const perOrder = (stored: number) => Math.round(stored / count)
    return {
      title: `${count.toLocaleString('en')} orders of a month, in one D1 database and in ${SHARDS} shards`,
      rows: [...rows, named],
      notes: [
        `The median of ${SAMPLES} requests to workerd, with what HTTP takes.`,
        `Stored bytes of an order, its id and its share of the indexes included: D1 ${perOrder(bytes.database)}, shards ${perOrder(bytes.shards)}.`,
        `Filled in ${Math.round(filledMs / 1000)} s. ${loadNote()}`,
      ],
    }
  } finally {
    await worker.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Ask = <Answer>(side: Side, call: string, ...given: readonly unknown[]) => Promise<Answer>

async function startWorker(folder: string) {
  const { script } = await bundled(INDEX_WORKER, { isWorker: true })
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      resourcePersistencePath: folder,
      workers: [
        {
          name: 'index',
          compatibilityDate: '2026-10-01',
          modules: [{ type: 'ESModule', path: 'index.js', contents: script }],
          d1Databases: { ORDER_INDEX: 'catalogue', ALONE: 'alone' },
          durableObjects: { SHARDS: { className: 'Shard', useSQLite: true } },
        },
      ],
    }),
  )
  return { url: (await worker.ready).href, stop: () => worker.dispose() }
}

const shardNames = Array.from({ length: SHARDS }, (_, slot) => `shard ${MONTH} ${slot}`)

/** Fills both sides. @returns How long that took, in milliseconds. */
async function filled(ask: Ask, count: number): Promise<number> {
  const began = performance.now()
  const run = (place: string, sql: string, ...values: unknown[]) =>
    ask('database', 'run', place, sql, ...values)
  for (const { queries } of await readD1Migrations(join(ROOT, 'worker/outbox/migrations')))
    for (const sql of queries) for (const place of ['ORDER_INDEX', 'ALONE']) await run(place, sql)
  const marker = 'INSERT INTO markers (name, value) VALUES (?, ?)'
  await run('ORDER_INDEX', marker, 'shards-since', '0')
  await run('ORDER_INDEX', marker, `shards ${MONTH}`, String(SHARDS))
  for (const name of shardNames) await made(ask, name)
  const places = [
    { place: 'ALONE', rows: count },
    ...shardNames.map((place) => ({ place, rows: count / SHARDS })),
  ]
  for (const { place, rows } of places) {
    for (let first = 1; first <= rows; first += AT_ONCE)
      await run(place, FILL, first, Math.min(first + AT_ONCE - 1, rows), FROM, MONTH_MS / (rows + 1))
    await run(place, FILL_IDS)
  }
  return performance.now() - began
}

/** A shard makes its tables with its first entry, so each gets one by the index. */
async function made(ask: Ask, name: string): Promise<void> {
  const slot = Number(name.split(' ').at(-1))
  const id = Array.from({ length: 1000 }, (_, number) => `first-${number}`).find(
    (one) => slotOf(one, SHARDS) === slot,
  )
  const entry = {
    ...{ id, reference: 'first', intent: 'sale', amount: '1.00', currency: 'EUR', captured: '0.00' },
    ...{ returned: '0.00', chargedBack: '0.00', description: '', status: 'declined', needsAttention: false },
    ...{ attention: [], test: false, startedAt: FROM, updatedAt: FROM, seq: 1 },
  }
  await ask('shards', 'put', entry)
  for (const table of ['order_index', 'order_ids']) await ask('shards', 'run', name, `DELETE FROM ${table}`)
}

/** An id that each side has. A shard is filled with any ids, so one is sought that belongs there. */
async function known(ask: Ask): Promise<readonly [Record<Side, string>]> {
  const [name = ''] = shardNames
  const sql = 'SELECT id FROM order_ids WHERE id > ? LIMIT 100'
  const [one] = await ask<Entry[]>('database', 'run', 'ALONE', sql, '8')
  const many = await ask<Entry[]>('database', 'run', name, sql, '8')
  const own = many.find(({ id }) => slotOf(id, SHARDS) === 0)
  if (!one || !own) throw new Error('the index is empty')
  return [{ database: one.id, shards: own.id }]
}

async function looked(ask: Ask, side: Side, call: string, given: readonly unknown[]) {
  const times: number[] = []
  let rows = 0
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await ask(side, 'rowsRead')
    const began = performance.now()
    await ask(side, call, ...given)
    times.push(performance.now() - began)
    rows = await ask<number>(side, 'rowsRead')
  }
  return { ms: times.toSorted((one, other) => one - other)[Math.floor(SAMPLES / 2)] ?? 0, rows }
}
