import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { REQUEST_BUDGETS } from '../../worker/limits/coarse-limit.ts'
import { ROOT } from '../root.ts'

/** A counter as wrangler reads it. */
interface Counter {
  readonly name: string
  readonly namespace_id: string
  readonly simple: { readonly limit: number; readonly period: number }
}

describe('the counters of wrangler.toml', () => {
  /** The types of wrangler leave its configuration open. */
  const { ratelimits } = readConfig({ config: join(ROOT, 'wrangler.toml') }) as { ratelimits: Counter[] }

  it('are those of the edge’s budgets, with the same figures', () => {
    const bound = ratelimits.map(({ name, simple: { limit, period } }) => ({
      binding: name,
      requests: limit,
      seconds: period,
    }))

    expect(bound).toEqual(Object.values(REQUEST_BUDGETS))
  })

  it('have a namespace each', () => {
    expect(new Set(ratelimits.map(({ namespace_id }) => namespace_id)).size).toBe(ratelimits.length)
  })
})
