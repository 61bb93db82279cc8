/** The object of a merchant key forgets what it counted once the day is over. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RefundCount } from './refund-count.ts'

/** Noon of a day of UTC, so that no test meets midnight; so late that the runtime, whose clock is real, rings no alarm. */
const NOON = Date.UTC(2100, 4, 6, 12)
const HOUR = 3_600_000
const MIDNIGHT = NOON + 12 * HOUR

const SUM = { ticket: 'order-1 asked-1', currency: 'EUR', exponent: 2, amountMinor: 500 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
})

const countOf = (name: string) => env.REFUND_COUNTS.getByName(name)

/** Everything that the object stores, and when its alarm is set. */
const stored = (name: string) =>
  runInDurableObject(countOf(name), async (_: RefundCount, { storage }) => ({
    rows: [...(await storage.list()).keys()],
    alarm: await storage.getAlarm(),
  }))

it.each([
  ['reserved', (name: string) => countOf(name).reserve(SUM, 1000)],
  ['counted after all', (name: string) => countOf(name).count(SUM)],
])('is empty after the day on which a sum was %s', async (way, counts) => {
  const name = `key ${way}`
  await counts(name)
  expect(await stored(name)).toEqual({ rows: ['refund:order-1 asked-1'], alarm: MIDNIGHT })

  vi.setSystemTime(MIDNIGHT)
  await runDurableObjectAlarm(countOf(name))

  expect(await stored(name)).toEqual({ rows: [], alarm: null })
})

it('keeps what was counted after midnight, before a late alarm, for another day', async () => {
  await countOf('late').reserve(SUM, 1000)
  vi.setSystemTime(MIDNIGHT + HOUR)
  await countOf('late').reserve({ ...SUM, ticket: 'order-2 asked-1' }, 1000)

  await runDurableObjectAlarm(countOf('late'))

  expect(await stored('late')).toEqual({ rows: ['refund:order-2 asked-1'], alarm: MIDNIGHT + 24 * HOUR })
})
