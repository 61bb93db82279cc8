import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { buildShop } from '../shop/build.ts'
import { servedDigests, servedLanguages, sha256, version } from '../widget/build/languages.ts'
import { DOCUMENT_FILE } from '../worker/routes/openapi/document-file.ts'
import { buildDemo, DEMO_DIR } from './demo/build-demo.ts'
import { packAll } from './packages/pack.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'
import { addressesOf } from './stack/addresses.ts'
import { DEFAULT_PORTS } from './stack/ports.ts'
import { keptSecrets } from './stack/secrets.ts'

/** Where the edge's static files are built: the tag, what its frames need, and the desk. */
export const EDGE_DIR = join(ROOT, 'dist/edge')

/** The folder among them with the scripts of the edge's frames. */
export const EDGE_FRAMES_DIR = join(EDGE_DIR, 'frames')

/** Where the demo shop is built. */
export const SHOP_DIR = join(ROOT, 'dist/shop')

/** State of this machine that is never committed. */
export const DEV_DIR = join(ROOT, '.dev')

/** Files that the edge serves as they are, and the headers for every file. */
export const ASSETS_DIR = join(ROOT, 'worker/assets')

/** Sources of the scripts of the edge's frames: one file, one script. */
const FRAMES_DIR = join(ROOT, 'widget/frames')

/**
 * Builds the tag, the scripts of the frames, the desk and the API document into the folder that the edge serves, and copies
 * the other files there.
 *
 * @returns What the build printed if it failed; empty if it did not.
 */
export async function buildWidget(outDir = EDGE_DIR): Promise<string> {
  const scripts = ['', ...(await frameNames())].map((frame) =>
    buildScript('widget/build/vite.config.ts', outDir, frame),
  )
  const failures = await Promise.all([
    ...scripts,
    buildScript('desk/build/vite.config.ts', outDir),
    writeApiDocument(outDir),
  ])
  await cp(ASSETS_DIR, outDir, { recursive: true })
  const failure = failures.join('')
  if (!failure) await writeVersion(outDir)
  return failure
}

/** Writes the document that `GET /openapi.json` serves. @returns What failed; empty if nothing did. */
export async function writeApiDocument(outDir = EDGE_DIR): Promise<string> {
  await mkdir(outDir, { recursive: true })
  const args = ['api-document', join(outDir, DOCUMENT_FILE)]
  const { code, output } = await runStep([process.execPath, join(ROOT, 'scripts/run.js'), ...args])
  return code === 0 ? '' : output || `api-document ended with ${code}`
}

/** The tag in the folder with the edge's files. */
const TAG = 'pay-checkout.js'

/** Writes the languages, the addresses of this version, which never change, and the digests by which pages pin them. */
async function writeVersion(outDir: string): Promise<void> {
  const files: Record<string, string | Uint8Array> = {
    [TAG]: await readFile(join(outDir, TAG)),
    'languages/digests.json': servedDigests(),
  }
  for (const folder of ['page-texts', 'mail-texts']) await mkdir(join(outDir, folder), { recursive: true })
  for (const { language, texts, pageTexts, mailTexts } of servedLanguages()) {
    files[`languages/${language}.json`] = texts
    await writeFile(join(outDir, `page-texts/${language}.json`), pageTexts)
    await writeFile(join(outDir, `mail-texts/${language}.json`), mailTexts)
  }
  // Versions of earlier builds on this machine are no releases.
  await rm(join(outDir, 'v'), { recursive: true, force: true })
  const folder = `v/${version()}`
  await mkdir(join(outDir, folder, 'languages'), { recursive: true })
  const digests: Record<string, string> = {}
  for (const [name, file] of Object.entries(files)) {
    await writeFile(join(outDir, folder, name), file)
    digests[`/${folder}/${name}`] = `sha256-${sha256(file)}`
  }
  await writeFile(join(outDir, 'integrity.json'), JSON.stringify(digests, null, 2))
}

/** Set by a run that has built them, so that its suites need not build. */
const BUILT = 'PAY_WIDGET_BUILT'

/** Builds once for all suites of a run. @returns What the build printed if it failed. */
export async function buildForSuites(): Promise<string> {
  const failure = await buildWidget()
  if (!failure) process.env[BUILT] = 'yes'
  return failure
}

/** Builds as `buildWidget` does, unless this run has built before. @returns As `buildWidget`. */
export const builtWidget = async (): Promise<string> => (process.env[BUILT] ? '' : buildWidget())

/**
 * @param config Path from the root of the repository.
 * @param frame Name of a frame, for the tag's configuration; empty for the tag itself.
 */
async function buildScript(config: string, outDir: string, frame = ''): Promise<string> {
  const command = nodeTool('vite/bin/vite.js', 'build', '-c', config, '--outDir', outDir)
  // A test runner sets it to `test`, and the build would take Lit's development files.
  const { code, output } = await runStep(command, { env: { NODE_ENV: 'production', PAY_FRAME: frame } })
  return code === 0 ? '' : output || `vite ended with ${code}`
}

async function frameNames(): Promise<string[]> {
  const files = await readdir(FRAMES_DIR)
  const isEntry = (file: string) => file.endsWith('.ts') && !/\.test\.ts$/.test(file)
  return files.filter(isEntry).map((file) => basename(file, '.ts'))
}

/** `npm run build`: the tag for the edge, the demo shop for the addresses of `npm run dev`, and the packages. */
export async function main(): Promise<number> {
  const failure = await buildWidget()
  if (failure) {
    console.error(failure)
    return 1
  }
  const { edge, shop } = addressesOf(DEFAULT_PORTS)
  const { offerKey } = await keptSecrets(DEV_DIR)
  await buildShop({ edge, origin: shop, key: offerKey, out: SHOP_DIR })
  await buildDemo(EDGE_DIR)
  const packed = await packAll(undefined, DEMO_DIR)
  const names = packed.map(({ archive }) => basename(archive))
  console.log(
    `The edge's files are in dist/edge, the demo shop for ${shop} is in dist/shop, the packages are in dist/packages: ${names.join(', ')}.`,
  )
  return 0
}
