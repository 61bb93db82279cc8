/** Questions at the terminal. They go to standard error, so that the result can be piped. */
import process from 'node:process'
import { isCancel, password, text } from '@clack/prompts'
import { CommandError, type TerminalQuestion } from '../command.ts'

/** Asks one question, until the answer is right. @throws {CommandError} `cancelled` at Ctrl-C. */
export async function askAtTerminal({ text: message, example, isSecret, problem }: TerminalQuestion) {
  const options = { message, output: process.stderr, validate: (answer = '') => problem(answer) }
  const answer = await (isSecret
    ? password(options)
    : text({ ...options, ...(example !== undefined && { placeholder: example }) }))
  if (isCancel(answer)) throw new CommandError('cancelled', ['cancelled'])
  // An empty line may come as no text at all.
  return answer ?? ''
}
