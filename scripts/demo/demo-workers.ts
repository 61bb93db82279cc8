import type { WorkerBindings } from '../stack/server-options.ts'

/** How one Worker of the demo runs. */
export interface DemoWorker {
  /** What wrangler makes of its configuration, but for files. */
  readonly bindings: WorkerBindings
  /** How it serves its static files; their folder is known where the demo runs. */
  readonly assets?: object
}

/** The file `workers.json` of the packed demo. */
export interface DemoWorkers {
  readonly edge: DemoWorker
  readonly sandbox: DemoWorker
}
