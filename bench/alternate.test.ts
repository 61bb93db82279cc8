import { expect, it } from 'vitest'
import { alternate, quantile } from './alternate.ts'

it('takes samples in turn and leaves the first of each side out', async () => {
  const order: string[] = []
  const side = (name: string, figures: number[]) => ({
    name,
    sample: async () => {
      order.push(name)
      return figures.shift() ?? Number.NaN
    },
  })

  const [one, other] = await alternate([side('one', [90, 1, 3, 2]), side('other', [90, 4, 6, 5])], 3)

  expect(order).toEqual(['one', 'other', 'one', 'other', 'one', 'other', 'one', 'other'])
  expect(one).toMatchObject({ side: 'one', median: 2, low: 1, high: 3, ratio: 1 })
  expect(other).toMatchObject({ side: 'other', median: 5, ratio: 2.5 })
})

it.each([
  [[], 0.5, Number.NaN],
  [[7], 0.95, 7],
  [[4, 1, 3, 2], 0.5, 2],
  [[4, 1, 3, 2], 1, 4],
])('of %j the part %d does not exceed %d', (values, part, expected) => {
  expect(quantile(values, part)).toBe(expected)
})
