/**
 * Ends a script, and what it started, with the npm that started it. npm passes SIGTERM on to a shell, which ends without
 * passing it on; at SIGHUP or SIGKILL npm ends alone. Either way the script would go on, with its servers on their ports.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const POLL_MS = 500

/** Enough for servers to write what they hold. */
const GRACE_MS = 10_000

/** Signals that ask a program to end, and what they add to 128 in its exit code. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Ends the script at a signal that it does not handle itself, and once its starter is gone. Called once. */
export function endWithStarter(): void {
  for (const [signal, number] of Object.entries(SIGNALS))
    process.on(signal, () => {
      // The handlers of the event `exit` then end what was started. A signal of its own would skip them.
      if (process.listenerCount(signal) === 1) process.exit(128 + number)
    })
  if (process.env.npm_lifecycle_event !== undefined) watchStarter()
}

function watchStarter(): void {
  const parent = process.ppid
  // An older Node may stand between (`dependencies.js`): it names the process that started it.
  const starter = Number(process.env.PAY_STARTER ?? parent)
  delete process.env.PAY_STARTER
  const starters = [parent, starter, npmBehind(starter) ?? starter]
  const timer = setInterval(() => {
    if (process.ppid === parent && starters.every(isAlive)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(128 + SIGNALS.SIGTERM), GRACE_MS).unref()
  }, POLL_MS)
  timer.unref()
}

/** Where npm runs the script by a shell, npm is the shell's parent. Without `ps`, as on Windows, this cannot be seen. */
function npmBehind(parent: number): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' })
  const [, pid, name = ''] = /^\s*(\d+)\s+(.*)$/m.exec(stdout ?? '') ?? []
  return pid !== undefined && /(^|[/-])(ba|da|a|z|k)?sh$/.test(name.trim()) ? Number(pid) : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
