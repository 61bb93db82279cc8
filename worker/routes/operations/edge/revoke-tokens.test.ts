import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { orderToken } from '../../../credentials/order-tokens.ts'
import { ask, bearer, config, merchant, offer, opened, post, refusalOf } from '../../testing/edge.ts'

const SESSION = {
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'Mug',
  customer: { email: 'a@example.com' },
}

/** Opens a session, or finds it. */
async function session(reference: string): Promise<CheckoutReply> {
  const response = await ask('/v1/orders', post({ ...SESSION, reference }, merchant()))
  expect(response.status).toBe(200)
  return response.json<CheckoutReply>()
}

/** Waits until the clock has moved on. */
function later() {
  const now = Date.now()
  return expect.poll(() => Date.now()).toBeGreaterThan(now)
}

const revoke = (id: string) => ask(`/v1/orders/${id}/revoke`, post({}, merchant()))

const socketOf = (id: string, headers: Record<string, string>) =>
  ask(`/v1/orders/${id}/live`, { headers: { Upgrade: 'websocket', ...headers } })

const PAY = { method: 'hosted', customer: { email: 'a@example.com' } }

describe('POST /v1/orders/{id}/revoke', () => {
  it('ends the tokens of the order for every call', async () => {
    const { order, token } = await session(crypto.randomUUID())
    const seen = await orderToken(config, { id: order.id, scope: 'view' }, Date.now())

    expect((await revoke(order.id)).status).toBe(200)

    const at = `/v1/orders/${order.id}`
    const calls = [
      ask(at, { headers: bearer(token) }),
      ask(at, { headers: bearer(seen) }),
      ask(`${at}/receipt`, { headers: bearer(seen) }),
      ask(`${at}/pay`, post(PAY, bearer(token))),
      ask(`${at}/continue`, post({}, bearer(token))),
      ask(`${at}/method`, post({}, bearer(token))),
      ask(`${at}/cancel`, post({}, bearer(token))),
      socketOf(order.id, { 'Sec-WebSocket-Protocol': `pay-checkout.v1, token.${token}` }),
    ]
    for (const call of calls) expect(await refusalOf(await call)).toBe('401 token-invalid')
  })

  it('leaves the merchant’s own views as they were, and the order payable', async () => {
    const { order } = await session(crypto.randomUUID())

    const revoked = await (await revoke(order.id)).json<{ status: string }>()

    expect(revoked.status).toBe('open')
    const read = await ask(`/v1/orders/${order.id}`, { headers: bearer(env.TEST_READ_KEY) })
    expect(await read.json()).toMatchObject({ id: order.id, status: 'open' })
  })

  it('closes the sockets of tokens, and not those of the merchant', async () => {
    const { order, token } = await session(crypto.randomUUID())
    const page = (await socketOf(order.id, { 'Sec-WebSocket-Protocol': `pay-checkout.v1, token.${token}` }))
      .webSocket
    const server = (await socketOf(order.id, bearer(env.TEST_READ_KEY))).webSocket
    if (!page || !server) return expect.fail('no socket')
    const codes: number[] = []
    const closed = new Promise<void>((resolve) =>
      page.addEventListener('close', ({ code }) => {
        codes.push(code)
        resolve()
      }),
    )
    const messages: unknown[] = []
    const told = new Promise<void>((resolve) =>
      server.addEventListener('message', ({ data }) => {
        messages.push(data)
        if (messages.length === 2) resolve()
      }),
    )
    for (const socket of [page, server]) socket.accept()

    await revoke(order.id)
    await Promise.all([closed, told])

    expect(codes).toEqual([1008])
    server.close()
  })

  it('lets the merchant’s server have a new token made, even in the same millisecond', async () => {
    const reference = crypto.randomUUID()
    const { order } = await session(reference)

    await revoke(order.id)
    const { token } = await session(reference)

    expect((await ask(`/v1/orders/${order.id}`, { headers: bearer(token) })).status).toBe(200)
    await revoke(order.id)
    expect(await refusalOf(await ask(`/v1/orders/${order.id}`, { headers: bearer(token) }))).toBe(
      '401 token-invalid',
    )
  })

  it('ends a token that was renewed while it ran', async () => {
    const { order, token } = await session(crypto.randomUUID())
    const orders = {
      // The order answers, and is revoked before the route makes the token.
      getByName: () => ({
        snapshot: async () => {
          await revoke(order.id)
          await later()
          return { order }
        },
      }),
    }
    const read = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) }, { ORDERS: orders })
    const renewed = read.headers.get('Order-Token') ?? ''

    expect(await refusalOf(await ask(`/v1/orders/${order.id}`, { headers: bearer(renewed) }))).toBe(
      '401 token-invalid',
    )
  })

  it('ends the key that opened the order of an offer as well', async () => {
    const request = post({ offer: await offer() })
    const { order } = await (await ask('/v1/checkout', request)).json<CheckoutReply>()

    await revoke(order.id)

    expect(await refusalOf(await ask('/v1/checkout', request))).toBe('401 token-invalid')
  })

  it('spares the tokens of other orders', async () => {
    const [one, other] = [await session(crypto.randomUUID()), await opened()]

    await revoke(one.order.id)

    expect((await ask(`/v1/orders/${other.order.id}`, { headers: bearer(other.token) })).status).toBe(200)
  })

  it('needs the scope admin, and an order', async () => {
    const { order } = await opened()
    const till = await ask(`/v1/orders/${order.id}/revoke`, post({}, bearer(env.TEST_CHARGE_KEY)))

    expect(await refusalOf(till)).toBe('403 scope-missing')
    expect(await refusalOf(await revoke('A'.repeat(32)))).toBe('404 not-found')
  })
})

describe('TOKENS_NOT_BEFORE', () => {
  it('ends the tokens of all orders that were issued until then', async () => {
    const { order, token } = await opened()
    const read = (bindings: object) => ask(`/v1/orders/${order.id}`, { headers: bearer(token) }, bindings)
    const seconds = Math.floor(Date.now() / 1000)

    expect((await read({ TOKENS_NOT_BEFORE: String(seconds - 60) })).status).toBe(200)
    expect(await refusalOf(await read({ TOKENS_NOT_BEFORE: String(seconds + 1) }))).toBe('401 token-invalid')
  })
})
