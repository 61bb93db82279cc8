import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { persistIn, wranglerEnvironment } from './worker-process.ts'

/** The configuration that names the database. With another name or id, wrangler would open another local file. */
const CONFIG = 'wrangler.toml'

const MIGRATIONS = 'worker/outbox/migrations'

/** It takes about four seconds; nobody waits for one that hangs. */
const LIMIT_MS = 60_000

/**
 * Makes the tables of the edge's list of orders in the database that its Worker will find in a state folder. Where they
 * were made before from the same files, it does nothing.
 *
 * @throws {Error} If wrangler cannot make them, with what it printed.
 */
export async function makeTables(stateDir: string): Promise<void> {
  const marker = join(stateDir, 'tables.sha256')
  const digest = await digestOfSources()
  if ((await readFile(marker, 'utf8').catch(() => '')) === digest) return
  await mkdir(stateDir, { recursive: true })
  const command = ['d1', 'migrations', 'apply', 'ORDER_INDEX', '--local', '-c', CONFIG]
  const persist = ['--persist-to', persistIn(stateDir, 'edge')]
  const step = nodeTool('wrangler/bin/wrangler.js', ...command, ...persist)
  const { code, output } = await runStep(step, { env: wranglerEnvironment(stateDir), limitMs: LIMIT_MS })
  if (code !== 0) throw new Error(`the tables of the edge cannot be made:\n${output}`)
  await writeFile(marker, digest)
}

async function digestOfSources(): Promise<string> {
  const names = (await readdir(join(ROOT, MIGRATIONS))).sort()
  const files = [CONFIG, ...names.map((name) => join(MIGRATIONS, name))]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}
