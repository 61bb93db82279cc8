/** What every command has: a terminal, an answer, and a way to fail. */
import { MEND, type ProblemCode } from './problem-codes.ts'

/** The surroundings of the program. */
export interface Surroundings {
  /** Prints the result to standard output, so that it can be piped. */
  readonly print: (text: string) => void
  /** Prints a message for people to standard error. */
  readonly tell: (text: string) => void
  /** Seconds since the epoch. */
  readonly now: () => number
  readonly env: Readonly<Record<string, string | undefined>>
  /** From now on, the first Ctrl-C aborts this signal instead of ending the program. */
  readonly interruption: () => AbortSignal
}

/** What a command found or made. */
export interface Answer {
  /** For people and pipes. */
  readonly text: string
  /** The same for programs: `--json` prints it instead. */
  readonly value: unknown
  /** Something needs attention: exit code 3. */
  readonly needsAttention?: boolean
}

/** Surroundings of a command, which knows whether `--json` was given. */
export interface Terminal extends Surroundings {
  /** Prints an answer. A command that runs on may call it repeatedly. */
  readonly answer: (answer: Answer) => void
}

/** What the person at the keyboard has to change. Never contains a key. */
export class CommandError extends Error {
  readonly code: ProblemCode
  /** One sentence each. */
  readonly problems: readonly string[]

  constructor(code: ProblemCode, problems: readonly string[]) {
    super(problems.join('\n'))
    this.code = code
    this.problems = problems
  }

  get mend(): string {
    return MEND[this.code]
  }
}
