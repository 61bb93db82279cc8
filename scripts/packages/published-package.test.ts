import { describe, expect, it } from 'vitest'
import { contentProblems, manifestProblems, type PackageManifest } from './published-package.ts'
import { REPOSITORY, SCOPE } from './scope.ts'

const MANIFEST: PackageManifest = {
  name: `${SCOPE}/tag`,
  ...{ version: '1.2.0', license: 'MIT', description: 'Words.', keywords: ['checkout'] },
  repository: { url: REPOSITORY, directory: 'packages/tag' },
  publishConfig: { access: 'public' },
  ...{ sideEffects: false, exports: {}, files: ['dist'] },
}

const problems = (change: object) => manifestProblems('packages/tag', { ...MANIFEST, ...change }, '1.2.0')

describe('the package.json of what is published', () => {
  it('is right where it names the scope, the version and the repository of the project', () => {
    expect(problems({})).toEqual([])
    expect(manifestProblems('cli', { ...MANIFEST, name: `${SCOPE}/cli` }, '1.2.0')).toEqual([
      'packages/tag/package.json: repository.directory is not packages/tag'.replaceAll('packages/tag', 'cli'),
    ])
  })

  it.each([
    ['another scope', { name: '@other/tag' }, 'name is not in the scope'],
    ['another name', { name: `${SCOPE}/tags` }, 'name is not in the scope'],
    ['another version', { version: '1.1.0' }, 'version is not that of the project'],
    ['no keywords', { keywords: [] }, 'keywords are missing'],
    ['a package that npm would not publish', { private: true }, 'a private package'],
    ['a package that only its owner could install', { publishConfig: {} }, 'publishConfig'],
    ['another repository', { repository: { url: 'git+https://example.com' } }, 'repository is not'],
    ['side effects that nobody names', { sideEffects: undefined }, 'sideEffects'],
    ['everything in the folder', { files: undefined }, 'files are missing'],
    ['a package that is installed with it', { dependencies: { lit: '3.3.3' } }, 'lit would be installed'],
  ])('is not right with %s', (_, change, problem) => {
    expect(problems(change).join('\n')).toContain(problem)
  })
})

describe('the contents of a package', () => {
  const listed = 'CHANGELOG.md\nLICENSE\nREADME.md\npackage.json\n'
  const files = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']

  it('are the listed ones', () => {
    expect(contentProblems('cli', files, listed)).toEqual([])
  })

  it('may be listed by a pattern, which names no file of a folder within', () => {
    const texts = ['dist/texts/de.json', 'dist/texts/en.json']
    const patterns = `${listed}dist/texts/*.json\n`

    expect(contentProblems('cli', [...files, ...texts], patterns)).toEqual([])
    expect(contentProblems('cli', files, patterns)).toEqual([
      'cli: dist/texts/*.json is listed and not packed',
    ])
    expect(contentProblems('cli', [...files, ...texts, 'dist/texts/old/de.json'], patterns)).toEqual([
      'cli: dist/texts/old/de.json is packed and not in contents.txt',
    ])
  })

  it.each([
    ['a file that nobody listed', [...files, '.env'], '.env is packed'],
    ['a listed file that is not there', files.slice(0, 3), 'package.json is listed'],
    ['no word for people', files.slice(1), 'CHANGELOG.md is missing'],
  ])('are not right with %s', (_, packed, problem) => {
    expect(contentProblems('cli', packed, listed).join('\n')).toContain(problem)
  })
})
