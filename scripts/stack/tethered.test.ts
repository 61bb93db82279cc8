import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTethered, tether } from './tethered.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-tether-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** A program that starts another one; neither ends when asked kindly. Tells both process ids. */
const STUBBORN = `
  process.on('SIGTERM', () => {})
  if (process.argv[1] !== 'inner') {
    const { spawn } = require('node:child_process')
    const inner = spawn(process.execPath, ['-e', process.env.SOURCE, 'inner'], { stdio: 'inherit' })
    console.log('pids ' + process.pid + ' ' + inner.pid)
  }
  setInterval(() => {}, 1000)
`

const stubborn = [process.execPath, '-e', STUBBORN]
const environment = () => ({ ...process.env, SOURCE: STUBBORN })
const logFile = () => join(folder, 'log')

async function pids(): Promise<number[]> {
  return polled(async () => {
    const line = /^pids (\d+) (\d+)$/m.exec(await readFile(logFile(), 'utf8').catch(() => ''))
    return line ? [Number(line[1]), Number(line[2])] : undefined
  })
}

/** Asks until there is an answer; the test's own limit ends it. */
async function polled<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await ask()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const allGone = (ids: number[]) => polled(async () => (ids.some(isAlive) ? undefined : true))

it('ends a command and its children, even if both ignore SIGTERM', async () => {
  const tethered = await startTethered(stubborn, { cwd: folder, env: environment(), log: logFile() })
  const ids = await pids()

  await tethered.stop()

  await expect(allGone(ids)).resolves.toBe(true)
})

it('leaves nothing behind when the program that started it is killed', async () => {
  const starter = join(folder, 'starter.ts')
  const options = JSON.stringify({ cwd: folder, log: logFile() })
  const lines = [
    `import { startTethered } from ${JSON.stringify(join(import.meta.dirname, 'tethered.ts'))}`,
    `await startTethered(${JSON.stringify(stubborn)}, { ...${options}, env: process.env })`,
    'setInterval(() => {}, 1000)',
  ]
  await writeFile(starter, lines.join('\n'))
  const child = spawn(process.execPath, [starter], { env: environment(), stdio: 'ignore' })
  const ids = await pids()

  child.kill('SIGKILL')

  await expect(allGone(ids)).resolves.toBe(true)
})

it('ends a process that something else started with the program that tethered it', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const starter = join(folder, 'starter.ts')
  const lines = [
    `import { tether } from ${JSON.stringify(join(import.meta.dirname, 'tethered.ts'))}`,
    `tether(${other.pid})`,
    `console.log('tethered')`,
    'setInterval(() => {}, 1000)',
  ]
  await writeFile(starter, lines.join('\n'))
  const child = spawn(process.execPath, [starter], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')

  child.kill('SIGKILL')

  await expect(once(other, 'exit')).resolves.toEqual([null, 'SIGTERM'])
})

it('lets go of a process that has ended', async () => {
  const other = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  const letGo = tether(other.pid ?? 0)
  await once(other, 'exit')

  expect(letGo).not.toThrow()
})

it('passes on the output of a command without a log', async () => {
  const { output, ended } = await startTethered([process.execPath, '-e', 'console.log("said")'])

  expect(await text(output ?? Readable.from([]))).toBe('said\n')
  await ended
})

it('notices that a command ended by itself, and keeps its log', async () => {
  const command = [process.execPath, '-e', 'console.log("said"); process.exitCode = 3']

  const tethered = await startTethered(command, { cwd: folder, env: process.env, log: logFile() })
  await tethered.ended

  expect(await readFile(logFile(), 'utf8')).toMatch(/^said\n.* ended with 3\n$/)
})

it('can be stopped twice', async () => {
  const tethered = await startTethered(stubborn, { cwd: folder, env: environment(), log: logFile() })
  await pids()

  await Promise.all([tethered.stop(), tethered.stop()])

  await expect(tethered.stop()).resolves.toBeUndefined()
})
