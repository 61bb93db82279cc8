import { expect, it } from 'vitest'
import { currentReference } from '../reference.ts'
import { stale } from './reference.ts'

const page = currentReference()

it('takes a page that is up to date', () => {
  expect(stale('docs/operations.md', page, currentReference())).toEqual([])
})

it.each([
  ['a line that was changed', page.replace('## sale\n', '## sales\n')],
  ['a line that is missing', page.replace('## sale\n', '')],
  ['a line too many at the end', `${page}more\n`],
  ['a page that is missing', ''],
])('finds %s', (_, kept) => {
  expect(stale('docs/operations.md', kept, page)).toEqual([
    expect.stringMatching(/^docs\/operations.md is out of date from line \d+: /),
  ])
})
