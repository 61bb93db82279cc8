/** What strangers can keep from others by reservations, and that a crowd behind one address still buys. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { referenceIn } from '../../../shared/order-names.ts'
import { configOf } from '../../config/config.ts'
import { holdsName } from '../../limits/limit-names.ts'
import type { NetworkHolds } from '../../limits/network-holds.ts'
import { answerWith, costs, crashAt, OfferLimit } from '../../testing/edge.ts'
import { cartOf, counted, counterOf, offer, open, stored } from '../testing/limited-offers.ts'
import { limited } from '../testing/limits.ts'
import { becomes, notice, orderOf, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** So many tries that only the rules for reservations decide. */
const PATIENT = { triesPerNetwork: 100_000, triesPerEmail: 100_000 }

const KEYS = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-of-a-test' }

let gateway: ScriptedGateway
let paid: Set<string>

/** Whether the question is about an order that was paid. */
const isPaid = (question: URLSearchParams) =>
  paid.has(referenceIn(question.get('client_orderid') ?? '') ?? '')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  gateway = new ScriptedGateway()
  paid = new Set()
  gateway.onStatus((question, deadline) =>
    statusReply(isPaid(question) ? 'approved' : 'processing')(question, deadline),
  )
  answerWith(gateway.fetch)
  limited(PATIENT)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

const opened = (sold: Parameters<typeof open>[0]) =>
  open({ methods: ['hosted'], expiresAt: Date.now() + 48 * HOUR, ...sold })

/** Pays on the hosted page. @returns `ok`, or why not and when to come again. */
async function pays(id: string, ip: string, check?: string) {
  const wish = {
    key: crypto.randomUUID(),
    method: 'hosted',
    customer: { email: `${id}@example.com` },
    ip,
  } as const
  const answer = await orderOf(id).pay({ ...wish, ...(check && { check }) })
  if (!answer.ok) return answer.reason
  await becomes(id, 'redirect')
  return 'ok'
}

const codeOf = (answer: Awaited<ReturnType<typeof pays>>) => (answer === 'ok' ? answer : answer.code)

/** The order's reservation lapses, if that is due. */
const lapses = (id: string) => runDurableObjectAlarm(orderOf(id))

/** An order that reserved and let it lapse, or was cancelled, after so long. */
async function wastes(sold: Parameters<typeof open>[0], ip: string, ms: number): Promise<void> {
  const id = await opened(sold)
  expect(await pays(id, ip)).toBe('ok')
  passes(ms)
  await orderOf(id).cancel()
}

/** How often the strangers look whether the piece is free. */
const STEP_MS = 10 * MINUTE

/** The order that holds the piece, and whether it was renewed. */
interface Reserving {
  readonly id: string
  readonly ip: string
  isRenewed: boolean
}

/** Strangers who want to keep a piece from everybody, each in a network of their own, and who know what the others do. */
class Strangers {
  readonly #sold = offer(1)
  readonly #ips: readonly string[]
  /** Network → when it may try again. */
  readonly #due = new Map<string, number>()
  #holder: Reserving | undefined

  constructor(networks: number) {
    this.#ips = Array.from({ length: networks }, (_, at) => `10.1.${at}.9`)
  }

  /** @returns For how many minutes of a day they keep it. */
  async keepIt(): Promise<number> {
    let kept = 0
    for (const ends = Date.now() + 24 * HOUR; Date.now() < ends; passes(STEP_MS)) {
      await (this.#holder ? this.#holdOn(this.#holder) : undefined)
      if (!this.#holder) await this.#reserve()
      if ((await counted(this.#sold.offer)) > 0) kept += STEP_MS / MINUTE
    }
    return kept
  }

  async #holdOn(holder: Reserving): Promise<void> {
    const ends = Date.parse((await shown(holder.id)).reservedUntil ?? '')
    if (Date.now() >= ends) {
      await lapses(holder.id)
      this.#holder = undefined
    } else if (!holder.isRenewed && Date.now() + STEP_MS >= ends) {
      holder.isRenewed = true
      await orderOf(holder.id).continuePayment(holder.ip)
    }
  }

  async #reserve(): Promise<void> {
    for (const ip of this.#ips) {
      if (Date.now() < (this.#due.get(ip) ?? 0)) continue
      const id = await opened(this.#sold)
      const answer = await pays(id, ip)
      if (answer === 'ok') {
        this.#holder = { id, ip, isRenewed: false }
        return
      }
      // Nobody passes a bot check here: they try again in an hour.
      this.#due.set(ip, Date.now() + (answer.retryAfterSeconds ?? 3600) * SECOND)
    }
  }
}

const keptFor = (networks: number) => new Strangers(networks).keepIt()

describe('a stranger who wants the last piece to themselves', () => {
  it.each([
    [1, 60],
    [10, 10 * 60],
  ])(
    'with networks: %s keeps it for one reservation of each in a day: %s minutes at most',
    async (networks, most) => {
      const kept = await keptFor(networks)

      expect(kept).toBeGreaterThanOrEqual(networks * 50)
      expect(kept).toBeLessThanOrEqual(most)
    },
  )

  it('with ten networks keeps it for one reservation where bots are checked', async () => {
    limited(PATIENT, KEYS)

    expect(await keptFor(10)).toBeLessThanOrEqual(60)
  })

  it('may not hold it again for a day after it lapsed, and reads for how long', async () => {
    const one = offer(1)
    const id = await opened(one)
    await pays(id, '10.1.1.1')
    passes(30 * MINUTE + SECOND)
    await lapses(id)
    expect(await counted(one.offer)).toBe(0)

    const next = await opened(one)
    const answer = await pays(next, '10.1.1.200')

    expect(answer).toMatchObject({ code: 'too-many-requests' })
    const { retryAfterSeconds = 0 } = answer as { retryAfterSeconds?: number }
    expect(retryAfterSeconds).toBeGreaterThan(23.5 * 3600)
    passes((retryAfterSeconds - 1) * SECOND)
    expect(codeOf(await pays(next, '10.1.1.1'))).toBe('too-many-requests')
    passes(SECOND)
    expect(await pays(next, '10.1.1.1')).toBe('ok')
  })

  it('who kept it for two reservations gets it back in no order, the same or another', async () => {
    const one = offer(1)
    const id = await opened(one)
    await pays(id, '10.1.1.1')
    passes(29 * MINUTE)
    await orderOf(id).continuePayment('10.1.1.1')
    passes(30 * MINUTE + SECOND)
    await lapses(id)
    expect(await counted(one.offer)).toBe(0)

    expect(await orderOf(id).continuePayment('10.1.1.1')).toMatchObject({ ok: false })
    expect(codeOf(await pays(id, '10.1.1.1'))).toBe('too-many-requests')
    expect(codeOf(await pays(await opened(one), '10.1.1.1'))).toBe('too-many-requests')
  })

  it('gains nothing by cancelling in time and making a new cart', async () => {
    const one = offer(1)
    await wastes(one, '10.1.1.1', 6 * MINUTE)

    expect(codeOf(await pays(await opened(one), '10.1.1.1'))).toBe('too-many-requests')
    expect(await pays(await opened(one), '10.1.2.1')).toBe('ok')
  })

  it('who cancels at once may hold it once more, but not renew that', async () => {
    const one = offer(1)
    await wastes(one, '10.1.1.1', MINUTE)
    const id = await opened(one)
    expect(await pays(id, '10.1.1.1')).toBe('ok')
    const { reservedUntil } = await shown(id)
    passes(20 * MINUTE)

    expect((await orderOf(id).continuePayment('10.1.1.1')).ok).toBe(true)
    expect((await shown(id)).reservedUntil).toBe(reservedUntil)
  })
})

describe('a shopper', () => {
  it('whose card was declined late holds the piece again, though others of the network do not', async () => {
    const one = offer(1)
    const id = await opened(one)
    await pays(id, '10.1.1.1')
    passes(20 * MINUTE)
    gateway.onStatus(statusReply('declined'))
    await orderOf(id).refresh()
    await expect.poll(async () => lapses(id).then(() => counted(one.offer))).toBe(0)

    expect(codeOf(await pays(await opened(one), '10.1.1.2'))).toBe('too-many-requests')
    expect(await pays(id, '10.1.1.1')).toBe('ok')
  })

  it.each([
    ['the bank takes long after the form', 25 * MINUTE, 10 * MINUTE],
    ['the gateway answers nothing for hours', 25 * MINUTE, 5 * HOUR],
  ])('whose card was declined holds the piece again where %s', async (_, atForm, away) => {
    const one = offer(1)
    const id = await opened(one)
    await pays(id, '10.1.1.1')
    passes(atForm)
    await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: await notice(id) })
    passes(away)
    gateway.onStatus(statusReply('declined'))
    await orderOf(id).refresh()
    await expect.poll(async () => lapses(id).then(() => counted(one.offer))).toBe(0)

    expect(await pays(id, '10.1.1.1')).toBe('ok')
  })

  it('who comes back after the reservation lapsed gets it for as long again', async () => {
    const one = offer(1)
    const id = await opened(one)
    await pays(id, '10.1.1.1')
    passes(30 * MINUTE + SECOND)
    await lapses(id)

    expect((await orderOf(id).continuePayment('10.1.1.1')).ok).toBe(true)
    expect(await counted(one.offer)).toBe(1)
  })

  it('who pays late after all leaves nothing that the network has to wait for', async () => {
    const two = offer(2)
    const id = await opened(two)
    await pays(id, '10.1.1.1')
    passes(30 * MINUTE + SECOND)
    await lapses(id)
    paid.add(id)
    await orderOf(id).refresh()
    await expect.poll(async () => lapses(id).then(async () => (await shown(id)).status)).toBe('approved')

    await expect.poll(async () => lapses(id).then(() => stored(two.offer))).toEqual(new Map([['sold', 1]]))
    expect(await pays(await opened(two), '10.1.1.1')).toBe('ok')
  })
})

describe('an order that is paid', () => {
  it('tells its counter and its network once, however often it wakes', async () => {
    const settled = vi.spyOn(OfferLimit.prototype, 'settle')
    const { holds: before } = costs().calls
    const one = offer(1)
    const id = await opened(one)
    expect(await pays(id, '10.1.1.1')).toBe('ok')
    paid.add(id)
    await orderOf(id).refresh()
    await becomes(id, 'approved')
    await expect.poll(async () => lapses(id).then(() => stored(one.offer))).toEqual(new Map([['sold', 1]]))
    const kept = () => runInDurableObject(orderOf(id), (_: unknown, { storage }) => storage.kv.get('order'))
    await expect.poll(kept).toMatchObject({ isSold: true })

    for (const _ of Array(3)) {
      await evictDurableObject(orderOf(id))
      passes(10 * MINUTE)
      await orderOf(id).refresh()
      await lapses(id)
    }

    expect(settled).toHaveBeenCalledTimes(1)
    expect(costs().calls.holds).toBe((before ?? 0) + 2)
    settled.mockRestore()
  })
})

describe('an order that is paid after it lapsed', () => {
  const wasteIn = async (name: string) =>
    [...(await stored(name))].filter(([row]) => row.startsWith('waste:'))

  it.each([
    ['first', 0],
    ['last', 1],
  ])('makes up for its own waste alone: the one that lapsed %s', async (_, paidAt) => {
    const four = offer(4)
    const ids = [await opened(four), await opened(four)] as const
    for (const id of ids) {
      expect(await pays(id, '10.1.1.1')).toBe('ok')
      passes(30 * MINUTE + SECOND)
      await lapses(id)
    }
    const [id, other] = paidAt === 0 ? ids : [ids[1], ids[0]]
    expect(JSON.stringify(await wasteIn(four.offer))).toContain(id)
    paid.add(id)
    await orderOf(id).refresh()
    await expect.poll(async () => lapses(id).then(async () => (await shown(id)).status)).toBe('approved')

    await expect
      .poll(async () => lapses(id).then(async () => JSON.stringify(await wasteIn(four.offer))))
      .not.toContain(id)
    expect(JSON.stringify(await wasteIn(four.offer))).toContain(other)
  })
})

describe('what a network holds of all offers together', () => {
  const singles = (count: number) => Array.from({ length: count }, () => offer(1))

  const cart = (sold: ReturnType<typeof singles>) => cartOf(...sold.map((one) => [one] as const))

  beforeEach(() => limited({ ...PATIENT, triesPerNetwork: 8 }))

  it('is no cart of twenty single pieces', async () => {
    const twenty = singles(20)

    expect(codeOf(await pays(await opened(cart(twenty)), '10.1.1.1'))).toBe('address-limit')
    for (const one of twenty) expect(await counted(one.offer)).toBe(0)
  })

  it('is ten, the largest cart counted as one, until one of them ends', async () => {
    const first = await opened(cart(singles(6)))
    expect(await pays(first, '10.1.1.1')).toBe('ok')
    expect(await pays(await opened(cart(singles(10))), '10.1.1.2')).toBe('ok')
    expect(await pays(await opened(cart(singles(3))), '10.1.1.4')).toBe('ok')
    const next = await opened(cart(singles(1)))

    expect(codeOf(await pays(next, '10.1.1.3'))).toBe('address-limit')
    expect(await pays(await opened(cart(singles(1))), '10.1.2.3')).toBe('ok')
    await orderOf(first).cancel()
    expect(await pays(next, '10.1.1.3')).toBe('ok')
  })

  it('leaves room for the neighbours of a shopper with a full cart', async () => {
    limited({ ...PATIENT, triesPerNetwork: 10 })
    expect(await pays(await opened(cart(singles(10))), '10.1.1.1')).toBe('ok')

    for (const neighbour of Array(9).keys())
      expect(await pays(await opened(offer(1)), `10.1.1.${neighbour + 2}`)).toBe('ok')
  })

  it('is a whole cart after a bot check, where there is one', async () => {
    answerWith(async (input, init) => {
      if (!String(input).endsWith('/siteverify')) return gateway.fetch(input, init)
      const { response } = JSON.parse(String(init?.body))
      return Response.json({
        ...{ success: response !== 'bad', 'error-codes': [], action: 'pay', cdata: response },
        ...{ hostname: new URL(configOf(env).PUBLIC_URL).hostname },
        challenge_ts: new Date().toISOString(),
      })
    })
    limited({ ...PATIENT, triesPerNetwork: 8 }, KEYS)
    const id = await opened(cart(singles(20)))

    expect(codeOf(await pays(id, '10.1.1.1'))).toBe('check-needed')
    expect(codeOf(await pays(id, '10.1.1.1', 'bad'))).toBe('check-needed')
    expect(await pays(id, '10.1.1.1', id)).toBe('ok')
  })

  it('is forgotten where the order dies before it asks the counters', async () => {
    const id = await opened(cart(singles(10)))
    crashAt(id, 'network-asked')
    await expect(pays(id, '10.1.1.1')).rejects.toThrow('network-asked')
    passes(2 * MINUTE)
    await lapses(id)

    expect(await pays(await opened(cart(singles(10))), '10.1.1.9')).toBe('ok')
  })

  it('is neither address nor order, and is erased when it no longer counts', async () => {
    const id = await opened(cart(singles(2)))
    await pays(id, '10.1.1.77')
    const holds = env.NETWORK_HOLDS.getByName(await holdsName(configOf(env), '10.1.1.0'))
    const rows = () => runInDurableObject(holds, (_: NetworkHolds, { storage }) => [...storage.kv.list()])

    const text = JSON.stringify(await rows())
    expect(text).toContain('holds')
    expect(text).not.toContain(id)
    expect(text).not.toContain('10.1.1')
    passes(2 * HOUR)
    await runDurableObjectAlarm(holds)
    expect(await rows()).toEqual([])
  })

  it('costs an order of an offer without a limit nothing', async () => {
    const { calls } = costs()
    const { limit: _, ...unlimited } = offer(1)

    expect(await pays(await opened(unlimited), '10.1.1.1')).toBe('ok')
    expect(costs().calls.holds).toBe(calls.holds)
  })
})

describe('what a network wasted', () => {
  it('is no address, and is erased once it has faded', async () => {
    const one = offer(1)
    await wastes(one, '10.1.1.77', 10 * MINUTE)
    expect(JSON.stringify([...(await stored(one.offer))])).not.toContain('10.1.1')
    passes(29 * HOUR)

    await runDurableObjectAlarm(counterOf(one.offer))

    expect(await stored(one.offer)).toEqual(new Map())
  })
})

/** A shopper of a crowd: comes at a time, looks at the form for a while, and pays. */
class Honest {
  readonly #id: Promise<string>
  readonly #looksMs: number
  #next: number
  #isAtForm = false
  isServed = false

  constructor(sold: Parameters<typeof open>[0], comesAt: number, looksMs: number) {
    this.#id = opened(sold)
    this.#next = comesAt
    this.#looksMs = looksMs
  }

  async acts(): Promise<void> {
    if (this.isServed || Date.now() < this.#next) return
    const id = await this.#id
    if (this.#isAtForm) {
      paid.add(id)
      // The order sleeps while its shopper is at the form.
      await evictDurableObject(orderOf(id))
      await orderOf(id).refresh()
      await becomes(id, 'approved')
      await lapses(id)
      this.isServed = true
      return
    }
    const answer = await pays(id, '10.9.9.9')
    this.#isAtForm = answer === 'ok'
    const seconds = answer === 'ok' ? this.#looksMs / SECOND : (answer.retryAfterSeconds ?? 5)
    this.#next = Date.now() + seconds * SECOND
  }
}

describe('of 50 honest shoppers behind one address', () => {
  it.each([
    ['of one offer with 50 pieces', () => Array(50).fill(offer(50))],
    ['of 50 single pieces', () => Array.from({ length: 50 }, () => offer(1))],
  ])('50 buy within ten minutes, under the usual limits: %s', async (_, offers) => {
    limited({})
    const began = Date.now()
    const shoppers = offers().map((one, at) => new Honest(one, began + at * 5 * SECOND, 30 * SECOND))

    while (Date.now() < began + 10 * MINUTE && !shoppers.every(({ isServed }) => isServed)) {
      for (const shopper of shoppers) await shopper.acts()
      passes(SECOND)
    }

    expect(shoppers.filter(({ isServed }) => isServed)).toHaveLength(50)
  })
})
