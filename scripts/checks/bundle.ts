import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** Hands a new folder to a function and removes it afterwards. */
export async function inScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-bundle-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Looks for words in the scripts of a folder and the folders within. Source maps are not run, so not looked at.
 *
 * @throws {Error} If there is no script at all: then nothing was looked at.
 */
export async function wordsIn(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const scripts = entries.filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
  if (scripts.length === 0) throw new Error('the bundle has no script')
  const found = scripts.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    const text = await readFile(path, 'utf8')
    return words
      .filter((word) => text.includes(word))
      .map((word) => `${relative(folder, path)} contains ${word}`)
  })
  return (await Promise.all(found)).flat()
}
