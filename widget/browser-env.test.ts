import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserEnv } from './browser-env.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['a second', 1000, 1000],
  ['longer than timers of browsers last', 2 ** 31, 2 ** 31 - 1],
  ['no end', Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])('a pause of %s does not end before', async (_, ms, lasts) => {
  const ended = vi.fn()
  browserEnv.pause(ms).then(ended)

  await vi.advanceTimersByTimeAsync(lasts - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalled()
})
