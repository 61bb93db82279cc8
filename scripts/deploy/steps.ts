/** The steps of a deployment: releases, database, tables, secrets, then the Worker. So no Worker runs without what it needs. */
import type { Secrets } from '../../cli/setup/secret-settings.ts'
import { isNameless } from '../releases.ts'
import type { ComposedConfig } from './composed-config.ts'

/** The result of one call of wrangler. */
export interface Done {
  readonly code: number
  readonly output: string
}

/** What a deployment works on: wrangler, and the files of the deployment. */
export interface Place {
  /** Runs wrangler with the configuration below. */
  readonly wrangler: (...args: string[]) => Promise<Done>
  readonly config: () => Promise<ComposedConfig>
  /** Keeps the id of the database in the merchant's own file, and in the configuration from now on. */
  readonly keepDatabaseId: (id: string) => Promise<void>
  /** The secrets on this machine. */
  readonly secrets: Secrets
  /** Runs a step with secrets in a file that only this user can read, and removes it. */
  readonly withSecretsFile: (secrets: Secrets, step: (path: string) => Promise<Done>) => Promise<Done>
  readonly say: (line: string) => void
  /** Keeps the files of earlier releases among those to upload. @returns Why it cannot. */
  readonly keepReleases: (edge: string) => Promise<string | undefined>
}

/** The binding of the database with the list of orders. */
export const INDEX_BINDING = 'ORDER_INDEX'

/**
 * Keeps earlier releases, creates the database if there is none, applies the migrations, then uploads the Worker with the
 * secrets that it lacks. Each step needs the one before. If a migration fails, nothing is uploaded, and the deployed Worker
 * keeps running: migrations only add, so it can use the old tables and the new ones. Repeating all of it is harmless.
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

/** Fetches the released files that pages may have pinned. Without an address there is no live edge yet. */
async function keepPinned({ config, keepReleases, say }: Place): Promise<string | undefined> {
  const edge = (await config()).vars.PUBLIC_URL
  if (!edge) {
    say('The configuration has no PUBLIC_URL, so that no earlier release is kept.')
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

/** Finds or creates the database and keeps its id, since wrangler deploys by id alone. */
async function nameDatabase({ wrangler, config, keepDatabaseId, say }: Place): Promise<string | undefined> {
  const { d1_databases: databases = [], vars } = await config()
  const { database_name: name, database_id: kept } =
    databases.find(({ binding }) => binding === INDEX_BINDING) ?? {}
  if (name === undefined) return 'The configuration has no database for the list of orders (database_name).'
  if (kept !== undefined) return undefined
  const jurisdiction = vars.JURISDICTION === 'none' ? undefined : vars.JURISDICTION
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
  await keepDatabaseId(id)
  return undefined
}

/** The list of databases does not tell where they are, and none can be moved. */
const existsAlready = (name: string, jurisdiction: string): string =>
  `The account has a database ${name} already, which may be outside of the jurisdiction ${jurisdiction}, and cannot be ` +
  'moved. If it is the right one, write its id into the deployment’s file (database_id); else change database_name.'

/** @throws {Error} If wrangler cannot list the databases, with its output: else a second database might be created. */
async function idOf(name: string, wrangler: Place['wrangler']): Promise<string | undefined> {
  const { code, output } = await wrangler('d1', 'list', '--json')
  const list = code === 0 ? listIn<{ name: string; uuid: string }>(output) : undefined
  if (!list) throw new Error(`The databases of the account cannot be listed:\n${output}`)
  return list.find((one) => one.name === name)?.uuid
}

/** Wrangler may print other lines before its JSON. */
function listIn<Entry>(output: string): Entry[] | undefined {
  try {
    return JSON.parse(output.slice(output.search(/^\[/m)))
  } catch {
    return undefined
  }
}

async function applyMigrations({ wrangler, say }: Place): Promise<string | undefined> {
  say('Applying the migrations of the list of orders …')
  const { code, output } = await wrangler('d1', 'migrations', 'apply', INDEX_BINDING, '--remote')
  return code === 0 ? undefined : `The migrations could not be applied:\n${output}`
}

async function upload({ wrangler, secrets, withSecretsFile, say }: Place): Promise<string | undefined> {
  const missing = await secretsToPut(secrets, wrangler)
  const names = Object.keys(missing)
  if (names.length > 0) say(`The Worker gets the secrets that it lacks: ${names.join(', ')}.`)
  const { code, output } =
    names.length === 0
      ? await wrangler('deploy')
      : await withSecretsFile(missing, (path) => wrangler('deploy', '--secrets-file', path))
  say(output)
  return code === 0 ? undefined : 'The upload failed.'
}

/**
 * The secrets that the Worker lacks. One that it has stays: it may be newer than the file on this machine, and with a former
 * TOKEN_KEY the edge would refuse the callbacks of orders under way.
 */
async function secretsToPut(secrets: Secrets, wrangler: Place['wrangler']): Promise<Secrets> {
  if (Object.keys(secrets).length === 0) return {}
  const { code, output } = await wrangler('secret', 'list', '--format', 'json')
  if (code !== 0 && /Worker "[^"]+".* not found/.test(output)) return secrets
  const list = code === 0 ? listIn<{ name: string }>(output) : undefined
  if (!list) throw new Error(`The secrets of the Worker cannot be listed:\n${output}`)
  const there = list.map(({ name }) => name)
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !there.includes(name)))
}
