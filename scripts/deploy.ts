/** `npm run deploy`: database, tables, then the Worker, so that no Worker runs without the tables that it needs. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version } from '../widget/build/languages.ts'
import { main as build, EDGE_DIR } from './build.ts'
import { changedRelease, isNameless, keepRelease, keptReleases, type Release } from './releases.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'

/** The result of one call of wrangler. */
export interface Done {
  readonly code: number
  readonly output: string
}

/** What a deployment works on: wrangler, and the configuration that it reads. */
export interface Place {
  readonly wrangler: (...args: string[]) => Promise<Done>
  readonly readConfig: () => Promise<string>
  readonly writeConfig: (text: string) => Promise<void>
  readonly say: (line: string) => void
  /** Keeps the files of earlier releases among those to upload. @returns Why it cannot. */
  readonly keepReleases: (edge: string) => Promise<string | undefined>
}

const BINDING = 'ORDER_INDEX'

/** The part of the configuration that is about the list of orders. */
const DATABASE = /^\[\[d1_databases\]\]\n(?:(?!\[).*\n?)*/m

/** Builds, and deploys with the wrangler of this project. */
export async function main(): Promise<number> {
  const built = await build()
  if (built !== 0) return built
  const config = join(ROOT, 'wrangler.toml')
  return deploy({
    wrangler: (...args) => runStep(nodeTool('wrangler/bin/wrangler.js', ...args)),
    readConfig: () => readFile(config, 'utf8'),
    writeConfig: (text) => writeFile(config, text),
    say: (line) => console.log(line),
    keepReleases,
  })
}

/** Where the digests of releases are. */
export const RELEASES_DIR = join(ROOT, 'releases')

/** Reads the digests of all releases. */
export async function readReleases(): Promise<Release[]> {
  const names = (await readdir(RELEASES_DIR)).filter((name) => name.endsWith('.json'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(RELEASES_DIR, name), 'utf8'))))
}

/** Checks that no released file changes, and fetches those of the last months from the live edge. */
async function keepReleases(edge: string): Promise<string | undefined> {
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

/**
 * Keeps earlier releases, creates the database if there is none, applies the migrations, then uploads the Worker. Each step needs the one before.
 * If a migration fails, nothing is uploaded, and the deployed Worker keeps running: migrations only add, so it can use the
 * old tables and the new ones. Repeating all of it is harmless.
 *
 * @returns 0; or 1 after saying what failed.
 */
export async function deploy(place: Place): Promise<number> {
  const steps = [keepPinned, nameDatabase, applyMigrations, upload]
  for (const step of steps) {
    const problem = await step(place).catch((error: Error) => error.message)
    if (problem === undefined) continue
    place.say(`${problem}\nNothing was uploaded.`)
    return 1
  }
  return 0
}

/** Keeps what pages have pinned. Without an address there is no live edge yet. */
async function keepPinned({ readConfig, keepReleases, say }: Place): Promise<string | undefined> {
  const edge = /^PUBLIC_URL = "([^"]+)"/m.exec(await readConfig())?.[1]
  if (!edge) {
    say('wrangler.toml names no PUBLIC_URL, so that no earlier release is kept.')
    return undefined
  }
  try {
    return await keepReleases(edge)
  } catch (error) {
    if (!isNameless(error)) return `The releases cannot be read from ${edge}: ${(error as Error).message}.`
    say(`${edge} does not exist yet, so that no earlier release is kept.`)
    return undefined
  }
}

/** Finds or creates the database and writes its id into the configuration, since wrangler deploys by id alone. */
async function nameDatabase({ wrangler, readConfig, writeConfig, say }: Place): Promise<string | undefined> {
  const config = await readConfig()
  const [part = ''] = DATABASE.exec(config) ?? []
  const name = /^database_name = "([^"]+)"/m.exec(part)?.[1]
  if (name === undefined) return 'wrangler.toml names no database for the list of orders (database_name).'
  if (/^database_id = /m.test(part)) return undefined
  const jurisdiction = jurisdictionIn(config)
  let id = await idOf(name, wrangler)
  if (id !== undefined && jurisdiction !== undefined) return existsAlready(name, jurisdiction)
  if (id === undefined) {
    say(`Making the database ${name} …`)
    const place = jurisdiction === undefined ? [] : ['--jurisdiction', jurisdiction]
    const made = await wrangler('d1', 'create', name, ...place)
    if (made.code !== 0) return `The database ${name} could not be made:\n${made.output}`
    id = await idOf(name, wrangler)
  }
  if (id === undefined) return `The account does not list the database ${name}.`
  await writeConfig(
    config.replace(part, part.replace(/^(database_name = .*)$/m, `$1\ndatabase_id = "${id}"`)),
  )
  say(`wrangler.toml now names the database ${name} by its id; keep that line.`)
  return undefined
}

/** Where the database has to be, since the orders will be there. `undefined` if that may be anywhere. */
function jurisdictionIn(config: string): string | undefined {
  const [, value] = /^JURISDICTION = "([^"]*)"/m.exec(config) ?? []
  return value === 'none' ? undefined : value
}

/** The list of databases does not tell where they are, and none can be moved. */
const existsAlready = (name: string, jurisdiction: string): string =>
  `The account has a database ${name} already, which may be outside of the jurisdiction ${jurisdiction}, and cannot be ` +
  'moved. If it is the right one, write its id into wrangler.toml (database_id); else change database_name.'

/** @throws {Error} If wrangler cannot list the databases, with its output: else a second database might be created. */
async function idOf(name: string, wrangler: Place['wrangler']): Promise<string | undefined> {
  const { code, output } = await wrangler('d1', 'list', '--json')
  const list = code === 0 ? listIn(output) : undefined
  if (!list) throw new Error(`The databases of the account cannot be listed:\n${output}`)
  return list.find((one) => one.name === name)?.uuid
}

/** Wrangler may print other lines before its JSON. */
function listIn(output: string): { name: string; uuid: string }[] | undefined {
  try {
    return JSON.parse(output.slice(output.indexOf('[')))
  } catch {
    return undefined
  }
}

async function applyMigrations({ wrangler, say }: Place): Promise<string | undefined> {
  say('Applying the migrations of the list of orders …')
  const { code, output } = await wrangler('d1', 'migrations', 'apply', BINDING, '--remote')
  return code === 0 ? undefined : `The migrations could not be applied:\n${output}`
}

async function upload({ wrangler, say }: Place): Promise<string | undefined> {
  const { code, output } = await wrangler('deploy')
  say(output)
  return code === 0 ? undefined : 'The upload failed.'
}
