import type { TabOptions } from '../browser.ts'

/**
 * Processes of an engine that can neither separate profiles nor change its colour scheme while it runs: one for each
 * profile and colour scheme, started when first needed.
 */
export class ProcessPool<Process> {
  readonly #start: (options: TabOptions) => Promise<Process>
  readonly #processes = new Map<string, Promise<Process>>()

  constructor(start: (options: TabOptions) => Promise<Process>) {
    this.#start = start
  }

  /** The process for such tabs; the same one each time. */
  get(options: TabOptions): Promise<Process> {
    const key = `${options.profile ?? ''} ${options.dark ?? false}`
    const process = this.#processes.get(key) ?? this.#start(options)
    this.#processes.set(key, process)
    return process
  }

  /** Ends all processes, those included that are still starting. Repeatable. */
  async end(end: (process: Process) => Promise<void>): Promise<void> {
    const processes = [...this.#processes.values()]
    this.#processes.clear()
    await Promise.all(processes.map(async (process) => end(await process)))
  }
}
