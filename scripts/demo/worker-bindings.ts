/** How a Worker of the demo runs, by its wrangler configuration. */
import { unstable_getMiniflareWorkerOptions as optionsOf, unstable_readConfig as readConfig } from 'wrangler'
import type { DemoWorker } from './demo-workers.ts'

/**
 * Reads what can be published of a configuration: its bindings and its own `vars` as plain data, without a path of this
 * machine.
 *
 * @param config Path of the configuration.
 */
export function demoWorker(config: string): DemoWorker {
  const { assets, ...options } = optionsOf(config).workerOptions
  // wrangler adds the secrets of `.dev.vars`, `.env` and the environment to the vars.
  const { vars } = readConfig({ config })
  const { directory: _, ...files } = Object(assets)
  return { bindings: { ...options, bindings: vars, rootPath: '.' }, ...(assets ? { assets: files } : {}) }
}
