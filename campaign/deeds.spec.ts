/** A merchant's server that is killed and started again elsewhere does everything once, whatever fails on the way. */
import { expect, it } from 'vitest'
import { deedsReport, runDeeds } from './deeds/deeds.ts'
import { FAULTS } from './deeds/faulty-proxy.ts'
import { KINDS } from './deeds/stories.ts'

/** Each kind of story five times; `npm run test:wide` tells more. */
const STORIES = 5 * KINDS

it(`${STORIES} stories of a server that keeps dying move their money once`, async () => {
  const result = await runDeeds({ seed: 1, stories: STORIES })

  console.log(deedsReport(result))
  expect(result.findings).toEqual([])
  expect(result.deeds).toBeGreaterThan(STORIES * 2)
  expect(result.kills).toBeGreaterThan(0)
  expect([...result.struck.keys()].toSorted()).toEqual(Object.keys(FAULTS).toSorted())
})
