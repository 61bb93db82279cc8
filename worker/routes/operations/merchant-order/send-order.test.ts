import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  ask,
  bearer,
  merchant,
  opened,
  post,
  problemOf,
  refusalOf,
  scriptedOrders,
} from '../../testing/edge.ts'

const id = 'A'.repeat(32)
const KEY = { 'Idempotency-Key': 'the-first-parcel' }
const SHIPMENT = { carrier: 'Post', parcel: 'JD0077', url: 'https://post.example.com/JD0077' }

const send = (body: unknown, headers: Record<string, string> = { ...merchant(), ...KEY }, bindings = {}) =>
  ask(`/v1/orders/${id}/sent`, post(body, headers), bindings)

describe('POST /v1/orders/{id}/sent', () => {
  it.each([
    ['with a parcel', SHIPMENT, { shipment: SHIPMENT }],
    ['without one', {}, {}],
  ])('has the order note that it was sent, %s', async (_, body, told) => {
    const { asked, ORDERS } = scriptedOrders({ noteSent: { ok: true, value: { id } } })

    expect((await send(body, undefined, { ORDERS })).status).toBe(200)
    expect(asked).toEqual([[id, 'noteSent', { key: 'the-first-parcel', by: 'shop server', ...told }]])
  })

  it.each([
    ['url', 'http://post.example.com/JD0077'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https://user:password@post.example.com/'],
    ['url', `https://post.example.com/${'x'.repeat(500)}`],
    ['carrier', 'Post\u202e'],
    ['parcel', 'x'.repeat(65)],
    ['parcel', ''],
  ])('refuses the %s “%s”', async (field, value) => {
    const { asked, ORDERS } = scriptedOrders({ noteSent: { ok: true, value: {} } })

    const problem = await problemOf(await send({ ...SHIPMENT, [field]: value }, undefined, { ORDERS }))

    expect(problem).toMatchObject({ code: 'body-malformed', fields: [field] })
    expect(asked).toEqual([])
  })

  it('needs a key of its own, the scope charge, and a paid order', async () => {
    const { order } = await opened()

    expect(await refusalOf(await send({}, { ...merchant(), 'Idempotency-Key': 'short' }))).toBe(
      '400 idempotency-key-missing',
    )
    expect(await refusalOf(await send({}, { ...bearer(env.TEST_READ_KEY), ...KEY }))).toBe(
      '403 scope-missing',
    )
    expect(await refusalOf(await send({}))).toBe('404 not-found')
    const unpaid = await ask(`/v1/orders/${order.id}/sent`, post({}, { ...merchant(), ...KEY }))
    expect(await refusalOf(unpaid)).toBe('409 follow-up-impossible')
  })
})
