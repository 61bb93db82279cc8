import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { runStep } from '../run-step.ts'

/** A file that belongs to the repository. */
export interface RepositoryFile {
  /** Relative to the root, with `/` between the parts. */
  readonly path: string
  readonly text: string
}

/** Paths of all files that git tracks or could track; ignored files are left out. */
export async function repositoryPaths(): Promise<string[]> {
  const { code, output } = await runStep([
    'git',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
  if (code !== 0) throw new Error('this check needs git and a clone')
  return output.split('\0').filter(Boolean)
}

/** Reads all of them. A file that was deleted but is still listed counts as empty. */
export async function repositoryFiles(): Promise<RepositoryFile[]> {
  const paths = await repositoryPaths()
  return Promise.all(paths.map(async (path) => ({ path, text: await textOf(path) })))
}

const textOf = (path: string) => readFile(join(ROOT, path), 'utf8').catch(() => '')
