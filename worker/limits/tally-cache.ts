/** What an isolate remembers of the tallies, so that an attack does not reach them with each of its requests. */

/** More offers than are attacked at a time. */
const MAX_KEPT = 500

export class TallyCache {
  readonly #kept = new Map<string, { readonly off: boolean; readonly at: number }>()

  /**
   * Whether card entry is off; `undefined` if that was not heard lately.
   *
   * @param now Milliseconds since the epoch.
   * @param lifeMs How long an answer counts.
   */
  get(name: string, now: number, lifeMs: number): boolean | undefined {
    const known = this.#kept.get(name)
    const age = known ? now - known.at : lifeMs
    return known && age >= 0 && age < lifeMs ? known.off : undefined
  }

  /** The oldest answer leaves where there are too many. */
  set(name: string, off: boolean, at: number): void {
    this.#kept.delete(name)
    this.#kept.set(name, { off, at })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}
