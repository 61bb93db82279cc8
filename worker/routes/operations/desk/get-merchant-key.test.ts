import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MERCHANT_SCOPES } from '../../../../shared/merchant-key.ts'
import { REQUEST_BUDGETS } from '../../../limits/coarse-limit.ts'
import { edgeApp } from '../../app.ts'
import { ask, bearer, EDGE, refusalOf, SHOP } from '../../testing/edge.ts'

const PATH = '/v1/merchant-key'

const wrongKey = () => `pck_${'A'.repeat(43)}`

const { requests: MOST } = REQUEST_BUDGETS['wrong-key']

/** One isolate with limits: it counts where the platform's counter is not bound. */
function isolate() {
  const app = edgeApp()
  const bindings = { ...env, LIMITS: '{}', RATE_WRONG_KEY: undefined, RATE_MERCHANT: undefined }
  return async (key: string, from = '192.0.2.7', path = PATH) => {
    const headers = { ...bearer(key), 'CF-Connecting-IP': from }
    return (await app.request(new URL(path, EDGE).href, { headers }, bindings)).status
  }
}

const times = async (count: number, send: () => Promise<number>) => {
  const answers: number[] = []
  for (let sent = 0; sent < count; sent += 1) answers.push(await send())
  return answers
}

describe('GET /v1/merchant-key', () => {
  it.each([
    ['every scope', () => env.TEST_MERCHANT_KEY, { name: 'shop server', scopes: [...MERCHANT_SCOPES] }],
    ['one that reads', () => env.TEST_READ_KEY, { name: 'report', scopes: ['read'] }],
    ['one that only pays out', () => env.TEST_PAYOUT_KEY, { name: 'paymaster', scopes: ['payout'] }],
  ])('tells the name and the scopes of a key: %s', async (_, key, view) => {
    const response = await ask(PATH, { headers: bearer(key()) })

    expect(await response.json()).toEqual(view)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('tells what the key may give back without another one', async () => {
    const limits = { refundUpTo: { EUR: '50.00' }, refundPerDay: { EUR: '200.00' } }
    const digest = createHash('sha256').update(env.TEST_READ_KEY).digest('hex')
    const MERCHANT_KEYS = JSON.stringify([{ name: 'assistant', digest, scopes: ['refund'], ...limits }])

    const response = await ask(PATH, { headers: bearer(env.TEST_READ_KEY) }, { MERCHANT_KEYS })

    expect(await response.json()).toEqual({ name: 'assistant', scopes: ['refund'], ...limits })
  })

  it('tells what is mailed to shoppers, where something is', async () => {
    const SHOPPER_MAIL = JSON.stringify({ from: 'shop@example.com', requests: true, sent: true })

    const response = await ask(PATH, { headers: bearer(env.TEST_READ_KEY) }, { SHOPPER_MAIL })

    expect(await response.json()).toMatchObject({ mails: ['request', 'reminder', 'sent'] })
  })

  it('never answers with the key', async () => {
    const response = await ask(PATH, { headers: bearer(env.TEST_READ_KEY) })

    const text = JSON.stringify([...response.headers]) + (await response.text())
    expect(text).not.toContain('pck_')
  })

  it('works behind a proxy that has a sign-in of its own', async () => {
    const headers = {
      ...bearer(env.TEST_READ_KEY),
      Origin: EDGE,
      Cookie: 'CF_Authorization=a.b.c',
      'Cf-Access-Jwt-Assertion': 'a.b.c',
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Host': 'desk.intern.example',
    }

    const response = await ask(PATH, { headers })

    expect(response.status).toBe(200)
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  it('refuses a key on any page but the edge’s own', async () => {
    const response = await ask(PATH, { headers: { ...bearer(env.TEST_READ_KEY), Origin: SHOP } })

    expect(await refusalOf(response)).toBe('403 origin-not-allowed')
  })

  it.each([
    ['a wrong key', () => bearer(wrongKey())],
    ['no key', () => ({})],
    ['a key in another place', () => ({ Cookie: `key=${env.TEST_READ_KEY}` })],
  ])('refuses %s', async (_, headers) => {
    expect(await refusalOf(await ask(PATH, { headers: headers() }))).toBe('401 token-invalid')
  })
})

describe('wrong merchant keys', () => {
  it('are refused unread after a number of them from one network, at every address', async () => {
    const send = isolate()

    const answers = await times(MOST, () => send(wrongKey()))

    expect(new Set(answers)).toEqual(new Set([401]))
    expect(await send(wrongKey())).toBe(429)
    expect(await send(wrongKey(), '192.0.2.200')).toBe(429)
    expect(await send(wrongKey(), '192.0.2.7', '/v1/orders')).toBe(429)
    expect(await send(wrongKey(), '192.0.2.7', `/v1/orders/${'A'.repeat(32)}`)).toBe(429)
  })

  it('never keep a good key out, though they come from its own network', async () => {
    const send = isolate()
    await times(MOST + 5, () => send(wrongKey()))

    expect(await send(env.TEST_READ_KEY)).toBe(200)
    expect(await send(env.TEST_READ_KEY, '192.0.2.7', '/v1/orders')).toBe(200)
  })

  it('of one network count for no other', async () => {
    const send = isolate()
    await times(MOST + 5, () => send(wrongKey()))

    expect(await send(wrongKey(), '198.51.100.7')).toBe(401)
  })

  it('are not counted where nothing was sent', async () => {
    const send = isolate()

    expect(new Set(await times(MOST + 5, () => send('')))).toEqual(new Set([401]))
  })
})
