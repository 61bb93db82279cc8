import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Edge } from './context.ts'
import { merchantServers, shopPages } from './cors.ts'
import { RefusalLog } from './refusal-log.ts'
import { route } from './route.ts'
import { config, EDGE, refusalOf, SHOP } from './test-edge.ts'

/** A route for merchants before the routes for pages, as the edge has them. */
function app() {
  const routes = new Hono<Edge>()
  routes.use(async (c, next) => {
    c.set('config', config)
    c.set('supportId', '12345678')
    c.set('refusals', new RefusalLog())
    await next()
  })
  routes.use('/v1/merchant', merchantServers)
  route(routes, '/v1/merchant', { GET: (c) => c.json('told'), POST: (c) => c.json('done') })
  routes.use('/v1/*', shopPages)
  route(routes, '/v1/page', { GET: (c) => c.json('told') })
  return routes
}

const ask = (path: string, init: RequestInit = {}) => app().request(EDGE + path, init)

const preflightFrom = (Origin: string): RequestInit => ({
  method: 'OPTIONS',
  headers: { Origin, 'Access-Control-Request-Method': 'POST' },
})

const corsOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'))

describe('a route for merchants', () => {
  it.each([
    ['a server', {}],
    ['the edge’s own page', { Origin: EDGE }],
  ])('answers %s, with no header that lets a page read it', async (_, headers) => {
    const response = await ask('/v1/merchant', { headers })

    expect([response.status, corsOf(response), response.headers.get('Vary')]).toEqual([200, [], 'Origin'])
  })

  it.each([SHOP, 'https://evil.example', 'null'])(
    'refuses pages of %s, asked before or not',
    async (Origin) => {
      const answers = [
        await ask('/v1/merchant', { method: 'POST', headers: { Origin } }),
        await ask('/v1/merchant', preflightFrom(Origin)),
      ]

      expect(answers.map(corsOf)).toEqual([[], []])
      expect(await Promise.all(answers.map(refusalOf))).toEqual([
        '403 origin-not-allowed',
        '403 origin-not-allowed',
      ])
    },
  )

  it('grants a preflight of the edge’s own page nothing', async () => {
    const response = await ask('/v1/merchant', preflightFrom(EDGE))

    expect(corsOf(response)).toEqual([])
    expect(await refusalOf(response)).toBe('405 method-not-allowed')
  })
})

describe('a route for pages', () => {
  it('still answers the shop’s pages in a way that they can read', async () => {
    const response = await ask('/v1/page', { headers: { Origin: SHOP } })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
    expect((await ask('/v1/page', preflightFrom(SHOP))).status).toBe(204)
  })
})
