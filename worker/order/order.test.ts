import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { configOf } from '../config/config.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { answerWith, crashAt, figuresOf, setWith } from '../testing.ts'
import type { Order } from './order.ts'
import type { PaymentRequest } from './payments.ts'
import { terms as exampleTerms } from './testing/examples.ts'
import { formReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'
import { lasting } from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

const request: PaymentRequest = {
  key: 'key-1',
  method: 'hosted',
  customer: { email: 'a@example.com' },
  ip: '203.0.113.9',
}

/** A crash breaks the stub that saw it, so every call takes a fresh one. */
const order = (id: string) => env.ORDERS.getByName(id)

async function open(change: Partial<OrderTerms> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const now = Date.now()
  await order(id).open({
    ...exampleTerms,
    id,
    reference: id,
    openedAt: now,
    expiresAt: now + 60_000,
    ...change,
  })
  return id
}

const shown = async (id: string) => (await order(id).snapshot())?.order as OrderView | undefined

const status = async (id: string) => (await shown(id))?.status

/** Polls until the event has happened; the runner's deadline ends it. */
const becomes = (id: string, expected: string) => expect.poll(() => status(id)).toBe(expected)

/** A callback as the gateway signs it. */
const notice = (id: string, word = 'approved', gatewayId = '42') => {
  const control = createHash('sha1')
    .update(word + gatewayId + id + configOf(env).GATEWAY_CONTROL_KEY)
    .digest('hex')
  return { status: word, orderid: gatewayId, client_orderid: id, control }
}

async function openAtHostedPage(change: Partial<OrderTerms> = {}): Promise<string> {
  const id = await open(change)
  await order(id).pay(request)
  await becomes(id, 'redirect')
  return id
}

/** A request that hangs is still under way when a slow machine looks. */
const UNHURRIED = lasting({ requestDeadline: 30_000 })

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

describe('an order that was never opened', () => {
  it('shows nothing, accepts nothing and stores nothing', async () => {
    const id = crypto.randomUUID()

    expect(await order(id).snapshot()).toBeUndefined()
    expect(await order(id).pay(request)).toMatchObject({ ok: false, reason: { code: 'not-found' } })
    expect(await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: {} })).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })
})

describe('opening', () => {
  it('twice finds the order open', async () => {
    const id = crypto.randomUUID()
    const both = await Promise.all(
      [1, 2].map((openedAt) => order(id).open({ ...exampleTerms, id, openedAt })),
    )

    expect(both.map((opened) => opened.ok && opened.value.order.seq)).toEqual([1, 1])
  })

  it('refuses another amount under the same identifier', async () => {
    const id = await open()

    const again = await order(id).open({ ...exampleTerms, id, amountMinor: 1 })

    expect(again).toMatchObject({ ok: false, reason: { code: 'key-reused' } })
    expect((await shown(id))?.amount).toBe('12.50')
  })
})

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
      client_orderid: id,
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

    expect(gateway.requests.map((form) => form.get('client_orderid'))).toEqual([id, `${id}.2`])
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

describe('a crash', () => {
  it('between the intent and the request is noticed, and nothing is sent again', async () => {
    const id = await open()
    crashAt(id, 'intent-stored')

    await order(id)
      .pay(request)
      .catch(() => undefined)
    await becomes(id, 'error')

    expect(gateway.requests).toHaveLength(0)
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
  })

  it('before the answer is stored leads to a status request, which finds the approval', async () => {
    const id = await open()
    gateway.reports('approved')
    crashAt(id, 'reply-received')

    await order(id)
      .pay(request)
      .catch(() => undefined)
    await becomes(id, 'approved')

    expect(gateway.requests).toHaveLength(1)
  })

  it('before a report is stored leads to another status request', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')
    crashAt(id, 'report-received')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(id) })

    await becomes(id, 'approved')
  })

  it('after a notice was stored loses nothing', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')
    crashAt(id, 'notice-stored')

    await order(id)
      .receiveNotice({ by: 'return', attempt: 1, fields: notice(id) })
      .catch(() => undefined)

    await becomes(id, 'approved')
  })
})

describe('the outcome', () => {
  it('comes from the status request that a callback leads to, not from the callback', async () => {
    const id = await openAtHostedPage()
    gateway.reports('declined')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(id, 'approved') })

    await becomes(id, 'declined')
  })

  it('comes by the order’s own alarm when there is no callback and no return', async () => {
    const id = await openAtHostedPage()

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('comes though the object was evicted from memory', async () => {
    const id = await openAtHostedPage()
    await evictDurableObject(order(id))

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('settles once when callback and return race', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved')

    const fields = notice(id)
    await Promise.all([
      order(id).receiveNotice({ by: 'callback', attempt: 1, fields }),
      order(id).receiveNotice({ by: 'return', attempt: 1, fields }),
    ])

    await becomes(id, 'approved')
    expect((await shown(id))?.transactions).toMatchObject([{ id: '42', status: 'approved' }])
  })

  it('is never a success where another amount was approved', async () => {
    const id = await openAtHostedPage()
    gateway.reports('approved', { amount: '1.00' })

    await becomes(id, 'unknown')

    expect((await shown(id))?.error?.code).toBe('report-mismatch')
  })

  it.each([
    ['a garbled answer', () => new Response('<html>approved</html>')],
    ['an error', () => new Response('{"type":"error","error-code":"1"}', { status: 500 })],
    ['silence', silence],
  ])('goes on asking after %s', async (_, answer) => {
    const id = await openAtHostedPage()
    gateway.onStatus(answer)
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before)

    gateway.reports('approved')

    await becomes(id, 'approved')
  })

  it('is requested by the gateway’s identifier and the request’s serial number', async () => {
    await openAtHostedPage()

    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(0)
    expect(Object.fromEntries(gateway.statusRequests[0] ?? [])).toMatchObject({
      orderid: '42',
      'by-request-sn': 'serial-1',
    })
  })

  it('does not change by a notice for an attempt that does not exist', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).receiveNotice({ by: 'callback', attempt: 2, fields: notice(id) })).toBeUndefined()
  })
})

describe('a merchant’s cancel', () => {
  it('shows at once who cancelled, and an approval that still comes goes back', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancelForMerchant('till')).toMatchObject({ ok: true })
    gateway.reports('approved')

    await expect.poll(async () => (await shown(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await shown(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('is refused once the shopper came back from the hosted page', async () => {
    const id = await openAtHostedPage()
    await order(id).receiveNotice({ by: 'return', attempt: 1, fields: notice(id) })

    expect(await order(id).cancelForMerchant('till')).toMatchObject({
      ok: false,
      reason: { code: 'attempt-in-flight', order: { status: 'processing' } },
    })
  })
})

describe('a shopper’s cancel', () => {
  it('shows at once, and an approval that still comes is a duplicate', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancel()).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    gateway.reports('approved')

    await expect.poll(async () => (await shown(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await status(id)).toBe('cancelled')
  })

  it('is refused while a request is under way', async () => {
    gateway.onForm(silence)
    setWith(UNHURRIED)
    const id = await open()
    await order(id).pay(request)

    expect(await order(id).cancel()).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
  })
})

describe('a notice of another order', () => {
  it('changes nothing here', async () => {
    const [id, other] = [await openAtHostedPage(), await openAtHostedPage()]

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(other) })

    expect(await status(id)).toBe('redirect')
  })
})

describe('many forged notices', () => {
  it('cost one write', async () => {
    const id = await openAtHostedPage()
    const before = (await shown(id))?.seq ?? 0

    for (let count = 0; count < 20; count += 1) {
      await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: { orderid: 'x'.repeat(10_000) } })
    }

    expect((await shown(id))?.seq).toBe(before + 1)
  })
})

describe('a wrong setting', () => {
  it('does not stop an order from being followed', async () => {
    const id = await openAtHostedPage()
    await runInDurableObject(order(id), async (instance: Order) => {
      Object.assign(instance, { env: { ...env, TOKEN_KEY: 'short' } })
      await instance.alarm()
      Object.assign(instance, { env })
    })

    const since = Date.now()
    const alarm = () => runInDurableObject(order(id), (_: Order, { storage }) => storage.getAlarm())
    await expect.poll(alarm).toBeGreaterThan(since)
  })
})

describe('expiry', () => {
  it('deletes an order without an attempt', async () => {
    const id = await open({ expiresAt: Date.now() + 50 })

    await expect.poll(() => order(id).snapshot()).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })

  it('comes by the alarm and ends new attempts', async () => {
    const id = await open({ expiresAt: Date.now() + 100 })

    await becomes(id, 'expired')

    expect(await order(id).pay(request)).toMatchObject({ ok: false, reason: { code: 'order-final' } })
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

describe('storage', () => {
  const indexed = (id: string) => figuresOf(id).rows.index ?? 0
  const written = (id: string) => Object.values(figuresOf(id).rows).reduce((sum, rows) => sum + rows, 0)

  it.each([
    ['no receiver', {}, 14],
    ['a receiver of webhooks', RECEIVER, 14],
  ])(
    'takes at most 14 rows for a payment with a poll on the way, a callback and a return, with %s',
    async (_, settings, most) => {
      // One status request at once, and the next a minute later, so that the machine's speed does not decide their number.
      const pace = { waitingAfter: [100, 60_000] }
      setWith({ ...settings, ...lasting(pace) })
      const receiver = new ScriptedReceiver()
      answerWith(receiver.inFrontOf(gateway.fetch))
      const id = crypto.randomUUID()
      await order(id).open({ ...exampleTerms, id, reference: id, expiresAt: Date.now() + 60_000 })
      await order(id).pay(request)
      await expect.poll(() => gateway.statusRequests.length).toBe(1)
      gateway.reports('approved')

      await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(id) })
      await becomes(id, 'approved')
      await order(id).receiveNotice({ by: 'return', attempt: 1, fields: notice(id) })
      await expect.poll(() => indexed(id)).toBe(3)
      await expect.poll(() => receiver.types).toEqual(settings === RECEIVER ? ['order.approved'] : [])

      expect(written(id)).toBeGreaterThan(8)
      expect(written(id)).toBeLessThanOrEqual(most)
    },
  )
})

describe('a page that follows live', () => {
  const listen = async (id: string, after: number, scope = 'pay', until = Date.now() + 60_000) => {
    const response = await order(id).fetch(`https://edge/live?scope=${scope}&until=${until}&after=${after}`, {
      headers: { Upgrade: 'websocket' },
    })
    const socket = response.webSocket
    if (!socket) throw new TypeError('no socket')
    const views: OrderView[] = []
    socket.accept()
    socket.addEventListener('message', ({ data }) => {
      const { order: view } = JSON.parse(String(data))
      if (view) views.push(view)
    })
    return views
  }

  it('receives every change, in order', async () => {
    const id = await open()
    const views = await listen(id, 1)

    await order(id).pay(request)
    gateway.reports('approved')
    await becomes(id, 'approved')

    await expect.poll(() => views.map((view) => view.status)).toEqual(['sending', 'redirect', 'approved'])
  })

  it('that may only look does not learn where to pay', async () => {
    const id = await open()
    const views = await listen(id, 0, 'view')

    await order(id).pay(request)
    await becomes(id, 'redirect')

    await expect.poll(() => views.at(-1)?.status).toBe('redirect')
    expect(views.map(({ action }) => action)).toEqual([undefined, undefined, undefined])
  })

  it('receives nothing more once its token has expired', async () => {
    const id = await open()
    const views = await listen(id, 1, 'pay', Date.now() - 1)

    await order(id).pay(request)
    await becomes(id, 'redirect')

    expect(views).toEqual([])
  })

  it('receives the changes that it missed', async () => {
    const id = await open()

    const views = await listen(id, 0)

    await expect.poll(() => views.map(({ seq }) => seq)).toEqual([1])
  })
})
