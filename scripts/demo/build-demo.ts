/** Builds the demo of the packed command line: all that `demo.ts` reads, in one folder. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inScratch } from '../checks/bundle.ts'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { emptyTables } from '../stack/index-tables.ts'
import { bundled } from '../stack/worker-process.ts'
import type { DemoWorkers } from './demo-workers.ts'
import { type Lock, lockOf, placesOf } from './runtime-lock.ts'
import { demoWorker } from './worker-bindings.ts'

/** Where `npm run build` leaves it for the package. */
export const DEMO_DIR = join(ROOT, 'dist/demo')

const CONFIGS = { edge: 'wrangler.toml', sandbox: 'sandbox/wrangler.toml' } as const

/**
 * Bundles edge and sandbox as a deploy would, and puts them beside the demo's script, the files that the edge serves, the
 * shop's own, an empty list of orders and the lock of the runtime.
 *
 * @param edge The folder with the files that the edge serves, built before.
 * @param out Replaced.
 * @throws {Error} If a step fails, with what it printed.
 */
export async function buildDemo(edge: string, out: string = DEMO_DIR): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(join(out, 'runtime'), { recursive: true })
  await compileScript(out)
  await cp(edge, join(out, 'edge'), { recursive: true })
  await cp(join(ROOT, 'shop/assets'), join(out, 'assets'), { recursive: true })
  for (const [name, config] of Object.entries(CONFIGS)) {
    // Of its own: others may build a demo meanwhile.
    const bundle = await inScratch((stateDir) => bundled({ name, config, stateDir }))
    await writeFile(join(out, `${name}.js`), bundle)
  }
  const workers: DemoWorkers = {
    edge: demoWorker(join(ROOT, CONFIGS.edge)),
    sandbox: demoWorker(join(ROOT, CONFIGS.sandbox)),
  }
  await writeJson(join(out, 'workers.json'), workers)
  for (const [path, content] of await emptyTables()) {
    const file = join(out, 'tables', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const whole: Lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  await writeFile(join(out, 'licenses.md'), await licensesOf(whole))
  const { manifest, lock } = lockOf('miniflare', whole)
  await writeJson(join(out, 'runtime/package.json'), manifest)
  await writeJson(join(out, 'runtime/package-lock.json'), lock)
}

async function compileScript(out: string): Promise<void> {
  const command = nodeTool('vite/bin/vite.js', 'build', '-c', 'scripts/demo/vite.config.ts', '--outDir', out)
  const { code, output } = await runStep(command, { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(output || `vite ended with ${code}`)
}

/** The licences of what is compiled into edge, tag, desk and sandbox: the dependencies of the project and what they need. */
async function licensesOf(lock: Lock): Promise<string> {
  const names = Object.keys(lock.packages['']?.dependencies ?? {})
  const texts = placesOf(names, lock).map(async (place) => {
    const file = (await readdir(join(ROOT, place))).find((name) => /^licen[cs]e/i.test(name))
    const text = file === undefined ? '' : await readFile(join(ROOT, place, file), 'utf8')
    return `## ${place.replace(/^.*node_modules\//, '')}\n\n${text.trim()}\n`
  })
  return ['# Licences of what is compiled in\n', ...(await Promise.all(texts))].join('\n')
}

const writeJson = (path: string, value: unknown) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
