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
import { opensForm, ScriptedGateway, silence } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'
import { lasting } from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

const wish: PaymentRequest = {
  key: 'key-1',
  method: 'hosted',
  customer: { email: 'a@example.com' },
  ip: '203.0.113.9',
}

/** A crash breaks the stub it was seen through, so every call takes a fresh one. */
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

const seen = async (id: string) => (await order(id).snapshot())?.order as OrderView | undefined

const status = async (id: string) => (await seen(id))?.status

/** Waits for the event, by looking; the runner's deadline ends it. */
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
  await order(id).pay(wish)
  await becomes(id, 'redirect')
  return id
}

/** A request that hangs is still under way when a slow machine comes to look. */
const UNHURRIED = lasting({ requestDeadline: 30_000 })

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

describe('an order that nobody opened', () => {
  it('shows nothing, takes nothing and stores nothing', async () => {
    const id = crypto.randomUUID()

    expect(await order(id).snapshot()).toBeUndefined()
    expect(await order(id).pay(wish)).toMatchObject({ ok: false, reason: { code: 'not-found' } })
    expect(await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: {} })).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })
})

describe('opening', () => {
  it('finds the order open when it is repeated', async () => {
    const id = crypto.randomUUID()
    const both = await Promise.all(
      [1, 2].map((openedAt) => order(id).open({ ...exampleTerms, id, openedAt })),
    )

    expect(both.map((opened) => opened.ok && opened.value.order.seq)).toEqual([1, 1])
  })

  it('refuses another sum under the same identifier', async () => {
    const id = await open()

    const again = await order(id).open({ ...exampleTerms, id, amountMinor: 1 })

    expect(again).toMatchObject({ ok: false, reason: { code: 'key-reused' } })
    expect((await seen(id))?.amount).toBe('12.50')
  })
})

describe('paying', () => {
  it('answers at once and shows the hosted page when the gateway has opened it', async () => {
    const id = await open()

    const answer = await order(id).pay(wish)

    expect(answer).toMatchObject({ ok: true, value: { status: 'sending' } })
    await becomes(id, 'redirect')
    expect((await seen(id))?.action).toEqual({ type: 'redirect', url: 'http://gateway.localhost/form/42' })
  })

  it('sends one request when two tabs pay with the same key', async () => {
    const id = await open()

    await Promise.all([order(id).pay(wish), order(id).pay(wish)])
    await becomes(id, 'redirect')

    expect(gateway.forms).toHaveLength(1)
  })

  it('refuses a second attempt while the first is under way, and shows it', async () => {
    gateway.onForm(silence)
    setWith(UNHURRIED)
    const id = await open()
    await order(id).pay(wish)

    const second = await order(id).pay({ ...wish, key: 'key-2' })

    expect(second).toMatchObject({
      ok: false,
      reason: { code: 'attempt-in-flight', order: { status: 'sending' } },
    })
    expect(gateway.forms).toHaveLength(1)
  })

  it('names what is missing and sends nothing', async () => {
    const id = await open({ collect: ['email', 'phone'] })

    const refusal = await order(id).pay({ ...wish, customer: {} })

    expect(refusal).toMatchObject({
      ok: false,
      reason: { code: 'collect-missing', fields: ['email', 'phone'] },
    })
    expect(gateway.forms).toHaveLength(0)
  })

  it('sends what was agreed when the order was opened, and addresses within the gateway’s limit', async () => {
    const id = await openAtHostedPage()

    const form = gateway.forms[0]
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

  it('takes another try under a name of its own after the gateway was silent', async () => {
    gateway.onForm(silence)
    const id = await open()
    await order(id).pay(wish)
    await becomes(id, 'error')

    gateway.onForm(opensForm('43'))
    await order(id).pay({ ...wish, key: 'key-2' })
    await becomes(id, 'redirect')

    expect(gateway.forms.map((form) => form.get('client_orderid'))).toEqual([id, `${id}.2`])
  })

  it('does not send anyone to an address that is none', async () => {
    gateway.onForm(
      () =>
        new Response(
          '{"type":"async-form-response","paynet-order-id":1,"redirect-url":"javascript:alert(1)"}',
        ),
    )
    const id = await open()

    await order(id).pay(wish)

    await becomes(id, 'error')
    expect((await seen(id))?.action).toBeUndefined()
  })
})

describe('a crash', () => {
  it('between the intent and the request is found out, and nothing is sent again', async () => {
    const id = await open()
    crashAt(id, 'intent-stored')

    await order(id)
      .pay(wish)
      .catch(() => undefined)
    await becomes(id, 'error')

    expect(gateway.forms).toHaveLength(0)
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(0)
  })

  it('before the answer is stored leads to a question, and an approval is found', async () => {
    const id = await open()
    gateway.settles('approved')
    crashAt(id, 'reply-received')

    await order(id)
      .pay(wish)
      .catch(() => undefined)
    await becomes(id, 'approved')

    expect(gateway.forms).toHaveLength(1)
  })

  it('before a report is stored leads to another question', async () => {
    const id = await openAtHostedPage()
    gateway.settles('approved')
    crashAt(id, 'report-received')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(id) })

    await becomes(id, 'approved')
  })

  it('after a wake was stored loses nothing', async () => {
    const id = await openAtHostedPage()
    gateway.settles('approved')
    crashAt(id, 'notice-stored')

    await order(id)
      .receiveNotice({ by: 'return', attempt: 1, fields: notice(id) })
      .catch(() => undefined)

    await becomes(id, 'approved')
  })
})

describe('hearing', () => {
  it('asks when a callback wakes it, and believes the answer, not the callback', async () => {
    const id = await openAtHostedPage()
    gateway.settles('declined')

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(id, 'approved') })

    await becomes(id, 'declined')
  })

  it('learns the outcome by its own alarm when nobody calls and nobody returns', async () => {
    const id = await openAtHostedPage()

    gateway.settles('approved')

    await becomes(id, 'approved')
  })

  it('learns the outcome after it was evicted from memory', async () => {
    const id = await openAtHostedPage()
    await evictDurableObject(order(id))

    gateway.settles('approved')

    await becomes(id, 'approved')
  })

  it('settles once when callback and return race', async () => {
    const id = await openAtHostedPage()
    gateway.settles('approved')

    const fields = notice(id)
    await Promise.all([
      order(id).receiveNotice({ by: 'callback', attempt: 1, fields }),
      order(id).receiveNotice({ by: 'return', attempt: 1, fields }),
    ])

    await becomes(id, 'approved')
    expect((await seen(id))?.transactions).toMatchObject([{ id: '42', status: 'approved' }])
  })

  it('never calls an approval of another amount a success', async () => {
    const id = await openAtHostedPage()
    gateway.settles('approved', { amount: '1.00' })

    await becomes(id, 'unknown')

    expect((await seen(id))?.error?.code).toBe('report-mismatch')
  })

  it.each([
    ['a garbled answer', () => new Response('<html>approved</html>')],
    ['an error', () => new Response('{"type":"error","error-code":"1"}', { status: 500 })],
    ['silence', silence],
  ])('goes on asking after %s', async (_, answer) => {
    const id = await openAtHostedPage()
    gateway.onStatus(answer)
    const before = gateway.questions.length
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(before)

    gateway.settles('approved')

    await becomes(id, 'approved')
  })

  it('asks by the identifier that the gateway gave, pinned to the request', async () => {
    await openAtHostedPage()

    await expect.poll(() => gateway.questions.length).toBeGreaterThan(0)
    expect(Object.fromEntries(gateway.questions[0] ?? [])).toMatchObject({
      orderid: '42',
      'by-request-sn': 'serial-1',
    })
  })

  it('ignores a wake for an attempt that never was', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).receiveNotice({ by: 'callback', attempt: 2, fields: notice(id) })).toBeUndefined()
  })
})

describe('a merchant’s cancel', () => {
  it('shows at once whose it was, and an approval that still comes goes back', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancelForMerchant('till')).toMatchObject({ ok: true })
    gateway.settles('approved')

    await expect.poll(async () => (await seen(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await seen(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
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

describe('giving up', () => {
  it('shows at once, and an approval that still comes is surplus', async () => {
    const id = await openAtHostedPage()

    expect(await order(id).cancel()).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    gateway.settles('approved')

    await expect.poll(async () => (await seen(id))?.transactions).toMatchObject([{ surplus: true }])
    expect(await status(id)).toBe('cancelled')
  })

  it('is refused while a request is under way', async () => {
    gateway.onForm(silence)
    setWith(UNHURRIED)
    const id = await open()
    await order(id).pay(wish)

    expect(await order(id).cancel()).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
  })
})

describe('a notice of another order', () => {
  it('says nothing of this one', async () => {
    const [id, other] = [await openAtHostedPage(), await openAtHostedPage()]

    await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: notice(other) })

    expect(await status(id)).toBe('redirect')
  })
})

describe('many forged notices', () => {
  it('cost one write', async () => {
    const id = await openAtHostedPage()
    const before = (await seen(id))?.seq ?? 0

    for (let count = 0; count < 20; count += 1) {
      await order(id).receiveNotice({ by: 'callback', attempt: 1, fields: { orderid: 'x'.repeat(10_000) } })
    }

    expect((await seen(id))?.seq).toBe(before + 1)
  })
})

describe('a wrong setting', () => {
  it('does not end the following of an order', async () => {
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
  it('leaves nothing behind of an order that nobody tried to pay', async () => {
    const id = await open({ expiresAt: Date.now() + 50 })

    await expect.poll(() => order(id).snapshot()).toBeUndefined()

    const stored = await runInDurableObject(order(id), (_: Order, ctx) => [...ctx.storage.kv.list()].length)
    expect(stored).toBe(0)
  })

  it('comes by the alarm and ends new attempts', async () => {
    const id = await open({ expiresAt: Date.now() + 100 })

    await becomes(id, 'expired')

    expect(await order(id).pay(wish)).toMatchObject({ ok: false, reason: { code: 'order-final' } })
  })
})

describe('an offer that was withdrawn after its order was opened', () => {
  /** As the settings of these tests have it. */
  const withdrawn = { item: 'withdrawn-item', offeredAt: Date.now() }

  it('is not sold any more', async () => {
    const id = await open(withdrawn)

    expect(await order(id).pay(wish)).toMatchObject({
      ok: false,
      reason: { code: 'offer-withdrawn', order: { status: 'open' } },
    })
    expect(gateway.forms).toEqual([])
  })

  it('is not tried again, and what was begun before is joined and followed', async () => {
    setWith({ OFFERS_NOT_BEFORE: '{}' })
    const id = await openAtHostedPage(withdrawn)
    setWith({})
    await evictDurableObject(order(id))

    expect(await order(id).pay({ ...wish, key: 'key-2' })).toMatchObject({
      ok: false,
      reason: { code: 'offer-withdrawn' },
    })
    expect(await order(id).pay(wish)).toMatchObject({ ok: true, value: { status: 'redirect' } })
    gateway.settles('approved')
    await becomes(id, 'approved')
  })

  it.each<[string, Partial<OrderTerms>]>([
    ['was signed after that', { item: 'withdrawn-item', offeredAt: 4_000_000_000_000 }],
    ['sells something else', { item: 'constructor', offeredAt: 0 }],
    ['was opened by a version that kept no item', {}],
  ])('leaves alone what %s', async (_, change) => {
    const id = await open(change)

    expect(await order(id).pay(wish)).toMatchObject({ ok: true })
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
      // One question at once, and the next a minute later: how many there are on the way is not for the machine to say.
      const pace = { waitingAfter: [100, 60_000] }
      setWith({ ...settings, ...lasting(pace) })
      const receiver = new ScriptedReceiver()
      answerWith(receiver.beside(gateway.fetch))
      const id = crypto.randomUUID()
      await order(id).open({ ...exampleTerms, id, reference: id, expiresAt: Date.now() + 60_000 })
      await order(id).pay(wish)
      await expect.poll(() => gateway.questions.length).toBe(1)
      gateway.settles('approved')

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
    const heard: OrderView[] = []
    socket.accept()
    socket.addEventListener('message', ({ data }) => {
      const { order: view } = JSON.parse(String(data))
      if (view) heard.push(view)
    })
    return heard
  }

  it('hears every change, in order', async () => {
    const id = await open()
    const heard = await listen(id, 1)

    await order(id).pay(wish)
    gateway.settles('approved')
    await becomes(id, 'approved')

    await expect.poll(() => heard.map((view) => view.status)).toEqual(['sending', 'redirect', 'approved'])
  })

  it('that may only look is not told where to pay', async () => {
    const id = await open()
    const heard = await listen(id, 0, 'view')

    await order(id).pay(wish)
    await becomes(id, 'redirect')

    await expect.poll(() => heard.at(-1)?.status).toBe('redirect')
    expect(heard.map(({ action }) => action)).toEqual([undefined, undefined, undefined])
  })

  it('hears nothing more once its token has run out', async () => {
    const id = await open()
    const heard = await listen(id, 1, 'pay', Date.now() - 1)

    await order(id).pay(wish)
    await becomes(id, 'redirect')

    expect(heard).toEqual([])
  })

  it('is told what it missed', async () => {
    const id = await open()

    const heard = await listen(id, 0)

    await expect.poll(() => heard.map(({ seq }) => seq)).toEqual([1])
  })
})
