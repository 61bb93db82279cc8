/**
 * Publishes the packages of `dist/release` to npm. It uses nothing that npm installs, since the job that may publish installs
 * nothing: `node scripts/release/publish.ts`.
 */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { ROOT } from '../root.ts'
import { runStep, type StepResult } from '../run-step.ts'

/** Where `npm run release -- assemble` leaves what a release publishes. */
export const RELEASE_DIR = join(ROOT, 'dist/release')

/** The first npm that proves to the registry which workflow it runs in. */
const OLDEST_NPM = [11, 5, 1] as const

/** Runs npm with these arguments. */
export type Npm = (...args: string[]) => Promise<Pick<StepResult, 'code' | 'output'>>

const npm: Npm = (...args) => runStep(['npm', ...args, '--loglevel=error'])

/** The archives of the last `assemble`. */
export async function archives(): Promise<string[]> {
  const names = await readdir(RELEASE_DIR).catch(() => [])
  return names.filter((name) => name.endsWith('.tgz')).map((name) => join(RELEASE_DIR, name))
}

/**
 * Publishes each package, with the proof of where it was built. Repeatable: what is published with the same bytes is left out.
 *
 * @throws {Error} At the first that cannot be published, with what npm said.
 */
export async function publish(packed: readonly string[], run: Npm = npm, print = console.log): Promise<void> {
  const { output: version } = await run('--version')
  if (isOlder(version)) throw new Error(`npm ${version.trim()} is older than ${OLDEST_NPM.join('.')}`)
  for (const archive of packed) {
    const { id, integrity } = await tried(archive, run)
    const there = await integrityOf(id, run)
    if (there !== undefined && there !== integrity) throw new Error(`${id} is published with other bytes`)
    if (there === undefined) await done(run('publish', archive, '--provenance', '--access=public'))
    print(there === undefined ? `${id} is published.` : `${id} was published before.`)
  }
}

/**
 * Does all of it but the upload, and asks nothing of the registry.
 *
 * @throws {Error} As `publish`.
 */
export async function tryToPublish(
  packed: readonly string[],
  run: Npm = npm,
  print = console.log,
): Promise<void> {
  for (const archive of packed) print(`${(await tried(archive, run)).id} can be published.`)
}

interface Packed {
  /** `@pay-checkout/tag@0.2.0` */
  readonly id: string
  /** Its digest, as a lock file has it. */
  readonly integrity: string
}

async function tried(archive: string, run: Npm): Promise<Packed> {
  const output = await done(run('publish', archive, '--dry-run', '--offline', '--json', '--access=public'))
  const [packed] = Object.values<Packed>(JSON.parse(output))
  if (!packed) throw new Error(`${basename(archive)} holds no package`)
  return packed
}

/** @returns What the registry has under this name and version; undefined where it has nothing. */
async function integrityOf(id: string, run: Npm): Promise<string | undefined> {
  const { code, output } = await run('view', id, 'dist.integrity', '--json')
  // Of a package without this version npm prints nothing, and ends well.
  if (code === 0) return output.trim() === '' ? undefined : JSON.parse(output)
  if (output.includes('E404')) return undefined
  throw new Error(output)
}

async function done(step: ReturnType<Npm>): Promise<string> {
  const { code, output } = await step
  if (code !== 0) throw new Error(output)
  return output
}

function isOlder(version: string): boolean {
  const parts = version.trim().split('.').map(Number)
  const differing = OLDEST_NPM.findIndex((least, index) => parts[index] !== least)
  return differing >= 0 && Number(parts[differing]) < Number(OLDEST_NPM[differing])
}

if (import.meta.main) {
  const packed = await archives()
  if (packed.length === 0) throw new Error(`there is nothing in ${RELEASE_DIR}`)
  if (process.argv.includes('--dry-run')) await tryToPublish(packed)
  else await publish(packed)
}
