/** Gives secrets to the platform by wrangler. Values go through standard input: arguments are seen by every process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CommandError } from '../command.ts'
import type { SecretSetting, Secrets } from './secret-settings.ts'

/** The command that puts one secret; it asks for the value. `--no` keeps npx from fetching what is not installed. */
export const putCommand = (name: SecretSetting, worker: string): readonly string[] => [
  ...['npx', '--no', 'wrangler', 'secret', 'put', name, '--name', worker],
]

/**
 * Puts secrets, one after the other. Repeating it is harmless.
 *
 * @param folder Where wrangler is installed.
 * @param tell Hears of each secret that is put, by its name.
 * @throws {CommandError} `wrangler-failed` with what wrangler printed, without any value. Those before were put.
 */
export async function putSecrets(
  secrets: Secrets,
  { worker, folder, tell }: { worker: string; folder: string; tell: (line: string) => void },
): Promise<void> {
  const values = Object.values(secrets)
  for (const [name, value] of Object.entries(secrets) as [SecretSetting, string][]) {
    const { code, output } = await run(putCommand(name, worker), value, folder)
    if (code !== 0) throw new CommandError('wrangler-failed', whyOf(name, redacted(output, values), code))
    tell(`put ${name}`)
  }
}

async function run([program = '', ...args]: readonly string[], input: string, cwd: string) {
  // On Windows npx is a script, which only a shell runs. No argument is a value of the merchant's.
  const child = spawn(program, args, { cwd, shell: process.platform === 'win32', stdio: 'pipe' })
  // It may end before it reads.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'close').catch((error: Error) => [error.message])
  const [printed, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code: code as unknown, output: printed + complained }
}

/** What wrangler said, line by line and without its colours. */
function whyOf(name: string, output: string, code: unknown): readonly string[] {
  const [first = `wrangler ended with ${code}`, ...more] = stripVTControlCharacters(output)
    .trim()
    .split(/\r?\n/)
  return [`${name} was not put: ${first || `wrangler ended with ${code}`}`, ...more]
}

const redacted = (output: string, values: readonly string[]) =>
  values.reduce((text, value) => text.replaceAll(value, '…'), output)
