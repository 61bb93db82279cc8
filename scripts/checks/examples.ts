import { readExamples } from '../packages/examples.ts'
import { SCOPE } from '../packages/scope.ts'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** What a developer reads in one go. */
const MAX_LINES = 80

/** Each example can be read in one go, and begins where its guide does: with the install of a package. */
export const examples: Check = {
  name: `examples have at most ${MAX_LINES} lines, a lock file, and none of our packages`,
  async problems() {
    const files = await repositoryFiles((path) => path.startsWith('examples/'))
    const found = await readExamples()
    return found.flatMap(({ name, spec }) => exampleProblems(name, files, spec === `${name}.spec.ts`))
  },
}

/** @param hasOwnStory It shows more than a mug, and may be longer. */
export function exampleProblems(
  name: string,
  files: readonly RepositoryFile[],
  hasOwnStory: boolean,
): string[] {
  const folder = `examples/${name}`
  const own = files.filter(({ path }) => path.startsWith(`${folder}/`))
  const textOf = (file: string) => own.find(({ path }) => path === `${folder}/${file}`)?.text ?? '{}'
  const { private: isPrivate, scripts = {} } = JSON.parse(textOf('package.json'))
  const sources = own.filter(({ path }) => !path.endsWith('.json'))
  const lines = sources.flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''))
  const facts: readonly (readonly [holds: boolean, problem: string])[] = [
    [isPrivate === true, 'could be published: private is missing'],
    ['check' in scripts, 'has no script check'],
    ['start' in scripts || 'build' in scripts, 'has neither a script start nor build'],
    [textOf('package-lock.json') !== '{}', 'has no lock file'],
    [!textOf('package.json').includes(SCOPE), `installs ${SCOPE} before its guide does`],
    [hasOwnStory || lines.length <= MAX_LINES, `has ${lines.length} lines`],
  ]
  return facts.flatMap(([holds, problem]) => (holds ? [] : [`${folder} ${problem}`]))
}
