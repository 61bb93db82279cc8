import { expect, it } from 'vitest'
import { withTimeout } from './with-timeout.ts'

it('gives an answer that comes in time', async () => {
  expect(await withTimeout(1000, Promise.resolve('held'))).toBe('held')
})

it('gives up on one that never comes', async () => {
  await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('no answer in time')
})
