import { join } from 'node:path'
import type { unstable_getMiniflareWorkerOptions } from 'wrangler'

/** What wrangler makes of a configuration for the program that runs its Worker; plain data. */
export type WorkerBindings = ReturnType<typeof unstable_getMiniflareWorkerOptions>['workerOptions']

/** A bundled Worker, and how it runs. */
interface ServedWorker {
  readonly workerOptions: WorkerBindings
  readonly script: { readonly name: string; readonly contents: string }
  readonly port: number
  readonly persistTo: string
  readonly settings: Readonly<Record<string, string>>
}

/** How Miniflare serves one Worker on this machine: same runtime as in production, same storage. Pure. */
export const serverOptions = ({ workerOptions, script, port, persistTo, settings }: ServedWorker) => ({
  host: '127.0.0.1',
  port,
  logRequests: false,
  // Where wrangler looks, so that the Worker finds the tables that wrangler created.
  resourcePersistencePath: join(persistTo, 'v3'),
  workers: [
    {
      ...workerOptions,
      name: 'worker',
      modules: [{ type: 'ESModule' as const, path: script.name, contents: script.contents }],
      bindings: { ...Object(workerOptions.bindings), ...settings },
    },
  ],
})
