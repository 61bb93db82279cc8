import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { endpointId } from '../config/webhooks-setting.ts'
import { notifier, type Senders } from './notification-delivery.ts'
import { add } from './notification-queue.ts'
import { type Channel, channelTo, failureOf } from './notifications.ts'
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

    expect((await Promise.all(pendingBy(by).map((one) => send(one)))).map(failureOf)).toEqual([undefined])
    expect([posted.length, mailed.length]).toEqual([posts, mails])
  })

  it('signs each try at its own time', async () => {
    const { send, posted } = listening(BOTH, { clock: () => HAPPENED + 5000 })

    await Promise.all(pendingBy('webhook').map((one) => send(one)))

    expect(posted[0]?.get('webhook-timestamp')).toBe(String(HAPPENED / 1000 + 5))
  })

  it('uses the secret of the settings', async () => {
    const bodies: string[] = []
    const fetcher: typeof fetch = async (_, init) => {
      bodies.push(String(init?.body))
      new Webhook(WEBHOOK_SECRET).verify(String(init?.body), init?.headers as Record<string, string>)
      return new Response()
    }

    const told = await Promise.all(pendingBy('webhook').map((one) => listening(BOTH, { fetcher }).send(one)))

    expect(told).toEqual([{ arrived: 200 }])
    expect(bodies.length).toBe(1)
  })

  it.each([
    ['says who ordered where the merchant wants that', { NOTIFY_CUSTOMER: 'on' }, true],
    ['says nothing of who ordered otherwise', {}, false],
  ])('%s, by mail alone', async (_, settings, isNamed) => {
    const bodies: string[] = []
    const fetcher: typeof fetch = async (_url, init) => {
      bodies.push(String(init?.body))
      return new Response()
    }
    const { send, mailed } = listening({ ...BOTH, ...settings }, { fetcher })
    const customer = () => ({ name: 'Ada Lovelace', email: 'ada@example.com' })

    for (const one of [...pendingBy('webhook'), ...pendingBy('mail')]) await send(one, customer)

    expect(JSON.stringify(mailed).includes('Ada Lovelace')).toBe(isNamed)
    expect(JSON.stringify(bodies)).not.toMatch(/Ada|ada@/)
  })

  it.each(['webhook', 'mail'] as const)('keeps what is pending for a %s that was turned off', async (by) => {
    const { send } = listening({})

    expect(await Promise.all(pendingBy(by).map((one) => send(one)))).toEqual([{ failed: 'off' }])
  })
})

const SHOP = { url: 'https://shop.example.com/in', secret: `whsec_${btoa('s'.repeat(32))}` }
const BOOKS = {
  ...{ url: 'https://books.example.com/in?key=k3y', secret: `whsec_${btoa('b'.repeat(32))}` },
  events: ['order.approved', 'attack.began'],
}
const WEBHOOKS = JSON.stringify([SHOP, BOOKS])
const [TO_SHOP, TO_BOOKS] = [SHOP, BOOKS].map(({ url }) => channelTo(endpointId(url)))

/** A notifier with two endpoints, which notes where a message went and whose secret signed it. */
function twoEndpoints(settings: Record<string, string> = {}) {
  const posted: string[] = []
  const fetcher: typeof fetch = async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers as HeadersInit))
    const signers = [SHOP, BOOKS].filter(({ secret }) => {
      try {
        return new Webhook(secret).verify(String(init?.body), headers)
      } catch {
        return false
      }
    })
    posted.push([String(input), ...signers.map(({ url }) => `signed for ${url}`)].join(' '))
    return new Response()
  }
  return { ...listening({ WEBHOOKS, ...settings }, { fetcher }), posted }
}

const signedFor = (...urls: string[]) => urls.map((url) => `${url} signed for ${url}`)

describe('a notifier of several endpoints', () => {
  it.each([
    ['order.approved', [TO_SHOP, TO_BOOKS]],
    ['order.declined', [TO_SHOP]],
    ['attack.began', [TO_SHOP, TO_BOOKS]],
    ['attack.ended', [TO_SHOP]],
  ] as const)('tells %s to those that take it', (type, channels) => {
    expect(twoEndpoints().channelsOf({ type })).toEqual(channels)
  })

  it('signs for each with its own secret alone', async () => {
    const { send, posted, channelsOf } = twoEndpoints()

    for (const pending of add([], notificationOf(7), channelsOf(notificationOf(7)))) await send(pending)

    expect(posted).toEqual(signedFor(SHOP.url, BOOKS.url))
  })

  it('uses WEBHOOK_URL and its secret no more where WEBHOOKS is set', async () => {
    const { send, posted, channelsOf } = twoEndpoints({ WEBHOOK_URL, WEBHOOK_SECRET })

    for (const pending of add([], notificationOf(7), channelsOf(notificationOf(7)))) await send(pending)

    expect(posted).toEqual(signedFor(SHOP.url, BOOKS.url))
  })

  it.each([
    ['with its address', { WEBHOOK_URL: BOOKS.url, WEBHOOK_SECRET }, BOOKS.url],
    ['first, where none has its address', { WEBHOOK_URL, WEBHOOK_SECRET }, SHOP.url],
    ['first, where the setting is gone', {}, SHOP.url],
  ])('sends what waits for WEBHOOK_URL to the endpoint %s', async (_, settings, url) => {
    const { send, posted, isGone } = twoEndpoints(settings)

    await Promise.all(pendingBy('webhook').map((one) => send(one)))

    expect(isGone('webhook')).toBe(false)
    expect(posted).toEqual(signedFor(url))
  })

  it('knows which endpoint was taken out, and keeps all while no receiver is set at all', () => {
    const stranger = channelTo('gone.example.com#1')

    expect(twoEndpoints().isGone(stranger)).toBe(true)
    expect(listening(BOTH).isGone(TO_SHOP ?? expect.fail())).toBe(true)
    expect(listening({}).isGone(stranger)).toBe(false)
    for (const kept of [TO_SHOP, TO_BOOKS, 'mail', 'webhook'] as const)
      expect(twoEndpoints().isGone(kept ?? expect.fail())).toBe(false)
  })

  it('goes on with an endpoint that becomes the only one, by WEBHOOK_URL', async () => {
    const alone = { WEBHOOK_URL: SHOP.url, WEBHOOK_SECRET }
    const { send, posted } = listening(alone)

    const told = await Promise.all(pendingBy(TO_SHOP ?? expect.fail()).map((one) => send(one)))

    expect([told, posted.length]).toEqual([[{ arrived: 200 }], 1])
  })

  it('finds one by its id, whatever types it takes', () => {
    const { channelOf } = twoEndpoints()

    expect(channelOf(endpointId(BOOKS.url))).toBe(TO_BOOKS)
    expect(channelOf(BOOKS.url)).toBeUndefined()
    expect(listening(BOTH).channelOf(endpointId(WEBHOOK_URL))).toBe('webhook')
  })
})
