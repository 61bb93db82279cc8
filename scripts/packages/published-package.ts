/** What every published package has. Pure. */
import { matchesGlob } from 'node:path/posix'
import { REPOSITORY, SCOPE } from './scope.ts'

/** The parts of a `package.json` that this file reads. */
export interface PackageManifest {
  readonly name?: string
  readonly version?: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly license?: string
  readonly private?: boolean
  readonly repository?: { readonly url?: string; readonly directory?: string }
  readonly publishConfig?: { readonly access?: string }
  readonly sideEffects?: boolean
  readonly exports?: object
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Files that people look for in a package. */
const FOR_PEOPLE = ['CHANGELOG.md', 'LICENSE', 'README.md']

/** @returns What its `package.json` lacks or says otherwise than the project. */
export function manifestProblems(folder: string, manifest: PackageManifest, version: string): string[] {
  const { repository, publishConfig, dependencies = {}, ...own } = manifest
  const facts: readonly (readonly [holds: boolean, problem: string])[] = [
    [own.name === `${SCOPE}/${folder.replace('packages/', '')}`, `name is not in the scope ${SCOPE}`],
    [own.version === version, `version is not that of the project, ${version}`],
    [own.license === 'MIT', 'license is not MIT'],
    [!!own.description, 'description is missing'],
    [!!own.keywords?.length, 'keywords are missing'],
    [!own.private, 'a private package cannot be published'],
    [publishConfig?.access === 'public', 'publishConfig does not make it public'],
    [repository?.url === REPOSITORY, `repository is not ${REPOSITORY}`],
    [repository?.directory === folder, `repository.directory is not ${folder}`],
    [own.sideEffects !== undefined, 'sideEffects are not said'],
    [!!own.exports, 'exports are missing'],
    [!!own.files?.length, 'files are missing'],
    ...Object.keys(dependencies).map((name) => [false, `${name} would be installed with it`] as const),
  ]
  return facts.flatMap(([holds, problem]) => (holds ? [] : [`${folder}/package.json: ${problem}`]))
}

/**
 * Compares what is in a package with what should be.
 *
 * @param listed The package's `contents.txt`: in each line a path, or a pattern whose `*` is any part of a name.
 */
export function contentProblems(folder: string, files: readonly string[], listed: string): string[] {
  const expected = listed.split('\n').filter(Boolean)
  return [
    ...FOR_PEOPLE.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...expected
      .filter((pattern) => !files.some((path) => matchesGlob(path, pattern)))
      .map((pattern) => `${pattern} is listed and not packed`),
    ...files
      .filter((path) => !expected.some((pattern) => matchesGlob(path, pattern)))
      .map((path) => `${path} is packed and not in contents.txt`),
  ].map((problem) => `${folder}: ${problem}`)
}
