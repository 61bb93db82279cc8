/** The log of refused requests, sampled: a flood of bad requests must not flood the log. */
import { type LogFields, log } from '../config/log.ts'

/** One line per cause and minute. */
const SPAN_MS = 60_000

/** Far above the causes that exist; beyond it all counts start over. */
const MAX_CAUSES = 500

interface Kept {
  readonly since: number
  /** Refusals since the last line. */
  count: number
}

/** Logs the first refusal of a cause at once, and then one line a minute with the count. One per isolate. */
export class RefusalLog {
  readonly #kept = new Map<string, Kept>()

  /**
   * Records a refusal. Refusals after a line are counted in the next one; if the isolate ends first, that count is lost.
   *
   * @param cause Refusals of the same cause share a line.
   * @param now Milliseconds since the epoch.
   */
  note(cause: string, fields: LogFields, now: number): void {
    const kept = this.#kept.get(cause)
    if (kept && now - kept.since < SPAN_MS) {
      kept.count += 1
      return
    }
    if (this.#kept.size >= MAX_CAUSES) this.#kept.clear()
    this.#kept.set(cause, { since: now, count: 0 })
    const count = (kept?.count ?? 0) + 1
    log('refused', count > 1 ? { ...fields, count } : fields)
  }
}
