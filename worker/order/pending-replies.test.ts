/** Answers to a request to pay that wait for the gateway's reply. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { crashAt, setWith } from '../testing/edge.ts'
import {
  becomes,
  gateway,
  open,
  order,
  request,
  shown,
  UNHURRIED,
  useGateway,
} from './testing/hosted-orders.ts'
import { lasting } from './testing/orders.ts'
import { formReply, refusedReply, silence } from './testing/scripted-gateway.ts'

useGateway()

afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** Long after the deadline of every test: who waits for it hangs. */
const LONG = 10 * MINUTE

/** A wait that only the reply ends. */
const waiting = { ...request, waitMs: LONG }

/** Lets the gateway reply when the test says so. */
function heldReply() {
  const { promise, resolve } = Promise.withResolvers<void>()
  gateway.onForm(async () => {
    await promise
    return formReply('42')()
  })
  return resolve
}

/** What the caller of an object that died learns is of no use. */
const dead = () => undefined

const atForm = { status: 'redirect', action: { type: 'redirect', url: 'http://gateway.localhost/form/42' } }

describe('an answer that waits for the gateway', () => {
  it('brings the next step', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    const id = await open()

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: atForm })
  })

  it('brings it to both of two tabs that pay at the same moment, by one request', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    const reply = heldReply()
    const id = await open()
    const answers = [order(id).pay(waiting), order(id).pay(waiting)]
    await expect.poll(() => gateway.requests).toHaveLength(1)

    reply()

    expect(await Promise.all(answers)).toMatchObject([
      { ok: true, value: atForm },
      { ok: true, value: atForm },
    ])
    expect(gateway.requests).toHaveLength(1)
  })

  it('comes at the deadline without it, and the order gets the reply all the same', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: 50 }))
    const reply = heldReply()
    const id = await open()

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: { status: 'sending' } })

    reply()
    await becomes(id, 'redirect')
  })

  it('waits no longer than the caller wants', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    gateway.onForm(silence)
    const id = await open()

    expect(await order(id).pay({ ...request, waitMs: 50 })).toMatchObject({
      ok: true,
      value: { status: 'sending' },
    })
  })

  it('comes at once to a tab that joins after the attempt’s deadline', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    gateway.onForm(silence)
    const id = await open()
    await order(id).pay(request)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + LONG)

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: { status: 'sending' } })
  })

  it('shows a refusal of the gateway once that is certain', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    gateway.onForm(refusedReply('7'))
    gateway.onStatus(refusedReply('7'))
    const id = await open()

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: { status: 'error' } })
  })
})

describe('an order whose object dies while an answer waits', () => {
  it('says that it is sending, and never sends again, where it died before the request left', async () => {
    setWith(UNHURRIED)
    const id = await open()
    crashAt(id, 'intent-stored')
    await order(id).pay(waiting).catch(dead)

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: { status: 'sending' } })
    expect(gateway.requests).toHaveLength(0)
  })

  it('ends such an attempt by itself, so that the shopper may pay in another one', async () => {
    const id = await open()
    crashAt(id, 'intent-stored')
    await order(id).pay(waiting).catch(dead)

    await becomes(id, 'error')

    expect(await order(id).pay({ ...waiting, key: 'key-2' })).toMatchObject({ ok: true, value: atForm })
    expect(gateway.requests).toHaveLength(1)
  })

  it('answers a repeat with the step where it died between reply and answer', async () => {
    setWith(lasting({ requestDeadline: 30_000, replyWait: LONG }))
    const id = await open()
    crashAt(id, 'answer-next')
    await order(id).pay(waiting).catch(dead)

    expect(await order(id).pay(waiting)).toMatchObject({ ok: true, value: atForm })
    expect(await shown(id)).toMatchObject({ attempts: [{ number: 1 }] })
    expect(gateway.requests).toHaveLength(1)
  })
})
