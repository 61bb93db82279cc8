/** How a bundled Worker runs in workerd without wrangler around it: same runtime, same storage. */
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { convertV4MiniflareOptions, type MiniflareOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler'
import { serverOptions } from './server-options.ts'

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
  const { config, bundle, ...rest } = options
  const contents = await readFile(bundle, 'utf8')
  const script = { name: basename(bundle), contents }
  const { workerOptions } = optionsOf(config)
  return convertV4MiniflareOptions({
    rootPath: dirname(config),
    ...serverOptions({ workerOptions, script, ...rest }),
  })
}
