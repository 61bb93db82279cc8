import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import type { OrderDetails } from '../../../../shared/order-history.ts'
import { ask, bearer, merchant, post, problemOf } from '../../testing/edge.ts'

const session = (changes: object = {}) => ({
  ...{ reference: `bill-${crypto.randomUUID()}`, intent: 'sale', amount: '12.50', currency: 'EUR' },
  ...{ description: 'A tin of tea', ...changes },
})

const create = (body: object, bindings: object = {}) => ask('/v1/orders', post(body, merchant()), bindings)

async function opened(body: { reference: string }): Promise<{ id: string; reference: string }> {
  const { order } = await (await create(body)).json<CheckoutReply>()
  return { id: order.id, reference: body.reference }
}

const read = async (id: string) =>
  (await ask(`/v1/orders/${id}`, { headers: merchant() })).json<OrderDetails>()

/** The edge as it is, but for the one call that tells the former order. */
function losingTheNews() {
  const { ORDERS } = env
  const getByName = (name: string, ...more: never[]) =>
    new Proxy(ORDERS.getByName(name, ...more), {
      get: (stub, method) =>
        method === 'noteFollowing'
          ? () => Promise.reject(new Error('the edge died'))
          : Reflect.get(stub, method, stub),
    })
  return { ORDERS: { ...ORDERS, getByName } }
}

describe('POST /v1/orders with `follows`', () => {
  it('links both orders for their merchant, and tells nothing to the shopper', async () => {
    const former = await opened(session())
    const body = session({ follows: former.id })
    const next = await opened(body)

    expect((await read(next.id)).follows).toEqual(former)
    const { followedBy, history } = await read(former.id)
    expect(followedBy).toEqual([next])
    expect(history.filter(({ kind }) => kind === 'order-followed')).toMatchObject([
      { order: next, by: 'shop server' },
    ])
    const { order, token } = await (await create(body)).json<CheckoutReply>()
    expect(order).not.toHaveProperty('follows')
    const looked = await ask(`/v1/orders/${next.id}`, { headers: bearer(token) })
    expect(await looked.json()).not.toHaveProperty('follows')
  })

  it('links once, however often it is sent', async () => {
    const former = await opened(session())
    const body = session({ follows: former.id })
    await opened(body)
    await opened(body)

    const { followedBy, history } = await read(former.id)
    expect(followedBy).toHaveLength(1)
    expect(history.filter(({ kind }) => kind === 'order-followed')).toHaveLength(1)
  })

  it('answers no order that the former one does not know, and links both when it is sent again', async () => {
    const former = await opened(session())
    const body = session({ follows: former.id })

    expect((await create(body, losingTheNews())).status).toBe(500)
    expect((await read(former.id)).followedBy).toBeUndefined()

    const next = await opened(body)
    expect((await read(next.id)).follows).toEqual(former)
    expect((await read(former.id)).followedBy).toEqual([next])
  })

  it('answers the order that is open where the former one is gone meanwhile', async () => {
    const former = await opened(session())
    const body = session({ follows: former.id })
    const next = await opened(body)
    await runInDurableObject(env.ORDERS.getByName(former.id), (_, { storage }) => storage.deleteAll())
    await evictDurableObject(env.ORDERS.getByName(former.id))

    expect(await opened(body)).toEqual(next)
  })

  it.each([
    ['of an order that is not there', 'A'.repeat(32), 404, 'not-found'],
    ['that is no id', 'bill-7', 400, 'body-malformed'],
  ])('opens nothing for the name %s', async (_, follows, status, code) => {
    const body = session({ follows })
    const response = await create(body)

    expect(response.status).toBe(status)
    expect(await problemOf(response)).toMatchObject({ code, fields: ['follows'] })
    expect((await create({ ...body, follows: undefined })).status).toBe(200)
  })

  it('is another request than the same one without it', async () => {
    const former = await opened(session())
    const body = session({ follows: former.id })
    await opened(body)

    expect(await problemOf(await create({ ...body, follows: undefined }))).toMatchObject({
      code: 'reference-reused',
    })
  })
})
