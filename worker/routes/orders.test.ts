import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { orderToken, scopeOf } from '../access/tokens.ts'
import { ask, bearer, config, opened, post, problemOf, refusalOf } from './test-edge.ts'

const viewToken = (id: string) => orderToken(config, { id, scope: 'view' }, Date.now())

const customer = { email: 'a@b.example' }

/** Orders that answer as a test says. */
const orders = (answers: object) => ({ ORDERS: { getByName: () => answers } })

describe('GET /v1/orders/{id}', () => {
  it('shows the order and renews the token of whoever may pay', async () => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) })

    expect(await response.json<OrderView>()).toEqual(order)
    const renewed = response.headers.get('Order-Token') ?? ''
    expect(await scopeOf(config, { id: order.id, token: renewed }, Date.now())).toMatchObject({
      value: { scope: 'pay' },
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('shows the order to a token that only reads, and gives it no other', async () => {
    const { order } = await opened()

    const response = await ask(`/v1/orders/${order.id}`, { headers: bearer(await viewToken(order.id)) })

    expect(response.status).toBe(200)
    expect(response.headers.has('Order-Token')).toBe(false)
  })

  it('says in whole seconds when to look again while something is under way', async () => {
    const { order, token } = await opened()
    const glance = async () => ({ order, retryAfterSeconds: 3.2 })

    const response = await ask(`/v1/orders/${order.id}`, { headers: bearer(token) }, orders({ glance }))

    expect(response.headers.get('Retry-After')).toBe('4')
  })

  it('knows no order that was never opened, even with a token for it', async () => {
    const id = 'Z'.repeat(32)

    const response = await ask(`/v1/orders/${id}`, { headers: bearer(await viewToken(id)) })

    expect(await refusalOf(response)).toBe('404 not-found')
  })

  it.each([
    ['no token', () => ({})],
    ['another scheme', (token: string) => ({ Authorization: `Basic ${token}` })],
    ['nonsense', () => bearer('nonsense')],
    ['two tokens', (token: string) => bearer(`${token} ${token}`)],
  ])('refuses %s without asking any order', async (_, headers) => {
    const { order, token } = await opened()
    const none = { ORDERS: { getByName: () => expect.fail('an object was addressed') } }

    const response = await ask(`/v1/orders/${order.id}`, { headers: headers(token) }, none)

    expect(await refusalOf(response)).toBe('401 token-invalid')
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  it('refuses the token of another order', async () => {
    const [one, other] = [await opened(), await opened()]

    const response = await ask(`/v1/orders/${one.order.id}`, { headers: bearer(other.token) })

    expect(await refusalOf(response)).toBe('401 token-invalid')
  })
})

describe('POST /v1/orders/{id}/pay', () => {
  it('hands the order what was chosen, under the key and from the address of the request', async () => {
    const { order, token } = await opened()
    const wishes: unknown[] = []
    const pay = async (wish: unknown) => {
      wishes.push(wish)
      return { ok: true, value: { ...order, status: 'sending' } }
    }
    const headers = {
      ...bearer(token),
      'Idempotency-Key': 'a-key-of-this-try',
      'CF-Connecting-IP': '192.0.2.7',
    }
    const init = post({ method: 'hosted', presentation: 'redirect', customer }, headers)

    const response = await ask(`/v1/orders/${order.id}/pay`, init, orders({ pay }))

    expect(wishes).toEqual([{ key: 'a-key-of-this-try', method: 'hosted', customer, ip: '192.0.2.7' }])
    expect(await response.json()).toMatchObject({ id: order.id, status: 'sending' })
  })

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({ method: 'hosted', customer }, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/pay`, init))).toBe('403 scope-missing')
  })

  it('names what is missing, with the order as it stands', async () => {
    const { order, token } = await opened({ collect: ['email', 'name'] })

    const response = await ask(
      `/v1/orders/${order.id}/pay`,
      post({ method: 'hosted', customer }, bearer(token)),
    )

    expect(await problemOf(response)).toMatchObject({
      code: 'collect-missing',
      fields: ['name'],
      order: { id: order.id, attempts: [] },
    })
  })

  it.each([
    ['no key', { method: 'hosted' }, { 'Idempotency-Key': '' }, '400 idempotency-key-missing'],
    ['no method', {}, {}, '400 body-malformed'],
    ['an unknown method', { method: 'cash' }, {}, '400 body-malformed'],
    ['a method that the order has not', { method: 'card', customer }, {}, '422 method-off'],
    ['a sum', { method: 'hosted', amount: '0.01' }, {}, '400 body-malformed'],
    ['a card', { method: 'hosted', card: { pan: '4111111111111111' } }, {}, '400 body-malformed'],
    ['an address for the gateway', { method: 'hosted', ip: '1.2.3.4' }, {}, '400 body-malformed'],
    ['a customer that is wrong', { method: 'hosted', customer: { email: 'x' } }, {}, '422 customer-invalid'],
  ])('refuses %s', async (_, body, headers, refusal) => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}/pay`, post(body, { ...bearer(token), ...headers }))

    expect(await refusalOf(response)).toBe(refusal)
  })

  it('says why the order refuses', async () => {
    const { order, token } = await opened()
    const pay = async () => ({ ok: false, reason: { code: 'attempt-in-flight', order } })
    const init = post({ method: 'hosted', customer }, bearer(token))

    const response = await ask(`/v1/orders/${order.id}/pay`, init, orders({ pay }))

    expect(await problemOf(response)).toMatchObject({ status: 409, code: 'attempt-in-flight', order })
  })
})

describe('POST /v1/orders/{id}/cancel', () => {
  it.each([
    ['an empty object', '{}'],
    ['nothing', ''],
  ])('gives the order up, with %s for a body', async (_, body) => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}/cancel`, { ...post({}, bearer(token)), body })

    expect(await response.json<OrderView>()).toMatchObject({ status: 'cancelled' })
  })

  it('is refused to a token that only reads', async () => {
    const { order } = await opened()
    const init = post({}, bearer(await viewToken(order.id)))

    expect(await refusalOf(await ask(`/v1/orders/${order.id}/cancel`, init))).toBe('403 scope-missing')
  })
})
