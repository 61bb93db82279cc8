/** Carts of limited offers with their real counters: all units or none, whichever is quicker, and whichever dies. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, crashAt, setWith } from '../testing/edge.ts'
import type { CrashPoint } from './context.ts'
import {
  atForm,
  cartOf,
  counted,
  elsewhere,
  LAPSING,
  lapsed,
  offer,
  open,
  pay,
  settlesOnly,
  stored,
} from './testing/limited-offers.ts'
import { becomes, lasting, orderOf, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

const countedIn = (offers: readonly { readonly offer: string }[]) =>
  Promise.all(offers.map((one) => counted(one.offer)))

/** Offers in the order in which carts reserve them. */
const inTurn = (...limits: number[]) =>
  limits.map(offer).sort((one, other) => (one.offer < other.offer ? -1 : 1)) as [
    ReturnType<typeof offer>,
    ReturnType<typeof offer>,
    ReturnType<typeof offer>,
  ]

describe('a cart', () => {
  it('reserves the units of every line, and sells them', async () => {
    const [tea, mug] = inTurn(9, 9)
    const { limit: _, ...unlimited } = offer(1)
    const id = await atForm(cartOf([tea, 3], [mug, 2], [unlimited]))

    expect(await countedIn([tea, mug, unlimited])).toEqual([3, 2, 0])
    settlesOnly(gateway, id, 'approved')

    await becomes(id, 'approved')
    await expect.poll(() => stored(tea.offer)).toEqual(new Map([['sold', 3]]))
    await expect.poll(() => stored(mug.offer)).toEqual(new Map([['sold', 2]]))
  })

  it.each([0, 1, 2])('that finds too little of line %s holds nothing, and names it', async (short) => {
    const offers = inTurn(3, 3, 3)
    const lines = offers.map((one, index) => [one, index === short ? 4 : 1] as [typeof one, number])
    const id = await open(cartOf(...lines))

    const wish = {
      key: 'key-1',
      method: 'hosted',
      customer: { email: 'a@example.com' },
      ip: elsewhere(),
    } as const
    const answer = await orderOf(id).pay(wish)

    expect(answer).toMatchObject({
      ok: false,
      reason: { code: 'quantity-unavailable', fields: [`lines.${short}`], order: { status: 'open' } },
    })
    expect(await countedIn(offers)).toEqual([0, 0, 0])
    expect(gateway.sent('sale-form')).toEqual([])
  })

  it('gives all units back when it lapses, and asks for each again when it is paid after all', async () => {
    setWith(LAPSING)
    const [tea, mug] = inTurn(2, 2)
    const id = await atForm(cartOf([tea, 2], [mug, 1]))
    await lapsed(tea.offer)
    await lapsed(mug.offer)

    settlesOnly(gateway, id, 'approved')

    await becomes(id, 'approved')
    expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
    await expect.poll(() => stored(tea.offer)).toEqual(new Map([['sold', 2]]))
    await expect.poll(() => stored(mug.offer)).toEqual(new Map([['sold', 1]]))
  })

  it.each([0, 1])('that is paid after another order took line %s goes back whole', async (taken) => {
    setWith(LAPSING)
    const offers = inTurn(1, 1).slice(0, 2) as [ReturnType<typeof offer>, ReturnType<typeof offer>]
    const id = await atForm(cartOf([offers[0]], [offers[1]]))
    for (const one of offers) await lapsed(one.offer)
    setWith({})
    await atForm(offers[taken] ?? expect.fail())

    settlesOnly(gateway, id, 'approved')

    await expect.poll(async () => (await shown(id)).transactions.some(({ surplus }) => surplus)).toBe(true)
    expect(await countedIn(offers)).toEqual([taken === 0 ? 1 : 0, taken === 1 ? 1 : 0])
  })

  it('that its shopper cancels leaves all units to their next cart at once', async () => {
    const [tea, mug] = inTurn(1, 1)
    const ip = elsewhere()
    const id = await atForm(cartOf([tea], [mug]), ip)
    const next = await open(cartOf([mug], [tea]))

    expect(await orderOf(id).cancel()).toMatchObject({ ok: true, value: { status: 'cancelled' } })

    expect(await pay(next, ip)).toBe('ok')
    expect(await countedIn([tea, mug])).toEqual([1, 1])
  })

  it('that the merchant cancels frees all units', async () => {
    const [tea, mug] = inTurn(5, 5)
    const id = await atForm(cartOf([tea, 2], [mug, 3]))

    expect((await orderOf(id).cancelForMerchant('till')).ok).toBe(true)

    await expect.poll(() => countedIn([tea, mug])).toEqual([0, 0])
  })

  it('that is declined lets the shopper try again with the same units', async () => {
    const [tea, mug] = inTurn(1, 1)
    const ip = elsewhere()
    const id = await atForm(cartOf([tea], [mug]), ip)
    settlesOnly(gateway, id, 'declined')
    await becomes(id, 'declined')

    expect(await pay(id, ip, 'key-2')).toBe('ok')
    await becomes(id, 'redirect')
    expect(await countedIn([tea, mug])).toEqual([1, 1])
  })
})

describe('two carts that want the last units', () => {
  it.each([1, 2, 3, 4, 5, 6])('in opposite orders: one gets all, and nothing is kept (%s)', async () => {
    const [tea, mug, pot] = inTurn(1, 1, 1)
    const one = await open(cartOf([tea], [mug], [pot]))
    const other = await open(cartOf([pot], [mug], [tea]))

    const answers = await Promise.all([pay(one), pay(other)])

    expect(answers.toSorted()).toEqual(['offer-reserved', 'ok'])
    expect(await countedIn([tea, mug, pot])).toEqual([1, 1, 1])
    const winner = answers[0] === 'ok' ? one : other
    await becomes(winner, 'redirect')
    expect((await orderOf(winner).cancelForMerchant('till')).ok).toBe(true)
    await expect.poll(() => countedIn([tea, mug, pot])).toEqual([0, 0, 0])
  })

  it('of a ring of offers are never oversold, and in the end nothing is kept', async () => {
    const [tea, mug, pot] = inTurn(1, 1, 1)
    const ids = await Promise.all([
      open(cartOf([tea], [mug])),
      open(cartOf([mug], [pot])),
      open(cartOf([pot], [tea])),
    ])

    const answers = await Promise.all(ids.map((id) => pay(id)))

    const winners = ids.filter((_, index) => answers[index] === 'ok')
    expect(winners.length).toBeLessThanOrEqual(1)
    const total = (await countedIn([tea, mug, pot])).reduce((sum, units) => sum + units, 0)
    expect(total).toBe(2 * winners.length)
  })
})

describe('a cart that dies', () => {
  const POINTS: [CrashPoint, number][] = [
    ['counter-next', 0],
    ['counter-answered', 0],
    ['counter-next', 1],
    ['counter-answered', 1],
    ['counter-next', 2],
    ['counter-answered', 2],
  ]

  it.each(POINTS)('at %s after %s other counters while it reserves frees all', async (point, passes) => {
    const offers = inTurn(1, 1, 1)
    const [tea, mug, pot] = offers
    const id = await open(cartOf([tea], [mug], [pot]))
    crashAt(id, point, passes)

    await expect(pay(id)).rejects.toThrow(point)

    const next = await open(cartOf([tea], [mug], [pot]))
    await expect.poll(() => pay(next)).toBe('ok')
    expect(await countedIn(offers)).toEqual([1, 1, 1])
  })

  it.each(POINTS)('at %s after %s other counters while it lapses frees all', async (point, passes) => {
    setWith(lasting({ reservation: 300 }))
    const offers = inTurn(1, 1, 1)
    const id = await atForm(cartOf([offers[0]], [offers[1]], [offers[2]]))
    crashAt(id, point, passes)

    for (const one of offers) await lapsed(one.offer)
    expect(await shown(id)).toMatchObject({ status: 'redirect' })
  })

  it.each(POINTS)(
    'at %s after %s other counters while its shopper cancels frees all',
    async (point, passes) => {
      const offers = inTurn(1, 1, 1)
      const id = await atForm(cartOf([offers[0]], [offers[1]], [offers[2]]))
      crashAt(id, point, passes)

      await orderOf(id)
        .cancel()
        .catch(() => undefined)

      await expect.poll(() => countedIn(offers)).toEqual([0, 0, 0])
      expect(await shown(id)).toMatchObject({ status: 'cancelled' })
    },
  )

  it.each(POINTS)(
    'at %s after %s other counters while a late approval is decided decides it once',
    async (point, passes) => {
      setWith(LAPSING)
      const offers = inTurn(1, 1, 1)
      const id = await atForm(cartOf([offers[0]], [offers[1]], [offers[2]]))
      for (const one of offers) await lapsed(one.offer)
      crashAt(id, point, passes)

      gateway.reports('approved')

      await becomes(id, 'approved')
      for (const one of offers) await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
      expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
    },
  )

  it.each([0, 1])(
    'while it gives back what it got before line %s refused holds nothing up',
    async (passes) => {
      const offers = inTurn(1, 1, 1)
      await atForm(offers[2])
      const id = await open(cartOf([offers[0]], [offers[1]], [offers[2]]))
      // Three answers come first, then those to the two requests to release.
      crashAt(id, 'counter-answered', 3 + passes)

      await pay(id).catch(() => undefined)

      await expect.poll(() => countedIn(offers)).toEqual([0, 0, 1])
    },
  )
})
