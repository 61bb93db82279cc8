/** What every command has: a terminal, an answer, and a way to fail. */
import { MEND, type ProblemCode } from './problem-codes.ts'

/** A question to the person at the terminal. */
export interface TerminalQuestion {
  readonly text: string
  readonly example?: string
  /** What is typed is not shown. */
  readonly isSecret?: boolean
  /** What is wrong with an answer; `undefined` if nothing is. The question is then asked again. */
  readonly problem: (answer: string) => string | undefined
}

/** The surroundings of the program. */
export interface Surroundings {
  /** Prints a line of the result to standard output, so that it can be piped. */
  readonly print: (line: string) => void
  /** Prints a line for people to standard error. */
  readonly tell: (line: string) => void
  /** Seconds since the epoch. */
  readonly now: () => number
  readonly env: Readonly<Record<string, string | undefined>>
  /** From now on, the first Ctrl-C aborts this signal instead of ending the program. */
  readonly interruption: () => AbortSignal
  /** Asks, and waits for the answer. Absent: nobody is there, as in a script. @throws {CommandError} `cancelled`. */
  readonly ask?: (question: TerminalQuestion) => Promise<string>
}

/** What a command found or made. */
export interface Answer {
  /** For people and pipes. A line that contains what others wrote stays one line. */
  readonly lines: readonly string[]
  /** The same for programs: `--json` prints it instead. */
  readonly value: unknown
  /** Something needs attention: exit code 3. */
  readonly needsAttention?: boolean
  /** Something is not known, such as an outcome that is not certain yet: exit code 4, unless something needs attention. */
  readonly isUncertain?: boolean
}

/** Surroundings of a command. What it prints is plain text, and JSON where `--json` was given. */
export interface Terminal extends Omit<Surroundings, 'print'> {
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
