import { describe, expect, it } from 'vitest'
import { indexCeilings, listCalls, PLATFORM, SHARED_OBJECTS } from './scale-limits.ts'

const firstOf = (shards: number) => indexCeilings(shards)[0]

describe('the limit that is met first', () => {
  it('is the size of the one database, long before its speed', () => {
    expect(firstOf(0)?.limit).toBe('bytes of the database')
    expect(firstOf(0)?.ordersPerMonth).toBeGreaterThan(1e6)
    expect(firstOf(0)?.ordersPerMonth).toBeLessThan(1e7)
  })

  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [4, 8],
  ])('comes later than with %d shards of a month where there are %d', (fewer, more) => {
    expect(firstOf(more)?.ordersPerMonth).toBeGreaterThan(
      firstOf(fewer)?.ordersPerMonth ?? Number.POSITIVE_INFINITY,
    )
  })

  it('is none below 100,000,000 orders a month with eight shards', () => {
    expect(firstOf(8)?.ordersPerMonth).toBeGreaterThan(1e8)
  })
})

it('the catalogue serves the looks of shards besides entries, fewer with each shard', () => {
  const [one, eight] = [1, 8].map(
    (shards) =>
      indexCeilings(shards).find(({ limit }) => limit === 'queries of the catalogue')?.ordersPerMonth ?? 0,
  )
  const whole = indexCeilings(0).find(({ limit }) => limit === 'queries of the database')?.ordersPerMonth

  expect(one).toBeLessThan(whole ?? 0)
  expect(eight).toBeLessThan(one ?? 0)
  expect(eight).toBeGreaterThan(0.99 * (whole ?? Number.POSITIVE_INFINITY))
})

it('objects that all orders share carry ten million a month', () => {
  for (const { ordersPerMonth } of SHARED_OBJECTS) expect(ordersPerMonth).toBeGreaterThan(1e7)
})

it('no request makes more calls than the platform allows, with the most shards and the longest retention', () => {
  for (const calls of Object.values(listCalls(8, 3650 / 30.4 + 2)))
    expect(calls).toBeLessThanOrEqual(PLATFORM.callsOfOneRequest)
})
