/** The files of releases: their digests in `releases/`, and those that this build made. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version } from '../widget/build/languages.ts'
import { EDGE_DIR } from './build.ts'
import { changedRelease, keepRelease, keptReleases, type Release } from './releases.ts'
import { ROOT } from './root.ts'

/** Where the digests of releases are. */
export const RELEASES_DIR = join(ROOT, 'releases')

/** Reads the digests of all releases. */
export async function readReleases(): Promise<Release[]> {
  const names = (await readdir(RELEASES_DIR)).filter((name) => name.endsWith('.json'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(RELEASES_DIR, name), 'utf8'))))
}

/**
 * Checks that no released file changes, and fetches those of the last months from the live edge.
 *
 * @param edge The origin of the live edge.
 * @returns Why they cannot be kept; `undefined` if they are.
 */
export async function keepReleases(edge: string): Promise<string | undefined> {
  const releases = await readReleases()
  const current = releases.find((one) => one.version === version())
  const problem = changedRelease(current, await builtFiles())
  if (problem) return problem
  const write = async (path: string, file: Uint8Array) => {
    await mkdir(dirname(join(EDGE_DIR, path)), { recursive: true })
    await writeFile(join(EDGE_DIR, path), file)
  }
  for (const release of keptReleases(releases, version(), new Date())) {
    const failure = await keepRelease(release, { edge, fetch, write })
    if (failure) return failure
  }
  return undefined
}

/** The files of this version with their digests, as pages pin them. */
export async function builtFiles(): Promise<Release['files']> {
  const digests: Release['files'] = JSON.parse(await readFile(join(EDGE_DIR, 'integrity.json'), 'utf8'))
  const entries = Object.entries(digests)
  return Object.fromEntries(entries.map(([path, digest]) => [path.replace(`/v/${version()}/`, ''), digest]))
}
