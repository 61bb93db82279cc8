import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { textIfPresent } from '../text-if-present.ts'
import { persistIn, wranglerEnvironment } from './worker-process.ts'

/** The configuration that names the database. With another name or id, wrangler would open another local file. */
const CONFIG = 'wrangler.toml'

const MIGRATIONS = 'worker/outbox/migrations'

/** A run takes four seconds, and more than two minutes was seen on a busy machine. One that takes longer than this hangs. */
const LIMIT_MS = 300_000

/**
 * Creates the tables of the edge's list of orders, in the local database that its Worker opens in a state folder. Does
 * nothing where the same migrations were applied before.
 *
 * @throws {Error} If wrangler cannot make them, with what it printed.
 */
export async function makeTables(stateDir: string): Promise<void> {
  const marker = join(stateDir, 'tables.sha256')
  const digest = await digestOfSources()
  if ((await textIfPresent(marker)) === digest) return
  await mkdir(stateDir, { recursive: true })
  if (existsSync(persistIn(stateDir, 'edge'))) await applyMigrations(stateDir)
  else await writeEmptyTables(stateDir, digest)
  await writeFile(marker, digest)
}

async function applyMigrations(stateDir: string): Promise<void> {
  const command = ['d1', 'migrations', 'apply', 'ORDER_INDEX', '--local', '-c', CONFIG]
  const persist = ['--persist-to', persistIn(stateDir, 'edge')]
  const step = nodeTool('wrangler/bin/wrangler.js', ...command, ...persist)
  const { code, output } = await runStep(step, { env: wranglerEnvironment(stateDir), limitMs: LIMIT_MS })
  if (code !== 0) throw new Error(`the tables of the edge cannot be made:\n${output}`)
}

/** Files of a database: path within the state folder → content. */
type Files = ReadonlyMap<string, Buffer>

/** Digest of the migrations → empty database. Wrangler takes seconds, and all stacks of this process start with the same one. */
const empty = new Map<string, Promise<Files>>()

async function writeEmptyTables(stateDir: string, digest: string): Promise<void> {
  const making = empty.get(digest) ?? emptyTables()
  empty.set(digest, making)
  making.catch(() => empty.delete(digest))
  for (const [path, content] of await making) {
    await mkdir(join(stateDir, dirname(path)), { recursive: true })
    await writeFile(join(stateDir, path), content)
  }
}

/** The files of a database with empty tables; their paths begin with the edge's own folder. */
export async function emptyTables(): Promise<Files> {
  const scratch = await mkdtemp(join(tmpdir(), 'pay-checkout-tables-'))
  try {
    await applyMigrations(scratch)
    const kept = persistIn(scratch, 'edge')
    const entries = await readdir(kept, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const files = paths.map(async (path) => [relative(scratch, path), await readFile(path)] as const)
    return new Map(await Promise.all(files))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function digestOfSources(): Promise<string> {
  const names = (await readdir(join(ROOT, MIGRATIONS))).sort()
  const files = [CONFIG, ...names.map((name) => join(MIGRATIONS, name))]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}
