/** 5,000 requests of a merchant's server that keeps dying, through a proxy that does what it likes. */
import { expect, it } from 'vitest'
import { deedsReport, runDeeds } from '../deeds/deeds.ts'
import { KINDS } from '../deeds/stories.ts'

/** Each kind of story seventy times: on a machine that is never late, few requests are sent again. */
const STORIES = 70 * KINDS

/** What they come to at least, every try counted. */
const REQUESTS = 5000

it(`${REQUESTS} requests of every kind: none does anything twice, none is lost, and no answer was wrong`, async () => {
  const result = await runDeeds({ seed: 2, stories: STORIES, lifeMs: [2000, 10_000] })

  console.log(deedsReport(result))
  expect(result.findings).toEqual([])
  expect(result.requests).toBeGreaterThan(REQUESTS)
  expect(result.uncertain).toBeGreaterThan(0)
  expect(result.kills).toBeGreaterThan(5)
})
