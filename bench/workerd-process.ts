/** What a process of workerd used, as Linux counts it. On another system there are no figures. */
import { readdir, readFile } from 'node:fs/promises'
import process from 'node:process'

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10

/** The runtime of one Worker on this machine. */
export interface WorkerdProcess {
  /** CPU time since its start, in milliseconds, in steps of ten. */
  readonly cpuMs: () => Promise<number>
  /** Memory in use, in megabytes. */
  readonly memoryMB: () => Promise<number>
}

/** A process, the process that started it, and its command line. */
interface Entry {
  readonly pid: string
  readonly parent: string
  readonly command: string
}

/**
 * Finds the runtime that a Miniflare started.
 *
 * @param mark Words in the command line of the program with that Miniflare. Default: this program.
 * @throws {Error} If there is none, as on a system without `/proc`.
 */
export async function workerdOf(mark?: string): Promise<WorkerdProcess> {
  const entries = await allProcesses()
  const starters = mark
    ? entries.filter(({ command }) => command.includes(mark)).map(({ pid }) => pid)
    : [`${process.pid}`]
  const found = entries.find(
    ({ parent, command }) => starters.includes(parent) && command.includes('bin/workerd'),
  )
  if (!found) throw new Error(`no workerd of ${mark ?? 'this program'}`)
  const read = (file: string) => readFile(`/proc/${found.pid}/${file}`, 'utf8')
  return {
    cpuMs: async () => {
      const [user, system] = fieldsOf(await read('stat')).slice(11, 13)
      return (Number(user) + Number(system)) * TICK_MS
    },
    memoryMB: async () => Number(/VmRSS:\s+(\d+) kB/.exec(await read('status'))?.[1]) / 1000,
  }
}

async function allProcesses(): Promise<Entry[]> {
  const names = await readdir('/proc').catch(() => [])
  const entries = names.filter((name) => /^\d+$/.test(name)).map(entryOf)
  return (await Promise.all(entries)).filter((entry) => entry !== undefined)
}

async function entryOf(pid: string): Promise<Entry | undefined> {
  try {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
    )
    return { pid, parent: fieldsOf(stat ?? '')[1] ?? '', command: command ?? '' }
  } catch {
    // It ended meanwhile.
    return undefined
  }
}

/** The fields after the name, which may contain blanks: state, parent, … */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
