/** Sees to it that the object's one alarm is set to the earliest work. */
import type { Due } from './model/schedule.ts'

/** What a run does, and goes by. */
export interface Run {
  /** What the order has to do, read anew after the work. */
  readonly list: () => readonly Due[]
  /** How long work waits that is still due after it was tried, so that a failure does not spin. */
  readonly pauses: Pauses
  readonly work: (due: Due) => Promise<unknown>
  /** What the work has set off and nobody waits for. It is awaited, so that no other alarm is set to make up for it. */
  readonly inFlight: () => readonly Promise<unknown>[]
}

/** Names one piece of work at one time, so that what is still due after it was tried is noticed. */
const nameOf = ({ at, work }: Due) => JSON.stringify([at, work])

/** Pauses before work that was tried in vain is tried again, in milliseconds: each twice the one before, up to the last. */
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

/** Nothing that an order does takes longer; what falls due later has the next alarm. */
const LONGEST_WAIT_MS = 120_000

/** Work that was tried in vain: how often, and until when it waits. */
interface Waiting {
  readonly tries: number
  readonly until: number
}

/** The object's one alarm. */
export class AlarmScheduler {
  readonly #storage: DurableObjectStorage
  #setTo: number | undefined
  #isRunning = false
  /** Goes on with an alarm that runs, when the order has changed. */
  #news = Promise.withResolvers<void>()
  #waiting: ReadonlyMap<string, Waiting> = new Map()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   * Sets the alarm to the earliest work. A write of its own in the same turn as the caller's, so both last or neither.
   * While an alarm runs it waits for its end, since an alarm set early would take the place of the platform's retry; that
   * alarm does what is new.
   */
  arm(dues: readonly Due[]): void {
    if (this.#isRunning) this.#news.resolve()
    else this.#setAlarm(this.#earliest(dues))
  }

  /** Does what is due, also what falls due while something slow goes on, and sets the next alarm. */
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

  /** The platform runs one alarm at a time, so what falls due meanwhile would wait for the slowest. Each is tried once. */
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

  /** Tries again later, whatever there is to do. */
  retryAt(at: number): void {
    this.#setAlarm(at)
  }

  /**
   * An alarm that comes sooner than needed is left alone: it finds nothing due, sets the next, and saves a row.
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

  #timeOf(due: Due): number {
    return Math.max(due.at, this.#waiting.get(nameOf(due))?.until ?? due.at)
  }

  #earliest(dues: readonly Due[]): number | undefined {
    return dues.length > 0 ? Math.min(...dues.map((due) => this.#timeOf(due))) : undefined
  }

  #putOff(left: readonly Due[], tried: ReadonlySet<string>, { first, last }: Pauses): Map<string, Waiting> {
    const waiting = left.map(nameOf).flatMap((name): [string, Waiting][] => {
      const before = this.#waiting.get(name)
      if (!tried.has(name)) return before ? [[name, before]] : []
      const tries = (before?.tries ?? 0) + 1
      return [[name, { tries, until: Date.now() + Math.min(first * 2 ** (tries - 1), last) }]]
    })
    return new Map(waiting)
  }
}
