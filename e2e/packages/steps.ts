/** The steps of an example, and the row that they leave in the table. */
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { afterAll, beforeAll, it } from 'vitest'
import type { ExampleRow, Step } from '../../scripts/packages/example-table.ts'
import { type Example, readExamples } from '../../scripts/packages/examples.ts'
import { textIfPresent } from '../../scripts/text-if-present.ts'

/** `PAY_EXAMPLES=react,vue` tries these alone. */
const chosen = process.env.PAY_EXAMPLES?.split(',')

/** No example begins after this time: one that could not end would be no result. */
const lastBegin = Number(process.env.PAY_LAST_BEGIN ?? Number.POSITIVE_INFINITY)

/** The examples that a file of stories tells now. */
export const examplesOf = async (file: string): Promise<Example[]> =>
  (await readExamples()).filter(({ name, spec }) => spec === file && (chosen?.includes(name) ?? true))

/**
 * Tells a step, which begins only once those before it have ended well. Without a column it has none in the table.
 *
 * @param limitMs Default: that of every test here.
 */
export type Tell = (
  column: Step | undefined,
  title: string,
  act: () => Promise<void>,
  limitMs?: number,
) => void

/** Begins the row of an example. To be called where its stories are described. */
export function stepsOf(name: string): Tell {
  const row: ExampleRow = { name, seconds: {} }
  beforeAll(() => {
    if (Date.now() > lastBegin) row.obstacle = 'time'
  })
  afterAll(() => addRow(row))
  return (column, title, act, limitMs) =>
    it(title, { ...(limitMs && { timeout: limitMs }) }, async ({ skip }) => {
      if (row.obstacle) skip(`not tried: ${row.obstacle}`)
      const begin = performance.now()
      if (column) row.obstacle = column
      await act()
      if (column) row.seconds[column] = (performance.now() - begin) / 1000
      delete row.obstacle
    })
}

/** Files of stories run one after the other. */
async function addRow(row: ExampleRow): Promise<void> {
  const { PAY_TABLE: table } = process.env
  if (!table) return
  const rows: ExampleRow[] = JSON.parse((await textIfPresent(table)) ?? '[]')
  await writeFile(table, JSON.stringify([...rows, row]))
}
