import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { orderToken } from '../credentials/order-tokens.ts'
import { authorizeEither, authorizeMerchant } from './authorize.ts'
import type { Edge } from './context.ts'
import { RefusalLog } from './refusal-log.ts'
import { problem } from './respond.ts'
import { bearer, config, EDGE, refusalOf, SHOP } from './testing/edge.ts'

const id = 'A'.repeat(32)
const allScopes = ['read', 'charge', 'refund', 'payout', 'admin', 'catalogue', 'personal']

/** Routes that answer with the caller that was let in. */
function app() {
  const routes = new Hono<Edge>()
  routes.use(async (c, next) => {
    c.set('config', config)
    c.set('supportId', '12345678')
    c.set('receivedAt', Date.now())
    c.set('refusals', new RefusalLog())
    await next()
  })
  routes.get('/merchant', async (c) => {
    const allowed = await authorizeMerchant(c, 'refund')
    return allowed.ok ? c.json(allowed.value) : problem(c, allowed.reason)
  })
  routes.get('/either/:id', async (c) => {
    const allowed = await authorizeEither(c, 'pay', 'read')
    return allowed.ok ? c.json(allowed.value) : problem(c, allowed.reason)
  })
  return routes
}

const ask = async (path: string, headers: Record<string, string> = {}) =>
  app().request(EDGE + path, { headers })

const merchantKey = bearer(env.TEST_MERCHANT_KEY)
const token = async (scope: 'pay' | 'view') => bearer(await orderToken(config, { id, scope }, Date.now()))

describe('authorizeMerchant', () => {
  it.each([
    ['a server', {}],
    ['the edge’s own page', { Origin: EDGE }],
  ])('lets a key with the scope in from %s', async (_, headers) => {
    const response = await ask('/merchant', { ...merchantKey, ...headers })

    expect(await response.json()).toEqual({ name: 'shop server', scopes: allScopes })
  })

  it.each([
    ['no key', '401 token-invalid', async () => ({})],
    ['a wrong key', '401 token-invalid', async () => bearer(`pck_${'A'.repeat(43)}`)],
    ['an order’s token', '401 token-invalid', () => token('pay')],
    [
      'a key in another scheme',
      '401 token-invalid',
      async () => ({ Authorization: `Basic ${env.TEST_MERCHANT_KEY}` }),
    ],
    ['a key without the scope', '403 scope-missing', async () => bearer(env.TEST_READ_KEY)],
  ])('refuses %s', async (_, refusal, headers) => {
    expect(await refusalOf(await ask('/merchant', await headers()))).toBe(refusal)
  })

  it.each([SHOP, 'https://evil.example', 'null'])('refuses every key from a page of %s', async (Origin) => {
    const answers = [env.TEST_MERCHANT_KEY, `pck_${'A'.repeat(43)}`].map((key) =>
      ask('/merchant', { ...bearer(key), Origin }).then(refusalOf),
    )

    expect(await Promise.all(answers)).toEqual(['403 origin-not-allowed', '403 origin-not-allowed'])
  })
})

describe('authorizeEither', () => {
  it('tells that a token let somebody in, and for how long', async () => {
    const response = await ask(`/either/${id}`, { ...(await token('pay')), Origin: SHOP })

    const time = expect.any(Number)
    expect(await response.json()).toEqual({ by: 'token', id, scope: 'pay', until: time, issuedAt: time })
  })

  it('tells which merchant was let in', async () => {
    const response = await ask(`/either/${id}`, bearer(env.TEST_READ_KEY))

    expect(await response.json()).toEqual({
      by: 'merchant',
      id,
      merchant: { name: 'report', scopes: ['read'] },
    })
  })

  it('names what a merchant asks for only if an order may be called so', async () => {
    expect(await refusalOf(await ask('/either/no-order', merchantKey))).toBe('404 not-found')
  })

  it.each([
    ['neither', '401 token-invalid', async () => ({})],
    ['a token that only reads', '403 scope-missing', () => token('view')],
    ['a wrong key', '401 token-invalid', async () => bearer(`pck_${'A'.repeat(43)}`)],
    ['a key from a shop’s page', '403 origin-not-allowed', async () => ({ ...merchantKey, Origin: SHOP })],
  ])('refuses %s', async (_, refusal, headers) => {
    expect(await refusalOf(await ask(`/either/${id}`, await headers()))).toBe(refusal)
  })
})
