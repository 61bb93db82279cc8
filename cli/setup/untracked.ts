/** Keeps files with secrets out of git. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { readTextIfThere, writeText } from '../files.ts'

/**
 * Sees to it that git ignores files, before they are written, also in a folder that becomes a repository later. Repeating
 * it is harmless.
 *
 * @param folder Where the files will be.
 * @param names Their names in it.
 * @returns The names that it added to `.gitignore` of the folder.
 * @throws {CommandError} `secret-tracked` if git tracks one, or would add it in spite of `.gitignore`; `git-failed` if git
 *   is there and does not say.
 */
export async function keepUntracked(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const tracked = await gitLines(folder, 'ls-files', '--', ...names)
  if (tracked === 'no-repository') return ignore(folder, names)
  if (tracked.length > 0)
    throw new CommandError(
      'secret-tracked',
      tracked.map((name) => `git tracks ${join(folder, name)}`),
    )
  const open = await notIgnored(folder, names)
  await ignore(folder, open)
  const still = await notIgnored(folder, open)
  if (still.length > 0)
    throw new CommandError(
      'secret-tracked',
      still.map((name) => `git would add ${join(folder, name)} in spite of .gitignore`),
    )
  return open
}

async function notIgnored(folder: string, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return []
  const ignored = await gitLines(folder, 'check-ignore', '--', ...names)
  return Array.isArray(ignored) ? names.filter((name) => !ignored.includes(name)) : names
}

/** @returns The names that `.gitignore` lacked. */
async function ignore(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const path = join(folder, '.gitignore')
  const text = (await readTextIfThere(path)) ?? ''
  const lines = text.split(/\r?\n/)
  const missing = names.filter((name) => !lines.includes(`/${name}`))
  if (missing.length === 0) return []
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
  await writeText(path, `${start}${missing.map((name) => `/${name}\n`).join('')}`)
  return missing
}

/** Asks git. @returns Lines; or that there is no repository, or no git. @throws {CommandError} If git cannot tell. */
async function gitLines(folder: string, ...args: string[]): Promise<string[] | 'no-repository'> {
  const env = { ...process.env, LC_ALL: 'C' }
  const run = promisify(execFile)('git', ['-C', folder, ...args], { env })
  return run.then(
    ({ stdout }) => stdout.split('\n').filter(Boolean),
    ({ code, stderr = '' }: { code?: number | string; stderr?: string }) => {
      if (code === 'ENOENT' || /not a git repository/.test(stderr)) return 'no-repository'
      // `check-ignore` ends so where it finds none.
      if (code === 1) return []
      throw new CommandError('git-failed', [`git cannot read ${folder}: ${stderr.split('\n')[0]}`])
    },
  )
}
