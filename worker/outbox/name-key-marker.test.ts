import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { keptNameKey, settleNameKey } from './name-key-marker.ts'

const index = env.ORDER_INDEX

beforeEach(async () => {
  await reset()
  await applyD1Migrations(index, env.TEST_MIGRATIONS)
})

it('there is no key until one is kept', async () => {
  expect(await keptNameKey(index)).toBeUndefined()
  expect(await settleNameKey(index, 'first')).toBe('first')
  expect(await keptNameKey(index)).toBe('first')
})

it('the first key stays, whatever is derived later', async () => {
  await settleNameKey(index, 'first')

  expect(await settleNameKey(index, 'second')).toBe('first')
  expect(await keptNameKey(index)).toBe('first')
})

it('Workers that keep a key at the same moment all get the same one', async () => {
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((one) => settleNameKey(index, one)))

  expect(new Set(answers).size).toBe(1)
  expect(await keptNameKey(index)).toBe(answers[0])
})
