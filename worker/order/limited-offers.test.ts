/** A limited offer with its real counter and its real orders: who gets what there is, whoever is quicker, and whoever dies. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { answerWith, crashAt, setWith } from '../testing.ts'
import { terms as exampleTerms } from './examples.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { CrashPoint } from './reach.ts'
import { ScriptedGateway, tells } from './scripted-gateway.ts'
import type { OrderTerms } from './state.ts'
import { becomes, kill, lasting, orderOf, shown } from './test-orders.ts'
import { startOver } from './test-platform.ts'

const CRASHES: CrashPoint[] = ['counter-next', 'counter-answered']

/** Forms that nobody answers lapse as soon as they are open. */
const LAPSING = lasting({ reservation: 1 })

let gateway: ScriptedGateway
/** How many addresses there were. */
let neighbours = 0

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

const offer = (limit: number) => ({ offer: crypto.randomUUID(), limit })

const elsewhere = () => `203.0.113.${++neighbours % 250}`

const counterOf = (name: string) => env.OFFER_LIMITS.getByName(name)

async function open(change: Partial<OrderTerms>): Promise<string> {
  const id = crypto.randomUUID()
  const now = Date.now()
  const own = { ...exampleTerms, id, reference: id, openedAt: now, expiresAt: now + 600_000, ...change }
  await orderOf(id).open(own)
  return id
}

/** Wishes to pay. @returns `ok`, or why not. */
async function pay(id: string, ip = elsewhere(), key = 'key-1'): Promise<string> {
  const wish = { key, method: 'hosted', customer: { email: 'a@example.com' }, ip } as const
  const answer = await orderOf(id).pay(wish)
  return answer.ok ? 'ok' : answer.reason.code
}

async function atForm(change: Partial<OrderTerms>, ip = elsewhere()): Promise<string> {
  const id = await open(change)
  expect(await pay(id, ip)).toBe('ok')
  await becomes(id, 'redirect')
  return id
}

/** What the gateway says of one order; the others are still under way. */
const settlesOnly = (id: string, status: string) =>
  gateway.onStatus((question, deadline) => {
    const isIt = question.get('client_orderid') === id
    return tells(isIt ? status : 'processing')(question, deadline)
  })

const stored = (name: string) =>
  runInDurableObject(counterOf(name), (_: OfferLimit, { storage }) => new Map(storage.kv.list()))

/** How many units an offer's counter counts. */
async function counted(name: string): Promise<number> {
  const rows = [...(await stored(name))]
  const held = rows.filter(([row]) => row.startsWith('held:')) as [string, { units: number }][]
  return held.reduce((sum, [, { units }]) => sum + units, Number(new Map(rows).get('sold') ?? 0))
}

const lapsed = async (name: string) => expect.poll(() => counted(name)).toBe(0)

/** Fate of the only charge of an order. */
async function fateOf(id: string): Promise<string> {
  const { status, transactions } = await shown(id)
  return status === 'approved' ? 'paid' : transactions.some(({ surplus }) => surplus) ? 'back' : status
}

const decided = (id: string) => expect.poll(() => fateOf(id)).toMatch(/^(paid|back)$/)

describe('the last unit', () => {
  it('is reserved for one of two orders that try at the same time, and the other may try again', async () => {
    const one = offer(1)
    const ids = [await open(one), await open(one)]

    const answers = await Promise.all(ids.map((id) => pay(id)))

    expect(answers.toSorted()).toEqual(['offer-reserved', 'ok'])
    expect(gateway.forms).toHaveLength(1)
    expect(await shown(ids[answers.indexOf('offer-reserved')] ?? '')).toMatchObject({ status: 'open' })
  })

  it('is sold once it is paid', async () => {
    const one = offer(1)
    const id = await atForm(one)
    settlesOnly(id, 'approved')
    await becomes(id, 'approved')
    const late = await open(one)

    await expect.poll(() => pay(late)).toBe('offer-limit')
  })

  it('is counted by the piece', async () => {
    const three = offer(3)
    const first = await atForm({ ...three, units: 2 })
    const second = await open({ ...three, units: 2 })

    expect(await pay(second)).toBe('offer-reserved')
    expect(await pay(await open({ ...three, units: 4 }))).toBe('quantity-unavailable')
    settlesOnly(first, 'approved')
    await becomes(first, 'approved')
    await expect.poll(() => pay(second)).toBe('quantity-unavailable')
    expect(await pay(await open({ ...three, units: 1 }))).toBe('ok')
    expect(await counted(three.offer)).toBe(3)
  })

  it.each(['shopper', 'merchant'])('is free at once when its %s gives it up', async (who) => {
    const one = offer(1)
    const id = await atForm(one)

    await (who === 'shopper' ? orderOf(id).cancel() : orderOf(id).cancelForMerchant('till'))

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
  })
})

describe('one address', () => {
  it.each([
    ['an IPv4 address', '198.51.100.7', '198.51.100.7', 'address-limit'],
    ['its neighbour', '198.51.100.7', '198.51.100.8', 'ok'],
    ['a network of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', 'address-limit'],
    ['another network of IPv6', '2001:db8:1:2::1', '2001:db8:1:3::1', 'ok'],
  ])('reserves once: %s', async (_, first, second, answer) => {
    const many = offer(9)
    await atForm(many, first)

    expect(await pay(await open(many), second)).toBe(answer)
  })

  it('may reserve of another offer', async () => {
    const ip = elsewhere()
    await atForm(offer(9), ip)

    expect(await pay(await open(offer(9)), ip)).toBe('ok')
  })

  it('goes on with its own order, and tries that again', async () => {
    const many = offer(9)
    const ip = elsewhere()
    const id = await atForm(many, ip)

    expect(await pay(id, ip, 'key-1')).toBe('ok')
    expect(await pay(id, ip, 'key-2')).toBe('ok')
    expect(await counted(many.offer)).toBe(1)
  })

  it.each(['approved', 'declined'])('may reserve again once the first is %s', async (outcome) => {
    const many = offer(9)
    const ip = elsewhere()
    settlesOnly(await atForm(many, ip), outcome)
    const next = await open(many)

    await expect.poll(() => pay(next, ip)).toBe('ok')
  })

  it('is not kept: not by the counter, and not once it is sold', async () => {
    const many = offer(9)
    const id = await atForm(many, '198.51.100.77')
    const reserving = JSON.stringify([...(await stored(many.offer))])
    settlesOnly(id, 'approved')
    await becomes(id, 'approved')

    expect(reserving).toContain('source')
    expect(reserving).not.toContain('198.51.100')
    await expect.poll(async () => [...(await stored(many.offer))]).toEqual([['sold', 1]])
  })
})

describe('a form that nobody answers', () => {
  it('lapses, and somebody else gets what it held', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    const next = await open(one)

    await expect.poll(() => pay(next)).toBe('ok')
    expect(await shown(id)).toMatchObject({ status: 'redirect', action: { type: 'redirect' } })
  })

  it('does not lapse while the shopper may have paid', async () => {
    const one = offer(1)
    const id = await atForm(one)
    setWith(LAPSING)
    await orderOf(id).wake({ by: 'return', attempt: 1, fields: {} })
    await becomes(id, 'processing')
    await evictDurableObject(orderOf(id))
    const { length } = gateway.questions
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(length + 1)

    expect(await pay(await open(one))).toBe('offer-reserved')
  })

  it('that is paid after all is kept if nobody else took it', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)

    settlesOnly(id, 'approved')

    await becomes(id, 'approved')
    expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
    await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
  })

  it('that is paid after somebody else took it goes back', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await atForm(one)

    settlesOnly(id, 'approved')

    await expect.poll(() => fateOf(id)).toBe('back')
    expect(await counted(one.offer)).toBe(1)
  })

  it.each([1, 2, 3, 4, 5])(
    'is paid or given back, never both, when both lapse and are paid at once (%s)',
    async () => {
      setWith(LAPSING)
      const one = offer(1)
      const first = await atForm(one)
      await lapsed(one.offer)
      const second = await atForm(one)

      gateway.settles('approved')
      await Promise.all([first, second].map((id) => orderOf(id).refresh()))

      await decided(first)
      await decided(second)
      const fates = [await fateOf(first), await fateOf(second)]
      expect(fates.toSorted()).toEqual(['back', 'paid'])
      await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
    },
  )

  it.each([1, 2, 3])('is paid or given back when it is cancelled and paid at once (%s)', async () => {
    const one = offer(1)
    const id = await atForm(one)
    gateway.settles('approved')

    const [cancelled] = await Promise.all([orderOf(id).cancelForMerchant('till'), orderOf(id).refresh()])

    await decided(id)
    expect(await fateOf(id)).toBe(cancelled.ok ? 'back' : 'paid')
    await expect.poll(() => counted(one.offer)).toBe(cancelled.ok ? 0 : 1)
  })
})

describe('going on with a form', () => {
  const until = async (id: string) => Date.parse((await shown(id)).reservedUntil ?? '')

  it('renews the reservation once', async () => {
    const one = offer(1)
    const id = await atForm(one)
    const first = await until(id)

    const gone = await orderOf(id).goOn(elsewhere())

    expect(gone).toMatchObject({ ok: true, value: { status: 'redirect' } })
    const second = await until(id)
    expect(second).toBeGreaterThanOrEqual(first)
    await orderOf(id).goOn(elsewhere())
    expect(await until(id)).toBe(second)
    expect(await counted(one.offer)).toBe(1)
  })

  it('after it lapsed reserves what is free', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await evictDurableObject(orderOf(id))

    expect((await orderOf(id).goOn(elsewhere())).ok).toBe(true)
    expect(await pay(await open(one))).toBe('offer-reserved')
  })

  it('after it lapsed says so where others have it, and changes nothing', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await atForm(one)

    expect(await orderOf(id).goOn(elsewhere())).toMatchObject({
      ok: false,
      reason: { code: 'offer-reserved', order: { status: 'redirect' } satisfies Partial<OrderView> },
    })
  })

  it('is nothing to an offer without a limit, nor to an order that is not at a form', async () => {
    const { limit: _, ...unlimited } = offer(1)
    const free = await atForm(unlimited)
    const unpaid = await open(offer(1))

    for (const id of [free, unpaid]) {
      const before = await shown(id)
      expect(await orderOf(id).goOn(elsewhere())).toMatchObject({ ok: true, value: { seq: before.seq } })
    }
    expect(await shown(free)).not.toHaveProperty('reservedUntil')
  })
})

describe('an order that dies', () => {
  it.each(CRASHES)('at %s while it reserves holds nothing up', async (point) => {
    const one = offer(1)
    const id = await open(one)
    crashAt(id, point)

    await expect(pay(id)).rejects.toThrow(point)

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
    expect(await counted(one.offer)).toBe(1)
  })

  it.each(CRASHES)('at %s while what it held lapses gives it back', async (point) => {
    setWith(lasting({ reservation: 300 }))
    const one = offer(1)
    const id = await atForm(one)
    crashAt(id, point)

    await lapsed(one.offer)
    expect(await shown(id)).toMatchObject({ status: 'redirect' })
  })

  it.each(CRASHES)('at %s while a late approval is decided decides it once', async (point) => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    crashAt(id, point)

    gateway.settles('approved')

    await becomes(id, 'approved')
    await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
    expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
  })

  it.each(CRASHES)('at %s while it says that it was paid is counted once', async (point) => {
    const two = offer(2)
    const id = await atForm(two)
    crashAt(id, point)

    gateway.settles('approved')

    await becomes(id, 'approved')
    await expect.poll(() => stored(two.offer)).toEqual(new Map([['sold', 1]]))
  })

  it('leaves the counter as it was, also where that dies', async () => {
    const two = offer(2)
    const id = await atForm(two)
    await evictDurableObject(counterOf(two.offer))

    settlesOnly(id, 'approved')
    await becomes(id, 'approved')
    await expect.poll(() => stored(two.offer)).toEqual(new Map([['sold', 1]]))
    await evictDurableObject(counterOf(two.offer))
    expect(await pay(await open({ ...two, units: 2 }))).toBe('quantity-unavailable')
  })
})

describe('what an older version wrote', () => {
  /** Rows as it left them: a count, and `true` for each order that holds a piece. */
  const olderCounter = (name: string, ...ids: string[]) =>
    runInDurableObject(counterOf(name), async (_: OfferLimit, ctx) => {
      ctx.storage.kv.put('count', ids.length)
      for (const id of ids) ctx.storage.kv.put(`held:${id}`, true)
      await ctx.storage.sync()
      ctx.abort('as if it began')
    }).catch(() => undefined)

  /** An order that holds a piece, without the times that are kept now. */
  const olderOrder = (id: string) =>
    kill(id, ({ kv }) => {
      const { state, ...rest } = kv.get<{ state: { reserved?: unknown } }>('order') ?? { state: {} }
      const { reserved: _, ...older } = state
      kv.put('order', { ...rest, state: older })
    })

  it('is still counted', async () => {
    const two = offer(2)
    await olderCounter(two.offer, 'one', 'another')

    expect(await pay(await open(two))).toBe('offer-limit')
  })

  it('is paid, and sold', async () => {
    const two = offer(2)
    const id = await atForm(two)
    await olderOrder(id)
    await olderCounter(two.offer, id)

    settlesOnly(id, 'approved')
    await becomes(id, 'approved')

    await expect.poll(async () => (await stored(two.offer)).get('sold')).toBe(1)
  })

  it('lapses', async () => {
    const one = offer(1)
    const id = await atForm(one)
    setWith(LAPSING)
    await olderOrder(id)
    await olderCounter(one.offer, id)

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
  })
})
