/** Orders under limits, with real budgets: who may pay, who waits, and who is sent to the hosted page. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configOf } from '../config/config.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Budget } from '../limits/budget.ts'
import { type BudgetKind, budgetName } from '../limits/limit-names.ts'
import { answerWith, OfferLimit } from '../testing/edge.ts'
import { cartOf, offer } from './testing/limited-offers.ts'
import {
  anotherCard,
  edgeTally,
  ends,
  limited,
  limitedGateway,
  linkedAt,
  passes,
  type Shopper,
  sessionAt,
  shopperAt,
  shortly,
  tries,
} from './testing/limits.ts'
import { becomes, CARD, lasting, orderOf, shown } from './testing/orders.ts'
import { change, product, productTerms } from './testing/products.ts'
import { statusReply } from './testing/scripted-gateway.ts'

const SECOND = 1000

const gateway = limitedGateway()

const budgetOf = async (kind: BudgetKind, text: string) =>
  env.BUDGETS.getByName((await budgetName(configOf(env), kind, text)) ?? '')

/** Everything that a budget's object stores. */
const storedIn = (budget: DurableObjectStub<Budget>) =>
  runInDurableObject(budget, (_: Budget, { storage }) => JSON.stringify([...storage.kv.list()]))

/** Cards fail elsewhere, so that the edge is no longer calm. */
async function cardsFail(bad: number): Promise<void> {
  await edgeTally().note({ bad, good: 0 })
  // What was heard of the tally before does not count any more.
  passes(1)
}

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

describe('why a bank declined', () => {
  const codeOf = async ({ id }: Shopper) => (await shown(id)).error?.code

  const fails = async (shopper: Shopper) => {
    gateway().onStatus(statusReply('declined', { 'error-code': '116' }))
    await ends(shopper, 'declined')
  }

  it('reaches the shopper of an offer', async () => {
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined-funds')
  })

  it('reaches the shoppers of five offers’ orders, and of no further one', async () => {
    const codes: (string | undefined)[] = []
    for (let network = 0; network < 6; network += 1) {
      const shopper = await shopperAt(`203.0.${network}.9`)
      await tries(shopper)
      await fails(shopper)
      codes.push(await codeOf(shopper))
    }

    expect(codes).toEqual([...Array(5).fill('declined-funds'), 'declined'])
  })

  it('reaches no shopper of an offer once many cards fail', async () => {
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined')
  })

  it('reaches the shopper of a session also then', async () => {
    const shopper = await sessionAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined-funds')
  })
})

describe('somebody who came by a link', () => {
  it('reads no reason of a bank once many cards fail, as the shopper of an offer', async () => {
    const shopper = await linkedAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    gateway().onStatus(statusReply('declined', { 'error-code': '116' }))
    await ends(shopper, 'declined')

    expect((await shown(shopper.id)).error?.code).toBe('declined')
  })

  it('pays by no card while card entry of offers is off, and by a form', async () => {
    await cardsFail(120)

    expect(await shortly(await linkedAt('203.0.113.1'))).toBe('method-off')
    expect(await shortly(await linkedAt('203.0.113.1'), 'hosted')).toBe('ok')
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

describe('an approval', () => {
  it('on the hosted page gives the e-mail address its try back, though the order slept meanwhile', async () => {
    limited({ triesPerNetwork: 100, triesPerEmail: 2 })
    for (let order = 0; order < 6; order += 1) {
      const shopper = { ...(await shopperAt('203.0.113.9')), email: 'cid@example.com' }
      expect(await shortly(shopper, 'hosted')).toBe('ok')
      await becomes(shopper.id, 'redirect')
      await evictDurableObject(orderOf(shopper.id))
      gateway().onStatus(statusReply('approved'))
      await ends(shopper, 'approved')
    }
  })

  it('stays given back, though the budget slept', async () => {
    limited({ triesPerNetwork: 100, triesPerEmail: 2 })
    const answers: string[] = []
    for (const [order, isPaid] of [false, true, true, true].entries()) {
      const shopper = { ...(await shopperAt(`10.2.${order}.9`)), email: 'dee@example.com' }
      answers.push(await shortly(shopper, 'card', isPaid ? { card: CARD } : {}))
      await ends(shopper, isPaid ? 'approved' : 'declined')
      const budget = await budgetOf('email', 'dee@example.com')
      await expect.poll(async () => (await storedIn(budget)).match(/"bad"|"good"/g)).toHaveLength(order + 1)
      await evictDurableObject(budget)
    }

    expect(answers).toEqual(['ok', 'ok', 'ok', 'ok'])
  })
})

describe('under attack', () => {
  it('offers take no card, hosted pages stay, and cards are back when it is over', async () => {
    await cardsFail(120)

    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'), 'hosted')).toBe('ok')
    passes(11 * 60 * SECOND)
    expect(await shortly(await shopperAt('198.51.100.1'))).toBe('ok')
  })

  it('sessions of the merchant’s server still take cards', async () => {
    await cardsFail(120)

    expect(await shortly(await sessionAt('203.0.113.1'))).toBe('ok')
  })

  it.each([
    ['on', 120, 'ok'],
    ['off', 0, 'method-off'],
  ])('a setting pins it %s', async (cardsForOffers, failures, answer) => {
    limited({ cardsForOffers })
    if (failures) await cardsFail(failures)

    expect(await shortly(await shopperAt('203.0.113.1'))).toBe(answer)
  })

  it('one offer takes no card while too many fail for it, and others do', async () => {
    limited({ failuresPerOffer: 3 })
    const offer = crypto.randomUUID()
    for (let at = 0; at < 3; at += 1) {
      const shopper = await shopperAt(`10.0.${at}.1`, { offer })
      await tries(shopper)
      await ends(shopper, 'declined')
    }

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', { offer }))
      })
      .toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')
  })

  it('a card that fails for a product counts for it, whatever version is sold', async () => {
    limited({ failuresPerOffer: 1 })
    const sold = await product()
    const shopper = await shopperAt('10.0.0.1', productTerms(sold))
    await tries(shopper)
    await ends(shopper, 'declined')
    const renamed = productTerms(await change(sold.id, { name: 'Cup' }))

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', renamed))
      })
      .toBe('method-off')
  })

  it.each([0, 1, 2])('a card that fails for a cart counts for each of its offers: line %s', async (at) => {
    limited({ failuresPerOffer: 1 })
    const offers = [0, 1, 2].map(() => ({ offer: crypto.randomUUID() }))
    const shopper = await shopperAt('10.0.0.1', cartOf(...offers.map((one) => [one] as const)))
    await tries(shopper)
    await ends(shopper, 'declined')

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', offers[at]))
      })
      .toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')
  })
})

describe('with keys of a bot check', () => {
  /** Tokens that the verifier was asked about. */
  let asked: string[]
  let verdict: (order: string) => Response | Promise<Response>

  beforeEach(() => {
    asked = []
    verdict = (order) =>
      Response.json({
        success: true,
        'error-codes': [],
        hostname: new URL(configOf(env).PUBLIC_URL).hostname,
        action: 'pay',
        cdata: order,
        challenge_ts: new Date().toISOString(),
      })
    answerWith(async (input, init) => {
      if (!String(input).endsWith('/siteverify')) return gateway().fetch(input, init)
      const { response } = JSON.parse(String(init?.body))
      asked.push(response)
      return verdict(response)
    })
    limited(
      {},
      { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-of-a-test' },
    )
  })

  /** A shopper whose network is beyond its budget. */
  async function beyond() {
    await cardsFail(50)
    await tries(await shopperAt('203.0.113.1'))
    passes(8 * SECOND)
    return shopperAt('203.0.113.9')
  }

  it('a shopper beyond a budget passes one, and pays by card', async () => {
    const shopper = await beyond()

    expect(await shortly(shopper)).toBe('check-needed')
    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('ok')
    expect(asked).toEqual([shopper.id])
  })

  it('five of a network do so, and the next is sent to the hosted page', async () => {
    await beyond()
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const shopper = await shopperAt('203.0.113.9')
      answers.push(await shortly(shopper, 'card', { check: shopper.id }))
    }

    expect(answers).toEqual([...Array(5).fill('ok'), 'method-off'])
  })

  it('a token is not used up where no check is needed', async () => {
    const shopper = await shopperAt('203.0.113.9')

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('ok')
    expect(asked).toEqual([])
  })

  it('a try counts for nothing whose shopper cancels meanwhile', async () => {
    const shopper = await beyond()
    const passed = verdict
    verdict = async (order) => {
      await orderOf(order).cancel()
      return passed(order)
    }

    await tries(shopper, 'card', { check: shopper.id })

    await expect
      .poll(async () => storedIn(await budgetOf('network', '203.0.113.0')))
      .not.toContain('isChecked')
    expect(asked).toEqual([shopper.id])
    expect(gateway().sent('sale')).toHaveLength(1)
  })

  it('a token of another order asks again', async () => {
    const shopper = await beyond()

    expect(await shortly(shopper, 'card', { check: 'another-order' })).toBe('check-needed')
  })

  it('a silent verifier lets nobody in by card', async () => {
    verdict = () => Promise.reject(new Error('no route'))
    const shopper = await beyond()

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('method-off')
    expect(gateway().sent('sale')).toHaveLength(1)
  })

  it('no check lifts the number of cards of an order, nor a switched-off card entry', async () => {
    await cardsFail(120)
    const shopper = await shopperAt('203.0.113.9')

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('method-off')
    expect(asked).toEqual([])
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

describe('what the limiter keeps', () => {
  it('of a network is neither address nor order, and is erased after an hour', async () => {
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    passes(8 * SECOND)
    await tries(await shopperAt('203.0.113.1'))
    const network = await budgetOf('network', '203.0.113.0')

    const kept = await storedIn(network)
    expect(kept).toMatch(/^\[\["tries",\[(,?\{"ticket":"[\da-f-]{36}","at":\d+,"state":"open"\}){2}\]\]\]$/)
    expect(kept + network.name).not.toMatch(/203\.0|shopper/)
    expect(kept + network.name).not.toContain(shopper.id)
    passes(60 * 60 * SECOND)
    await runInDurableObject(network, (budget: Budget) => budget.alarm())
    expect(await storedIn(network)).toBe('[]')
  })

  it.each([
    ['card', 60],
    ['hosted', 10],
  ] as const)(
    'of a network’s only try, by %s, is an alarm %d minutes later, which survives the object',
    async (by, minutes) => {
      const startedAt = Date.now()
      await tries(await shopperAt('203.0.113.9'), by)
      const network = await budgetOf('network', '203.0.113.0')
      const alarm = await runInDurableObject(network, async (_: Budget, ctx) => ctx.storage.getAlarm())
      await evictDurableObject(network)

      expect(await storedIn(network)).toBe('[]')
      expect((alarm ?? 0) - startedAt).toBe(minutes * 60 * SECOND)
      passes(minutes * 60 * SECOND - 2)
      await cardsFail(50)
      expect(await shortly(await shopperAt('203.0.113.1'))).toBe('method-off')
      passes(1)
      expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')
    },
  )

  it('of a card is written when it fails, and erased 24 hours after it was tried', async () => {
    const card = anotherCard()
    const triedAt = Date.now()
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper, 'card', { card })
    await ends(shopper, 'declined')
    const budget = await budgetOf('card', card.number)

    await expect.poll(() => storedIn(budget)).toContain('"state":"bad"')
    expect((await storedIn(budget)) + budget.name).not.toContain(card.number.slice(0, 6))
    const alarm = await runInDurableObject(budget, (_: Budget, { storage }) => storage.getAlarm())
    expect(alarm).toBeLessThanOrEqual(triedAt + 24 * 3_600_000 + SECOND)
    passes(24 * 3_600_000)
    await runInDurableObject(budget, (one: Budget) => one.alarm())
    expect(await storedIn(budget)).toBe('[]')
  })

  it('of a card is nothing without a key for digests', async () => {
    limited({}, { CARD_DIGEST_KEY: undefined })
    expect(await shortly(await shopperAt('203.0.113.9'))).toBe('ok')
  })
})

describe('the row of an order', () => {
  /** Numbers of the attempts whose budgets the row names. */
  const noted = ({ id }: { id: string }) =>
    runInDurableObject(orderOf(id), (_, { storage }) =>
      Object.keys(storage.kv.get<{ receipts: object }>('order')?.receipts ?? {}),
    )

  it.each(['declined', 'approved'])(
    'names budgets until the attempt is %s, and no longer',
    async (outcome) => {
      const shopper = await shopperAt('203.0.113.9')
      await tries(shopper, 'card', outcome === 'approved' ? { card: CARD } : {})
      expect(await noted(shopper)).toEqual(['1'])

      await ends(shopper, outcome)

      expect(await noted(shopper)).toEqual([])
    },
  )
})
