/**
 * Ends a command with the program that started it: `node tether.ts <command> [arguments]`, or `node tether.ts --pid
 * <number>` for a process that something else started.
 *
 * The starter holds the other end of standard input. That end closes when the starter ends, also when it is killed;
 * then the command ends too, with everything that it started. Started as the leader of a process group of its own.
 */
import { spawn, spawnSync } from 'node:child_process'
import process from 'node:process'

/** Enough for a Worker to write what it holds, and not too long for a person who pressed Ctrl-C. */
const GRACE_MS = 3_000

const [command = '', ...args] = process.argv.slice(2)
if (command === '--pid') watchOver(Number(args[0]))
else run()

function watchOver(pid: number): void {
  process.stdin.on('close', () => process.kill(pid, 'SIGTERM')).resume()
}

function run(): void {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('exit', (code, signal) => {
    console.error(`${command} ended with ${signal ?? code}`)
    endGroup('SIGKILL', child.pid)
  })
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  let isEnding = false
  const endGently = () => {
    if (isEnding) return
    isEnding = true
    endGroup('SIGTERM', child.pid)
    setTimeout(() => endGroup('SIGKILL', child.pid), GRACE_MS)
  }
  process.stdin.on('close', endGently).resume()
  process.on('SIGTERM', endGently)
  process.on('SIGINT', endGently)
}

/** A signal to the group reaches this process as well. Windows has no groups, but a tree below the command. */
function endGroup(signal: NodeJS.Signals, pid: number | undefined): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
  else process.kill(-process.pid, signal)
}
