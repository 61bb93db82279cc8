import { describe, expect, it } from 'vitest'
import { threatProblems } from './threats.ts'

const TESTS = {
  path: 'worker/a.test.ts',
  text: "it('refuses it', () => {})\n])(`takes some of it`, () => {})",
}

const page = (...rows: string[]) =>
  threatProblems([
    TESTS,
    {
      path: 'docs/security.md',
      text: `# Security\n\n| Threat | Answer | Shown by |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
    },
  ])

describe('the threat model', () => {
  it.each([
    '| a | b | `worker/a.test.ts`: "refuses it" |',
    '| a | b | `worker/a.test.ts`: "takes some of it" |',
    '| a | b | No test: nothing of ours can see it. |',
  ])('may say %s', (row) => {
    expect(page(row)).toEqual([])
  })

  it.each([
    [
      'a test that is gone',
      '| a | b | `worker/a.test.ts`: "refuses" |',
      'worker/a.test.ts has no test "refuses"',
    ],
    ['a file that is gone', '| a | b | `worker/b.test.ts`: "x" |', 'worker/b.test.ts has no test "x"'],
    ['a threat without any', '| a | no test here | soon |', 'no test is named: | a | no test here | soon |'],
  ])('must not name %s', (_, row, problem) => {
    expect(page(row)).toEqual([problem])
  })

  it('has to be there', () => {
    expect(threatProblems([TESTS])).toEqual(['docs/security.md is missing'])
  })
})
