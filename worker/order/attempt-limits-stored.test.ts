/** What limits store of orders, networks, addresses and cards, and until when. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Budget } from '../limits/budget.ts'
import {
  anotherCard,
  budgetOf,
  cardsFail,
  ends,
  limited,
  limitedGateway,
  passes,
  shopperAt,
  shortly,
  storedIn,
  tries,
} from './testing/limits.ts'
import { becomes, CARD, orderOf } from './testing/orders.ts'
import { statusReply } from './testing/scripted-gateway.ts'

const SECOND = 1000

const gateway = limitedGateway()

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
