import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Edge } from './context.ts'
import { operation } from './define-operation.ts'
import { RefusalLog } from './refusal-log.ts'
import { serve } from './serve.ts'
import { config, EDGE, refusalOf, SHOP } from './testing/edge.ts'

const plain = {
  tag: 'edge',
  summary: 'Says so',
  access: {},
  reply: { status: 200, description: 'Said.' },
  problems: [],
} as const
const forServers = { ...plain, pages: 'merchant' } as const
const forPages = { ...plain, pages: 'shop' } as const

/** Two paths as the edge serves them, the one for pages listed first. */
function app() {
  const routes = new Hono<Edge>()
  routes.use(async (c, next) => {
    c.set('config', config)
    c.set('supportId', '12345678')
    c.set('refusals', new RefusalLog())
    await next()
  })
  serve(routes, {
    readAnywhere: operation({ ...plain, pages: 'any', route: 'GET /v1/open' }, (c) => c.json('told')),
    readPage: operation({ ...forPages, route: 'GET /v1/page' }, (c) => c.json('told')),
    readServer: operation({ ...forServers, route: 'GET /v1/merchant' }, (c) => c.json('told')),
    writeServer: operation({ ...forServers, route: 'POST /v1/merchant' }, (c) => c.json('done')),
  })
  return routes
}

const ask = (path: string, init: RequestInit = {}) => app().request(EDGE + path, init)

const preflightFrom = (Origin: string, asked?: string): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    Origin,
    'Access-Control-Request-Method': 'POST',
    ...(asked && { 'Access-Control-Request-Headers': asked }),
  },
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

describe('a preflight', () => {
  const granted = async (asked: string, path = '/v1/page', origin = SHOP) => {
    const { headers } = await ask(path, preflightFrom(origin, asked))
    return headers.get('Access-Control-Allow-Headers')?.split(', ')
  }
  const OWN = ['authorization', 'content-type', 'idempotency-key']
  const names = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`)

  it.each([
    ['one of a library', 'content-type,x-requested-with', ['x-requested-with']],
    ['several of a tracer', 'baggage,sentry-trace, traceparent', ['baggage', 'sentry-trace', 'traceparent']],
    ['one in capitals', 'X-CSRF-Token', ['x-csrf-token']],
    ['none', '', []],
    ['20', names(20).join(','), names(20)],
    ['20 besides the tag’s own', [...OWN, ...names(20)].join(','), names(20)],
  ])('is granted the headers that the page’s libraries add: %s', async (_, asked, added) => {
    expect(await granted(asked)).toEqual([...OWN, ...added])
  })

  it.each([
    ['more than 20 headers', names(21).join(',')],
    ['more than 20 besides the tag’s own', [...OWN, ...names(21)].join(',')],
    ['far more than 20', [...OWN, ...OWN, ...names(20)].join(',')],
    ['names of more than 1,024 characters', `x-${'a'.repeat(1_023)}`],
    ['what is no name', 'x-a,x b'],
    ['an empty name', 'x-a,,x-b'],
  ])('that asks for %s is granted the tag’s own alone', async (_, asked) => {
    expect(await granted(asked)).toEqual(OWN)
  })

  it.each([
    ['/v1/open', 'https://any.example'],
    ['/v1/page', 'https://evil.example'],
  ])('to %s from %s is granted them too, so that the page can read the answer', async (path, origin) => {
    expect(await granted('traceparent', path, origin)).toContain('traceparent')
  })

  it.each([
    ['/v1/page', 'Access-Control-Request-Headers, Origin'],
    ['/v1/open', 'Access-Control-Request-Headers, Origin'],
  ])('to %s is kept by caches for the same request alone', async (path, vary) => {
    const { headers } = await ask(path, preflightFrom(SHOP, 'traceparent'))

    expect(headers.get('Vary')).toBe(vary)
  })

  it('to a route for merchants is granted nothing', async () => {
    const response = await ask('/v1/merchant', preflightFrom(SHOP, 'traceparent'))

    expect(corsOf(response)).toEqual([])
  })
})

describe('credentials', () => {
  const credentialed = async (path: string, Origin: string) => {
    const answers = [await ask(path, preflightFrom(Origin)), await ask(path, { headers: { Origin } })]
    return answers.map(({ headers }) => [
      headers.get('Access-Control-Allow-Origin'),
      headers.get('Access-Control-Allow-Credentials'),
    ])
  }
  const twice = <Value>(value: Value) => [value, value]

  it.each([
    ['/v1/page', SHOP],
    ['/v1/open', SHOP],
    ['/v1/page', EDGE],
  ])('of a library may go to %s from the listed page at %s', async (path, origin) => {
    expect(await credentialed(path, origin)).toEqual(twice([origin, 'true']))
  })

  it.each([
    ['/v1/page', 'https://evil.example'],
    ['/v1/open', 'https://any.example'],
    ['/v1/open', 'null'],
  ])('open %s to no other page, such as %s', async (path, origin) => {
    expect(await credentialed(path, origin)).toEqual(twice(['*', null]))
  })
})

describe('a route for pages', () => {
  it('still gives the shop’s pages answers that they can read', async () => {
    const response = await ask('/v1/page', { headers: { Origin: SHOP } })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
    expect((await ask('/v1/page', preflightFrom(SHOP))).status).toBe(204)
  })
})
