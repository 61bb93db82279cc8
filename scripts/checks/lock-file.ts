import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { repositoryPaths } from './repository.ts'
import type { Check } from './run-checks.ts'

/** The parts of package-lock.json that this check reads. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The lock files serve every platform and every registry, and an edge needs nothing of what only tests use. */
export const lockFile: Check = {
  name: 'the lock files have the packages of every platform, no address of a registry, and those of tests for tests alone',
  async problems() {
    const paths = (await repositoryPaths()).filter((path) => /(^|\/)package-lock\.json$/.test(path))
    const found = paths.map(async (path) => {
      const lock: LockFile = JSON.parse(await readFile(join(ROOT, path), 'utf8'))
      const problems = [...missingOptional(lock), ...addressed(lock), ...installedForTests(lock)]
      return problems.map((problem) => `${path}: ${problem}`)
    })
    return (await Promise.all(found)).flat()
  },
}

/**
 * Optional packages that npm left out in silence, since its registry did not have them on the day of the lock.
 * Where one is missing, `npm ci` fails, or people on another platform get no binary.
 */
export function missingOptional({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !resolves(path, name, packages))
      .map((name) => `${path || 'the project'}: ${name} is missing`),
  )
}

/** Looks for a package where Node would: in the node_modules of the folder and of every folder above. */
function resolves(from: string, name: string, packages: LockFile['packages']): boolean {
  if (`${from ? `${from}/` : ''}node_modules/${name}` in packages) return true
  const above = from.lastIndexOf('/node_modules/')
  if (from === '') return false
  return resolves(above === -1 ? '' : from.slice(0, above), name, packages)
}

/** Packages that would be fetched from the registry of the machine that wrote the lock. */
export function addressed({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(
      ([path]) =>
        `${path}: "resolved" names a registry; npm config omit-lockfile-registry-resolved leaves it out`,
    )
}

/** Packages of stories, old ones among them, that `npm ci --omit=dev` would install where an edge is deployed. */
export function installedForTests({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path]) => path.startsWith('e2e/') && !path.includes('node_modules/'))
    .flatMap(([path, { dependencies = {} }]) =>
      Object.keys(dependencies).map((name) => `${path}: ${name} belongs in devDependencies`),
    )
}
