/** The recent tries of one network, e-mail address or card. Holds no identifier of an order. Pure but for its own list. */

/** One try. `open`: nobody knows its outcome yet, so it counts like a failure. */
export interface Try {
  /** Made at random, so that its outcome can be told. Names nothing. */
  readonly ticket: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly state: 'open' | 'good' | 'bad'
  /** A form at the gateway, which has to be filled in by hand before a card is tried. */
  readonly isForm?: true
  /** A bot check was passed for it. */
  readonly isChecked?: true
}

/** What became of a try. `unused`: it never began. */
export type TryOutcome = 'good' | 'bad' | 'unused'

/** More than any budget counts. The oldest leave first. */
const MAX_KEPT = 200

export class Tries {
  #list: readonly Try[]
  readonly #windowMs: number

  /** @param list As {@link list} gave it. */
  constructor(list: readonly Try[], windowMs: number) {
    this.#list = list
    this.#windowMs = windowMs
  }

  /** Oldest first, without those that are older than the window. */
  list(now: number): readonly Try[] {
    if (this.#list.some(({ at }) => at <= now - this.#windowMs))
      this.#list = this.#list.filter(({ at }) => at > now - this.#windowMs)
    return this.#list
  }

  /** Tries that were not approved. */
  charged(now: number): readonly Try[] {
    return this.list(now).filter(({ state }) => state !== 'good')
  }

  forget(): void {
    this.#list = []
  }

  add(one: Try): void {
    this.#list = [...this.#list, one].slice(-MAX_KEPT)
  }

  has(ticket: string): boolean {
    return this.#list.some((one) => one.ticket === ticket)
  }

  /** Repeating it is harmless. @returns Whether that changed anything. */
  settle(ticket: string, outcome: TryOutcome): boolean {
    const before = this.#list
    this.#list =
      outcome === 'unused'
        ? before.filter((one) => one.ticket !== ticket)
        : before.map((one) =>
            one.ticket === ticket && one.state !== outcome ? { ...one, state: outcome } : one,
          )
    return this.#list.length !== before.length || this.#list.some((one, place) => one !== before[place])
  }
}
