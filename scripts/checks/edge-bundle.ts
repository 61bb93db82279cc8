import { mkdir } from 'node:fs/promises'
import { EDGE_DIR } from '../build.ts'
import type { Check } from '../run-checks.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { inScratch, wordsIn } from './bundle.ts'

/** What `worker/testing.ts` carries, so that it can be found in a bundle. */
const CRASH_POINT = 'pay-checkout:crash-point'

/** The deployed edge cannot be made to crash on purpose. */
export const edgeBundle: Check = {
  name: 'the deployed edge has no crash points',
  problems: () => bundleProblems(),
}

/**
 * Bundles the edge as a deploy would, without deploying it, and looks for crash points.
 *
 * @param entry Another entry than that of `wrangler.toml`.
 */
export const bundleProblems = (...entry: readonly string[]): Promise<readonly string[]> =>
  inScratch(async (folder) => {
    // Wrangler insists on the folder of static files, which a fresh clone has not built yet.
    await mkdir(EDGE_DIR, { recursive: true })
    const command = nodeTool('wrangler/bin/wrangler.js', 'deploy', ...entry, '--dry-run', '--outdir', folder)
    const env = { CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder }
    const { code, output } = await runStep(command, { env })
    return code === 0 ? wordsIn(folder, [CRASH_POINT]) : [output]
  })
