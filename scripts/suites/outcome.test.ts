import { describe, expect, it } from 'vitest'
import {
  closingLine,
  type Ending,
  finalReport,
  isGreen,
  type Outcome,
  outcomeOf,
  slowestFiles,
  summary,
  type Tally,
} from './outcome.ts'

const NOTHING: Tally = { passed: 0, skipped: 0, failures: [], times: [], running: [], waiting: [] }

const tally = (passed: number, skipped: number, ...failures: string[]): Tally => ({
  ...NOTHING,
  ...{ passed, skipped, failures },
})

const outcome = (passed: number, failed: number, skipped: number) => ({ suite: 'a', passed, failed, skipped })

const KILLED: Ending = { code: -1, killedAfterMs: 30 * 60_000 }

describe('outcomeOf', () => {
  it.each<[string, Tally | undefined, Ending, [passed: number, failed: number, skipped: number]]>([
    ['a green run', tally(3, 0), { code: 0 }, [3, 0, 0]],
    ['what failed', tally(3, 0, 'a test', 'a hook'), { code: 1 }, [3, 2, 0]],
    ['skipped tests', tally(3, 2), { code: 0 }, [3, 0, 2]],
    ['a run that wrote nothing', undefined, { code: 1 }, [0, 1, 0]],
    ['a run without a test', tally(0, 0), { code: 0 }, [0, 1, 0]],
    ['a bad end without a failure', tally(3, 0), { code: 1 }, [3, 1, 0]],
    ['a run that was killed', { ...tally(3, 1, 'a test'), running: ['a.ts'] }, KILLED, [3, 2, 1]],
    ['a run that was killed after its last file', tally(3, 0), KILLED, [3, 1, 0]],
    ['a file that never ended', { ...tally(3, 0), running: ['a.ts'] }, { code: 0 }, [3, 1, 0]],
  ])('counts %s', (_title, counts, ending, [passed, failed, skipped]) => {
    expect(outcomeOf('a', counts, ending)).toMatchObject({ passed, failed, skipped })
  })

  it.each<[string, Tally | undefined, Ending, string]>([
    [
      'which files a killed run had not finished, and which it had not begun',
      { ...tally(3, 0), running: ['a.ts', 'b.ts'], waiting: ['c.ts'] },
      KILLED,
      'was ended after 30 minutes; these files had not finished: a.ts, b.ts; these had not begun: c.ts',
    ],
    [
      'that a run was killed before its first file',
      undefined,
      KILLED,
      'was ended after 30 minutes, before any file had begun',
    ],
    [
      'where a run was that ended on its own too early',
      { ...tally(3, 0), running: ['a.ts'] },
      { code: 137 },
      'ended with exit code 137; these files had not finished: a.ts',
    ],
    ['that a run never began', undefined, { code: 1 }, 'did not run at all (exit code 1)'],
  ])('says %s', (_title, counts, ending, note) => {
    expect(outcomeOf('a', counts, ending).notes).toEqual([note])
  })
})

describe('slowestFiles', () => {
  const timed = (suite: string, ...seconds: number[]): Outcome => ({
    ...{ suite, passed: 1, failed: 0, skipped: 0 },
    times: seconds.map((each) => ({ file: `${each}.ts`, seconds: each })),
  })

  it('names ten files of all suites, the slowest first', () => {
    const lines = slowestFiles([
      timed('a', 3, 1, 9.04, 8),
      outcome(1, 0, 0),
      timed('b', 120.26, 2, 4, 5, 6, 7, 0),
    ]).split('\n')

    expect(lines).toHaveLength(10)
    expect(lines.slice(0, 3)).toEqual(['  120.3 s  b/120.26.ts', '    9.0 s  a/9.04.ts', '    8.0 s  a/8.ts'])
    expect(lines.at(-1)).toBe('    1.0 s  a/1.ts')
  })

  it('has nothing to say of steps without files', () => {
    expect(slowestFiles([outcome(1, 0, 0)])).toBe('')
  })
})

describe('closingLine', () => {
  it('sums all suites', () => {
    expect(closingLine([outcome(3, 0, 0), outcome(4, 1, 0)])).toBe('7 passed, 1 failed')
  })

  it('names skipped tests only where there are some', () => {
    expect(closingLine([outcome(3, 0, 2)])).toBe('3 passed, 0 failed, 2 skipped')
  })
})

describe('isGreen', () => {
  it.each([
    ['everything passed', [outcome(3, 0, 0)], true],
    ['one of many failed', [outcome(300, 0, 0), outcome(3, 1, 0)], false],
    ['nothing ran', [outcome(0, 0, 5)], false],
    ['there is no suite', [], false],
  ])('tells when %s', (_title, outcomes, expected) => {
    expect(isGreen(outcomes)).toBe(expected)
  })
})

describe('summary', () => {
  it('marks a failed suite and says why', () => {
    const text = summary([
      outcome(3, 0, 0),
      { ...outcome(0, 1, 0), suite: 'long', notes: ['a.test.ts > adds\nError: 3'] },
    ])

    expect(text).toBe(
      '✓ a     3 passed, 0 failed\n✗ long  0 passed, 1 failed\n    a.test.ts > adds\n    Error: 3',
    )
  })
})

it('ends with the closing line alone on its line, after all suites and the slowest files', () => {
  const one = { ...outcome(3, 0, 0), times: [{ file: 'slow.test.ts', seconds: 12 }] }

  const lines = finalReport([one, outcome(1, 2, 0)]).split('\n')

  expect(lines.at(-1)).toBe('4 passed, 2 failed')
  expect(lines.filter((line) => line.startsWith('──'))).toEqual(['── slowest files', '── summary'])
  expect(lines).toContain('   12.0 s  a/slow.test.ts')
})
