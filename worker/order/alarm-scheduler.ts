/** Keeps the object's one alarm set to the earliest job. */
import type { DueJob } from './model/schedule.ts'

/** The jobs of one run, and how to do them. */
export interface Run {
  /** The order's jobs; read again after each. */
  readonly list: () => readonly DueJob[]
  /** How long a job waits that is still due after it was tried, so that a failure does not spin. */
  readonly pauses: Pauses
  readonly work: (due: DueJob) => Promise<unknown>
  /** Background work that jobs have started. The run awaits it, so that no other alarm is set to make up for it. */
  readonly inFlight: () => readonly Promise<unknown>[]
}

/** Names one job at one time, which shows whether it is still due after it was tried. */
const nameOf = ({ at, job }: DueJob) => JSON.stringify([at, job])

/** Pauses before a failed job is tried again, in milliseconds: each twice the one before, up to the last. */
export interface Pauses {
  readonly first: number
  readonly last: number
}

/** Waits for the first of some events, or for a time in milliseconds since the epoch. */
async function soonest(events: readonly Promise<unknown>[], at = Number.POSITIVE_INFINITY): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise((resolve) => {
    const waitMs = Math.max(0, at - Date.now())
    if (waitMs <= LONGEST_WAIT_MS) timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([...events, time])
  clearTimeout(timer)
}

/** No job takes longer; the next alarm does the jobs that fall due later. */
const LONGEST_WAIT_MS = 120_000

/** A failed job: how often it was tried, and until when it waits. */
interface Waiting {
  readonly tries: number
  readonly until: number
}

/** The object's one alarm. */
export class AlarmScheduler {
  readonly #storage: DurableObjectStorage
  #setTo: number | undefined
  #isRunning = false
  /** Resolves when the order has changed while an alarm runs. */
  #news = Promise.withResolvers<void>()
  #waiting: ReadonlyMap<string, Waiting> = new Map()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   * Sets the alarm to the earliest job. A write of its own in the same turn as the caller's, so both last or neither.
   * While an alarm runs it sets none, since that would take the place of the platform's retry; the running alarm does the
   * new jobs.
   *
   * @param list The order's jobs.
   */
  arm(list: Run['list']): void {
    if (this.#isRunning) this.#news.resolve()
    else this.#setAlarm(this.#earliest(list()))
  }

  /** Does the jobs that are due, also those that fall due while a slow one goes on, and sets the next alarm. */
  async run(run: Run): Promise<void> {
    this.#setTo = undefined
    this.#isRunning = true
    const tried = new Set<string>()
    try {
      await this.#doAll(run, tried)
    } finally {
      this.#isRunning = false
      const left = run.list()
      this.#waiting = this.#putOff(left, tried, run.pauses)
      this.#setAlarm(this.#earliest(left))
    }
  }

  /** The platform runs one alarm at a time, so a new job would wait for the slowest one. Each is tried once. */
  async #doAll({ list, work, inFlight }: Run, tried: Set<string>) {
    const running = new Set<Promise<unknown>>()
    const busy = () => [...running, ...inFlight()]
    do {
      this.#news = Promise.withResolvers()
      const untried = list().filter((due) => !tried.has(nameOf(due)))
      for (const due of untried.filter((one) => this.#timeOf(one) <= Date.now())) {
        tried.add(nameOf(due))
        const done = work(due).finally(() => running.delete(done))
        running.add(done)
      }
      const next = this.#earliest(untried.filter((due) => !tried.has(nameOf(due))))
      if (busy().length > 0) await soonest([...busy(), this.#news.promise], next)
    } while (busy().length > 0)
  }

  /** Sets no alarm any more, until there is a job again. */
  cancel(): Promise<void> {
    this.#setTo = undefined
    return this.#storage.deleteAlarm()
  }

  /** Sets an alarm whether or not a job is known. */
  retryAt(at: number): void {
    this.#setAlarm(at)
  }

  /**
   * An alarm that is set too early stays: it finds nothing due, sets the next, and saves a row.
   *
   * The runtime loses an alarm that is set to the very millisecond of the one that has just run, so none is set to this one.
   */
  #setAlarm(at: number | undefined): void {
    if (at === undefined) return
    const next = Math.max(at, Date.now() + 1)
    if (this.#setTo !== undefined && this.#setTo <= next) return
    this.#setTo = next
    void this.#storage.setAlarm(next)
  }

  #timeOf(due: DueJob): number {
    return Math.max(due.at, this.#waiting.get(nameOf(due))?.until ?? due.at)
  }

  #earliest(dueJobs: readonly DueJob[]): number | undefined {
    return dueJobs.length > 0 ? Math.min(...dueJobs.map((due) => this.#timeOf(due))) : undefined
  }

  #putOff(
    left: readonly DueJob[],
    tried: ReadonlySet<string>,
    { first, last }: Pauses,
  ): Map<string, Waiting> {
    const waiting = left.map(nameOf).flatMap((name): [string, Waiting][] => {
      const before = this.#waiting.get(name)
      if (!tried.has(name)) return before ? [[name, before]] : []
      const tries = (before?.tries ?? 0) + 1
      return [[name, { tries, until: Date.now() + Math.min(first * 2 ** (tries - 1), last) }]]
    })
    return new Map(waiting)
  }
}
