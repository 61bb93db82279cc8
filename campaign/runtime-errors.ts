/** Tells damage that the edge did from a machine on which the runtime itself failed. */
import { readFile } from 'node:fs/promises'
import type { Stack } from '../scripts/stack/stack.ts'

/** The runtime's own words. Objects that the campaign kills on purpose leave none of them. */
const RUNTIME_ERROR = /too many open files|internal error|disk i\/o error|database is locked|out of memory/i

/** The same line repeats for every object, and a handful shows what is wrong. */
const MOST_LINES = 10

/** @returns Lines of the Workers' logs that say that the runtime itself failed: the first of each Worker. */
export async function runtimeErrorsOf({ logs }: Pick<Stack, 'logs'>): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(logs).map(async ([worker, log]) =>
      runtimeErrorsIn(await readFile(log, 'utf8')).map((line) => `${worker}: ${line}`),
    ),
  )
  return lines.flat()
}

/** The same for the text of one log. */
export const runtimeErrorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => RUNTIME_ERROR.test(line))
    .slice(0, MOST_LINES)
