import { Command } from '@commander-js/extra-typings'
import { CommandError, type Terminal } from '../command.ts'
import { type DemoProgram, demoProgram } from '../demo-program.ts'

/**
 * `pay-checkout demo`: shop, edge and sandbox on this machine, until Ctrl-C. Stores nothing beyond its end but the runtime
 * that it fetches once.
 *
 * @example
 * npx --no pay-checkout demo
 */
export const demoCommand = (terminal: Terminal, load: () => Promise<DemoProgram> = demoProgram) =>
  new Command('demo')
    .summary('try it on this machine, with a sandbox in place of a gateway')
    .description(
      'Runs a shop, the edge and a sandbox of the gateway on this machine, until Ctrl-C: no account, no money. The first run fetches the runtime of the edge by npm, and says how much that is.',
    )
    .option(
      '--port-base <port>',
      'shop on this port, edge and sandbox on the next two (default: 5173, 8787, 8788)',
    )
    .action(async ({ portBase: text }) => {
      const portBase = text === undefined ? undefined : portIn(text)
      const { runDemo } = await load()
      const show = (lines: readonly string[]) => terminal.answer({ lines, value: { lines } })
      const { tell, interruption } = terminal
      await runDemo({ tell, show, interruption, ...(portBase !== undefined && { portBase }) }).catch(
        (error: Error) => {
          throw new CommandError('demo-failed', [error.message])
        },
      )
    })

/** Two more ports follow. */
function portIn(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_533)
    throw new CommandError('usage', ['--port-base: must be a number from 1 to 65533'])
  return port
}
