import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { runStep } from '../run-step.ts'
import type { LeanOptions } from './lean-options.ts'
import { startTethered, type Tethered } from './tethered.ts'

/** One Worker to run on this machine. */
export interface WorkerOptions {
  /** Names its files within the state folder. */
  readonly name: string
  /** The wrangler configuration, relative to the root of the repository. */
  readonly config: string
  /** A file that runs in place of the configuration's entry, relative to the root of the repository. */
  readonly entry?: string
  /** `wrangler dev` runs it, and builds it again whenever its sources change. */
  readonly isWatched?: boolean
  readonly port: number
  /** Host and port in the requests while it is watched. Default: those of the configuration's route, if it has one. */
  readonly host?: string
  /** Address that answers 200 once the Worker is ready. */
  readonly readyAt: string
  /** Kept between runs. Settings are written there too, since they contain secrets. */
  readonly stateDir: string
  readonly settings: Readonly<Record<string, string>>
}

/** A running Worker. */
export interface WorkerProcess {
  /** Its log file. */
  readonly log: string
  readonly stop: () => Promise<void>
}

/** A first start on a busy machine with two processors takes about ten seconds. */
const START_LIMIT_MS = 90_000

const POLL_MS = 100

const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')

const LEAN_WORKER = join(import.meta.dirname, 'lean-worker.ts')

/**
 * Starts a Worker and waits until it answers.
 *
 * @throws {Error} If it ends early or does not answer in time; the message has the end of its log.
 */
export async function startWorker(options: WorkerOptions): Promise<WorkerProcess> {
  const { name, stateDir } = options
  await mkdir(stateDir, { recursive: true })
  const log = join(stateDir, `${name}.log`)
  const command = await (options.isWatched ? wranglerCommand(options) : leanCommand(options))
  const env = { ...process.env, ...wranglerEnvironment(stateDir) }
  const worker = await startTethered(command, { cwd: ROOT, env, log })
  await ready(options, worker, log)
  return { log, stop: worker.stop }
}

async function wranglerCommand({ name, config, entry, port, host, stateDir, settings }: WorkerOptions) {
  const envFile = join(stateDir, `${name}.env`)
  await writeFile(envFile, dotenv(settings), { mode: 0o600 })
  const script = entry === undefined ? [] : [entry]
  return [
    ...[process.execPath, WRANGLER, 'dev', ...script, '-c', config, '--env-file', envFile],
    // Stacks would clash on the default port of the inspector, so the system picks one.
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--persist-to', persistIn(stateDir, name), '--show-interactive-dev-session=false'],
    // Once `setup` has written the merchant's domain, wrangler would put it into every request.
    ...(host === undefined ? [] : ['--local-upstream', host, '--upstream-protocol', 'http']),
  ]
}

/** Configuration and entry → bundle. Bundling takes seconds, and all stacks of this process run the same one. */
const bundles = new Map<string, Promise<string>>()

/** Bundles a Worker as a deploy would, for the program that runs it. */
async function leanCommand(options: WorkerOptions) {
  const { name, config, entry = '', port, stateDir, settings } = options
  const key = `${config} ${entry}`
  const bundling = bundles.get(key) ?? bundled(options)
  bundles.set(key, bundling)
  const bundle = join(stateDir, `${name}.js`)
  await writeFile(bundle, await bundling)
  const lean: LeanOptions = {
    config: join(ROOT, config),
    ...{ bundle, port, persistTo: persistIn(stateDir, name), settings },
  }
  const file = join(stateDir, `${name}.json`)
  await writeFile(file, JSON.stringify(lean), { mode: 0o600 })
  return [process.execPath, LEAN_WORKER, file]
}

/**
 * Bundles a Worker as a deploy would.
 *
 * @param stateDir Gets a folder with what wrangler wrote.
 * @throws {Error} If it cannot be bundled, with what wrangler printed.
 */
export async function bundled({
  name,
  config,
  entry,
  stateDir,
}: Pick<WorkerOptions, 'name' | 'config' | 'entry' | 'stateDir'>): Promise<string> {
  const folder = join(stateDir, `${name}-bundle`)
  const script = entry === undefined ? [] : [entry]
  const command = ['deploy', ...script, '-c', config, '--dry-run', '--outdir', folder]
  const { code, output } = await runStep([process.execPath, WRANGLER, ...command], {
    env: wranglerEnvironment(stateDir),
  })
  if (code !== 0) throw new Error(`${name} cannot be bundled:\n${output}`)
  const file = (await readdir(folder)).find((each) => each.endsWith('.js')) ?? ''
  return readFile(join(folder, file), 'utf8')
}

/** Where wrangler keeps what a Worker stores, within a state folder. */
export const persistIn = (stateDir: string, name: string) => join(stateDir, name)

/** Keeps wrangler to this machine: no account, no telemetry, no look-ups, nothing outside the state folder. */
export function wranglerEnvironment(stateDir: string): Readonly<Record<string, string>> {
  return {
    CI: '1',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_LOG_PATH: join(stateDir, 'wrangler-logs'),
    WRANGLER_REGISTRY_PATH: join(stateDir, 'wrangler-registry'),
    WRANGLER_SEND_METRICS: 'false',
    // Traces contain whole addresses with their keys, and writing them costs a quarter of each payment.
    X_LOCAL_EXPLORER: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  }
}

/**
 * Writes settings in the format that wrangler reads. Single quotes keep a value as it is, line feeds included; but `$` is
 * expanded even there.
 *
 * @throws {TypeError} If a value cannot be kept as it is; names the setting.
 */
function dotenv(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (/['\r]/.test(value)) throw new TypeError(`${name} has a quote or a carriage return`)
    return `${name}='${value.replaceAll('$', '\\$')}'\n`
  })
  return lines.join('')
}

async function ready({ name, readyAt }: WorkerOptions, worker: Tethered, log: string) {
  let isOver = false
  void worker.ended.then(() => {
    isOver = true
  })
  const deadline = Date.now() + START_LIMIT_MS
  let last = 'no answer'
  while (!isOver && Date.now() < deadline) {
    last = await answerOf(readyAt)
    if (last === '') return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  await worker.stop()
  const tail = (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-20).join('\n')
  throw new Error(`${name} did not start (${last}); the end of ${log}:\n${tail}`)
}

/** @returns What is wrong; empty if the Worker answers. */
async function answerOf(url: string): Promise<string> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    const text = await reply.text()
    return reply.ok ? '' : `${reply.status} ${text.slice(0, 500)}`
  } catch {
    return 'no answer'
  }
}
