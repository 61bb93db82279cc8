import { expect, it } from 'vitest'
import { bundleProblems } from './edge-bundle.ts'

it('finds the crash points in a bundle that has them', async () => {
  expect(await bundleProblems('worker/testing.ts')).toEqual([
    expect.stringContaining('pay-checkout:crash-point'),
  ])
})
