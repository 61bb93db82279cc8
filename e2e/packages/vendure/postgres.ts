import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { freePorts } from '../../../scripts/stack/ports.ts'
import { startTethered } from '../../../scripts/stack/tethered.ts'
import { debianInstall } from '../../../scripts/suites/debian-packages.ts'
import { patiently } from '../../engines/patience.ts'

/** A PostgreSQL with a new, empty database. */
export interface Postgres {
  /** Of the database, for a client: `postgres://…`. */
  readonly url: string
  /** Whether a transaction waits for what another has locked. */
  readonly hasWaiting: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** Where Debian keeps the programs of each version. */
const PROGRAMS = '/usr/lib/postgresql'

/** A user who owns nothing, on every Linux: PostgreSQL does not run as root. */
const NOBODY = 65_534

const isRoot = process.getuid?.() === 0

const asNobody = (command: readonly string[]): readonly string[] =>
  isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command] : command

const run = promisify(execFile)

/**
 * Starts PostgreSQL on a free port, with its data in a new folder. Installs Debian's where it is missing and that is safe.
 *
 * @throws {Error} If there is none, with what to type.
 */
export async function startPostgres(): Promise<Postgres> {
  const programs = await programsFolder()
  const place = await mkdtemp(join(tmpdir(), 'pay-checkout-postgres-'))
  if (isRoot) await chown(place, NOBODY, NOBODY)
  const data = join(place, 'data')
  const init = [join(programs, 'initdb'), '-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  const [program = '', ...args] = asNobody(init)
  await run(program, args, { cwd: place })
  const port = String((await freePorts()).shop)
  const settings = ['-p', port, '-k', place, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
  const command = asNobody([join(programs, 'postgres'), '-D', data, ...settings])
  const server = await startTethered(command, { cwd: place })
  const client = [
    join(programs, 'psql'),
    '-h',
    '127.0.0.1',
    '-p',
    port,
    '-U',
    'shop',
    'postgres',
    '-tAc',
  ] as const
  const ask = async (sql: string) => (await run(client[0], [...client.slice(1), sql], { cwd: place })).stdout
  await patiently(
    async () => ({ value: await ask('select 1') }),
    async () => 'PostgreSQL',
  )
  const stop = async () => {
    await server.stop()
    await rm(place, { recursive: true, force: true })
  }
  const hasWaiting = async () =>
    (await ask('select 1 from pg_locks where not granted limit 1')).trim() === '1'
  return { hasWaiting, url: `postgres://shop@127.0.0.1:${port}/postgres`, stop }
}

async function programsFolder(): Promise<string> {
  const found = (await newest()) ?? ((await debianInstall(['postgresql'])) ? await newest() : undefined)
  if (!found) throw new Error('There is no PostgreSQL here: apt-get install postgresql')
  return found
}

async function newest(): Promise<string | undefined> {
  const versions = await readdir(PROGRAMS).catch(() => [])
  const last = versions.toSorted((one, other) => Number(one) - Number(other)).at(-1)
  return last === undefined ? undefined : join(PROGRAMS, last, 'bin')
}
