import { afterAll, expect, it, vi } from 'vitest'

// Before the tag takes the timers.
vi.useFakeTimers()
const { browserEnv } = await import('./browser-env.ts')

afterAll(() => {
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

it('a request can be sent as a method, though the browser’s own function refuses that', async () => {
  const reply = await browserEnv.fetch('data:text/plain,here')

  expect(await reply.text()).toBe('here')
})
