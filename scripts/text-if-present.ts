import { readFile } from 'node:fs/promises'

/**
 * Reads a text file that may be missing, in UTF-8.
 *
 * @returns `undefined` if there is no such file.
 * @throws {Error} Where the file is there and cannot be read: a caller that took it for a missing one would find no fault
 *   in it, or overwrite it.
 */
export const textIfPresent = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
