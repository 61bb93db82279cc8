import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { ROOT } from './root.ts'

/** How a step is run. */
export interface StepOptions {
  /** Beyond those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Shown as it comes; default: kept and given back. */
  readonly shown?: boolean
  /** After which it is killed; default: never. */
  readonly limitMs?: number
}

/** What came of a step. */
export interface StepResult {
  /** The exit code; -1 where it ended without one. */
  readonly code: number
  /** Whether it was killed at its limit. */
  readonly isKilled: boolean
  /** All it printed, unless it was shown. */
  readonly output: string
}

/** Runs a program in the root of the repository and waits until it ends. It gets no input. */
export async function runStep(command: readonly string[], options: StepOptions = {}): Promise<StepResult> {
  const [program = '', ...args] = command
  const output = options.shown ? 'inherit' : 'pipe'
  const env = { ...process.env, ...options.env }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', output, output], ...limit(options) })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Once closed, both streams have been read to their end.
  const [code] = await once(child, 'close').catch((error: Error) => [
    -1,
    chunks.push(Buffer.from(error.message)),
  ])
  return {
    code: typeof code === 'number' ? code : -1,
    // Node says so of a child to which it sent a signal itself.
    isKilled: child.killed,
    output: Buffer.concat(chunks).toString(),
  }
}

const limit = ({ limitMs }: StepOptions) =>
  limitMs === undefined ? {} : ({ timeout: limitMs, killSignal: 'SIGKILL' } as const)

/** The command line of a tool that is written in JavaScript and lies in a package. */
export const nodeTool = (path: string, ...args: string[]) => [
  process.execPath,
  `${ROOT}/node_modules/${path}`,
  ...args,
]
