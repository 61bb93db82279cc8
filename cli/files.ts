/** Files that a person named. Failures are sentences for that person. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { CommandError } from './command.ts'

/** @throws {CommandError} If it cannot be read. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('file-unreadable', [`${path} cannot be read (${error.code})`])
  })

/**
 * Reads what people will read: in another encoding, as older spreadsheets save, its letters would come out wrong.
 *
 * @throws {CommandError} If it cannot be read or is not UTF-8.
 */
export async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('file-unreadable', [`${path} cannot be read (${error.code})`])
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError('file-malformed', [`${path}: is not UTF-8; save it again as UTF-8`])
  }
}

/** @returns `undefined` where there is no such file. @throws {CommandError} If it cannot be read. */
export const readTextIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandError('file-unreadable', [`${path} cannot be read (${error.code})`])
  })

/** @throws {CommandError} If it cannot be read or is not JSON in UTF-8. The message quotes nothing of the file. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readUtf8(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('file-malformed', [`${path}: is not JSON`])
  }
}

/** Writes a file that may exist. @throws {CommandError} If it cannot be written. */
export const writeText = (path: string, text: string): Promise<void> =>
  writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('file-unwritable', [`${path} cannot be written (${error.code})`])
  })

/** Writes a new file that only its owner can read. @throws {CommandError} If it exists or cannot be written. */
export const writePrivately = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CommandError('file-exists', [`${path} exists already`])
    throw new CommandError('file-unwritable', [`${path} cannot be written (${error.code})`])
  })

/**
 * Writes a file that only its owner can read, in place of the one that may be there, wholly or not at all.
 *
 * @throws {CommandError} If it cannot be written; the former one stays.
 */
export async function replacePrivately(path: string, text: string): Promise<void> {
  const scratch = `${path}.${randomUUID()}`
  await writePrivately(scratch, text)
  await rename(scratch, path).catch(async (error: NodeJS.ErrnoException) => {
    await rm(scratch, { force: true })
    throw new CommandError('file-unwritable', [`${path} cannot be written (${error.code})`])
  })
}
