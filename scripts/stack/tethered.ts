/** Processes that end with this program, also when it is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A command that ends with this program. */
export interface Tethered {
  /** What it prints on standard output, unless a log takes it. */
  readonly output: Readable | null
  /** Resolves when the command and all that it started have ended. */
  readonly ended: Promise<void>
  /** Ends it. Repeatable. */
  readonly stop: () => Promise<void>
}

/** How a command is started. */
export interface TetherOptions {
  /** Default: that of this program, as for its environment. */
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** File that takes everything the command prints, and is emptied first. */
  readonly log?: string
}

const TETHER = join(import.meta.dirname, 'tether.ts')

/** Starts a command in a process group of its own. */
export async function startTethered(
  command: readonly string[],
  { cwd, env, log }: TetherOptions = {},
): Promise<Tethered> {
  const file = log === undefined ? undefined : await open(log, 'w', 0o600)
  const child = spawn(process.execPath, [TETHER, ...command], {
    ...{ cwd, env, detached: true },
    stdio: file ? ['pipe', file.fd, file.fd] : ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(() => file?.close())
  return { output: child.stdout, ended, stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end()
  await ended
}

/**
 * Ends a process that something else started once this program is gone.
 *
 * @returns Lets go of it; to be called once it has ended by itself.
 */
export function tether(pid: number): () => void {
  const watcher = spawn(process.execPath, [TETHER, '--pid', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}
