/** Runs work of one kind one piece at a time: each piece waits for the one before, whether that succeeded or not. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** @returns The work's own outcome; an error does not hold up the next piece. */
  runExclusive<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = this.#last.then(work)
    this.#last = outcome.catch(() => undefined)
    return outcome
  }
}
