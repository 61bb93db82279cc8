import { expect, it } from 'vitest'
import { exampleProblems } from './examples.ts'
import type { RepositoryFile } from './repository.ts'

const MANIFEST = { private: true, scripts: { check: 'tsc', build: 'vite build' } }

const filesOf = (manifest: object, source = 'mount()\n'): RepositoryFile[] => [
  { path: 'examples/lit/package.json', text: JSON.stringify(manifest) },
  { path: 'examples/lit/package-lock.json', text: '{ "packages": {} }' },
  { path: 'examples/lit/src/main.ts', text: source },
  { path: 'examples/lit-ssr/src/main.ts', text: 'line\n'.repeat(81) },
]

it('takes an example of at most 80 lines, blank ones not counted', () => {
  expect(exampleProblems('lit', filesOf(MANIFEST, 'line\n\n'.repeat(80)), false)).toEqual([])
  expect(exampleProblems('lit', filesOf(MANIFEST, 'line\n'.repeat(81)), true)).toEqual([])
})

it.each([
  ['81 lines', filesOf(MANIFEST, 'line\n'.repeat(81)), 'has 81 lines'],
  ['no lock file', filesOf(MANIFEST).toSpliced(1, 1), 'has no lock file'],
  ['no script that checks it', filesOf({ ...MANIFEST, scripts: { start: 'node .' } }), 'has no script check'],
  ['nothing to run', filesOf({ ...MANIFEST, scripts: { check: 'tsc' } }), 'neither a script start nor build'],
  ['a manifest that npm would publish', filesOf({ ...MANIFEST, private: false }), 'could be published'],
  [
    'the package that its guide installs',
    filesOf({ ...MANIFEST, dependencies: { '@pay-checkout/tag': '0.2.0' } }),
    'installs @pay-checkout',
  ],
])('refuses %s', (_, files, problem) => {
  expect(exampleProblems('lit', files, false).join('\n')).toContain(problem)
})
