import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { repositoryPaths } from './repository.ts'
import type { Check } from './run-checks.ts'

/** The parts of a package.json that name versions. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Every dependency is one exact version. */
export const pins: Check = {
  name: 'every dependency is pinned to one version',
  async problems() {
    const manifests = (await repositoryPaths()).filter((path) => /(^|\/)package\.json$/.test(path))
    const found = manifests.map(async (path) => {
      const manifest: Manifest = JSON.parse(await readFile(join(ROOT, path), 'utf8'))
      return unpinned(manifest).map((name) => `${path}: ${name} is not one exact version`)
    })
    return (await Promise.all(found)).flat()
  },
}

/** Names of the dependencies that could be more than one version. */
export function unpinned(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .map(([name]) => name)
}
