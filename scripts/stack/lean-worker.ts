/**
 * Runs a Worker in workerd without wrangler's proxy in front of it, which costs a third of each request:
 * `node lean-worker.ts <file with options>`. Same runtime, same storage; nothing is watched.
 */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler'

/** Code, bindings and settings of the Worker. The file with them contains secrets. */
export interface LeanOptions {
  /** Absolute path of the wrangler configuration. */
  readonly config: string
  /** Path of the bundled module. */
  readonly bundle: string
  readonly port: number
  readonly persistTo: string
  readonly settings: Readonly<Record<string, string>>
}

const [, , file = ''] = process.argv
const { config, bundle, port, persistTo, settings } = JSON.parse(await readFile(file, 'utf8')) as LeanOptions
const { workerOptions } = optionsOf(config)
const contents = await readFile(bundle, 'utf8')
const options = convertV4MiniflareOptions({
  rootPath: dirname(config),
  host: '127.0.0.1',
  port,
  logRequests: false,
  // Where wrangler looks, so that the Worker finds the tables that wrangler created.
  resourcePersistencePath: join(persistTo, 'v3'),
  workers: [
    {
      ...workerOptions,
      name: 'worker',
      modules: [{ type: 'ESModule', path: basename(bundle), contents }],
      bindings: { ...Object(workerOptions.bindings), ...settings },
    },
  ],
})
const worker = new Miniflare(options)
await worker.ready
process.once('SIGTERM', () => void worker.dispose().then(() => process.exit()))
