/** Work that lasts: for what the tag sells, for the order that it follows, for the page that it is in. */
type Job = 'sale' | 'following' | 'listening'

/** At most one job of each kind runs. */
export class Jobs {
  readonly #running = new Map<Job, AbortController>()

  /** Starts a job, in the place of the one before. @returns Aborts when the job ends. */
  start(job: Job): AbortSignal {
    this.end(job)
    const controller = new AbortController()
    this.#running.set(job, controller)
    return controller.signal
  }

  /** Ends a job. Repeating is harmless. */
  end(job: Job) {
    this.#running.get(job)?.abort()
    this.#running.delete(job)
  }

  /** The signal of the job that runs; without one of a new one. */
  signal(job: Job): AbortSignal {
    return this.#running.get(job)?.signal ?? this.start(job)
  }
}
