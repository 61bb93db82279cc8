/** `npm run deploy`: database, tables, then the Worker, so that no Worker runs without the tables that it needs. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main as build } from './build.ts'
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
  })
}

/**
 * Creates the database if there is none, applies the migrations, then uploads the Worker. Each step needs the one before.
 * If a migration fails, nothing is uploaded, and the deployed Worker keeps running: migrations only add, so it can use the
 * old tables and the new ones. Repeating all of it is harmless.
 *
 * @returns 0; or 1 after saying what failed.
 */
export async function deploy(place: Place): Promise<number> {
  const steps = [nameDatabase, applyMigrations, upload]
  for (const step of steps) {
    const problem = await step(place).catch((error: Error) => error.message)
    if (problem === undefined) continue
    place.say(`${problem}\nNothing was uploaded.`)
    return 1
  }
  return 0
}

/** Finds or creates the database and writes its id into the configuration, since wrangler deploys by id alone. */
async function nameDatabase({ wrangler, readConfig, writeConfig, say }: Place): Promise<string | undefined> {
  const config = await readConfig()
  const [part = ''] = DATABASE.exec(config) ?? []
  const name = /^database_name = "([^"]+)"/m.exec(part)?.[1]
  if (name === undefined) return 'wrangler.toml names no database for the list of orders (database_name).'
  if (/^database_id = /m.test(part)) return undefined
  let id = await idOf(name, wrangler)
  if (id === undefined) {
    say(`Making the database ${name} …`)
    const made = await wrangler('d1', 'create', name)
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
