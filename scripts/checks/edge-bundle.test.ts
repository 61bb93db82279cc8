import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inScratch } from './bundle.ts'
import { crashPointsIn, edgeBundle, gzipBytes, MAX_GZIP_BYTES, sizeProblems } from './edge-bundle.ts'

it('finds the crash points in a bundle that has them', async () => {
  expect(await crashPointsIn('worker/testing/edge.ts')).toEqual([
    expect.stringContaining('pay-checkout:crash-point'),
  ])
})

it('measures the edge, and finds it small enough', async () => {
  expect(await edgeBundle.problems()).toEqual([])
  expect(edgeBundle.measured?.()).toMatch(/^\d+\.\d kB$/)
})

it('weighs all scripts of a bundle, packed, and nothing beside them', async () => {
  const bytes = await inScratch(async (folder) => {
    await writeFile(join(folder, 'index.js'), randomBytes(5000))
    await writeFile(join(folder, 'more.js'), 'a'.repeat(5000))
    await writeFile(join(folder, 'index.js.map'), randomBytes(5000))
    return gzipBytes(folder)
  })

  expect(bytes).toBeGreaterThan(5000)
  expect(bytes).toBeLessThan(5200)
})

it('takes what fits, and says what does not', () => {
  expect(sizeProblems(MAX_GZIP_BYTES)).toEqual([])
  expect(sizeProblems(255_000)).toEqual([expect.stringContaining('255.0 kB')])
})
