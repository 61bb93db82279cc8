import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
let npm: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-starter-'))
})

afterEach(async () => {
  npm?.kill('SIGKILL')
  // Where the test fails, they are still there.
  for (const pid of (await pids()).filter(isAlive)) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

const ours = (file: string) => JSON.stringify(join(import.meta.dirname, file))

const pidFile = () => join(folder, 'pids')

/** A program that writes its process id down, and stays. */
const server = () => `
  require('node:fs').appendFileSync(${JSON.stringify(pidFile())}, process.pid + '\\n')
  setInterval(() => {}, 1000)
`

/** A script that starts two servers and runs until a signal, as `dev` does. */
const serving = () => `
  import { startTethered } from ${ours('stack/tethered.ts')}
  export async function main() {
    const command = [process.execPath, '-e', ${JSON.stringify(server())}]
    const servers = await Promise.all([1, 2].map(() => startTethered(command)))
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve)
    })
    await Promise.all(servers.map(({ stop }) => stop()))
    return 0
  }
`

/** A script that waits for two steps, and handles no signal, as `test` does. */
const waiting = () => `
  import { runStep } from ${ours('run-step.ts')}
  export async function main() {
    const step = () => runStep([process.execPath, '-e', ${JSON.stringify(server())}])
    await Promise.all([step(), step()])
    return 0
  }
`

/** Starts the script by npm. @returns The ids of the two processes that it started. */
async function startByNpm(source: string, flags = ''): Promise<readonly number[]> {
  await writeFile(join(folder, 'script.ts'), source)
  const name = relative(import.meta.dirname, join(folder, 'script'))
  const dev = `"${process.execPath}" ${flags} ${ours('run.js')} "${name}"`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { dev } }))
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  npm = spawn('npm', ['run', 'dev'], { cwd: folder, env, stdio: 'ignore' })
  await expect.poll(pids, POLL).toHaveLength(2)
  return pids()
}

const POLL = { timeout: 30_000 }

const pids = async () =>
  (await readFile(pidFile(), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a script that npm started', () => {
  it.each([
    ['SIGTERM', 'servers', serving],
    ['SIGHUP', 'servers', serving],
    ['SIGKILL', 'servers', serving],
    ['SIGTERM', 'steps', waiting],
    ['SIGKILL', 'steps', waiting],
  ] as const)(
    'ends with npm at %s, with all of its %s',
    async (signal, _, source) => {
      const started = await startByNpm(source())

      npm?.kill(signal)

      await expect.poll(() => started.filter(isAlive), POLL).toEqual([])
    },
    60_000,
  )

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends with npm at %s where an older Node started it',
    async (signal) => {
      const started = await startByNpm(serving(), '--no-experimental-strip-types')

      npm?.kill(signal)

      await expect.poll(() => started.filter(isAlive), POLL).toEqual([])
    },
    60_000,
  )
})
