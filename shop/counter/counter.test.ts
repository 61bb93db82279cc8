import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GALLERY_STATES } from '../gallery/states.ts'
import { type StaticServer, serveFolder } from '../static-server.ts'
import { type CounterAddresses, counterRoute } from './counter.ts'
import { WARES } from './wares.ts'

const KEY = 'pck_never-on-a-page'

/** One request to the edge. */
interface Call {
  readonly path: string
  readonly key: string
  readonly body: Record<string, unknown>
}

let edge: Server
let shop: StaticServer
let addresses: CounterAddresses
let calls: Call[]
/** Path → what the edge refuses with. */
let refusals: Record<string, readonly [status: number, code: string]>
/** What the customer removed. */
let removedCardRefs: string[]

beforeAll(async () => {
  edge = createServer(async (request, reply) => {
    const path = request.url ?? ''
    const body = JSON.parse((await text(request)) || '{}')
    calls.push({ path, key: request.headers.authorization ?? '', body })
    const [status, code] = refusals[path] ?? []
    if (status === undefined) return void reply.end(JSON.stringify(answerTo(path)))
    reply.writeHead(status, { 'content-type': 'application/problem+json' })
    reply.end(JSON.stringify({ type: `urn:pay-checkout:problem:${code}`, status, code, supportId: 'AAAA' }))
  }).listen(0, '127.0.0.1')
  await once(edge, 'listening')
  const { port } = edge.address() as AddressInfo
  addresses = {
    ...{ shop: 'http://shop.localhost', edge: `http://pay.localhost:${port}` },
    local: { edge: `http://127.0.0.1:${port}` },
  }
  shop = await serveFolder('/nowhere', 0, counterRoute(addresses, KEY))
})

afterAll(async () => {
  edge.close()
  await shop.stop()
})

beforeEach(() => {
  calls = []
  refusals = {}
  removedCardRefs = []
})

/** Approves every order at once and saves its card, as far as the counter can see. */
function answerTo(path: string): object {
  if (path === '/v1/orders') return { order: { id: 'order-1' }, token: 'token.1' }
  const cardRef = removedCardRefs.length > 0 ? 'card-2' : 'first-card'
  if (path.endsWith('/card-ref')) return { version: 'v2', cardRef }
  if (path.startsWith('/v1/card-refs/')) return { cardRef }
  return { id: 'order-1', status: 'approved', followUps: [], cardRefs: [], removedCardRefs }
}

const get = (path: string) => fetch(`http://127.0.0.1:${shop.port}${path}`, { redirect: 'manual' })

const sessions = () => calls.filter(({ path }) => path === '/v1/orders').map(({ body }) => body)

describe('the counter', () => {
  it('lists all its items', async () => {
    const page = await (await get('/counter')).text()

    expect(WARES.filter(({ name }) => !page.includes(`href="/counter/${name}"`))).toEqual([])
  })

  it('gives every order its own address before it opens the order', async () => {
    const places = await Promise.all(
      [1, 2].map(async () => (await get('/counter/card?presentation=popup')).headers),
    )

    const [one, other] = places.map((headers) => headers.get('location') ?? '')
    expect(one).toMatch(/^\/counter\/card\?presentation=popup&order=[\w-]{36}$/)
    expect(one).not.toBe(other)
    expect(calls).toEqual([])
  })

  it('opens the order with its key, and sends only the order to the page', async () => {
    const reply = await get('/counter/card?presentation=frame&order=abc')

    const page = await reply.text()
    expect(page).toContain('<pay-checkout session="order-1.token.1" presentation="frame">')
    expect(page).not.toContain(KEY)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(calls).toMatchObject([{ path: '/v1/orders', key: `Bearer ${KEY}` }])
    expect(sessions()).toEqual([
      {
        ...{ reference: 'counter-card-abc', intent: 'sale', amount: '12.50', currency: 'EUR' },
        ...{ description: 'Heather mug, 300 ml', methods: ['card'], customer: { email: 'ann@example.com' } },
        returnUrl: `${addresses.shop}/counter/card?presentation=frame&order=abc`,
      },
    ])
  })

  it('requests the same order at the same address', async () => {
    await get('/counter/saved-card?order=again')
    await get('/counter/saved-card?order=again')

    const [one, other] = sessions().filter(({ reference }) => reference === 'counter-saved-card-again')
    expect(one).toEqual(other)
  })

  it('saves a card by its own payment before it offers saved cards', async () => {
    await get('/counter/saved-card?order=cards')

    expect(sessions().at(-1)).toMatchObject({ methods: ['saved-card'], cardRefs: ['first-card'] })
  })

  it('offers saved cards even if the edge has deleted an earlier order', async () => {
    await get('/counter/customer?order=forgotten')
    refusals = { '/v1/orders/order-1': [404, 'not-found'] }

    const { status } = await get('/counter/saved-card?order=later')

    expect(status).toBe(200)
    expect(sessions().at(-1)).toMatchObject({
      reference: 'counter-saved-card-later',
      cardRefs: ['first-card'],
    })
  })

  it('offers no card that the customer removed at the tag', async () => {
    await get('/counter/customer?order=removing')
    removedCardRefs = ['first-card']

    await get('/counter/saved-card?order=afterwards')

    expect(sessions().at(-1)).toMatchObject({ cardRefs: ['card-2'], mayRemoveCards: true })
  })

  it('treats an unknown presentation as a redirect', async () => {
    expect(await (await get('/counter/card?presentation=sideways&order=abc')).text()).toContain(
      'presentation="redirect">',
    )
  })

  it('opens another order if the name belongs to one of an earlier run', async () => {
    refusals = { '/v1/orders': [409, 'reference-reused'] }

    const { status, headers } = await get('/counter/card?order=taken')

    expect(status).toBe(303)
    expect(headers.get('location')).not.toContain('taken')
  })

  it('reports a refusal of the edge', async () => {
    refusals = { '/v1/orders': [422, 'currency-not-served'] }

    const reply = await get('/counter/card?order=refused')

    expect(reply.status).toBe(502)
    expect(await reply.text()).toContain('the edge refused with currency-not-served (422)')
  })

  it.each(['/counter/nothing', '/counter/card/more', '/countered'])(
    'leaves %s to the files',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('has every item that the gallery names', () => {
    const named = GALLERY_STATES.flatMap(({ how }) => /Counter, “([^”]+)”/.exec(how)?.[1] ?? [])

    const titles = WARES.map(({ title }) => title)
    expect(named.filter((title) => !titles.includes(title))).toEqual([])
    expect(named).not.toEqual([])
  })
})
