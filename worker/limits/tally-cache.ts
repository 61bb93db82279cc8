/** What an isolate remembers of the tallies, so that an attack does not reach them with each of its requests. */

/** More offers than are attacked at a time. */
const MAX_KEPT = 500

export class TallyCache {
  readonly #kept = new Map<string, { readonly offUntil: number; readonly at: number }>()

  /**
   * When card entry may be on again, 0 if it is on; `undefined` if that was not heard lately.
   *
   * @param now Milliseconds since the epoch.
   * @param lifeMs How long an answer counts.
   */
  get(name: string, now: number, lifeMs: number): number | undefined {
    const known = this.#kept.get(name)
    const age = known ? now - known.at : lifeMs
    return known && age >= 0 && age < lifeMs ? known.offUntil : undefined
  }

  /** The oldest answer leaves where there are too many. */
  set(name: string, offUntil: number, at: number): void {
    this.#kept.delete(name)
    this.#kept.set(name, { offUntil, at })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}
