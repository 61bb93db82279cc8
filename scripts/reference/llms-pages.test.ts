import { describe, expect, it } from 'vitest'
import { fullText, withIndex } from './llms-pages.ts'

const CONTENTS = `# Documentation

Start somewhere.

## Sell

| Guide | For |
| --- | --- |
| [Your first payment](first.md) | your product, in the sandbox |

## Run it

| Guide | For |
| --- | --- |
| [Refunds](refunds.md) | void, return |
| [The sandbox](../sandbox/README.md) | its manual |

## How it works

| Guide | For |
| --- | --- |
| [Decisions](decisions/README.md) | why: a list |
`

const PAGES = [
  { path: 'first.md', text: '# First\n\nPay once.\n' },
  {
    path: 'refunds.md',
    text: '# Refunds\n\n<picture>\n  <img src="a.png">\n</picture>\n\nPeople **refund** at [the desk](desk.md), and more. Then go on.\n',
  },
  { path: 'decisions/README.md', text: '# Decisions\n\nWhat was decided.\n' },
]

const WRITTEN = '# shop\n\nRules.\n\n## Guides\n\n- [Old](old.md): gone\n'

describe('the index of llms.txt', () => {
  it('has each page of the contents once, with what it is for, and leaves what was written by hand', () => {
    expect(withIndex(WRITTEN, CONTENTS)).toBe(
      `# shop

Rules.

## Guides

- [Your first payment](first.md): your product, in the sandbox
- [Refunds](refunds.md): void, return

## Optional

- [Decisions](decisions/README.md): why: a list
`,
    )
  })

  it('stays as it is when it is made again', () => {
    const once = withIndex(WRITTEN, CONTENTS)

    expect(withIndex(once, CONTENTS)).toBe(once)
  })
})

describe('llms-full.txt', () => {
  it('has the rules and then every guide, without pictures and what is optional', () => {
    const text = fullText(WRITTEN, CONTENTS, PAGES)

    expect(text).toMatch(/^# shop\n\nRules\.\n\n<!-- docs\/first\.md -->\n\n# First\n\nPay once\.\n/)
    expect(text).toContain('<!-- docs/refunds.md -->\n\n# Refunds\n\nPeople **refund**')
    expect(text).not.toMatch(/picture|Decisions|Old/)
  })

  it('is not made where a page is missing', () => {
    expect(() => fullText(WRITTEN, CONTENTS, PAGES.slice(1))).toThrow('first.md')
  })
})
