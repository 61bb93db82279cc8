import { type Command, CommanderError, Command as Program } from '@commander-js/extra-typings'
import type { Answer, Surroundings, Terminal } from './command.ts'
import { checkCommand } from './commands/check.ts'
import { demoCommand } from './commands/demo.ts'
import { keysCommand } from './commands/keys.ts'
import { listenCommand } from './commands/listen.ts'
import { mcpCommand } from './commands/mcp.ts'
import { merchantKeyCommand } from './commands/merchant-key.ts'
import { offerCommand } from './commands/offer.ts'
import { ordersCommand } from './commands/orders.ts'
import { productsCommand } from './commands/products.ts'
import { setupCommand } from './commands/setup.ts'
import { triggerCommand } from './commands/trigger.ts'
import { commandErrorOf } from './edge-client.ts'
import { MEND } from './problem-codes.ts'
import { jsonLine, plainLine } from './terminal-text.ts'

/** Every command, in the order in which a merchant needs them. */
const COMMANDS = [
  (terminal: Terminal) => demoCommand(terminal),
  setupCommand,
  keysCommand,
  merchantKeyCommand,
  offerCommand,
  productsCommand,
  checkCommand,
  ordersCommand,
  listenCommand,
  mcpCommand,
  triggerCommand,
]

/** What the program's end means to a script. */
const EXIT_CODES = { done: 0, failed: 1, usage: 2, needsAttention: 3, uncertain: 4 } as const

const ABOUT = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done, and something needs attention,
4 done, and something is not known: not checked, not certain yet, or not understood.
Run it by "npx --no pay-checkout", so that npx never fetches a package of that name.`

/**
 * Runs the command line once.
 *
 * @param args The arguments after the program's name.
 * @returns The exit code: one of `EXIT_CODES`.
 */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const isJson = args.includes('--json')
  const plain = plainly(surroundings)
  let code: number = EXIT_CODES.done
  const answer = ({ lines, value, needsAttention = false, isUncertain = false }: Answer) => {
    if (isJson) surroundings.print(jsonLine(value))
    else for (const line of lines) plain.print(line)
    if (needsAttention) code = EXIT_CODES.needsAttention
    else if (isUncertain && code === EXIT_CODES.done) code = EXIT_CODES.uncertain
  }
  try {
    await program({ ...plain, answer }, isJson).parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return failed(error, { ...plain, isJson, printJson: (value) => surroundings.print(jsonLine(value)) })
  }
}

/** The one place that prints: all that a command prints passes through here as plain text. */
const plainly = (surroundings: Surroundings): Surroundings => ({
  ...surroundings,
  print: (line) => surroundings.print(plainLine(line)),
  tell: (line) => surroundings.tell(plainLine(line)),
})

function program(terminal: Terminal & Surroundings, isJson: boolean): Command {
  const root = new Program('pay-checkout')
    .description('Sets up, feeds and checks an edge.')
    .addHelpText('after', `\n${ABOUT}`)
  for (const make of COMMANDS) root.addCommand(make(terminal) as unknown as Command)
  configure(root as unknown as Command, terminal, isJson)
  return root as unknown as Command
}

/** Has a command and those below it print to the terminal, throw instead of exiting, and take `--json`. */
function configure(command: Command, { print, tell }: Surroundings, isJson: boolean): void {
  const eachLine = (text: string, act: (line: string) => void) => {
    for (const line of text.trimEnd().split('\n')) act(line)
  }
  command.exitOverride().configureOutput({
    writeOut: (text) => eachLine(text, print),
    writeErr: (text) => isJson || eachLine(text, tell),
    outputError: (text, write) => write(`pay-checkout: ${text.replace(/^error: /, '')}`),
  })
  if (command.commands.length === 0) command.option('--json', 'print JSON, also of a failure')
  for (const one of command.commands)
    configure(one as unknown as Command, { print, tell } as Surroundings, isJson)
}

interface Ending extends Surroundings {
  readonly isJson: boolean
  readonly printJson: (value: unknown) => void
}

function failed(error: unknown, { tell, isJson, printJson }: Ending): number {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done
  const problem = problemOf(error)
  if (isJson) printJson({ error: problem })
  else if (!(error instanceof CommanderError)) {
    for (const text of problem.problems) tell(`pay-checkout: ${text}`)
    tell(`  ${problem.code}: ${problem.mend}`)
  }
  return problem.code === 'usage' ? EXIT_CODES.usage : EXIT_CODES.failed
}

function problemOf(error: unknown) {
  const known = commandErrorOf(error)
  if (known) return { code: known.code, problems: known.problems, mend: known.mend }
  if (error instanceof CommanderError)
    return { code: 'usage' as const, problems: [error.message.replace(/^error: /, '')], mend: MEND.usage }
  const message = error instanceof Error ? error.message : 'failed'
  return {
    code: 'internal' as const,
    problems: [message],
    mend: 'This is a mistake of the program. Please report it.',
  }
}
