import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EDGE_DIR } from '../build.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { inScratch, wordsIn } from './bundle.ts'
import type { Check } from './run-checks.ts'

/** A word that only `worker/testing/edge.ts` contains, so that the check finds it in a bundle. */
const CRASH_POINT = 'pay-checkout:crash-point'

/** The most that the deployed script may weigh, gzip: an isolate loads all of it before its first answer. */
export const MAX_GZIP_BYTES = 216_000

let measured = ''

/** The deployed edge cannot be made to crash on purpose, and starts fast. */
export const edgeBundle: Check = {
  name: `the deployed edge has no crash points, and weighs at most ${kilobytes(MAX_GZIP_BYTES)} gzip`,
  problems: () =>
    inBundle([], async (folder) => {
      const bytes = await gzipBytes(folder)
      measured = kilobytes(bytes)
      return [...(await wordsIn(folder, [CRASH_POINT])), ...sizeProblems(bytes)]
    }),
  measured: () => measured,
}

/**
 * Bundles the edge as a deploy would, without deploying it, and looks for crash points.
 *
 * @param entry Another entry than that of `wrangler.toml`.
 */
export const crashPointsIn = (...entry: readonly string[]): Promise<readonly string[]> =>
  inBundle(entry, (folder) => wordsIn(folder, [CRASH_POINT]))

const inBundle = (entry: readonly string[], look: (folder: string) => Promise<readonly string[]>) =>
  inScratch(async (folder) => {
    // Wrangler needs the folder of static files, which a fresh clone has not built yet.
    await mkdir(EDGE_DIR, { recursive: true })
    const command = nodeTool('wrangler/bin/wrangler.js', 'deploy', ...entry, '--dry-run', '--outdir', folder)
    const env = { CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder }
    const { code, output } = await runStep(command, { env })
    return code === 0 ? look(folder) : [output]
  })

/** The weight of all scripts of a bundle together, gzip. */
export async function gzipBytes(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const packed = names.map(async (name) => promisify(gzip)(await readFile(join(folder, name)), { level: 9 }))
  return (await Promise.all(packed)).reduce((sum, { length }) => sum + length, 0)
}

/** @returns A problem if the bundle is too large. */
export const sizeProblems = (bytes: number): string[] =>
  bytes > MAX_GZIP_BYTES
    ? [
        `it weighs ${kilobytes(bytes)}: is zod imported by name and not as a namespace, or minify off in wrangler.toml?`,
      ]
    : []

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
