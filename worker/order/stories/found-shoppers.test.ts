/** A paid order is found by its shopper's e-mail address and by its card, until both are erased. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../../config/config.ts'
import { emailDigest } from '../../config/email-digest.ts'
import { type OrderIndex, orderIndex } from '../../outbox/order-index.ts'
import type { OrderFilter } from '../../outbox/order-list.ts'
import { settleShards } from '../../outbox/shard-catalogue.ts'
import { monthOf } from '../../outbox/shard-routing.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import { CHARGE, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'

const KEY = 'a key of searches that nobody guesses, 1'

const CARD = { 'last-four-digits': '1111', bin: '444455', 'card-type': 'VISA' }

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
  setWith({ SEARCH_KEY: KEY })
})

afterEach(startOver)

async function paid(email = 'Ada@Example.com'): Promise<string> {
  const terms = serverTerms()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('approved', CARD)
  await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email } })
  await orderOf(terms.id).refresh()
  await expect.poll(async () => (await shown(terms.id)).status).toBe('approved')
  return terms.id
}

const digestOf = (email: string, key = KEY) => emailDigest(key, email)

describe.each([
  ['in one database', 0],
  ['in shards', 2],
])('%s', (_, count) => {
  let index: OrderIndex

  beforeEach(async () => {
    setWith({ SEARCH_KEY: KEY, INDEX_SHARDS: String(count) })
    index = orderIndex(env, () => ({ ...configOf(env), INDEX_SHARDS: count }))
    if (count === 0) return
    await settleShards(env.ORDER_INDEX, { month: monthOf(Date.now()), count, now: Date.now() - 1000 })
  })

  const found = async (filter: OrderFilter) => {
    const page = await index.page(filter)
    return page.ok ? page.value.orders.map(({ id }) => id) : []
  }

  const byEmail = async (email: string, key = KEY) => found({ shopper: await digestOf(email, key) })

  const byCard = (lastFour: string) => found({ lastFour, from: Date.now() - 3_600_000, to: Date.now() + 1 })

  it('is found by the address in any case, by its card and its reference, and by no other', async () => {
    const id = await paid()

    await expect.poll(() => byEmail(' ada@example.com ')).toEqual([id])
    expect(await byEmail('bob@example.com')).toEqual([])
    expect(await byCard('1111')).toEqual([id])
    expect(await byCard('4242')).toEqual([])
    expect(JSON.stringify(await index.page({}))).not.toMatch(/ada@|"1111"|shopper|lastFour/i)
  })

  it('is found no more once its shopper’s data is erased', async () => {
    const id = await paid()
    await expect.poll(() => byEmail('ada@example.com')).toEqual([id])

    await orderOf(id).erase('privacy officer')

    expect([await byEmail('ada@example.com'), await byCard('1111')]).toEqual([[], []])
    expect(await found({ names: { ids: [id] } })).toEqual([id])
  })

  it('loses by a reindex what a restored database knows again of an erased order', async () => {
    const id = await paid()
    await expect.poll(() => byEmail('ada@example.com')).toEqual([id])
    const page = await index.page({})
    const [entry] = page.ok ? page.value.orders : []
    if (!entry) throw new TypeError('the order is listed')
    await orderOf(id).erase('privacy officer')
    const money = { captured: '12.50', returned: '0.00', chargedBack: '0.00', attention: [] }
    const restored = { ...money, ...entry, seq: entry.seq + 1, shopper: await digestOf('ada@example.com') }
    await index.put({ ...restored, lastFour: '1111' })
    const before = await byEmail('ada@example.com')

    await orderOf(id).reindex()

    expect([before, await byEmail('ada@example.com'), await byCard('1111')]).toEqual([[id], [], []])
  })

  it('is found after a reindex where the key was set later, or is another one', async () => {
    setWith({ INDEX_SHARDS: String(count), SEARCH_KEY: undefined })
    const id = await paid()
    await expect.poll(() => found({ names: { ids: [id] }, status: 'approved' })).toEqual([id])
    const before = await byEmail('ada@example.com')

    setWith({ SEARCH_KEY: `${KEY}2`, INDEX_SHARDS: String(count) })
    await orderOf(id).refresh()
    await orderOf(id).reindex()

    expect([before, await byEmail('ada@example.com')]).toEqual([[], []])
  })
})

it('an order that nobody paid is found by no address', async () => {
  const terms = serverTerms()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('declined')
  await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email: 'ada@example.com' } })
  await orderOf(terms.id).refresh()
  const index = orderIndex(env, () => configOf(env))
  await expect
    .poll(() => index.page({ status: 'declined' }))
    .toMatchObject({ value: { orders: [{ id: terms.id }] } })

  expect(await index.page({ shopper: await digestOf('ada@example.com') })).toEqual({
    ok: true,
    value: { orders: [] },
  })
})
