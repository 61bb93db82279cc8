import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { runStep } from '../run-step.ts'
import { textIfPresent } from '../text-if-present.ts'

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

/**
 * Reads them, one after the other: a busy machine cannot have all of them open. Leaves out a file that was deleted and is
 * still listed.
 *
 * @param isWanted Which paths to read. Default: all.
 * @throws {Error} Where a file cannot be read, since a check would find no fault in it.
 */
export async function repositoryFiles(
  isWanted: (path: string) => boolean = () => true,
): Promise<RepositoryFile[]> {
  const files: RepositoryFile[] = []
  for (const path of (await repositoryPaths()).filter(isWanted)) {
    const text = await textIfPresent(join(ROOT, path))
    if (text !== undefined) files.push({ path, text })
  }
  return files
}
