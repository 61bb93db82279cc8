/** Where a command writes to. */
export interface Terminal {
  /** The result: goes to standard output, so that it can be piped. */
  readonly print: (text: string) => void
  /** Everything said to a person: goes to standard error. */
  readonly tell: (text: string) => void
  /** Seconds since the epoch. */
  readonly now: () => number
}

/** One word of the command line. */
export interface Command {
  readonly summary: string
  readonly help: string
  /** @throws {Refusal} If what was asked for cannot be done. */
  readonly run: (args: string[], terminal: Terminal) => Promise<void>
}

/** What the person at the keyboard has to change, one sentence each. Never holds a key. */
export class Refusal extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
