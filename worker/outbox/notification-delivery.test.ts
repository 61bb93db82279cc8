import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { notifier, type Senders } from './notification-delivery.ts'
import { add } from './notification-queue.ts'
import type { Channel } from './notifications.ts'
import { HAPPENED, notificationOf } from './testing/notification.ts'

const WEBHOOK_SECRET = `whsec_${btoa('a secret of 32 bytes for a test!')}`
const WEBHOOK_URL = 'https://shop.example.com/hooks'
const BOTH = { WEBHOOK_URL, WEBHOOK_SECRET, NOTIFY_EMAIL: 'till@shop.example.com' }

/** A notifier whose messages end in lists. */
function listening(settings: Record<string, string>, ways: Partial<Senders> = {}) {
  const posted: Headers[] = []
  const mailed: unknown[] = []
  const fetcher: typeof fetch = async (_, init) => {
    posted.push(new Headers(init?.headers as HeadersInit))
    return new Response()
  }
  const send = async (mail: unknown) => {
    mailed.push(mail)
    return { messageId: 'one' }
  }
  const all = { fetcher, NOTIFY: { send } as SendEmail, ...ways }
  return { posted, mailed, ...notifier(configOf({ ...env, ...settings }), all) }
}

const pendingBy = (by: Channel) => add([], notificationOf(7), [by])

describe('a notifier', () => {
  it.each([
    ['nobody', {}, []],
    ['the receiver', { WEBHOOK_URL, WEBHOOK_SECRET }, ['webhook']],
    ['the mailbox', { NOTIFY_EMAIL: 'till@shop.example.com' }, ['mail']],
    ['both', BOTH, ['webhook', 'mail']],
  ])('tells %s, as the settings say', (_, settings, channels) => {
    expect(listening(settings).channelsOf({ type: 'order.approved' })).toEqual(channels)
  })

  it('spares the mailbox what matters little', () => {
    expect(listening(BOTH).channelsOf({ type: 'order.declined' })).toEqual(['webhook'])
  })

  it.each([
    ['webhook', 1, 0],
    ['mail', 0, 1],
  ] as const)('tells by %s what is pending there, and nowhere else', async (by, posts, mails) => {
    const { send, posted, mailed } = listening(BOTH)

    expect(await Promise.all(pendingBy(by).map(send))).toEqual(['delivered'])
    expect([posted.length, mailed.length]).toEqual([posts, mails])
  })

  it('signs each try at its own time', async () => {
    const { send, posted } = listening(BOTH, { clock: () => HAPPENED + 5000 })

    await Promise.all(pendingBy('webhook').map(send))

    expect(posted[0]?.get('webhook-timestamp')).toBe(String(HAPPENED / 1000 + 5))
  })

  it('uses the secret of the settings', async () => {
    const bodies: string[] = []
    const fetcher: typeof fetch = async (_, init) => {
      bodies.push(String(init?.body))
      new Webhook(WEBHOOK_SECRET).verify(String(init?.body), init?.headers as Record<string, string>)
      return new Response()
    }

    const told = await Promise.all(pendingBy('webhook').map(listening(BOTH, { fetcher }).send))

    expect(told).toEqual(['delivered'])
    expect(bodies.length).toBe(1)
  })

  it.each(['webhook', 'mail'] as const)('keeps what is pending for a %s that was turned off', async (by) => {
    const { send } = listening({})

    expect(await Promise.all(pendingBy(by).map(send))).toEqual([{ failed: 'off' }])
  })
})
