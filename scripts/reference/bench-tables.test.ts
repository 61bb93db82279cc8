import { expect, it } from 'vitest'
import { withBenchTables } from './bench-tables.ts'

const run = {
  at: '2026-11-23T12:00:00.000Z',
  machine: { cores: 2, processor: 'Some processor', memoryGB: 25, node: '24.21.0' },
  load: [0.5, 1.25],
  results: [
    { title: 'Times, milliseconds', rows: [{ side: 'a', median: 1234.567 }], notes: ['One.', 'Two.'] },
  ],
} as const

const DOCUMENT = `# Performance

<!-- bench edge: npm run reference -->
old
<!-- /bench -->

Words.

<!-- bench tell: npm run reference -->
<!-- /bench -->
`

it('puts the tables of a part in its place, with date, machine and load, and keeps all else', () => {
  expect(withBenchTables(DOCUMENT, { edge: run })).toBe(`# Performance

<!-- bench edge: npm run reference -->

2026-11-23, 2 cores (Some processor), 25 GB, Node 24.21.0; load average 0.5 before and 1.3 after.

**Times, milliseconds**

| side | median |
| --- | --- |
| a | 1,235 |

One. Two.

<!-- /bench -->

Words.

<!-- bench tell: npm run reference -->

No run is kept.

<!-- /bench -->
`)
})

it('writes the same text where the tables are there already', () => {
  const once = withBenchTables(DOCUMENT, { edge: run })

  expect(withBenchTables(once, { edge: run })).toBe(once)
})

it('says what the state of Workers was on, where a run noted it', () => {
  const noted = { ...run, machine: { ...run.machine, state: 'a tmpfs' } }

  expect(withBenchTables(DOCUMENT, { edge: noted })).toContain('Node 24.21.0, state on a tmpfs; load')
})

it('refuses figures of a part that the document has no place for', () => {
  expect(() => withBenchTables(DOCUMENT, { size: run })).toThrow('no place for size')
})
