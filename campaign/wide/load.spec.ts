/** The load run in short: `npm run load` is the long one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endPages, openPages, span } from '../load/load.ts'
import { type LoadStack, startLoadStack } from '../load/load-stack.ts'

let stack: LoadStack

beforeAll(async () => {
  stack = await startLoadStack()
})

afterAll(() => stack?.stop())

describe('pages that follow their orders while others pay', () => {
  it('miss no event, and neither do those that pay', async () => {
    const pages = await openPages(stack.scene, 60)

    const { orders, faults } = await span(stack.scene, 5, 5)

    expect(orders).toBe(25)
    expect([...faults]).toEqual([])
    expect([...(await endPages(stack.scene, pages))]).toEqual([])
  })
})
