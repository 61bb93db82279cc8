import { describe, expect, it } from 'vitest'
import { disagreements, type ReleaseParts, unreleased } from './agreement.ts'

const FILES = { 'pay-checkout.js': 'sha256-AAAA' }
const OPEN = '# Changelog\n\n## [Unreleased]\n\nThis becomes 0.2.0.\n'
const CUT = '# Changelog\n\n## [0.2.0] - 2026-11-28\n'
const RELEASE = { version: '0.2.0', date: '2026-11-28', files: FILES }

const parts = (text: string, more: Partial<ReleaseParts> = {}): ReleaseParts => ({
  version: '0.2.0',
  changelogs: { 'CHANGELOG.md': text },
  release: undefined,
  ...more,
})

describe('disagreements', () => {
  it.each([
    ['nothing before a release', parts(OPEN), ''],
    ['nothing at a release', parts(CUT, { release: RELEASE }), ''],
    ['a changelog of another version', parts(OPEN, { version: '0.3.0' }), 'is of 0.2.0, not 0.3.0'],
    ['a changelog of no version', parts('# Changelog\n'), 'is of no version, not 0.2.0'],
    [
      'a changelog that was not cut',
      parts(OPEN, { release: RELEASE }),
      'no release, and releases/ has 2026-11-28',
    ],
    ['a changelog that was cut alone', parts(CUT), 'is 2026-11-28, and releases/ has no release'],
  ])('names %s', (_, all, text) => {
    const found = disagreements(all).join()

    expect(text === '' ? found : found.includes(text)).toBe(text === '' ? '' : true)
  })
})

describe('unreleased', () => {
  const released = parts(CUT, { release: RELEASE })

  it('finds nothing where tag, digests and changelogs agree', () => {
    expect(unreleased('v0.2.0', released, FILES)).toEqual([])
  })

  it.each([
    ['a tag of another version', 'v0.3.0', released, FILES, 'The tag v0.3.0 is not of the version 0.2.0.'],
    ['a version that was never cut', 'v0.2.0', parts(OPEN), FILES, 'releases/0.2.0.json is missing'],
    [
      'a file that was built otherwise',
      'v0.2.0',
      released,
      { 'pay-checkout.js': 'sha256-BBBB' },
      'would change',
    ],
  ] as const)('refuses %s', (_, tag, all, files, text) => {
    expect(unreleased(tag, all, files).join()).toContain(text)
  })
})
