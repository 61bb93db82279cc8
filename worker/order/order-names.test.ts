/** The key of order names: where it comes from, and that it stays whatever else is changed. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { isMarkedName, referenceIn } from '../../shared/order-names.ts'
import { configOf } from '../config/config.ts'
import { derivedNameKey, markKey, markOf } from '../config/name-key.ts'
import { marker } from '../outbox/marker.ts'
import { setWith } from '../testing/edge.ts'
import { orderNames } from './order-names.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { becomes, CHARGE, gatewayName, orderOf, serverTerms, shown } from './testing/orders.ts'
import { acceptedReply } from './testing/scripted-gateway.ts'

useGateway()

const WITHOUT = { NAME_KEY: undefined }
const OTHER_TOKEN_KEY = 'another token key, of at least 32 characters'

/** Names under these settings, as a new isolate makes them. */
const namesWith = (settings: object) => {
  const config = configOf({ ...env, ...settings })
  return orderNames(() => config, env.ORDER_INDEX)
}

const terms = serverTerms({ id: 'order-1', reference: 'order-1' })

const nameWith = (settings: object, number = 1) => namesWith(settings).nameOf(terms, number)

describe('an attempt', () => {
  it('is sent under a name that begins with the reference, and that the merchant sees', async () => {
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved')
    const own = serverTerms()

    await orderOf(own.id).charge(own, CHARGE)

    await becomes(own.id, 'approved')
    const name = gateway.sent('sale')[0]?.get('client_orderid') ?? ''
    expect([isMarkedName(name), referenceIn(name)]).toEqual([true, own.id])
    expect(name).toBe(await gatewayName(own.id))
    expect((await shown(own.id)).attempts[0]?.clientOrderId).toBe(name)
  })

  it.each(['order-1', 'a-longer-reference-of-a-shop-that-numbers-its-carts'])(
    'fits a gateway that takes 20 characters: %s',
    async (reference) => {
      const { nameOf } = namesWith({ GATEWAY_PROFILE: '{"orderNameLength":20}' })
      const names = await Promise.all([1, 2, 20].map((number) => nameOf({ ...terms, reference }, number)))

      for (const name of names) expect([name?.length, isMarkedName(name ?? '')]).toEqual([20, true])
      expect(new Set(names).size).toBe(3)
    },
  )
})

describe('an edge without NAME_KEY', () => {
  it('derives the key from its first TOKEN_KEY and keeps it', async () => {
    const name = await nameWith(WITHOUT)

    const text = await derivedNameKey(configOf(env))
    const mark = await markOf(await markKey(text), configOf(env), { orderId: 'order-1', number: 1 })
    expect(name).toBe(`order-1.${mark}`)
    expect(await marker(env.ORDER_INDEX, 'name-key', {}).kept()).toBe(text)
  })

  it.each([
    ['with the former one', { TOKEN_KEY: OTHER_TOKEN_KEY, TOKEN_KEY_PREVIOUS: configOf(env).TOKEN_KEY }],
    ['without the former one', { TOKEN_KEY: OTHER_TOKEN_KEY, TOKEN_KEY_PREVIOUS: undefined }],
  ])('keeps its names when TOKEN_KEY is changed %s', async (_, change) => {
    const before = await nameWith(WITHOUT)

    expect(await nameWith({ ...WITHOUT, ...change })).toBe(before)
  })

  it('has one key, though many isolates ask for it at the same moment', async () => {
    const keys = [1, 2, 3, 4].map((one) => ({ ...WITHOUT, TOKEN_KEY: `${OTHER_TOKEN_KEY} ${one}` }))
    const names = await Promise.all(keys.map((settings) => nameWith(settings)))

    expect(new Set(names).size).toBe(1)
  })

  it('still finds what it named, once NAME_KEY is set', async () => {
    const before = await nameWith(WITHOUT)

    const [now, ...others] = (await namesWith({}).namesOf(terms, 1)) ?? []

    expect(now).toBe(await nameWith({}))
    expect(others).toEqual([before, 'order-1'])
  })

  it('still finds what it named where an isolate with NAME_KEY asked before anything was named', async () => {
    const { namesOf } = namesWith({})
    expect(await namesOf(terms, 1)).toHaveLength(2)

    const before = await nameWith(WITHOUT)

    expect(await namesOf(terms, 1)).toContain(before)
  })

  it('asks for its key once while the index cannot be read', async () => {
    let asked = 0
    const down = () => {
      asked += 1
      throw new Error('the database is away')
    }
    const config = configOf({ ...env, ...WITHOUT })
    const { nameOf } = orderNames(() => config, { prepare: down, batch: down } as unknown as D1Database)

    const names = [await nameOf(terms, 1), await nameOf(terms, 1), await nameOf(terms, 1)]

    expect([names, asked]).toEqual([[undefined, undefined, undefined], 1])
  })

  it('writes nothing to the index once its key is kept', async () => {
    const before = await nameWith(WITHOUT)
    const config = configOf({ ...env, ...WITHOUT })
    const readOnly = { prepare: (sql: string) => env.ORDER_INDEX.prepare(sql) } as unknown as D1Database

    expect(await orderNames(() => config, readOnly).nameOf(terms, 1)).toBe(before)
  })

  it('sends no attempt while the index cannot be read', async () => {
    const down = () => Promise.reject(new Error('the database is away'))
    const statement = { bind: () => statement, first: down, all: down, run: down }
    setWith({ ...WITHOUT, ORDER_INDEX: { prepare: () => statement, batch: down } })
    const own = serverTerms()

    expect(await orderOf(own.id).charge(own, CHARGE)).toMatchObject({
      ok: false,
      reason: { code: 'unavailable' },
    })

    expect(gateway.received).toEqual([])
    expect((await shown(own.id)).attempts).toEqual([])
  })
})

describe('a restored order', () => {
  const BARE = { GATEWAY_PROFILE: '{"orderNames":"bare"}' }

  it.each([
    ['marks its names', BARE, {}],
    ['has bare names', {}, BARE],
  ])('finds what the edge named before it %s', async (_, before, now) => {
    expect(await namesWith(now).namesOf(terms, 1)).toContain(await nameWith(before))
  })

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'https://before.example.com' }],
    ['NAME_KEY', { NAME_KEY: 'the key of names that was set before' }],
    ['orderNameLength', { GATEWAY_PROFILE: '{"orderNameLength":20}' }],
  ])('cannot know what the edge named before %s changed, as the runbook says', async (_, before) => {
    expect(await namesWith({}).namesOf(terms, 1)).not.toContain(await nameWith(before))
  })
})

describe('another edge of the gateway account', () => {
  it.each([
    ['a staging with every secret copied', { PUBLIC_URL: 'https://staging.example.com' }],
    [
      'one that was set up again at the same address',
      { NAME_KEY: 'the key of another set-up, 32 characters' },
    ],
  ])('gives other names: %s', async (_, settings) => {
    const names = await Promise.all([
      nameWith({}),
      nameWith({}, 2),
      nameWith(settings),
      nameWith(settings, 2),
    ])

    expect(new Set(names).size).toBe(4)
    expect(names.map((name) => referenceIn(name ?? ''))).toEqual(Array(4).fill('order-1'))
  })
})
