/** Sees to it that the object's one alarm is set to the earliest work. */
import type { Due } from './due.ts'

/** How an alarm was used: the work that was tried, and is still due if it failed. */
const nameOf = ({ at, work }: Due) => JSON.stringify([at, work])

export class Agenda {
  readonly #storage: DurableObjectStorage
  #setTo: number | undefined
  #isRunning = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /**
   * Sets the alarm to the earliest work. A write of its own in the same turn as the caller's, so both last or neither.
   * While an alarm runs it waits for its end, since an alarm set early would take the place of the platform's retry.
   */
  arm(dues: readonly Due[]): void {
    if (!this.#isRunning) this.#setAlarm(dues[0]?.at)
  }

  /**
   * Does what is due and sets the next alarm.
   *
   * @param list What the order has to do, read anew after the work.
   * @param pauseMs How long work waits that is still due after it was tried, so that a failure does not spin.
   */
  async run(
    list: () => readonly Due[],
    pauseMs: number,
    work: (due: Due) => Promise<unknown>,
  ): Promise<void> {
    this.#setTo = undefined
    const now = Date.now()
    const due = list().filter(({ at }) => at <= now)
    this.#isRunning = true
    try {
      await Promise.all(due.map(work))
    } finally {
      this.#isRunning = false
      this.#setAlarm(nextTime(list(), new Set(due.map(nameOf)), Date.now() + pauseMs))
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
}

/** The earliest time, work that was tried in vain put off. */
function nextTime(dues: readonly Due[], tried: ReadonlySet<string>, later: number): number | undefined {
  const times = dues.map((due) => (tried.has(nameOf(due)) ? later : due.at))
  return times.length > 0 ? Math.min(...times) : undefined
}
