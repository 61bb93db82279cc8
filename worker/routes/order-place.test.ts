import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '../../shared/result.ts'
import { callbackUrl } from '../config/signed-urls.ts'
import { edgeApp } from './app.ts'
import { ask, config, merchant, offer, post, problemOf, scriptedOrders } from './testing/edge.ts'

const id = 'N'.repeat(32)

const index = env.ORDER_INDEX

const markers = async () => (await index.prepare('SELECT name, value FROM markers').all()).results

const clear = () => index.prepare('DELETE FROM markers').run()

const settle = (place: string) =>
  index.prepare("INSERT INTO markers VALUES ('jurisdiction', ?)").bind(place).run()

/** A database that is down, and counts who asked. */
function down() {
  const asked: string[] = []
  const prepare = (sql: string) => {
    asked.push(sql)
    throw new Error('the database is down')
  }
  return { asked, ORDER_INDEX: { prepare, batch: prepare } }
}

/** An edge in a jurisdiction, whose objects are never there. */
const within = (JURISDICTION: string) => {
  const opened = { order: { id, status: 'open' }, openedAt: Date.now() }
  const { asked, ORDERS } = scriptedOrders({
    open: accepted(opened),
    findTried: undefined,
    receiveNotice: undefined,
  })
  return { asked, ORDERS: { ...ORDERS, jurisdiction: () => ORDERS }, JURISDICTION }
}

const checkout = async () => post({ offer: await offer() })
const session = () =>
  post(
    { reference: crypto.randomUUID(), intent: 'sale', amount: '1.00', currency: 'EUR', description: 'x' },
    merchant(),
  )

beforeEach(clear)

describe('the jurisdiction of orders', () => {
  it.each([
    ['an offer’s', '/v1/checkout', checkout],
    ['a session’s', '/v1/orders', session],
  ])('is stored before %s order is opened', async (_, path, request) => {
    const seen: unknown[] = []
    const edge = within('eu')
    const open = async () => {
      seen.push(await markers())
      return accepted({ order: { id, status: 'open' }, openedAt: Date.now() })
    }
    const ORDERS = { jurisdiction: () => ({ getByName: () => ({ open }) }) }

    expect((await ask(path, await request(), { ...edge, ORDERS })).status).toBe(200)

    expect(seen).toEqual([[{ name: 'jurisdiction', value: 'eu' }]])
  })

  it.each([
    ['eu', 'none'],
    ['none', 'eu'],
    ['eu', 'fedramp'],
  ])('is %s, so an edge in %s opens none', async (place, own) => {
    await settle(place)
    const { asked, ...edge } = within(own)

    const problems = [
      await problemOf(await ask('/v1/checkout', await checkout(), edge)),
      await problemOf(await ask('/v1/orders', session(), edge)),
    ]

    expect(problems.map(({ code, status }) => [code, status])).toEqual(
      Array(2).fill(['jurisdiction-changed', 503]),
    )
    expect(asked).toEqual([])
    expect(await markers()).toMatchObject([{ value: place }])
  })

  it('is another one, so a callback is refused, and the gateway repeats it', async () => {
    await settle('eu')
    const { asked, ...edge } = within('none')

    const answer = await ask(await callbackUrl(config, id, 1), {}, edge)

    expect(answer.status).toBe(503)
    expect(asked).toEqual([])
  })

  it.each([
    ['eu', 'none'],
    ['none', 'eu'],
  ])(
    'is %s, so an edge in %s does not say of an expired offer that nothing was tried',
    async (place, own) => {
      await settle(place)
      const { asked, ...edge } = within(own)

      const answer = await ask('/v1/checkout', post({ offer: await offer({ iat: 1, exp: 2 }) }), edge)

      expect(await problemOf(answer)).toMatchObject({ code: 'jurisdiction-changed', status: 503 })
      expect(asked).toEqual([])
    },
  )

  it('is not settled by an offer that has expired', async () => {
    const edge = within('eu')

    const answer = await ask('/v1/checkout', post({ offer: await offer({ iat: 1, exp: 2 }) }), edge)

    expect(await problemOf(answer)).toMatchObject({ code: 'offer-expired' })
    expect(await markers()).toEqual([])
  })

  it('is not settled by a stranger, whose offer nobody signed', async () => {
    const { asked, ...edge } = within('eu')
    const [head, claims] = (await offer()).split('.')

    const answer = await ask('/v1/checkout', post({ offer: `${head}.${claims}.${'A'.repeat(86)}` }), edge)

    expect(await problemOf(answer)).toMatchObject({ code: 'offer-invalid' })
    expect(asked).toEqual([])
    expect(await markers()).toEqual([])
  })

  it('is read once by an isolate', async () => {
    await settle('none')
    const asked: string[] = []
    const prepare = (sql: string) => {
      asked.push(sql)
      return index.prepare(sql)
    }
    const edge = { ...env, ...within('none'), ORDER_INDEX: { prepare } }

    for (const _ of 'abc') {
      const answer = await edgeApp().request('https://pay.example.com/v1/checkout', await checkout(), edge)
      expect(answer.status).toBe(200)
    }

    expect(asked).toHaveLength(1)
  })

  it('need not be known where the settings name none: payments go on while the database is down', async () => {
    const { ORDER_INDEX } = down()

    const answer = await ask('/v1/checkout', await checkout(), { ...within('none'), ORDER_INDEX })

    expect(answer.status).toBe(200)
  })

  it('has to be known before an order is opened in one', async () => {
    const { asked, ...edge } = within('eu')

    const answer = await ask('/v1/checkout', await checkout(), { ...edge, ORDER_INDEX: down().ORDER_INDEX })

    expect(await problemOf(answer)).toMatchObject({ code: 'unavailable', status: 503 })
    expect(asked).toEqual([])
  })

  it('is not asked for again while the database is down', async () => {
    const database = down()
    const edge = { ...env, ...within('none'), ORDER_INDEX: database.ORDER_INDEX }

    for (const _ of 'abc')
      await edgeApp().request('https://pay.example.com/v1/checkout', await checkout(), edge)

    expect(database.asked).toHaveLength(1)
  })
})
