/** Work of one kind that must not overlap: each piece waits for the one before, whatever became of that. */
export class Turn {
  #last: Promise<unknown> = Promise.resolve()

  /** @returns What the work gives, or its error; neither holds up the next piece. */
  take<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = this.#last.then(work)
    this.#last = outcome.catch(() => undefined)
    return outcome
  }
}
