/** What a try to pay asks of the limiter's objects: each call is billed, and the shopper waits for those before the click's answer. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Way } from '../../../shared/order-view.ts'
import type { Budget, Entry } from '../../limits/budget.ts'
import { costs } from '../../testing/edge.ts'
import {
  anotherCard,
  ends,
  limited,
  limitedGateway,
  passes,
  sessionAt,
  shortly,
  tries,
} from '../testing/limits.ts'
import { CARD, lasting, orderOf } from '../testing/orders.ts'
import { formReply, statusReply } from '../testing/scripted-gateway.ts'

const SECOND = 1000

const gateway = limitedGateway()

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
  gateway().onForm(formReply('42'))
  gateway().onStatus(statusReply('processing'))
  const shopper = await sessionAt('203.0.113.9')
  expect(await shortly(shopper, 'hosted')).toBe('ok')
  gateway().onStatus(statusReply(outcome))
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

/** The budgets, with a network's that a test answers for. */
function withNetwork(answer: (enter: () => Promise<Entry>) => Promise<Entry>, entered = () => undefined) {
  const inFront = (budget: DurableObjectStub<Budget>) => ({
    enterNetwork: (...wish: Parameters<Budget['enterNetwork']>) => answer(() => budget.enterNetwork(...wish)),
    enter: (...wish: Parameters<Budget['enter']>) => {
      entered()
      return budget.enter(...wish)
    },
    settle: (...told: Parameters<Budget['settle']>) => budget.settle(...told),
  })
  return { getByName: (name: string) => inFront(env.BUDGETS.getByName(name)) }
}

/** Budgets whose network answers only once every other one was asked. */
function networkLast(others: number) {
  const asked = Promise.withResolvers<void>()
  let left = others
  return withNetwork(
    (enter) => asked.promise.then(enter),
    () => {
      left -= 1
      if (left === 0) asked.resolve()
    },
  )
}

/** The isolate remembers networks through all tests. */
let networks = 0
const newNetwork = () => `192.0.${++networks}.9`

describe('the budgets of a try', () => {
  it.each<[Way, number]>([
    ['hosted', 1],
    ['card', 2],
  ])('by %s are asked side by side', async (way, others) => {
    limited({}, { BUDGETS: networkLast(others) })

    expect(await shortly(await sessionAt(newNetwork()), way)).toBe('ok')
  })

  it('forget one that its network refused', async () => {
    const tight = { triesPerEmail: 1, triesPerCard: 1 }
    const early = async (): Promise<Entry> => ({ standing: { type: 'early', waitMs: 8 * SECOND } })
    limited(tight, { BUDGETS: withNetwork(early) })
    const card = anotherCard()
    const refused = await sessionAt(newNetwork())
    const calls = callsFromNow()

    expect(await shortly(refused, 'card', { card })).toBe('too-many-requests 8')

    expect(calls()).toEqual({ email: 2, card: 2 })
    limited(tight)
    const elsewhere = { ...(await sessionAt(newNetwork())), email: refused.email }
    expect(await shortly(elsewhere, 'card', { card })).toBe('ok')
  })

  it('forget one whose network did not answer', async () => {
    const tight = { triesPerEmail: 1, triesPerCard: 1 }
    limited(tight, { BUDGETS: withNetwork(() => Promise.reject(new Error('the object is away'))) })
    const card = anotherCard()
    const refused = await sessionAt(newNetwork())

    expect(await shortly(refused, 'card', { card })).toBe('method-off')

    limited(tight)
    const elsewhere = { ...(await sessionAt(newNetwork())), email: refused.email }
    expect(await shortly(elsewhere, 'card', { card })).toBe('ok')
  })

  it('forget one that its network let in too late', async () => {
    const { promise: late, resolve: answers } = Promise.withResolvers<void>()
    const BUDGETS = withNetwork((enter) => late.then(enter))
    limited({}, { BUDGETS, ...lasting({ limiterDeadline: 1 }) })
    const refused = await sessionAt(newNetwork())
    expect(await shortly(refused)).toBe('method-off')
    const calls = callsFromNow()

    answers()

    await expect.poll(() => calls().network).toBe(2)
    limited()
    expect(await shortly(await sessionAt(refused.ip))).toBe('ok')
  })

  it('are told in vain of a try that was refused, where they do not answer, and the refusal stands', async () => {
    const early = async (): Promise<Entry> => ({ standing: { type: 'early', waitMs: 8 * SECOND } })
    const { getByName } = withNetwork(early)
    const settle = () => Promise.reject(new Error('the object is away'))
    limited({}, { BUDGETS: { getByName: (name: string) => ({ ...getByName(name), settle }) } })

    expect(await shortly(await sessionAt(newNetwork()))).toBe('too-many-requests 8')
  })

  it('let one e-mail address and card pay again and again, at any pace', async () => {
    const { email } = await sessionAt(newNetwork())
    const answers: string[] = []
    for (let at = 0; at < 8; at += 1) {
      const shopper = { ...(await sessionAt(newNetwork())), email }
      answers.push(await shortly(shopper, 'card', { card: CARD }))
      const calls = callsFromNow()
      await ends(shopper, 'approved')
      await expect.poll(() => calls().edge).toBe(1)
    }

    expect(answers).toEqual(Array(8).fill('ok'))
  })

  it('forget one that its e-mail address refused', async () => {
    limited({ triesPerEmail: 1 })
    const first = await sessionAt(newNetwork())
    await tries(first)
    const second = { ...(await sessionAt(newNetwork())), email: first.email }

    expect(await shortly(second)).toBe('method-off')

    expect(await shortly(await sessionAt(second.ip))).toBe('ok')
  })

  it('are asked about the network alone that tried before, and is refused', async () => {
    const ip = newNetwork()
    await tries(await sessionAt(ip))
    const calls = callsFromNow()

    const more = await Promise.all(Array.from({ length: 5 }, () => sessionAt(ip)))
    await Promise.all(more.map((one) => tries(one)))

    expect(calls()).toEqual({ network: 5 })
  })

  it('are asked about one of many tries that a network makes at the same time', async () => {
    const ip = newNetwork()
    const many = await Promise.all(Array.from({ length: 9 }, () => sessionAt(ip)))
    const calls = callsFromNow()

    const answers = await Promise.all(many.map((one) => shortly(one)))

    expect(answers.filter((one) => one === 'ok')).toHaveLength(1)
    expect(calls().network).toBe(9)
    expect(calls().email).toBeLessThanOrEqual(3)
  })

  it('are all asked about a try that its network lets in after a pause', async () => {
    const ip = newNetwork()
    await tries(await sessionAt(ip))
    passes(8 * SECOND)
    const calls = callsFromNow()

    expect(await shortly(await sessionAt(ip))).toBe('ok')
    expect(calls()).toMatchObject({ network: 1, email: 1, card: 1 })
  })
})
