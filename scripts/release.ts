/** `npm run release`: writes the digests of the built version to `releases/`, to be committed with its tag. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../widget/build/languages.ts'
import { main as build } from './build.ts'
import { builtFiles, RELEASES_DIR, readReleases } from './release-files.ts'
import { changedRelease } from './releases.ts'

/** Builds, and writes the file. A version that is released already keeps its own. */
export async function main(): Promise<number> {
  const built = await build()
  if (built !== 0) return built
  const files = await builtFiles()
  const current = (await readReleases()).find((one) => one.version === version())
  const problem = changedRelease(current, files)
  if (problem) {
    console.error(problem)
    return 1
  }
  const date = new Date().toISOString().slice(0, 10)
  const path = join(RELEASES_DIR, `${version()}.json`)
  if (!current) await writeFile(path, `${JSON.stringify({ version: version(), date, files }, null, 2)}\n`)
  console.log(`releases/${version()}.json has the digests. Commit it.`)
  return 0
}
