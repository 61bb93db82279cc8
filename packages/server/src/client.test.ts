import { describe, expect, it } from 'vitest'
import { type MerchantClient, merchantClient, sessionOf } from './client.ts'
import { isPayError } from './errors.ts'
import { accepted, countingClock, ORDER, problem, type Scripted, scriptedEdge } from './testing/edge.ts'

const followed = (order: object = ORDER) => accepted(order, { 'Follow-Up': '1' })

/** A client of an edge that answers so. */
function clientOf(...answers: readonly Scripted[]) {
  const edge = scriptedEdge(...answers)
  const clock = countingClock()
  const pay = merchantClient({
    ...{ edge: 'https://pay.example.com/', key: 'pck_secret', fetch: edge.fetch, clock },
  })
  return { pay, received: edge.received, clock }
}

describe('a client', () => {
  it('refunds a part under the caller’s name', async () => {
    const { pay, received } = clientOf(followed())

    const { order, followUp } = await pay.refund(ORDER.id, {
      id: 'return-17',
      amount: '2.50',
      currency: 'EUR',
    })

    expect(order).toEqual(ORDER)
    expect(followUp.status).toBe('processing')
    expect(received).toEqual([
      {
        method: 'POST',
        path: `/v1/orders/${ORDER.id}/return`,
        headers: {
          Authorization: 'Bearer pck_secret',
          'Content-Type': 'application/json',
          'Idempotency-Key': `returnOrder.${ORDER.id}.return-17`,
        },
        body: { amount: '2.50', currency: 'EUR' },
      },
    ])
  })

  it('sends the same request from another machine', async () => {
    const [one, other] = [clientOf(followed()), clientOf(followed())]

    await one.pay.capture(ORDER.id, { id: 'all' })
    await other.pay.capture({ id: ORDER.id }, { id: 'all' })

    expect(other.received).toEqual(one.received)
  })

  it('goes on with what another program began under its own key', async () => {
    const { pay, received } = clientOf(followed())

    await pay.refund(ORDER.id, { idempotencyKey: 'refund-4711-0001', amount: '2.50', currency: 'EUR' })

    expect(received[0]?.headers).toMatchObject({ 'Idempotency-Key': 'refund-4711-0001' })
    expect(received[0]?.body).toEqual({ amount: '2.50', currency: 'EUR' })
  })

  it('sends nothing under a key that no edge takes', async () => {
    const { pay, received } = clientOf(followed())

    await expect(pay.refund(ORDER.id, { idempotencyKey: 'short' })).rejects.toThrow(TypeError)
    expect(received).toEqual([])
  })

  it('names the follow-up of the request, and not the last one of the order', async () => {
    const followUps = [
      { number: 1, status: 'approved' },
      { number: 2, status: 'declined' },
    ]
    const { pay } = clientOf(followed({ ...ORDER, followUps }))

    expect((await pay.refund(ORDER.id, { id: 'first' })).followUp.status).toBe('approved')
  })

  it('calls a follow-up uncertain whose number does not arrive', async () => {
    const { pay } = clientOf(accepted(ORDER))

    await expect(pay.refund(ORDER.id, { id: 'first' })).rejects.toMatchObject({ code: 'uncertain' })
  })

  it('calls a follow-up uncertain whose order is none', async () => {
    const { pay } = clientOf(followed({ id: ORDER.id }))

    await expect(pay.refund(ORDER.id, { id: 'first' })).rejects.toMatchObject({ code: 'uncertain' })
  })

  it('calls a payout uncertain that only a proxy has answered', async () => {
    const { pay } = clientOf(accepted({ status: 'ok' }))
    const payout = { reference: 'payout-1', amount: '12.50', currency: 'EUR', description: 'Prize' }

    await expect(
      pay.createPayout({ ...payout, to: { phone: { number: '+4915123456789' } } }),
    ).rejects.toMatchObject({ code: 'uncertain' })
  })

  it('takes no page of a proxy for an export', async () => {
    const { pay } = clientOf(
      new Response('<h1>Log in</h1>', { headers: { 'Content-Type': 'text/html' } }),
      new Response('id,reference\n', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } }),
    )

    expect(await pay.exportOrders({ day: '2027-01-15' })).toBe('id,reference\n')
  })

  it('finds the follow-up of its request by its number, wherever it is in the order', async () => {
    const followUps = [
      { number: 2, status: 'declined' },
      { number: 1, status: 'approved' },
    ]
    const { pay } = clientOf(followed({ ...ORDER, followUps }))

    expect((await pay.refund(ORDER.id, { id: 'first' })).followUp.status).toBe('approved')
  })

  it('keeps the id of a product in the body', async () => {
    const { pay, received } = clientOf(accepted({ id: 'mug' }))

    await pay.createProduct({ id: 'mug', name: 'Mug', currency: 'EUR', intent: 'sale', shown: true })

    expect(received[0]?.body).toMatchObject({ id: 'mug' })
    expect(received[0]?.headers).not.toHaveProperty('Idempotency-Key')
  })

  it('asks with filters', async () => {
    const { pay, received } = clientOf(accepted({ orders: [] }))

    await pay.listOrders({ needsAttention: true, reference: 'cart-4711', limit: 100 })

    expect(received[0]?.path).toBe('/v1/orders?needsAttention=true&reference=cart-4711&limit=100')
  })

  it('reads an export as text', async () => {
    const { pay } = clientOf(new Response('id,reference\n', { headers: { 'Content-Type': 'text/csv' } }))

    expect(await pay.exportOrders({ day: '2027-01-15' })).toBe('id,reference\n')
  })

  it('makes the tag’s session of an opened order', async () => {
    const { pay } = clientOf(accepted({ order: ORDER, token: 'a.b.c' }))

    const opened = await pay.createOrder({
      ...{ reference: 'order-4711', intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' },
    })

    expect(sessionOf(opened)).toBe(`${ORDER.id}.a.b.c`)
  })

  it('lists the orders of all pages, and asks for a page when it comes to it', async () => {
    const { pay, received } = clientOf(
      accepted({ orders: [{ id: '1' }, { id: '2' }], cursor: 'next' }),
      accepted({ orders: [], cursor: 'last' }),
      accepted({ orders: [{ id: '3' }] }),
    )
    const ids: string[] = []

    for await (const { id } of pay.orders({ status: 'approved' })) ids.push(id)

    expect(ids).toEqual(['1', '2', '3'])
    expect(received.map(({ path }) => path)).toEqual([
      '/v1/orders?status=approved',
      '/v1/orders?status=approved&cursor=next',
      '/v1/orders?status=approved&cursor=last',
    ])
  })

  it('asks for no page that nobody comes to', async () => {
    const { pay, received } = clientOf(accepted({ products: [{ id: 'mug' }], cursor: 'next' }))

    for await (const { id } of pay.products()) if (id === 'mug') break

    expect(received).toHaveLength(1)
  })

  it('waits until nothing of an order moves', async () => {
    const settled = { ...ORDER, followUps: [{ ...ORDER.followUps[0], status: 'approved' }] }
    const { pay, clock } = clientOf(
      accepted(ORDER),
      accepted({ ...settled, status: 'unknown' }),
      accepted(settled),
    )

    expect(await pay.settled(ORDER.id)).toEqual(settled)
    expect(clock.pauses).toEqual([500, 1000])
  })

  it('returns an order that still moves when the time is over', async () => {
    const { pay } = clientOf(accepted(ORDER))

    expect(await pay.settled(ORDER.id, { withinMs: 5000 })).toEqual(ORDER)
  })

  it('does not wait for an open order, whose shopper may never come', async () => {
    const { pay, clock } = clientOf(accepted({ ...ORDER, status: 'open', followUps: [] }))

    await pay.settled(ORDER.id)

    expect(clock.pauses).toEqual([])
  })

  it.each<[string, Scripted]>([
    ['a refusal', problem(403, 'scope-missing')],
    ['a broken connection', new TypeError('fetch failed')],
  ])('says its key in no error: %s', async (_, answer) => {
    const { pay } = clientOf(answer)

    const error = await pay.void(ORDER.id, { id: 'undo' }).catch((thrown: unknown) => thrown)

    expect(isPayError(error)).toBe(true)
    expect(`${error} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain('pck_secret')
  })

  it.each([
    ['no origin', { edge: 'pay.example.com', key: 'pck_1' }],
    ['no key', { edge: 'https://pay.example.com', key: '' }],
  ])('is not made with %s', (_, options) => {
    expect(() => merchantClient(options)).toThrow(TypeError)
  })
})

describe('the signal of a client', () => {
  const ending = () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const edge = scriptedEdge('silence')
    const options = { edge: 'https://pay.example.com', key: 'pck_1', fetch: edge.fetch }
    const pay = merchantClient({ ...options, clock: countingClock(), signal: one.signal })
    return { ofClient: one, ofCall: other, call: pay.getOrder(ORDER.id, { signal: other.signal }) }
  }

  it.each([['ofClient'], ['ofCall']] as const)('ends a call beside that of the call: %s', async (which) => {
    const { call, ...controllers } = ending()
    controllers[which].abort(new Error('enough'))

    await expect(call).rejects.toThrow('enough')
  })
})

describe('an option of a call without a value', () => {
  // As JavaScript passes on what somebody left out.
  const without = (name: string): object => ({ [name]: undefined })

  it('leaves the call as patient as its client', async () => {
    const lost = Array.from({ length: 50 }, () => new TypeError('fetch failed'))
    const { pay, received } = clientOf(...lost, followed())

    const call = pay.void(ORDER.id, { id: 'undo' }, without('patienceMs'))

    await expect(call).rejects.toMatchObject({ code: 'uncertain' })
    expect(received.length).toBeLessThan(lost.length)
  })

  it('leaves the call the signal of its client', async () => {
    const ended = AbortSignal.abort(new Error('enough'))
    const edge = scriptedEdge(accepted(ORDER))
    const options = { edge: 'https://pay.example.com', key: 'pck_1', fetch: edge.fetch }
    const pay = merchantClient({ ...options, signal: ended })

    await expect(pay.getOrder(ORDER.id, without('signal'))).rejects.toThrow('enough')
  })
})

describe('types', () => {
  it('demand a name for whatever moves money', () => {
    const sum = { amount: '1.00', currency: 'EUR', description: 'Mug' }
    const to = { phone: { number: '+4915123456789' } }
    const compiled = (pay: MerchantClient) => [
      // @ts-expect-error A refund has a name.
      () => pay.refund('order', { amount: '2.50', currency: 'EUR' }),
      // @ts-expect-error It has one name, and not two.
      () => pay.refund('order', { id: 'return-17', idempotencyKey: 'refund-4711-0001' }),
      // @ts-expect-error A capture has a name.
      () => pay.capture('order'),
      // @ts-expect-error A void has a name.
      () => pay.void('order', {}),
      // @ts-expect-error The second step of a payout has a name.
      () => pay.payCheckedPayout('order'),
      // @ts-expect-error A payout is named by its reference.
      () => pay.createPayout({ ...sum, to }),
      // @ts-expect-error A charge of a saved card is named by its reference.
      () => pay.createRebill({ ...sum, cardRef: 'x' }),
      // @ts-expect-error A session is named by its reference.
      () => pay.createOrder({ ...sum, intent: 'sale' }),
      // @ts-expect-error Units are changed under a name.
      () => pay.changeUnits('mug', { change: 5 }),
      // @ts-expect-error A mail is asked for under a name.
      () => pay.mailOrder('order', { kind: 'request' }),
      // @ts-expect-error A repeat without the number could declare something else.
      () => pay.declareNotAccepted('order', {}),
    ]

    expect(compiled).toBeTypeOf('function')
  })
})
