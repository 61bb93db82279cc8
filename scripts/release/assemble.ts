/** Puts what a release publishes into one folder, from the last build: the packages under names with their version, their digests, and the notes. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PACKAGES_DIR } from '../packages/pack.ts'
import { ROOT } from '../root.ts'
import { type ReleaseFile, releaseNotes } from './notes.ts'
import { RELEASE_DIR } from './publish.ts'
import { readChangelogs } from './release-parts.ts'

/** Folder of the tag, which the edge serves and pages pin. */
const TAG_FILE = join(ROOT, 'dist/edge/pay-checkout.js')

/** Replaces what an earlier run left there. */
export async function assemble(version: string): Promise<void> {
  await rm(RELEASE_DIR, { recursive: true, force: true })
  await mkdir(RELEASE_DIR, { recursive: true })
  const archives = (await readdir(PACKAGES_DIR)).filter((name) => name.endsWith('.tgz'))
  for (const name of archives.toSorted())
    await copyFile(join(PACKAGES_DIR, name), join(RELEASE_DIR, `${basename(name, '.tgz')}-${version}.tgz`))
  await copyFile(TAG_FILE, join(RELEASE_DIR, `pay-checkout-${version}.js`))
  const names = (await readdir(RELEASE_DIR)).toSorted()
  const files = await Promise.all(names.map(digested))
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  await writeFile(join(RELEASE_DIR, 'SHA256SUMS'), sums.join(''))
  await writeFile(join(RELEASE_DIR, 'notes.md'), releaseNotes(`v${version}`, await readChangelogs(), files))
}

async function digested(name: string): Promise<ReleaseFile> {
  const file = await readFile(join(RELEASE_DIR, name))
  return { name, sha256: createHash('sha256').update(file).digest('hex') }
}
