/** Orders under limits, with real budgets: who may pay, who waits, and who is sent to the hosted page. */
import { describe, expect, it, vi } from 'vitest'
import type { Refusal } from '../domain/refusal.ts'
import { OfferLimit } from '../testing/edge.ts'
import { offer } from './testing/limited-offers.ts'
import {
  anotherCard,
  cardsFail,
  ends,
  limited,
  limitedGateway,
  passes,
  shopperAt,
  shortly,
  tries,
} from './testing/limits.ts'
import { becomes, CARD, lasting } from './testing/orders.ts'

const SECOND = 1000

const gateway = limitedGateway()

describe('a shopper whose card was declined', () => {
  it('may try another one, as soon as it could be typed', async () => {
    const shopper = await shopperAt('203.0.113.9')
    expect(await shortly(shopper)).toBe('ok')
    await ends(shopper, 'declined')

    expect(await shortly(shopper)).toBe('too-many-requests 8')
    passes(8 * SECOND)
    expect(await shortly(shopper)).toBe('ok')
  })

  it('waits longer after each further one, and has five', async () => {
    const shopper = await shopperAt('203.0.113.9')
    const waited: number[] = []
    for (let card = 0; card < 5; card += 1) {
      let answer = await tries(shopper)
      while (answer !== 'ok') {
        waited.push(answer.retryAfterSeconds ?? 0)
        passes((answer.retryAfterSeconds ?? 0) * SECOND)
        answer = await tries(shopper)
      }
      await ends(shopper, 'declined')
    }
    passes(60 * SECOND)

    expect(waited).toEqual([8, 10, 30, 60])
    expect(await tries(shopper)).toMatchObject({ code: 'method-off', order: { methods: ['hosted'] } })
    passes(300 * SECOND)
    expect(await shortly(shopper, 'hosted')).toBe('ok')
  })

  it('does not count a try of a limited offer whose counter does not answer', async () => {
    const reserve = vi.spyOn(OfferLimit.prototype, 'reserve').mockRejectedValueOnce(new Error('away'))
    const shopper = await shopperAt('203.0.113.9', offer(3))
    await expect(tries(shopper)).rejects.toThrow('away')
    reserve.mockRestore()

    expect(await shortly(await shopperAt('203.0.113.9'))).toBe('ok')
  })

  it('joins the attempt of the same key without another count', async () => {
    const shopper = await shopperAt('203.0.113.9')

    const answers = [
      await shortly(shopper, 'card', { key: 'key-1' }),
      await shortly(shopper, 'card', { key: 'key-1' }),
    ]

    expect(answers).toEqual(['ok', 'ok'])
  })
})

describe('a network', () => {
  it('lets one of many in that come at the same time', async () => {
    const shoppers = await Promise.all(Array.from({ length: 20 }, (_, at) => shopperAt(`203.0.113.${at}`)))

    const answers = await Promise.all(shoppers.map((one) => shortly(one)))

    expect(answers.toSorted()).toEqual(['ok', ...Array(19).fill('too-many-requests 8')].toSorted())
    expect(gateway().sent('sale')).toHaveLength(1)
  })

  it.each([
    ['198.51.100.7', '198.51.100.8', 'too-many-requests 8'],
    ['198.51.100.7', '198.51.101.7', 'ok'],
    ['2001:db8:1:1::1', '2001:db8:1:ffff::1', 'too-many-requests 8'],
    ['2001:db8:1:1::1', '2001:db8:2:1::1', 'ok'],
  ])('of %s has %s: %s', async (one, other, answer) => {
    await tries(await shopperAt(one))

    expect(await shortly(await shopperAt(other))).toBe(answer)
  })

  it('has another try for each payment that succeeded', async () => {
    const paid = await shopperAt('203.0.113.9')
    await tries(paid, 'card', { card: CARD })
    await ends(paid, 'approved')

    await expect.poll(async () => shortly(await shopperAt('203.0.113.9'))).toBe('ok')
  })

  it('is sent to the hosted page where cards fail elsewhere, and pays there after a delay at most', async () => {
    await cardsFail(50)
    await tries(await shopperAt('203.0.113.1'))
    passes(8 * SECOND)
    const honest = await shopperAt('203.0.113.9')

    expect(await tries(honest)).toMatchObject({ code: 'method-off', order: { methods: ['hosted'] } })
    expect(await shortly(honest, 'hosted')).toBe('ok')
    await becomes(honest.id, 'redirect')
  })

  it('has a card waiting where the order knows no form', async () => {
    await cardsFail(50)
    await tries(await shopperAt('203.0.113.1'))
    passes(8 * SECOND)

    expect(await shortly(await shopperAt('203.0.113.9', { methods: ['card'] }))).toMatch(/^too-many-requests/)
  })

  it('gives the try back of a payment that no unit of the offer was left for', async () => {
    const one = { offer: crypto.randomUUID(), limit: 1 }
    await tries(await shopperAt('198.51.100.1', one), 'hosted')

    expect(await shortly(await shopperAt('203.0.113.1', one), 'hosted')).toBe('offer-reserved')
    expect(await shortly(await shopperAt('203.0.113.9'))).toBe('ok')
  })
})

describe('a refusal', () => {
  it('tells the operator’s figures which budget it was, and the shopper nothing of it', async () => {
    const points: (readonly unknown[] | undefined)[] = []
    const METRICS = { writeDataPoint: ({ blobs }: AnalyticsEngineDataPoint) => points.push(blobs) }
    limited({}, { METRICS })
    await tries(await shopperAt('203.0.113.1'))

    const refusal = await tries(await shopperAt('203.0.113.2'))

    expect(refusal).toEqual({
      code: 'too-many-requests',
      retryAfterSeconds: 8,
      order: expect.objectContaining({ status: 'open' }),
    })
    expect(points.filter((blobs) => blobs?.[0] === 'budget-hit')).toEqual([['budget-hit', 'network', 'wait']])
  })
})

describe('an e-mail address', () => {
  it('has five tries in an hour, from whatever network', async () => {
    limited({ triesPerNetwork: 100 })
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const shopper = await shopperAt(`10.0.${at}.1`)
      answers.push(
        await shortly({ ...shopper, email: at % 2 ? 'Eve@Example.com' : 'eve@example.com ' }, 'hosted'),
      )
    }

    expect(answers.slice(0, 5)).toEqual(Array(5).fill('ok'))
    expect(answers[5]).toMatch(/^too-many-requests/)
  })
})

describe('a card', () => {
  it('has five failures in 24 hours, from whatever network and e-mail address', async () => {
    const card = anotherCard()
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const shopper = await shopperAt(`10.0.${at}.1`)
      answers.push(await shortly(shopper, 'card', { card }))
      if (answers.at(-1) === 'ok') await ends(shopper, 'declined')
      passes(2 * 60 * SECOND)
    }

    expect(answers).toEqual([...Array(5).fill('ok'), 'method-off'])
  })
})

describe('the time that a refusal tells', () => {
  /** Tries until a refusal tells a time. */
  async function refusedFor(attempt: () => Promise<'ok' | Refusal>): Promise<number> {
    for (let times = 0; times < 9; times += 1) {
      const answer = await attempt()
      if (answer !== 'ok') return answer.retryAfterSeconds ?? expect.fail(`${answer.code} tells no time`)
    }
    return expect.fail('never refused')
  }

  /** A card of its own order each time, where the order knows no form, so that a refusal is a pause. */
  const byCard =
    (more: { email?: string; card?: typeof CARD; ip?: string } = {}) =>
    async () => {
      const { card = anotherCard(), ip = `10.1.${Math.floor(Math.random() * 250)}.9`, email } = more
      const shopper = await shopperAt(ip, { methods: ['card'] })
      return tries({ ...shopper, ...(email && { email }) }, 'card', { card })
    }

  it.each([
    ['an e-mail address', { email: 'bea@example.com' }, 3600],
    ['a card', { card: anotherCard() }, 24 * 3600],
    ['a network beside the edge’s reserve', { ip: '203.0.113.9' }, 600],
  ])('of %s is when a try is let in, not a second earlier', async (_, same, most) => {
    limited({ triesPerEmail: 2, triesPerCard: 2, furtherCards: 1, triesPerNetwork: 'ip' in same ? 1 : 100 })
    const attempt = byCard(same)
    let seconds = await refusedFor(attempt)
    // The first pause of a network is the one between two cards.
    while (seconds <= 8) {
      passes(seconds * SECOND)
      seconds = await refusedFor(attempt)
    }

    expect(seconds).toBeLessThanOrEqual(most)
    expect(seconds).toBeGreaterThan(most - 70)
    passes((seconds - 1) * SECOND)
    expect(await attempt()).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 1 })
    passes(SECOND)
    expect(await attempt()).toBe('ok')
  })

  it('of card entry that is off is when it may be on again', async () => {
    await cardsFail(120)
    const attempt = byCard()
    const seconds = await refusedFor(attempt)

    expect(seconds).toBeGreaterThanOrEqual(600)
    expect(seconds).toBeLessThan(610)
    passes(seconds * SECOND)
    expect(await attempt()).toBe('ok')
  })

  it('of an order that has used its cards up is when it ends', async () => {
    limited({ cardsPerOrder: 1 })
    const shopper = await shopperAt('203.0.113.9', { methods: ['card'] })
    await tries(shopper)
    await ends(shopper, 'declined')

    const { retryAfterSeconds } = (await tries(shopper)) as Refusal
    expect(retryAfterSeconds).toBeGreaterThan(3500)
  })
})

describe('where the limiter does not answer', () => {
  const silent = { getByName: () => new Proxy({}, { get: () => () => new Promise(() => undefined) }) }

  it.each(['BUDGETS', 'TALLIES'])('(%s) no card is let in, and forms wait', async (binding) => {
    limited({}, { [binding]: silent, ...lasting({ limiterDeadline: 20 }) })

    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('method-off')
    expect(gateway().requests).toEqual([])
  })
})
