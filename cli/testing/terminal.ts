/** For tests: runs the command line at a terminal whose output is kept. */
import { main } from '../main.ts'

/** The clock of the tests, in seconds since the epoch. */
export const NOW = 1_800_000_000

/** Runs one command. @returns Its exit code, what it printed, and what it told a person. */
export async function run(...args: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const code = await main(args, {
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
    now: () => NOW,
    env: {},
    interruption: () => new AbortController().signal,
  })
  return { code, printed: printed.join('\n'), told }
}
