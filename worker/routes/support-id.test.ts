import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Edge } from './context.ts'
import { requestIdOf } from './support-id.ts'

/** Answers with the ids that a request was given, each time it was asked for one. */
const app = new Hono<Edge>().get('/', (c) => c.json([requestIdOf(c), requestIdOf(c)]))

const idsOf = async () => (await app.request('/')).json<string[]>()

describe('requestIdOf', () => {
  it('gives a request one id, however often it is asked', async () => {
    const [first, second] = await idsOf()

    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(second).toBe(first)
  })

  it('gives each request an id of its own', async () => {
    const [[one], [other]] = [await idsOf(), await idsOf()]

    expect(one).not.toBe(other)
  })
})
