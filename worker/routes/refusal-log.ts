/** Lines of the log about refused requests: whoever sends many of them must not write one line with each. */
import { type LogFields, log } from '../config/log.ts'

/** How long one line stands for all refusals of its cause. */
const SPAN_MS = 60_000

/** Far above the causes that there are; whatever makes more begins again. */
const MAX_CAUSES = 500

interface Kept {
  readonly since: number
  /** Refusals that no line stands for yet. */
  count: number
}

/** Writes the first refusal of a cause at once, and later ones once a minute, with how many they were. One per isolate. */
export class RefusalLog {
  readonly #kept = new Map<string, Kept>()

  /**
   * Notes a refusal. What came after the last line of a cause is counted in its next one; an isolate that ends before
   * takes the count along.
   *
   * @param cause Names what is alike.
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
