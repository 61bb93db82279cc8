/** What holds of several orders of one limited offer and its counter, however their messages cross, and whoever dies. */
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { TIMES } from '../config/times.ts'
import { dues, SETTLED_KEY, type Work } from './due.ts'
import type { OrderEvent } from './events.ts'
import { acceptedAs, attempted, NOW, reported, terms } from './examples.ts'
import { OfferCount, type Rows, type Scarcity } from './offer-count.ts'
import { judgeWish } from './start.ts'
import type { OrderState } from './state.ts'
import { opened, transition } from './transition.ts'

fc.configureGlobal({ seed: inject('propertySeed'), numRuns: inject('propertyRuns') })

/** Statuses of attempts whose outcome is open; spelled out here, so that the code is not its own judge. */
const OPEN = ['sending', 'method', 'challenge', 'processing', 'unknown']

const LIMIT_WORK: readonly Work['type'][] = ['release-limit', 'claim-limit', 'settle-limit']

/** The counter's rows, which outlive its object. */
function rowsOnDisk(): Rows {
  const disk = new Map<string, unknown>()
  return {
    get: (name: string) => disk.get(name) as never,
    put: (name: string, value: unknown) => void disk.set(name, structuredClone(value)),
    delete: (name: string) => disk.delete(name),
    list: ({ prefix = '' } = {}) => [...disk].filter(([name]) => name.startsWith(prefix)) as never,
  }
}

/** One order with what its object does: at most one exchange with the counter at a time, as its turns have it. */
class Shopper {
  state: OrderState
  /** What the object forgets when it dies. */
  askedAt = new Map<string, number>()
  exchange: { readonly kind: 'pay' | 'renew' | Work['type']; answer?: Scarcity | 'yes' } | undefined
  readonly #shop: Shop
  readonly #source: string

  constructor(shop: Shop, { id, units, source }: { id: string; units: number; source: string }) {
    this.#shop = shop
    this.#source = source
    this.state = opened({ ...terms, id, reference: id, limit: shop.limit, units, expiresAt: NOW + 1e12 })
  }

  note(event: OrderEvent) {
    const before = this.state
    this.state = transition(before, event, this.#shop.now)
    // A lapse, or any giving back of what is held: never while an outcome is open, but after giving up.
    if (event.type === 'limit-given-up' && this.state !== before && !before.cancelled)
      expect(before.attempts.filter(({ status }) => OPEN.includes(status))).toEqual([])
  }

  /** What the offer asks of it that is due by now. */
  get due(): Work['type'][] {
    const done = { askedAt: this.askedAt, indexed: undefined, queue: [], triedAt: new Map() }
    return dues(this.state, done, TIMES)
      .filter(({ at, work }) => at <= this.#shop.now && LIMIT_WORK.includes(work.type))
      .map(({ work }) => work.type)
  }

  begin(kind: 'pay' | 'renew' | Work['type']) {
    if (this.exchange) return
    const { state } = this
    if (kind === 'pay') {
      if (judgeWish(state, this.#wish, this.#shop.now) !== 'starts') return
      this.note({ type: 'limit-wanted' })
    } else if (kind === 'renew') {
      if (state.attempts.at(-1)?.status !== 'redirect' || state.cancelled) return
      if (state.holdsLimit === true) return this.note({ type: 'limit-renewed' })
      this.note({ type: 'limit-wanted' })
    } else if (!this.due.includes(kind)) return
    else if (kind === 'release-limit') this.note({ type: 'limit-given-up' })
    this.exchange = { kind }
  }

  /** The request reaches the counter. */
  arrive() {
    if (!this.exchange || this.exchange.answer) return
    const { counter, limit } = this.#shop
    const { id: order, units = 1 } = this.state.terms
    const { kind } = this.exchange
    if (kind === 'release-limit') counter.release(order)
    if (kind === 'settle-limit') counter.settle(order)
    if (kind === 'release-limit' || kind === 'settle-limit') this.exchange = { kind, answer: 'yes' }
    else {
      const source = kind === 'claim-limit' ? {} : { source: this.#source }
      this.exchange = { kind, answer: counter.reserve({ order, units, limit, ...source }) ?? 'yes' }
    }
  }

  /** The counter's answer is noted. */
  hear() {
    const { kind, answer } = this.exchange ?? {}
    if (!answer) return
    this.#shop.heard.add(`${kind} ${answer}`)
    this.exchange = undefined
    if (kind === 'release-limit') return this.note({ type: 'limit-released' })
    if (kind === 'settle-limit') return void this.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
    if (answer !== 'yes') return this.note({ type: 'limit-refused' })
    const starts = kind === 'pay' && judgeWish(this.state, this.#wish, this.#shop.now) === 'starts'
    this.note(starts ? { ...attempted(this.#wish.key), isHeld: true } : { type: 'limit-held' })
  }

  /** The whole exchange at once. */
  exchanges(kind: 'pay' | 'renew' | Work['type']) {
    this.begin(kind)
    this.arrive()
    this.hear()
  }

  die() {
    this.exchange = undefined
    this.askedAt = new Map()
  }

  /** The gateway speaks of an attempt. */
  told(attempt: number, word: 'form' | 'lost' | 'approved' | 'declined' | 'unknown' | 'back') {
    const { id } = this.state.terms
    const names = { gatewayId: `${id}-${attempt}`, clientOrderId: attempt === 1 ? id : `${id}.${attempt}` }
    if (word === 'form') this.note(acceptedAs(names.gatewayId, attempt))
    else if (word === 'lost') this.note({ type: 'reply-lost', attempt })
    else if (word === 'back') this.note({ type: 'woken', attempt, by: 'return', gatewayId: names.gatewayId })
    // What was not taken yet has no outcome.
    else if (this.state.attempts[attempt - 1]?.status !== 'sending') this.note(reported(word, names, attempt))
  }

  get #wish() {
    return { key: `key-${this.state.attempts.length + 1}`, method: 'hosted' } as const
  }
}

/** An offer, its counter and three orders of it, two of them from one address. */
class Shop {
  now = NOW
  readonly #rows = rowsOnDisk()
  counter = new OfferCount(this.#rows)
  readonly shoppers: readonly Shopper[]
  readonly limit: number
  /** Answers of the counter that were heard. */
  readonly heard = new Set<string>()

  constructor(limit: number, units: readonly number[]) {
    this.limit = limit
    const sources = ['one', 'one', 'other']
    this.shoppers = units.map((wanted, index) => {
      const source = sources[index] ?? 'another'
      return new Shopper(this, { id: `order-${index + 1}`, units: wanted, source })
    })
  }

  /** The counter's object is made anew from its rows. */
  die() {
    this.counter = new OfferCount(this.#rows)
  }

  get counted(): { sold: number; reserved: number; orders: string[] } {
    const rows = [...this.#rows.list<{ units: number }>({ prefix: 'held:' })]
    return {
      sold: this.#rows.get<number>('sold') ?? 0,
      reserved: rows.reduce((sum, [, { units }]) => sum + units, 0),
      orders: rows.map(([name]) => name.slice('held:'.length)),
    }
  }

  /** Everybody does what is due, and is answered, until nothing is left to do. */
  settleDown() {
    for (let round = 0; round < 20; round += 1)
      for (const shopper of this.shoppers)
        for (const kind of [shopper.exchange?.kind, ...LIMIT_WORK]) {
          if (kind) shopper.begin(kind)
          shopper.arrive()
          shopper.hear()
        }
  }
}

type Step = (shop: Shop) => void

const who = fc.nat({ max: 2 })
const which = fc.constantFrom(1, 1, 2, 3)

const of = (act: (shopper: Shopper) => void) =>
  who.map((index) => ({ shoppers }: Shop) => {
    const shopper = shoppers[index]
    if (shopper) act(shopper)
  })

const words = fc.constantFrom('form', 'form', 'lost', 'approved', 'approved', 'declined', 'unknown', 'back')

/** What happens one by one, and may cross with anything. */
const small: fc.Arbitrary<Step> = fc.oneof(
  of((one) => one.begin('pay')),
  fc.tuple(who, fc.constantFrom('renew' as const, ...LIMIT_WORK)).map(
    ([index, kind]) =>
      ({ shoppers }: Shop) =>
        shoppers[index]?.begin(kind),
  ),
  of((one) => one.arrive()),
  of((one) => one.hear()),
  fc.tuple(who, which, words).map(
    ([index, attempt, word]) =>
      ({ shoppers }: Shop) =>
        shoppers[index]?.told(attempt, word),
  ),
  of((one) => one.die()),
  fc.constant((shop: Shop) => shop.die()),
  fc.constantFrom(1, 16, 31).map((minutes) => (shop: Shop) => {
    shop.now += minutes * 60_000
  }),
)

/** Much at once, so that orders get far. */
const large: fc.Arbitrary<Step> = fc.oneof(
  of((one) => {
    one.exchanges('pay')
    one.told(one.state.attempts.length, 'form')
  }),
  of((one) => {
    one.told(one.state.attempts.length, 'approved')
    one.exchanges('claim-limit')
    one.exchanges('settle-limit')
  }),
  of((one) => one.exchanges('renew')),
  fc.constant((shop: Shop) => {
    shop.now += 61 * 60_000
    for (const one of shop.shoppers) one.exchanges('release-limit')
  }),
)

const rare: fc.Arbitrary<Step> = fc.oneof(
  of((one) => one.note({ type: 'cancelled' })),
  of((one) => one.note({ type: 'expired' })),
)

const step = fc.oneof(
  { weight: 12, arbitrary: small },
  { weight: 8, arbitrary: large },
  { weight: 1, arbitrary: rare },
)

const lives = fc.record({
  limit: fc.constantFrom(1, 2, 3),
  units: fc.array(fc.constantFrom(1, 1, 2), { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
})

/** Looks at the shop after every step of every life, and gives what became of it. */
function always(look: (shop: Shop) => void, end: (shop: Shop) => void = () => {}) {
  fc.assert(
    fc.property(lives, ({ limit, units, steps }) => {
      const shop = new Shop(limit, units)
      for (const one of steps) {
        one(shop)
        look(shop)
      }
      end(shop)
    }),
  )
}

const unitsOf = (shoppers: readonly Shopper[]) =>
  shoppers.reduce((sum, { state }) => sum + (state.terms.units ?? 1), 0)

const paid = ({ shoppers }: Shop) => shoppers.filter(({ state }) => state.payment !== undefined)

describe('however orders of a limited offer and its counter cross', () => {
  it('no more is paid than there is, and no more counted', () => {
    always((shop) => {
      const { sold, reserved } = shop.counted
      expect(unitsOf(paid(shop))).toBeLessThanOrEqual(shop.limit)
      expect(sold + reserved).toBeLessThanOrEqual(shop.limit)
    })
  })

  it('what is paid, or held for sure, is counted', () => {
    always((shop) => {
      const { sold, orders } = shop.counted
      const uncounted = shop.shoppers.filter(
        ({ state: { holdsLimit, terms } }) => holdsLimit === true && !orders.includes(terms.id),
      )
      expect(uncounted.filter(({ state }) => state.payment === undefined)).toEqual([])
      expect(unitsOf(uncounted)).toBe(sold)
    })
  })

  it('an approval is the payment, or asked for, or on its way back, and one of these', () => {
    always(({ shoppers }) => {
      for (const { state } of shoppers)
        for (const { number, status, gatewayId } of state.attempts) {
          const fates = [
            state.payment === number,
            state.claim?.attempt === number,
            state.reversals.some((one) => one.gatewayId === gatewayId),
          ]
          if (status === 'approved') expect(fates.filter(Boolean)).toHaveLength(1)
        }
    })
  })

  it('what is decided stays: a payment is never given back, and what goes back is never paid', () => {
    const fates = new Map<string, string>()
    fc.assert(
      fc.property(lives, ({ limit, units, steps }) => {
        fates.clear()
        const shop = new Shop(limit, units)
        for (const one of steps) {
          one(shop)
          for (const { state } of shop.shoppers)
            for (const { number, gatewayId = '' } of state.attempts) {
              const isBack = state.reversals.some((reversal) => reversal.gatewayId === gatewayId)
              const fate = state.payment === number ? 'paid' : isBack ? 'back' : undefined
              if (fate) expect(fates.get(gatewayId) ?? fate).toBe(fate)
              if (fate) fates.set(gatewayId, fate)
            }
        }
      }),
    )
  })

  it('nothing waits for ever: once all is answered, the counter has what is paid or under way, and no more', () => {
    always(
      () => {},
      (shop) => {
        shop.settleDown()
        // What was reserved just now lapses as well.
        shop.now += 24 * 60 * 60_000
        shop.settleDown()
        const { sold, orders } = shop.counted
        const underWay = shop.shoppers.filter(({ state }) =>
          state.attempts.some(({ status }) => OPEN.includes(status)),
        )

        expect(sold).toBe(unitsOf(paid(shop)))
        expect(shop.shoppers.filter(({ state }) => state.claim)).toEqual([])
        expect(underWay.map(({ state }) => state.terms.id)).toEqual(expect.arrayContaining(orders))
      },
    )
  })

  it('orders get to all of it: paid, sold out, refused at one address, lapsed, kept late, given back late', () => {
    const seen = new Set<string>()
    always(
      () => {},
      ({ heard }) => {
        for (const one of heard) seen.add(one)
      },
    )

    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining([
        'claim-limit offer-limit',
        'claim-limit offer-reserved',
        'claim-limit yes',
        'pay address-limit',
        'pay offer-limit',
        'pay offer-reserved',
        'pay quantity-unavailable',
        'pay yes',
        'release-limit yes',
        'settle-limit yes',
      ]),
    )
  })
})
