/**
 * Runs a command that must not outlive the program that started it: `node tether.ts <command> [arguments]`.
 *
 * The starter holds the other end of standard input. When that end closes, were it because the starter was
 * killed, the command and everything it started end too. Started as the leader of a process group of its own.
 */
import { spawn, spawnSync } from 'node:child_process'
import process from 'node:process'

/** Enough for a Worker to write what it holds; a person who pressed Ctrl-C waits no longer than this. */
const GRACE_MS = 3_000

const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

child.on('exit', (code, signal) => {
  console.error(`${command} ended with ${signal ?? code}`)
  endGroup('SIGKILL')
})
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
process.stdin.on('close', endGently).resume()
process.on('SIGTERM', endGently)
process.on('SIGINT', endGently)

let isEnding = false

function endGently() {
  if (isEnding) return
  isEnding = true
  endGroup('SIGTERM')
  setTimeout(() => endGroup('SIGKILL'), GRACE_MS)
}

/** A signal to the group reaches this process as well; Windows has no groups, but a tree. */
function endGroup(signal: NodeJS.Signals) {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-process.pid, signal)
}
