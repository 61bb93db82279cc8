import { describe, expect, it } from 'vitest'
import { withDeadline, withTimeout } from './deadline.ts'

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

it('aborts work at its deadline', async () => {
  await expect(withDeadline(5, aborted)).resolves.toBeUndefined()
})

it.each([
  ['is done', () => Promise.resolve()],
  ['has failed', () => Promise.reject(new Error('no'))],
])('takes its timer away once the work %s', async (_, end) => {
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return end()
  }

  await withDeadline(5, work).catch(() => undefined)
  // Timers go off in their order: one of that work would have by then.
  await withDeadline(20, aborted)

  expect(signals.map((signal) => signal.aborted)).toEqual([false])
})

describe('withTimeout', () => {
  it('gives an answer that comes in time', async () => {
    expect(await withTimeout(1000, Promise.resolve('held'))).toBe('held')
  })

  it('gives up on one that never comes', async () => {
    await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('no answer in time')
  })
})
