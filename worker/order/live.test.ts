import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LiveMessage } from '../../shared/http-bodies.ts'
import { figuresOf } from '../testing/edge.ts'
import type { Viewer } from './live.ts'
import type { Order } from './order.ts'
import { orderOf, serverTerms } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'

beforeEach(startOver)

/** As many sockets as one order has places for. */
const PLACES = 16

async function opened(): Promise<string> {
  const { bodyDigest: _, ...terms } = serverTerms({ methods: ['hosted'] })
  await orderOf(terms.id).open(terms)
  return terms.id
}

const asks = (id: string, scope: Viewer, after: number) =>
  orderOf(id).fetch(`https://order/live?scope=${scope}&until=${Date.now() + 60_000}&after=${after}`, {
    headers: { Upgrade: 'websocket' },
  })

/** A page that follows live, and every message that it receives. */
interface Page {
  readonly socket: WebSocket
  readonly messages: string[]
  /** The code that its socket was closed with, once it is. */
  readonly closed: Promise<number>
}

async function listens(id: string, scope: Viewer = 'pay', after = 1): Promise<Page> {
  const { webSocket: socket } = await asks(id, scope, after)
  if (!socket) throw new TypeError('no socket')
  const messages: string[] = []
  socket.addEventListener('message', ({ data }) => void messages.push(String(data)))
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code))
  })
  socket.accept()
  return { socket, messages, closed }
}

/** One after the other, so that the first is the oldest. */
async function all(id: string, count: number, scope: Viewer): Promise<Page[]> {
  const pages: Page[] = []
  while (pages.length < count) pages.push(await listens(id, scope))
  return pages
}

/** When the platform answered the last ping of an order's only socket, in milliseconds since the epoch. */
const lastAnswered = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, ctx) => {
    const [socket] = ctx.getWebSockets()
    return socket && ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime()
  })

describe('a socket', () => {
  it('is greeted with the newest number where no change was missed', async () => {
    const id = await opened()

    const { messages } = await listens(id)

    await expect.poll(() => messages).toEqual(['{"seq":1}'])
  })

  it('is greeted with the order where a change was missed', async () => {
    const id = await opened()

    const { messages } = await listens(id, 'view', 0)

    await expect.poll(() => messages.length).toBe(1)
    expect(JSON.parse(messages[0] ?? '') as LiveMessage).toMatchObject({ seq: 1, order: { id, seq: 1 } })
  })

  it('gets a hundred pings answered while its order sleeps, and the order neither wakes nor writes', async () => {
    const id = await opened()
    const { socket, messages } = await listens(id)
    await expect.poll(() => messages.length).toBe(1)
    await evictDurableObject(orderOf(id))
    const before = figuresOf(id)

    for (let count = 0; count < 100; count += 1) socket.send('ping')
    await expect.poll(() => messages.filter((word) => word === 'pong').length).toBe(100)

    expect(figuresOf(id)).toEqual(before)
    expect(await lastAnswered(id)).toBeGreaterThan(0)
    // The look itself woke it.
    expect(figuresOf(id)).toEqual({ ...before, awakenings: before.awakenings + 1 })
  })

  it('still receives changes after its order slept', async () => {
    const id = await opened()
    const { socket, messages } = await listens(id)
    await evictDurableObject(orderOf(id))
    socket.send('ping')

    await orderOf(id).cancel()

    await expect.poll(() => messages.at(-1)).toMatch(/"status":"cancelled"/)
  })

  it.each(['Ping', 'ping ', '{"type":"ping"}', new Uint8Array([1])])(
    'that sends %j is closed',
    async (word) => {
      const { socket, closed } = await listens(await opened())

      socket.send(word)

      expect(await closed).toBe(1008)
    },
  )
})

describe('an order with all places taken', () => {
  it('gives the oldest socket’s place to a page that pays', async () => {
    const id = await opened()
    const [oldest, ...others] = await all(id, PLACES, 'pay')

    const newest = await listens(id)

    expect(await oldest?.closed).toBe(1013)
    await orderOf(id).cancel()
    for (const { messages } of [...others, newest]) await expect.poll(() => messages.length).toBe(2)
  })

  it('first takes the place of one that only looks, though it came later', async () => {
    const id = await opened()
    const payers = await all(id, PLACES - 1, 'pay')
    const looker = await listens(id, 'view')

    await listens(id, 'merchant')

    expect(await looker.closed).toBe(1013)
    await orderOf(id).cancel()
    for (const { messages } of payers) await expect.poll(() => messages.length).toBe(2)
  })

  it('refuses one that only looks while all others have more rights, and says when to come again', async () => {
    const id = await opened()
    await all(id, PLACES, 'pay')

    const { status, headers } = await asks(id, 'view', 1)

    expect(status).toBe(503)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
