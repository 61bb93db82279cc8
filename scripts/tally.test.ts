import { describe, expect, it } from 'vitest'
import { closingLine, isGreen, outcomeOf, summary, type Tally } from './tally.ts'

const tally = (passed: number, skipped: number, ...failures: string[]): Tally => ({
  ...{ passed, skipped, failures },
})

const outcome = (passed: number, failed: number, skipped: number) => ({ suite: 'a', passed, failed, skipped })

describe('outcomeOf', () => {
  it.each<[string, Tally | undefined, number, [passed: number, failed: number, skipped: number]]>([
    ['a green run', tally(3, 0), 0, [3, 0, 0]],
    ['what failed', tally(3, 0, 'a test', 'a hook'), 1, [3, 2, 0]],
    ['skipped tests', tally(3, 2), 0, [3, 0, 2]],
    ['a run that wrote nothing', undefined, 1, [0, 1, 0]],
    ['a run without a test', tally(0, 0), 0, [0, 1, 0]],
    ['a bad end without a failure', tally(3, 0), 1, [3, 1, 0]],
  ])('counts %s', (_title, counts, code, [passed, failed, skipped]) => {
    expect(outcomeOf('a', counts, code)).toMatchObject({ passed, failed, skipped })
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
  it('marks what failed and says why', () => {
    const text = summary([
      outcome(3, 0, 0),
      { ...outcome(0, 1, 0), suite: 'long', notes: ['a.test.ts > adds\nError: 3'] },
    ])

    expect(text).toBe(
      '✓ a     3 passed, 0 failed\n✗ long  0 passed, 1 failed\n    a.test.ts > adds\n    Error: 3',
    )
  })
})
