import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '../domain/terms.ts'
import { setWith } from '../testing/edge.ts'
import {
  becomes,
  gateway,
  open,
  openAtHostedPage,
  order,
  request,
  shown,
  UNHURRIED,
  useGateway,
} from './testing/hosted-orders.ts'
import { gatewayName } from './testing/orders.ts'
import { formReply, silence } from './testing/scripted-gateway.ts'

useGateway()

describe('paying', () => {
  it('answers at once and shows the hosted page when the gateway has opened it', async () => {
    const id = await open()

    const answer = await order(id).pay(request)

    expect(answer).toMatchObject({ ok: true, value: { status: 'sending' } })
    await becomes(id, 'redirect')
    expect((await shown(id))?.action).toEqual({ type: 'redirect', url: 'http://gateway.localhost/form/42' })
  })

  it('sends one request when two tabs pay with the same key', async () => {
    const id = await open()

    await Promise.all([order(id).pay(request), order(id).pay(request)])
    await becomes(id, 'redirect')

    expect(gateway.requests).toHaveLength(1)
  })

  it('refuses a second attempt while the first is under way, and shows it', async () => {
    gateway.onForm(silence)
    setWith(UNHURRIED)
    const id = await open()
    await order(id).pay(request)

    const second = await order(id).pay({ ...request, key: 'key-2' })

    expect(second).toMatchObject({
      ok: false,
      reason: { code: 'attempt-in-flight', order: { status: 'sending' } },
    })
    expect(gateway.requests).toHaveLength(1)
  })

  it('names what is missing and sends nothing', async () => {
    const id = await open({ collect: ['email', 'phone'] })

    const refusal = await order(id).pay({ ...request, customer: {} })

    expect(refusal).toMatchObject({
      ok: false,
      reason: { code: 'collect-missing', fields: ['email', 'phone'] },
    })
    expect(gateway.requests).toHaveLength(0)
  })

  it('sends the order’s own terms, and addresses within the gateway’s limit', async () => {
    const id = await openAtHostedPage()

    const form = gateway.requests[0]
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      client_orderid: await gatewayName(id),
      amount: '12.50',
      currency: 'EUR',
      email: 'a@example.com',
      ipaddress: '203.0.113.9',
    })
    for (const name of ['redirect_url', 'server_callback_url']) {
      expect(form?.get(name)?.length).toBeLessThanOrEqual(128)
    }
  })

  it('gives another attempt a name of its own after the gateway was silent', async () => {
    gateway.onForm(silence)
    const id = await open()
    await order(id).pay(request)
    await becomes(id, 'error')

    gateway.onForm(formReply('43'))
    await order(id).pay({ ...request, key: 'key-2' })
    await becomes(id, 'redirect')

    expect(gateway.requests.map((form) => form.get('client_orderid'))).toEqual([
      await gatewayName(id),
      await gatewayName(id, 2),
    ])
  })

  it('does not send a shopper to an invalid address', async () => {
    gateway.onForm(
      () =>
        new Response(
          '{"type":"async-form-response","paynet-order-id":1,"redirect-url":"javascript:alert(1)"}',
        ),
    )
    const id = await open()

    await order(id).pay(request)

    await becomes(id, 'error')
    expect((await shown(id))?.action).toBeUndefined()
  })
})

describe('an offer that was withdrawn after its order was opened', () => {
  /** An item of the test settings. */
  const withdrawn = { item: 'withdrawn-item', offeredAt: Date.now() }

  it('is not sold any more', async () => {
    const id = await open(withdrawn)

    expect(await order(id).pay(request)).toMatchObject({
      ok: false,
      reason: { code: 'offer-withdrawn', order: { status: 'open' } },
    })
    expect(gateway.requests).toEqual([])
  })

  it.each([0, 1, 2])('is not paid as line %s of a cart, and is named', async (at) => {
    const line = { item: 'tea', offeredAt: 0, description: 'Tea', quantity: 1, amountMinor: 500 }
    const lines = [0, 1, 2].map((place) => ({
      ...{ ...line, offer: crypto.randomUUID() },
      ...(place === at && { item: 'withdrawn-item' }),
    }))
    const id = await open({ lines })

    expect(await order(id).pay(request)).toMatchObject({
      ok: false,
      reason: { code: 'offer-withdrawn', fields: [`lines.${at}`], order: { status: 'open' } },
    })
    expect(gateway.requests).toEqual([])
  })

  it('is not tried again, and an attempt that began before is joined and followed', async () => {
    setWith({ OFFERS_NOT_BEFORE: '{}' })
    const id = await openAtHostedPage(withdrawn)
    setWith({})
    await evictDurableObject(order(id))

    expect(await order(id).pay({ ...request, key: 'key-2' })).toMatchObject({
      ok: false,
      reason: { code: 'offer-withdrawn' },
    })
    expect(await order(id).pay(request)).toMatchObject({ ok: true, value: { status: 'redirect' } })
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it.each<[string, Partial<OrderTerms>]>([
    ['was signed after that', { item: 'withdrawn-item', offeredAt: 4_000_000_000_000 }],
    ['sells something else', { item: 'constructor', offeredAt: 0 }],
    ['was opened by a version that kept no item', {}],
  ])('leaves alone what %s', async (_, change) => {
    const id = await open(change)

    expect(await order(id).pay(request)).toMatchObject({ ok: true })
  })
})
