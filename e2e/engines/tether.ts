/** Processes that must not outlive this one, even if it is killed: a shell waits for the end of a pipe from here. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const START = '"$@" & read -r _; kill -TERM -$$'
const WATCH = 'read -r _; kill -TERM "$1"'

/** Starts a program in a process group of its own; what it starts ends with it. Its output is the child's. */
export function startTethered(command: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn('/bin/sh', ['-c', START, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
}

/** Ends programs that were started so, and waits until they have ended. */
export async function endTethered(children: readonly ChildProcess[]): Promise<void> {
  const exits = children.map((child) => once(child, 'exit'))
  for (const child of children) child.stdin?.end()
  await Promise.all(exits)
}

/**
 * Ends a process that somebody else started when this one is gone.
 *
 * @returns Lets go of it again; to be called once it has ended by itself.
 */
export function tether(pid: number): () => void {
  const watch = spawn('/bin/sh', ['-c', WATCH, 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  return () => void watch.kill('SIGKILL')
}
