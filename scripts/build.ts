import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { buildShop } from '../shop/build.ts'
import { addressesOf } from './addresses.ts'
import { DEFAULT_PORTS } from './ports.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'
import { keptSecrets } from './secrets.ts'

/** Where the edge's static files are built: the tag, and what its frames need. */
export const EDGE_DIR = join(ROOT, 'dist/edge')

/** Where the demo shop is built. */
export const SHOP_DIR = join(ROOT, 'dist/shop')

/** State of this machine that is never committed. */
export const DEV_DIR = join(ROOT, '.dev')

/** Files that the edge serves as they are, and the headers of all of them. */
export const ASSETS_DIR = join(ROOT, 'worker/assets')

/**
 * Builds the tag into the folder that the edge serves, with the files that lie beside it.
 *
 * @returns What the build printed if it failed; empty if it did not.
 */
export async function buildWidget(outDir = EDGE_DIR): Promise<string> {
  const command = nodeTool('vite/bin/vite.js', 'build', '-c', 'widget/vite.config.ts', '--outDir', outDir)
  // A test runner around this says otherwise, and Lit would come in its edition for developers.
  const { code, output } = await runStep(command, { env: { NODE_ENV: 'production' } })
  await cp(ASSETS_DIR, outDir, { recursive: true })
  return code === 0 ? '' : output || `vite ended with ${code}`
}

/** `npm run build`: the tag for the edge, and the demo shop for the addresses of `npm run dev`. */
export async function main(): Promise<number> {
  const failure = await buildWidget()
  if (failure) {
    console.error(failure)
    return 1
  }
  const { edge, shop } = addressesOf(DEFAULT_PORTS)
  const { offerKey } = await keptSecrets(DEV_DIR)
  await buildShop({ edge, origin: shop, key: offerKey, out: SHOP_DIR })
  console.log(`The edge's files are in dist/edge, the demo shop for ${shop} is in dist/shop.`)
  return 0
}
