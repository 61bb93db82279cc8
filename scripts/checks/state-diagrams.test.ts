import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { diagramProblems, phaseProblems, stateDiagrams } from './state-diagrams.ts'

const page = `
\`\`\`mermaid
stateDiagram-v2
  accTitle: A door
  state "half-open" as half_open
  state shut {
    closed --> locked : a key
    locked --> closed
  }
  [*] --> closed
  shut --> half_open
  half_open --> closed
\`\`\`
`

const drawing = {
  title: 'A door',
  start: 'closed',
  flow: { closed: ['locked', 'half-open'], locked: ['closed', 'half-open'], 'half-open': ['closed'] },
}

describe('the check of state diagrams', () => {
  it('takes a drawing of its table, where a step of a group is one of each member', () => {
    expect(diagramProblems(page, drawing)).toEqual([])
  })

  it.each([
    ['a step too many', '  half_open --> locked\n```', 'half-open → locked is drawn, and cannot happen'],
    [
      'a step of a status that is none',
      '  ajar --> closed\n```',
      'ajar → closed is drawn, and cannot happen',
    ],
  ])('finds %s', (_, end, problem) => {
    expect(diagramProblems(page.replace(/```\n$/, end), drawing)).toEqual([`A door: ${problem}`])
  })

  it.each([
    ['a step that is missing', '  half_open --> closed\n', 'half-open → closed'],
    ['another beginning', '  [*] --> closed\n', '[*] → closed'],
  ])('finds %s', (_, line, step) => {
    expect(diagramProblems(page.replace(line, ''), drawing)).toEqual([
      `A door: ${step} can happen, and is not drawn`,
    ])
  })

  it('finds a drawing that is missing', () => {
    expect(diagramProblems('', drawing)).toEqual(['docs/architecture.md has no state diagram "A door"'])
  })

  it('finds a status that the table of phases lacks', async () => {
    const page = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8')

    expect(phaseProblems(page.replace('`method`, `challenge`', '`method`'))).toEqual([
      'docs/architecture.md does not say that `challenge` is `at-bank`',
    ])
  })

  it('finds nothing in the page as it is', async () => {
    expect(await stateDiagrams.problems()).toEqual([])
  })
})
