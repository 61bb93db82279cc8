import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

const ORDER = {
  ...{ id: 'o1', reference: 'cart-1', intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' },
  ...{ needsAttention: false, startedAt: '', updatedAt: '2027-01-01T10:00:00.000Z', followUps: [] },
}

let origin: string
/** What the edge lists, look by look; `down` answers with a failure, `hangs` not at all. */
let looks: (readonly (typeof ORDER & { seq: number; status: string })[] | 'down' | 'hangs')[]
/** An order that cannot be read once. */
let unread = ''
let shown: readonly { id: string }[] = []
/** Ends what listens, as Ctrl-C does. */
let interrupt = () => {}
const forwarded: { body: string; headers: Record<string, string> }[] = []

const server = createServer(async (request, reply) => {
  const { url = '' } = request
  if (url === '/hooks') {
    forwarded.push({ body: await text(request), headers: request.headers as Record<string, string> })
    return reply.writeHead(204).end()
  }
  if (url === '/moved') return reply.writeHead(307, { Location: '/hooks' }).end()
  // Never answered.
  if (url === '/hangs') return interrupt()
  if (url.startsWith('/v1/orders?')) {
    const look = looks.length > 1 ? looks.shift() : looks[0]
    if (look === 'hangs') return interrupt()
    if (look === 'down') return reply.writeHead(503).end('{}')
    shown = look ?? []
    return reply.end(JSON.stringify({ orders: shown }))
  }
  if (unread !== '' && url.endsWith(unread)) {
    unread = ''
    return reply.writeHead(503).end('{}')
  }
  return reply.end(JSON.stringify(shown.find(({ id }) => url.endsWith(id))))
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Listens until this many events were printed. */
async function listen(count: number, ...flags: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const ended = new AbortController()
  interrupt = () => ended.abort()
  const code = await main(['listen', '--edge', origin, '--every', '0.01', '--json', ...flags], {
    print: (line) => {
      printed.push(line)
      if (printed.length === count) ended.abort()
    },
    tell: (line) => told.push(line),
    now: () => 1_800_000_000,
    env: { PAY_MERCHANT_KEY: 'pck_secret', PAY_WEBHOOK_SECRET: SECRET },
    interruption: () => ended.signal,
  })
  const events = printed.map((line) => JSON.parse(line))
  return { code, types: events.map(({ type }) => type), posts: events.map((one) => one.forwarded), told }
}

const at = (seq: number, status: string, followUps: readonly object[] = []) => ({
  ...ORDER,
  seq,
  status,
  followUps: followUps as [],
})

describe('pay-checkout listen', () => {
  it('prints what happens after it began, until Ctrl-C', async () => {
    looks = [[at(1, 'approved')], [at(2, 'approved')], [at(3, 'charged-back')]]

    expect(await listen(1)).toMatchObject({ code: 0, types: ['order.charged-back'] })
  })

  it('tells of an order that is new, and of a follow-up before the status that it brings', async () => {
    const refund = { number: 1, kind: 'return', amount: '12.50', status: 'approved', startedAt: '' }
    looks = [[], [at(1, 'redirect')], [at(2, 'approved')], [at(4, 'returned', [refund])]]

    expect((await listen(3)).types).toEqual(['order.approved', 'follow-up.settled', 'order.returned'])
  })

  it('forwards events as a receiver of webhooks can verify them', async () => {
    looks = [[], [at(2, 'approved')]]

    await listen(1, '--forward', `${origin}/hooks`)

    const [message] = forwarded
    const body = new Webhook(SECRET).verify(message?.body ?? '', message?.headers ?? {})
    expect(body).toMatchObject({ type: 'order.approved', data: { order: { reference: 'cart-1' } } })
  })

  it('loses no event of a look in which one order could not be read', async () => {
    const other = { ...at(2, 'approved'), id: 'o2', reference: 'cart-2' }
    unread = 'o1'
    looks = [[], [at(2, 'approved'), other]]

    expect((await listen(2)).types).toEqual(['order.approved', 'order.approved'])
  })

  it('goes on after the edge was away, and misses nothing', async () => {
    looks = [[], 'down', [at(2, 'approved')]]

    const { types, told } = await listen(1)

    expect(types).toEqual(['order.approved'])
    expect(told.join()).toContain('trying again')
  })

  it('follows no redirect with an order in hand', async () => {
    looks = [[], [at(2, 'approved')]]
    const before = forwarded.length

    expect(await listen(1, '--forward', `${origin}/moved`)).toMatchObject({ posts: ['307'] })
    expect(forwarded).toHaveLength(before)
  })

  it('ends at Ctrl-C while its receiver does not answer', async () => {
    looks = [[], [at(2, 'approved')]]

    expect(await listen(2, '--forward', `${origin}/hangs`)).toMatchObject({ code: 0, posts: ['interrupted'] })
  })

  it.each<[string, typeof looks]>([
    ['at its first look', ['hangs']],
    ['later', [[], 'hangs']],
  ])('ends at Ctrl-C while the edge does not answer, %s', async (_, hanging) => {
    looks = hanging

    expect(await listen(1)).toMatchObject({ code: 0, types: [] })
  })
})
