/** The demo that the package has beside the program: prebuilt edge, sandbox and shop. A clone has `npm run dev` instead. */
import { CommandError } from './command.ts'

/** How the demo runs. */
export interface DemoOptions {
  /** The first of three ports in a row. Default: those that the documents name. */
  readonly portBase?: number
  /** Tells a person what takes long, a line each. */
  readonly tell: (line: string) => void
  /** Says what a person may open and what to do first, once everything runs. */
  readonly show: (lines: readonly string[]) => void
  /** From its call on, the first signal to end aborts the one that it returns. */
  readonly interruption: () => AbortSignal
}

/** What the demo's script exports. */
export interface DemoProgram {
  /**
   * Runs the demo until it is interrupted, and ends all of it.
   *
   * @throws {Error} If it cannot start, in a sentence for a person; then nothing of it is left.
   */
  readonly runDemo: (options: DemoOptions) => Promise<void>
}

/** Beside the compiled program. */
const PROGRAM = new URL('./demo/demo.js', import.meta.url)

/** @throws {CommandError} `no-demo` in a clone. */
export async function demoProgram(): Promise<DemoProgram> {
  try {
    return await import(/* @vite-ignore */ PROGRAM.href)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new CommandError('no-demo', ['the demo comes with the package of the command line'])
    throw error
  }
}
