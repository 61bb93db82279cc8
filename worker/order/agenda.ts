/** Sees to it that the object's one alarm is set to the earliest work. */
import type { Due } from './due.ts'

/** Names one piece of work at one time, so that what is still due after it was tried is noticed. */
const nameOf = ({ at, work }: Due) => JSON.stringify([at, work])

/** Pauses before work that was tried in vain is tried again, in milliseconds: each twice the one before, up to the last. */
export interface Pauses {
  readonly first: number
  readonly last: number
}

/** Work that was tried in vain: how often, and until when it waits. */
interface Waiting {
  readonly tries: number
  readonly until: number
}

export class Agenda {
  readonly #storage: DurableObjectStorage
  #setTo: number | undefined
  #isRunning = false
  #waiting: ReadonlyMap<string, Waiting> = new Map()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   * Sets the alarm to the earliest work. A write of its own in the same turn as the caller's, so both last or neither.
   * While an alarm runs it waits for its end, since an alarm set early would take the place of the platform's retry.
   */
  arm(dues: readonly Due[]): void {
    if (!this.#isRunning) this.#setAlarm(this.#earliest(dues))
  }

  /**
   * Does what is due and sets the next alarm.
   *
   * @param list What the order has to do, read anew after the work.
   * @param pauses How long work waits that is still due after it was tried, so that a failure does not spin.
   */
  async run(list: () => readonly Due[], pauses: Pauses, work: (due: Due) => Promise<unknown>): Promise<void> {
    this.#setTo = undefined
    const now = Date.now()
    const due = list().filter((one) => this.#timeOf(one) <= now)
    this.#isRunning = true
    try {
      await Promise.all(due.map(work))
    } finally {
      this.#isRunning = false
      const left = list()
      this.#waiting = this.#putOff(left, new Set(due.map(nameOf)), pauses)
      this.#setAlarm(this.#earliest(left))
    }
  }

  /** Tries again later, whatever there is to do. */
  retryAt(at: number): void {
    this.#setAlarm(at)
  }

  /** An alarm that comes sooner than needed is left alone: it finds nothing due, sets the next, and saves a row. */
  #setAlarm(at: number | undefined): void {
    if (at === undefined || (this.#setTo !== undefined && this.#setTo <= at)) return
    this.#setTo = at
    void this.#storage.setAlarm(at)
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
