/** What a command writes to. */
export interface Terminal {
  /** Prints the result to standard output, so that it can be piped. */
  readonly print: (text: string) => void
  /** Prints a message for people to standard error. */
  readonly tell: (text: string) => void
  /** Seconds since the epoch. */
  readonly now: () => number
}

/** One word of the command line. */
export interface Command {
  readonly summary: string
  readonly help: string
  /** @throws {CommandError} If the command cannot be carried out. */
  readonly run: (args: string[], terminal: Terminal) => Promise<void>
}

/** What the person at the keyboard has to change, one sentence each. Never contains a key. */
export class CommandError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
