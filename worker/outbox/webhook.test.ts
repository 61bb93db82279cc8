import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { withDeadline } from '../deadline.ts'
import type { Delivery } from './notifications.ts'
import { HAPPENED, notificationOf, orderWith } from './testing/notification.ts'
import { bodyOf, postWebhook, type WebhookSettings } from './webhook.ts'

const KEY = crypto.getRandomValues(new Uint8Array(32))
const secret = `whsec_${btoa(String.fromCharCode(...KEY))}`
const url = 'https://shop.example.com/hooks?key=of-the-receiver'

/** A receiver that notes what reaches it, and answers as a test says. */
function receiver(answer: (signal: AbortSignal) => Response | Promise<Response>) {
  const requests: Request[] = []
  const fetcher: typeof fetch = async (input, init) => {
    const request = new Request(input as string, init as RequestInit)
    requests.push(request)
    return answer((init?.signal ?? request.signal) as AbortSignal)
  }
  const post = (
    notification = notificationOf(7),
    changes: Partial<WebhookSettings> = {},
  ): Promise<Delivery> =>
    postWebhook(notification, { url, secret, deadlineMs: 1000, fetcher, ...changes }, Date.now())
  return { requests, post }
}

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

const answering = (status: number, headers: Record<string, string> = {}) =>
  receiver(() => new Response(null, { status, headers }))

async function heard(changes: Partial<WebhookSettings> = {}) {
  const { requests, post } = answering(204)
  await post(notificationOf(7, { type: 'follow-up.settled', followUp: 2 }), changes)
  const [request] = requests
  if (!request) throw new Error('nothing was posted')
  return { request, body: await request.text(), headers: Object.fromEntries(request.headers) }
}

describe('a webhook', () => {
  it('is posted as JSON to the receiver’s address, with the id of its notification', async () => {
    const { request, headers } = await heard()

    expect([request.method, request.url, request.redirect]).toEqual(['POST', url, 'manual'])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': notificationOf(7).id })
  })

  it('holds the type, when it happened, and the whole order', async () => {
    const { body } = await heard()

    expect(JSON.parse(body)).toEqual({
      type: 'follow-up.settled',
      timestamp: new Date(HAPPENED).toISOString(),
      data: { order: orderWith({ seq: 7 }), followUp: 2 },
    })
  })

  it('says nothing of what only the queue knows', () => {
    const pending = { ...notificationOf(7), by: 'webhook', since: 5, isGivenUp: true }

    expect(bodyOf(pending)).toBe(bodyOf(notificationOf(7)))
  })

  it('passes the library of Standard Webhooks', async () => {
    const { body, headers } = await heard()

    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })

  it('is signed with HMAC-SHA-256 over id, time and body, as Node computes it', async () => {
    const { body, headers } = await heard()

    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', KEY).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('is signed with every secret while one takes the place of another', async () => {
    const next = `whsec_${btoa('n'.repeat(32))}`

    const { body, headers } = await heard({ secret: `${next} ${secret}` })

    for (const known of [next, secret])
      expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  it.each([
    ['another body', (body: string) => body.replace('12.50', '99.50'), {}],
    ['another id', (body: string) => body, { 'webhook-id': 'other' }],
    [
      'another time',
      (body: string) => body,
      { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) },
    ],
  ])('does not pass with %s', async (_, change, changes) => {
    const { body, headers } = await heard()

    expect(() => new Webhook(secret).verify(change(body), { ...headers, ...changes })).toThrow(
      'No matching signature',
    )
  })

  it('does not pass with another secret', async () => {
    const { body, headers } = await heard()

    expect(() => new Webhook(`whsec_${btoa('x'.repeat(32))}`).verify(body, headers)).toThrow(
      'No matching signature',
    )
  })
})

describe('a receiver', () => {
  it.each([200, 201, 202, 204, 299])('has taken what it answers with %i', async (status) => {
    expect(await answering(status).post()).toEqual({ arrived: status })
  })

  it.each([400, 401, 404, 409, 410, 429, 500, 503])(
    'has not taken what it answers with %i',
    async (status) => {
      expect(await answering(status).post()).toEqual({ failed: `http-${status}` })
    },
  )

  it('is not followed to another address', async () => {
    const { requests, post } = answering(307, { Location: 'https://elsewhere.example/' })

    expect(await post()).toEqual({ failed: 'http-307' })
    expect(requests.length).toBe(1)
  })

  it('has a deadline', async () => {
    const { post } = receiver(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )

    expect(await post(notificationOf(7), { deadlineMs: 20 })).toEqual({ failed: 'timeout' })
  })

  it('leaves no deadline behind once it was answered', async () => {
    const signals: AbortSignal[] = []
    const { post } = receiver((signal) => {
      signals.push(signal)
      return new Response(null, { status: 204 })
    })

    await post(notificationOf(7), { deadlineMs: 5 })
    await withDeadline(20, ended)

    expect(signals.map((signal) => signal.aborted)).toEqual([false])
  })

  it('that cannot be reached is not named, since its address may hold a key', async () => {
    const { post } = receiver(() => Promise.reject(new TypeError(`no way to ${url}`)))

    expect(await post()).toEqual({ failed: 'unreachable' })
  })

  it('that answers without end is not listened to', async () => {
    const { promise: left, resolve } = Promise.withResolvers<string>()
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => resolve('left'),
    })

    expect(await receiver(() => new Response(endless)).post()).toEqual({ arrived: 200 })
    expect(await left).toBe('left')
  })
})
