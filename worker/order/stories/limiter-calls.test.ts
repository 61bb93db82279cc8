/** What a try to pay asks of the limiter's objects: each call is billed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, costs } from '../../testing/edge.ts'
import { anotherCard, declinesAllBut, ends, limited, sessionAt, shortly, tries } from '../testing/limits.ts'
import { CARD, orderOf } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { formReply, ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'

const SECOND = 1000

let gateway: ScriptedGateway

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  gateway = new ScriptedGateway()
  declinesAllBut(gateway)
  answerWith(gateway.fetch)
  limited()
  // No test comes from a network that an earlier one was refused for.
  passes(60 * SECOND)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Counts the calls of the limiter's objects from now on, by what they count. */
function callsFromNow() {
  const before = costs().calls
  return () => {
    const kinds = ['network', 'email', 'card', 'edge'].map((kind) => {
      const count = (costs().calls[kind] ?? 0) - (before[kind] ?? 0)
      return [kind, count] as const
    })
    return Object.fromEntries(kinds.filter(([, count]) => count > 0))
  }
}

/** Pays by a form, which ends so. */
async function paysByForm(outcome: 'approved' | 'declined') {
  gateway.onForm(formReply('42'))
  gateway.onStatus(statusReply('processing'))
  const shopper = await sessionAt('203.0.113.9')
  expect(await shortly(shopper, 'hosted')).toBe('ok')
  gateway.onStatus(statusReply(outcome))
  await ends(shopper, outcome)
  return shopper
}

/** Pays by card, which ends so. */
async function paysByCard(outcome: 'approved' | 'declined') {
  const shopper = await sessionAt('203.0.113.9')
  expect(await tries(shopper, 'card', { card: outcome === 'approved' ? CARD : anotherCard() })).toBe('ok')
  await ends(shopper, outcome)
  return shopper
}

const ALONE = () => undefined

/** Another form of the network was paid before, so that the network has a row. */
async function amongOthers(): Promise<void> {
  limited({ triesPerNetwork: 3 })
  await paysByForm('approved')
  await paysByForm('approved')
}

describe('a try to pay asks the limiter', () => {
  it.each([
    ['by a form that is approved', ALONE, () => paysByForm('approved'), { network: 1, email: 1, edge: 1 }],
    ['by a form that fails', ALONE, () => paysByForm('declined'), { network: 1, email: 2 }],
    [
      'by a form of a busy network that is approved',
      amongOthers,
      () => paysByForm('approved'),
      { network: 2, email: 1, edge: 1 },
    ],
    [
      'by a card that is approved',
      ALONE,
      () => paysByCard('approved'),
      { network: 2, email: 1, card: 1, edge: 1 },
    ],
    ['by a card that fails', ALONE, () => paysByCard('declined'), { network: 1, email: 2, card: 2, edge: 1 }],
  ])('%s as seldom as that', async (_, before, pays, expected) => {
    await before()
    const calls = callsFromNow()

    const { id } = await pays()

    await expect.poll(calls).toEqual(expected)
    await orderOf(id).refresh()
    expect(calls()).toEqual(expected)
  })
})
