import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readBenchResults } from '../scripts/reference/bench-results.ts'
import { ROOT } from '../scripts/root.ts'
import { PARTS } from './parts.ts'

it('every part of the bench has a place in docs/performance.md, and every place a part', async () => {
  const document = await readFile(join(ROOT, 'docs/performance.md'), 'utf8')

  const places = [...document.matchAll(/<!-- bench (\w+): npm run reference -->/g)].map(([, name]) => name)

  expect(places.toSorted()).toEqual(Object.keys(PARTS).toSorted())
})

it('only figures of a part are kept', () => {
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(Object.keys(readBenchResults())))
})
