import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A command that ends with this program, whatever ends it. */
export interface Tethered {
  /** Resolves when the command and all that it started have ended. */
  readonly ended: Promise<void>
  /** Ends it. Repeatable. */
  readonly stop: () => Promise<void>
}

/** How a command is started. */
export interface TetherOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** File that takes all it prints; it is begun anew. */
  readonly log: string
}

const TETHER = join(import.meta.dirname, 'tether.ts')

/** Starts a command in a process group of its own. */
export async function startTethered(command: readonly string[], options: TetherOptions): Promise<Tethered> {
  const log = await open(options.log, 'w', 0o600)
  const child = spawn(process.execPath, [TETHER, ...command], {
    ...{ cwd: options.cwd, env: options.env, detached: true },
    stdio: ['pipe', log.fd, log.fd],
  })
  const ended = once(child, 'exit').then(() => log.close())
  return { ended, stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<void>) {
  child.stdin?.end()
  await ended
}
