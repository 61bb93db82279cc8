/** How a bundled Worker runs in workerd without wrangler around it: same runtime, same storage. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { convertV4MiniflareOptions, type MiniflareOptions } from 'miniflare'
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

/** Reads the bundle, and the bindings from the configuration. */
export async function miniflareOptions(options: LeanOptions): Promise<MiniflareOptions> {
  const { config, bundle, port, persistTo, settings } = options
  const { workerOptions } = optionsOf(config)
  const contents = await readFile(bundle, 'utf8')
  return convertV4MiniflareOptions({
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
}
