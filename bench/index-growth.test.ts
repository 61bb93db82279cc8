import { expect, it } from 'vitest'
import { indexGrowth } from './index-growth.ts'

it('counts the rows that each filter reads, at each size of the index', async () => {
  const { rows } = await indexGrowth([6_000, 12_000])

  const read = new Map(rows.map((row) => [row.filter, [row['of 6,000'], row['of 12,000']]]))
  expect(read.get('no filter')).toEqual([21, 21])
  expect(read.get('one order by its id')).toEqual([2, 2])
  // One in a thousand, each of which is on the page.
  expect(read.get('needs attention')).toEqual([6, 12])
  const [small, large] = read.get('a currency') ?? []
  expect(large).toBe(small)
}, 120_000)
