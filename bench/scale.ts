/** How far the edge grows: which limit of the platform is met first, and what looking at a long list takes. */

import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { indexRows } from './index-rows.ts'
import { indexCeilings, listCalls, ORDER, SHARED_OBJECTS } from './scale-limits.ts'

const RATES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

const INDEXES: Readonly<Record<string, number>> = {
  'D1 alone': 0,
  '1 shard': 1,
  '2 shards': 2,
  '4 shards': 4,
  '8 shards': 8,
}

/** Orders of the index that is looked at. */
const ROWS = [100_000, 5_000_000]

const percent = (share: number) => `${share >= 0.01 ? Math.round(share * 100) : '< 1'} %`

/** Rates → how much of its tightest limit each index uses there. */
const uses: readonly Row[] = RATES.map((rate) => ({
  'orders a month': rate,
  ...Object.fromEntries(
    Object.entries(INDEXES).map(([name, shards]) => {
      const [first] = indexCeilings(shards)
      return [name, first ? `${percent(rate / first.ordersPerMonth)}, ${first.limit}` : '']
    }),
  ),
}))

const ceilings: readonly Row[] = [
  ...Object.entries(INDEXES).flatMap(([index, shards]) =>
    indexCeilings(shards).map(({ limit, ordersPerMonth }) => ({
      of: index,
      limit,
      'is met at': ordersPerMonth,
    })),
  ),
  ...SHARED_OBJECTS.map(({ limit, ordersPerMonth }) => ({
    of: 'all orders',
    limit,
    'is met at': ordersPerMonth,
  })),
].map((row) => ({
  ...row,
  'is met at': `${Number((row['is met at'] / 1e6).toPrecision(3)).toLocaleString('en')} million a month`,
}))

const calls: readonly Row[] = [
  [1, 24],
  [4, 24],
  [8, 24],
  [8, 120],
].map(([shards = 0, months = 0]) => ({ shards, months, ...listCalls(shards, months) }))

const ASSUMED = `Entries are kept ${ORDER.months} months; the busiest second has ${ORDER.peak} times the mean. Limits and their source: bench/scale-limits.ts.`

/** The simulation, and then the runs. */
export const scale = async (): Promise<readonly PartResult[]> => {
  const runs: PartResult[] = []
  for (const count of ROWS) runs.push(await indexRows(count))
  return [...simulated, ...runs]
}

const simulated: readonly PartResult[] = [
  { title: 'How much of its tightest limit the index of orders uses', rows: uses, notes: [ASSUMED] },
  { title: 'Where each limit is met', rows: ceilings, notes: [ASSUMED] },
  {
    title: 'Calls of one request to the list',
    rows: calls,
    notes: ['A page makes 200 calls at most, and then ends with a cursor.'],
  },
]
