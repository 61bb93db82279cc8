import { expect, it } from 'vitest'
import { REPOSITORY } from '../packages/scope.ts'
import { releaseNotes } from './notes.ts'

const PAGE = REPOSITORY.replace('git+', '').replace('.git', '')

it('has the newest sections, whose links lead to the files of the tag, and the digests', () => {
  const section = (text: string) =>
    `# Changelog\n\n## [0.2.0] - 2026-11-28\n\n${text}\n\n## [0.1.0] - 2026-11-23\n\n- Old.\n`

  const notes = releaseNotes(
    'v0.2.0',
    [
      {
        path: 'CHANGELOG.md',
        text: section('- A look ([the page](docs/design.md#type), [SemVer](https://semver.org)).'),
      },
      {
        path: 'cli/CHANGELOG.md',
        text: section('- See [the project](../CHANGELOG.md).'),
        package: '@pay-checkout/cli',
      },
    ],
    [{ name: 'pay-checkout-0.2.0.js', sha256: 'abcd' }],
  )

  expect(
    notes,
  ).toBe(`- A look ([the page](${PAGE}/blob/v0.2.0/docs/design.md#type), [SemVer](https://semver.org)).

## @pay-checkout/cli

- See [the project](${PAGE}/blob/v0.2.0/CHANGELOG.md).

## Digests (SHA-256)

\`\`\`
abcd  pay-checkout-0.2.0.js
\`\`\`
`)
})
