import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LiveMessage } from '../../../../shared/http-bodies.ts'
import { orderToken } from '../../../credentials/order-tokens.ts'
import { ask, bearer, config, opened, post, refusalOf, SHOP } from '../../testing/edge.ts'

const socket = (token: string, headers: Record<string, string> = {}): RequestInit => ({
  headers: {
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': `pay-checkout.v1, token.${token}`,
    ...headers,
  },
})

const nextMessage = (webSocket: WebSocket) =>
  new Promise<LiveMessage>((resolve) => {
    webSocket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))), { once: true })
  })

describe('GET /v1/orders/{id}/live', () => {
  it('tells of every change from the given one on, and echoes the first protocol alone', async () => {
    const { order, token } = await opened()
    const path = `/v1/orders/${order.id}/live?after=${order.seq}`
    const response = await ask(path, socket(token, { Origin: SHOP }))
    const { webSocket } = response
    if (!webSocket) return expect.fail('no socket')
    const greeting = nextMessage(webSocket)
    webSocket.accept()
    expect(await greeting).toEqual({ seq: order.seq })
    const message = nextMessage(webSocket)

    await ask(`/v1/orders/${order.id}/cancel`, post({}, bearer(token)))

    expect(response.status).toBe(101)
    expect(response.headers.get('Sec-WebSocket-Protocol')).toBe('pay-checkout.v1')
    expect(await message).toMatchObject({ order: { id: order.id, status: 'cancelled' } })
    webSocket.close()
  })

  it('tells at once what was missed', async () => {
    const { order } = await opened()
    const token = await orderToken(config, { id: order.id, scope: 'view' }, Date.now())

    const { webSocket } = await ask(`/v1/orders/${order.id}/live?after=0`, socket(token))
    if (!webSocket) return expect.fail('no socket')
    const message = nextMessage(webSocket)
    webSocket.accept()

    // What a payment still needs is for who may pay.
    const { collect: _, ...shown } = order
    expect(await message).toEqual({ seq: order.seq, order: shown })
    webSocket.close()
  })

  it('lets a merchant’s server listen with its key, and echoes no protocol that it did not offer', async () => {
    const { order } = await opened()
    const headers = { Upgrade: 'websocket', ...bearer(env.TEST_READ_KEY) }

    const response = await ask(`/v1/orders/${order.id}/live`, { headers })

    const { webSocket } = response
    if (!webSocket) return expect.fail('no socket')
    const message = nextMessage(webSocket)
    webSocket.accept()
    expect(response.headers.has('Sec-WebSocket-Protocol')).toBe(false)
    expect((await message).order?.id).toBe(order.id)
    webSocket.close()
  })

  it.each([
    [
      'a merchant key of a page',
      () => ({ headers: { Upgrade: 'websocket', Origin: SHOP, ...bearer(env.TEST_READ_KEY) } }),
      '403 origin-not-allowed',
    ],
    ['no socket', (token: string) => ({ headers: bearer(token) }), '426 upgrade-required'],
    ['no token', () => ({ headers: { Upgrade: 'websocket' } }), '401 token-invalid'],
    [
      'a token alone',
      (token: string) => socket('', { 'Sec-WebSocket-Protocol': `token.${token}` }),
      '401 token-invalid',
    ],
    ['another token', () => socket('nonsense'), '401 token-invalid'],
    [
      'a foreign page',
      (token: string) => socket(token, { Origin: 'https://evil.example' }),
      '403 origin-not-allowed',
    ],
    ['another method', (token: string) => ({ ...socket(token), method: 'POST' }), '405 method-not-allowed'],
  ])('refuses %s', async (_, init, refusal) => {
    const { order, token } = await opened()

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/live`, init(token)))).toBe(refusal)
  })

  it('answers 503 and when to come again where the order has no place for another socket', async () => {
    const { order, token } = await opened()
    const fetch = async () => new Response(null, { status: 503, headers: { 'Retry-After': '60' } })

    const response = await ask(`/v1/orders/${order.id}/live`, socket(token), {
      ORDERS: { getByName: () => ({ fetch }) },
    })

    expect(response.headers.get('Retry-After')).toBe('60')
    expect(await refusalOf(response)).toBe('503 unavailable')
  })

  /** What the order's object was asked for, when a listener came with these headers. */
  async function told(id: string, headers: Record<string, string>) {
    const seen: URLSearchParams[] = []
    const fetch = async ({ url }: Request) => {
      seen.push(new URL(url).searchParams)
      return new Response(null, { status: 404 })
    }
    const init = { headers: { Upgrade: 'websocket', ...headers } }
    await ask(`/v1/orders/${id}/live`, init, { ORDERS: { getByName: () => ({ fetch }) } })
    const [asked] = seen
    const lifeMs = Number(asked?.get('until')) - Date.now()
    return { scope: asked?.get('scope'), minutes: Math.round(lifeMs / 60_000) }
  }

  it.each([
    ['view', 15],
    ['pay', 31 * 24 * 60],
  ] as const)(
    'shows a %s token in Authorization what it may see, for as long as it lives',
    async (scope, minutes) => {
      const id = 'A'.repeat(32)
      const token = await orderToken(config, { id, scope }, Date.now())

      expect(await told(id, bearer(token))).toEqual({ scope, minutes })
    },
  )

  it('hears a merchant key for a quarter of an hour', async () => {
    expect(await told('A'.repeat(32), bearer(env.TEST_READ_KEY))).toEqual({ scope: 'merchant', minutes: 15 })
  })

  it('never hands the token on to the order', async () => {
    const { order, token } = await opened()
    const seen: Request[] = []
    const fetch = async (request: Request) => {
      seen.push(request)
      return new Response(null, { status: 404 })
    }

    await ask(`/v1/orders/${order.id}/live?after=3&x=1`, socket(token), {
      ORDERS: { getByName: () => ({ fetch }) },
    })

    expect(seen.map(({ url }) => new URL(url).search)).toEqual([
      expect.stringMatching(/^\?scope=pay&until=\d+&issued=\d+&after=3$/),
    ])
    expect(JSON.stringify(seen.map(({ headers }) => [...headers]))).not.toContain(token)
  })
})
