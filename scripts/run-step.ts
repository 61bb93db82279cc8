import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { ROOT } from './root.ts'

/** How a step is run. */
export interface StepOptions {
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Its output goes to the terminal. Default: it is returned. */
  readonly shown?: boolean
  /** It is killed after this time. Default: never. */
  readonly limitMs?: number
}

/** How a step ended. */
export interface StepResult {
  /** The exit code; -1 where it ended without one. */
  readonly code: number
  /** It was killed at its limit. */
  readonly isKilled: boolean
  /** Everything it printed, unless that went to the terminal. */
  readonly output: string
}

/** What runs now. It ends with this program. */
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill()
})

/** Runs a program in the root of the repository and waits until it ends, or ends it with this one. It gets no input. */
export async function runStep(command: readonly string[], options: StepOptions = {}): Promise<StepResult> {
  const [program = '', ...args] = command
  const output = options.shown ? 'inherit' : 'pipe'
  const env = { ...process.env, ...options.env }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', output, output], ...limit(options) })
  running.add(child)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  // At `close`, both streams have been read to their end.
  const [code] = await once(child, 'close').catch((error: Error) => [
    -1,
    chunks.push(Buffer.from(error.message)),
  ])
  running.delete(child)
  return {
    code: typeof code === 'number' ? code : -1,
    // Node sets this where it sent the signal itself.
    isKilled: child.killed,
    output: Buffer.concat(chunks).toString(),
  }
}

const limit = ({ limitMs }: StepOptions) =>
  limitMs === undefined ? {} : ({ timeout: limitMs, killSignal: 'SIGKILL' } as const)

/** The command line of a tool in JavaScript, within a package. */
export const nodeTool = (path: string, ...args: string[]) => [
  process.execPath,
  `${ROOT}/node_modules/${path}`,
  ...args,
]
