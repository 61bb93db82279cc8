/** Replies in the specification's media type without a field `type`, which the specification does not name. */
import { describe, expect, it } from 'vitest'
import { setWith } from '../../testing/edge.ts'
import { PART } from '../testing/follow-ups.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import {
  becomes,
  CHARGE,
  callBack,
  hostedOrder,
  lasting,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from '../testing/orders.ts'
import { statusReply } from '../testing/scripted-gateway.ts'

useGateway()

const FORM = 'http://gateway.localhost/form/7'

const untyped =
  (fields: object, status = 200, type = 'application/vnd.pay+json') =>
  () =>
    new Response(JSON.stringify(fields), { status, headers: { 'Content-Type': `${type};charset=utf-8` } })

const asked = () => gateway.statusRequests.map((body) => body.get('orderid'))

describe('a hosted form', () => {
  it('of which the reply has the address alone can be paid, and is followed by its name', async () => {
    gateway.onForm(untyped({ redirect_url: FORM }))
    setWith(lasting({ waitingAfter: [100, 200, 300, 400, 500, 600] }))

    const id = await hostedOrder()

    expect(await shown(id)).toMatchObject({ status: 'redirect', action: { type: 'redirect', url: FORM } })
    await expect.poll(() => asked()[0]).toBe(null)
    gateway.reports('approved')
    await becomes(id, 'approved')
    expect((await shown(id)).transactions).toMatchObject([{ id: '42', status: 'approved' }])
  })

  it('is known by the transaction that its callback names', async () => {
    gateway.onForm(untyped({ redirect_url: FORM }))
    const id = await hostedOrder()
    gateway.reports('approved', { 'paynet-order-id': '77' })

    await callBack(id, '77')

    await becomes(id, 'approved')
    expect(asked()).toContain('77')
  })

  it.each<[string, object, string?]>([
    ['neither an address nor an order', { 'serial-number': 'serial-1' }],
    ['an address that is no page', { redirect_url: 'javascript:alert(1)' }],
    ['an address and an error', { redirect_url: FORM, 'error-code': '3' }],
    ['the address of a captive portal', { redirect_url: FORM }, 'application/json'],
  ])('leads nowhere with %s', async (_, fields, type) => {
    gateway.onForm(untyped(fields, 200, type))
    const terms = serverTerms({ methods: ['hosted'] })
    await orderOf(terms.id).open(terms, CHARGE.customer)

    await orderOf(terms.id).pay({ key: 'key-1', method: 'hosted', ip: CHARGE.ip })

    await becomes(terms.id, 'error')
    const order = await shown(terms.id)
    expect(order.action).toBeUndefined()
    expect(order.attempts).toMatchObject([{ status: 'lost' }])
    expect(order.error).toMatchObject({ code: 'gateway-silent' })
  })
})

describe('a direct charge', () => {
  it.each<[string, object, string | null]>([
    ['the order', { 'paynet-order-id': '42' }, '42'],
    ['the shopper’s page alone', { redirect_url: 'http://gate.localhost/acs/1' }, null],
    ['nothing', {}, null],
    ['an error', { 'error-code': '3' }, null],
  ])('is followed and never sent again where the reply has %s', async (_, fields, id) => {
    gateway.on('sale', untyped(fields))
    const terms = serverTerms()

    await orderOf(terms.id).charge(terms, CHARGE)

    await expect.poll(() => asked()[0]).toBe(id)
    expect((await shown(terms.id)).status).toBe('redirect_url' in fields ? 'challenge' : 'processing')
    gateway.reports('approved')
    await becomes(terms.id, 'approved')
    expect(gateway.sent('sale')).toHaveLength(1)
  })
})

describe('a refund', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['an error', { 'paynet-order-id': '42', 'error-code': '3' }],
  ])('is neither done nor refused where the reply has %s', async (_, fields) => {
    const id = await paidOrder(gateway)
    gateway.on('return', untyped(fields))

    await orderOf(id).followUp(PART)

    expect((await shown(id)).followUps).not.toMatchObject([{ status: 'approved' }])
    expect((await shown(id)).followUps).not.toMatchObject([{ status: 'error' }])
    expect(await orderOf(id).followUp({ ...PART, key: 'follow-2' })).toMatchObject({ ok: false })
    expect(gateway.sent('return')).toHaveLength(1)
  })
})

it('a status without a type decides the order that it names', async () => {
  const terms = serverTerms()
  gateway.on('sale', untyped({ 'paynet-order-id': '42' }))
  gateway.onStatus(async (question, deadline) => {
    const { type: _, ...fields } = await (await statusReply('approved')(question, deadline)).json<
      Record<string, string>
    >()
    return untyped(fields)()
  })

  await orderOf(terms.id).charge(terms, CHARGE)

  await becomes(terms.id, 'approved')
})
