/** Objects of the limiter sleep ten seconds after their last call and lose their memory. What they count survives that. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from '../../config/config.ts'
import { type BudgetKind, budgetName } from '../../limits/limit-names.ts'
import type { Tally } from '../../limits/tally.ts'
import { answerWith } from '../../testing/edge.ts'
import {
  anotherCard,
  edgeTally,
  ends,
  limited,
  limitedGateway,
  passes,
  shopperAt,
  shortly,
  tries,
} from '../testing/limits.ts'
import { CARD, orderOf } from '../testing/orders.ts'
import { ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'

const SECOND = 1000

limitedGateway()

/** Lets the tally's alarm ring if it is due before its object sleeps, and the object sleep. */
async function tallySleeps(): Promise<void> {
  passes(9 * SECOND)
  await runInDurableObject(edgeTally(), async (tally: Tally, { storage }) => {
    const at = await storage.getAlarm()
    if (at !== null && at <= Date.now()) await tally.alarm()
  })
  await evictDurableObject(edgeTally())
}

describe('the tally remembers in its sleep', () => {
  it('the turns that it gave to forms', async () => {
    for (let form = 0; form < 4; form += 1) await edgeTally().furtherForm()
    await tallySleeps()

    expect(await edgeTally().furtherForm()).toBeGreaterThan(Date.now())
  })

  it('the further cards that it let in', async () => {
    for (let card = 0; card < 4; card += 1) expect(await edgeTally().furtherCardIn()).toBe(0)
    await tallySleeps()

    expect(await edgeTally().furtherCardIn()).toBeGreaterThan(0)
  })

  it('every failure of a burst', async () => {
    for (let card = 0; card < 119; card += 1) await edgeTally().note({ bad: 1, good: 0 })
    await tallySleeps()
    await edgeTally().note({ bad: 1, good: 0 })

    expect(await edgeTally().offUntil()).toBeGreaterThan(Date.now())
  })
})

const budgetOf = async (kind: BudgetKind, text: string) =>
  env.BUDGETS.getByName((await budgetName(configOf(env), kind, text)) ?? '')

/** Everything that a budget's object stores. */
const storedIn = async (kind: BudgetKind, text: string) =>
  runInDurableObject(await budgetOf(kind, text), (_, { storage }) => JSON.stringify([...storage.kv.list()]))

const budgetSleeps = async (kind: BudgetKind, text: string) => evictDurableObject(await budgetOf(kind, text))

describe('a network remembers in its sleep', () => {
  it('who paid', async () => {
    await edgeTally().note({ bad: 50, good: 0 })
    const paid = await shopperAt('203.0.113.9')
    await tries(paid, 'card', { card: CARD })
    await ends(paid, 'approved')
    const budget = await budgetOf('network', '203.0.113.0')
    await expect.poll(() => runInDurableObject(budget, (_, { storage }) => storage.getAlarm())).toBeNull()
    passes(15 * SECOND)
    await budgetSleeps('network', '203.0.113.0')

    expect(await shortly(await shopperAt('203.0.113.8'))).toBe('ok')
  })

  it('who paid, where it slept until then', async () => {
    await edgeTally().note({ bad: 50, good: 0 })
    const paid = await shopperAt('203.0.113.9')
    await tries(paid, 'card', { card: CARD })
    await budgetSleeps('network', '203.0.113.0')
    await ends(paid, 'approved')
    passes(15 * SECOND)

    await expect.poll(async () => shortly(await shopperAt('203.0.113.8'))).toBe('ok')
  })

  it('who paid by card, where the order slept until then', async () => {
    const gateway = new ScriptedGateway()
    gateway.onStatus(statusReply('approved'))
    answerWith(gateway.fetch)
    await edgeTally().note({ bad: 50, good: 0 })
    const paid = await shopperAt('203.0.113.9')
    expect(await tries(paid, 'card', { card: CARD })).toBe('ok')
    await evictDurableObject(orderOf(paid.id))
    await ends(paid, 'approved')
    passes(15 * SECOND)

    await expect.poll(async () => shortly(await shopperAt('203.0.113.8'))).toBe('ok')
  })

  it('that an only try failed', async () => {
    await edgeTally().note({ bad: 50, good: 0 })
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    await ends(shopper, 'declined')
    passes(15 * SECOND)
    await budgetSleeps('network', '203.0.113.0')

    expect(await shortly(await shopperAt('203.0.113.8'))).toBe('method-off')
  })

  it('whose form waits for its turn, but not the order', async () => {
    const others = async () => {
      for (let form = 0; form < 6; form += 1) await edgeTally().furtherForm()
    }
    await tries(await shopperAt('203.0.113.1'), 'hosted')
    passes(8 * SECOND)
    await others()
    const honest = await shopperAt('203.0.113.9')
    const told = await tries(honest, 'hosted')
    const seconds = told === 'ok' ? 0 : (told.retryAfterSeconds ?? 0)
    await others()
    expect(seconds).toBeGreaterThan(60)
    expect(await storedIn('network', '203.0.113.0')).not.toContain(honest.id)
    passes(seconds * SECOND)
    await budgetSleeps('network', '203.0.113.0')

    expect(await shortly(honest, 'hosted')).toBe('ok')
    expect(await storedIn('network', '203.0.113.0')).toContain('["turns",[]]')
  })
})

describe('a failure that is heard of after the sleep', () => {
  it.each(['card', 'email'] as const)('counts for its %s', async (kind) => {
    limited({ triesPerNetwork: 100 })
    const card = anotherCard()
    const email = 'ann@example.com'
    const text = kind === 'card' ? card.number : email
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const own = await shopperAt(`10.0.${at}.1`)
      const shopper = kind === 'email' ? { ...own, email } : own
      answers.push(await shortly(shopper, 'card', kind === 'card' ? { card } : {}))
      await budgetSleeps(kind, text)
      if (answers.at(-1) !== 'ok') break
      await ends(shopper, 'declined')
      await expect
        .poll(async () => (await storedIn(kind, text)).match(/"bad"/g)?.length ?? 0)
        .toBe(answers.length)
      passes(60 * SECOND)
    }

    expect(answers).toEqual([...Array(5).fill('ok'), 'method-off'])
  })
})
