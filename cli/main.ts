import { type Command, CommandError, type Terminal } from './command.ts'
import { keysCommand } from './keys-command.ts'
import { merchantKeyCommand } from './merchant-key-command.ts'
import { offerCommand } from './offer-command.ts'
import { setupCommand } from './setup-command.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['setup', setupCommand],
  ['keys', keysCommand],
  ['merchant-key', merchantKeyCommand],
  ['offer', offerCommand],
])

const USAGE = `Usage: npx --no pay-checkout <command> [options]; npx --no pay-checkout <command> --help says more.

${[...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`).join('\n')}
`

/**
 * Runs the command line once.
 *
 * @param args The arguments after the program's name.
 * @returns The exit code: 0 done, 1 refused, 2 usage error.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  const command = COMMANDS.get(name)
  if (!command) return usage(name, terminal)
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(command.help)
    return 0
  }
  return attempt(name, command.run(rest, terminal), terminal)
}

function usage(name: string, { print, tell }: Terminal): number {
  const asked = ['--help', '-h', 'help'].includes(name)
  if (asked) print(USAGE)
  else tell(name ? `pay-checkout: there is no command ${name}\n\n${USAGE}` : USAGE)
  return asked ? 0 : 2
}

async function attempt(name: string, done: Promise<void>, { tell }: Terminal): Promise<number> {
  try {
    await done
    return 0
  } catch (error) {
    const problems =
      error instanceof CommandError ? error.problems : [error instanceof Error ? error.message : 'failed']
    for (const problem of problems) tell(`pay-checkout ${name}: ${problem}`)
    return error instanceof TypeError && 'code' in error ? 2 : 1
  }
}
