/** What an isolate remembers, so that an attack does not reach the limiter's objects with each of its requests. */

/** More offers, or networks, than are attacked at a time. */
const MAX_KEPT = 500

/** Times by the name of an object. */
export class RecentTimes {
  readonly #kept = new Map<string, { readonly time: number; readonly at: number }>()

  /**
   * The time that was noted, in milliseconds since the epoch, or 0; `undefined` if none was lately.
   *
   * @param now Milliseconds since the epoch.
   * @param lifeMs How long a note counts.
   */
  get(name: string, now: number, lifeMs: number): number | undefined {
    const known = this.#kept.get(name)
    const age = known ? now - known.at : lifeMs
    return known && age >= 0 && age < lifeMs ? known.time : undefined
  }

  /** Notes a time. The oldest note leaves where there are too many. */
  set(name: string, time: number, at: number): void {
    this.#kept.delete(name)
    this.#kept.set(name, { time, at })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}
