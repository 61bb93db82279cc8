import { repositoryPaths } from './repository.ts'
import type { Check } from './run-checks.ts'

/** The Workers' entries, which the platform names. */
const ENTRIES = ['worker/index.ts', 'sandbox/index.ts']

/** Names that say nothing about what is inside. */
const VAGUE_FOLDERS = /(^|\/)(utils?|helpers?|common|lib|misc)\//
const VAGUE_FILES = /(^|\/)(types|utils?|helpers?|constants|common|misc)\.[jt]s$/

/** Files and folders are named after what they hold. */
export const layout: Check = {
  name: 'files and folders are named after what they hold',
  problems: async () => (await repositoryPaths()).flatMap(misnamed),
}

/** @returns What is wrong with the name of a file; nothing for most. */
export function misnamed(path: string): string[] {
  const isSource = /\.[jt]s$/.test(path)
  if (!isSource) return []
  if (/(^|\/)index\.[jt]s$/.test(path) && !ENTRIES.includes(path))
    return [`${path}: only a Worker's entry is an index`]
  if (VAGUE_FOLDERS.test(path) || VAGUE_FILES.test(path)) return [`${path}: the name says nothing`]
  const name = path.split('/').at(-1) ?? ''
  return /^[a-z0-9-]+(\.[a-z]+)*\.[jt]s$/.test(name) ? [] : [`${path}: file names are kebab-case`]
}
