import { describe, expect, it } from 'vitest'
import { cutChangelog, newestSection, openChangelog } from './changelog.ts'

const HEAD = '# Changelog\n\nFor people.\n\n'
const OLDER = '## [0.1.0] - 2026-11-23\n\n- First.\n'
const OPEN = `${HEAD}## [Unreleased]\n\nThis becomes 0.2.0. \`releases/\` has the rest.\n\n- New.\n\n${OLDER}`
const CUT = `${HEAD}## [0.2.0] - 2026-11-28\n\n- New.\n\n${OLDER}`

describe('newestSection', () => {
  it.each([
    ['an open one', OPEN, { version: '0.2.0', date: undefined, text: '- New.' }],
    ['a released one', CUT, { version: '0.2.0', date: '2026-11-28', text: '- New.' }],
    [
      'one that says no version',
      `${HEAD}## [Unreleased]\n\n- New.\n`,
      { version: undefined, text: '- New.' },
    ],
    ['one with a heading of its own', `${HEAD}## Soon\n\n- New.\n`, { version: undefined, text: '- New.' }],
    ['none', HEAD, { version: undefined, text: '' }],
  ])('reads %s', (_, text, section) => {
    expect(newestSection(text)).toMatchObject(section)
  })
})

describe('cutChangelog', () => {
  it('gives the open section its version and day', () => {
    expect(cutChangelog(OPEN, '0.2.0', '2026-11-28')).toBe(CUT)
  })

  it('changes nothing that is cut', () => {
    expect(cutChangelog(CUT, '0.2.0', '2026-12-24')).toBe(CUT)
  })
})

describe('openChangelog', () => {
  it('opens a section above the released one', () => {
    expect(newestSection(openChangelog(CUT, '0.3.0'))).toMatchObject({ version: '0.3.0', text: '' })
    expect(openChangelog(CUT, '0.3.0')).toContain('This becomes 0.3.0.\n\n## [0.2.0] - 2026-11-28\n')
  })

  it('gives the open section another version', () => {
    expect(newestSection(openChangelog(OPEN, '0.3.0'))).toMatchObject({ version: '0.3.0', text: '- New.' })
  })
})
