import { describe, expect, it } from 'vitest'
import { closingLine, isGreen, outcomeOf, summary, type VitestReport } from './tally.ts'

const counts = (passed: number, failed: number, skipped = 0) => ({
  ...{
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: [],
  },
})

const file = (name: string, status: string, assertions: string[]) => ({
  ...{ name, status, assertionResults: assertions.map((assertion) => ({ status: assertion })) },
})

const outcome = (passed: number, failed: number, skipped: number) => ({ suite: 'a', passed, failed, skipped })

describe('outcomeOf', () => {
  it.each<[string, VitestReport | undefined, number, [passed: number, failed: number, skipped: number]]>([
    ['a green run', counts(3, 0), 0, [3, 0, 0]],
    ['failed tests', counts(3, 2), 1, [3, 2, 0]],
    ['skipped tests and those still to be written', { ...counts(3, 0, 1), numTodoTests: 2 }, 0, [3, 0, 3]],
    ['a run that wrote no report', undefined, 1, [0, 1, 0]],
    ['a run without a test', counts(0, 0), 0, [0, 1, 0]],
    ['an error outside every test', counts(3, 0), 1, [3, 1, 0]],
    [
      'a file that could not be loaded',
      { ...counts(3, 0), testResults: [file('b.ts', 'failed', [])] },
      1,
      [3, 1, 0],
    ],
    [
      'a file whose hook failed after its tests',
      { ...counts(1, 0), testResults: [file('b.ts', 'failed', ['passed'])] },
      1,
      [1, 1, 0],
    ],
    [
      'a failed test, once',
      { ...counts(1, 1), testResults: [file('b.ts', 'failed', ['passed', 'failed'])] },
      1,
      [1, 1, 0],
    ],
  ])('counts %s', (_title, report, code, [passed, failed, skipped]) => {
    expect(outcomeOf('a', report, code)).toMatchObject({ passed, failed, skipped })
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
    const text = summary([outcome(3, 0, 0), { ...outcome(0, 1, 0), suite: 'long', notes: ['did not run'] }])

    expect(text).toBe('✓ a     3 passed, 0 failed\n✗ long  0 passed, 1 failed\n    did not run')
  })
})
