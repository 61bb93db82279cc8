#!/usr/bin/env node
/** The program as the package has it, compiled. In a clone, `pay-checkout.js` starts it without compiling. */
import process from 'node:process'
import { main } from './main.ts'
import { askAtTerminal } from './setup/terminal-questions.ts'

function interruption(): AbortSignal {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  return ended.signal
}

const isAttended = process.stdin.isTTY && process.stderr.isTTY

process.exitCode = await main(process.argv.slice(2), {
  print: (text) => console.log(text),
  tell: (text) => console.error(text),
  now: () => Math.floor(Date.now() / 1000),
  env: process.env,
  interruption,
  ...(isAttended && { ask: askAtTerminal }),
})
