/** For properties: several orders of one limited offer with its counter, whose messages cross, and who may die. */
import { expect } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import type { OrderEvent } from '../model/events.ts'
import { admitPayment } from '../model/payment-admission.ts'
import { refTo } from '../model/request-ref.ts'
import { dueJobs, type Job, SETTLED_KEY } from '../model/schedule.ts'
import type { OrderState } from '../model/state.ts'
import { opened, transition } from '../model/transition.ts'
import { OfferCounter, type Rows, type Scarcity } from '../offer-limit.ts'
import { acceptedAs, attempted, lostOf, NOW, reported, terms } from './examples.ts'

/** Statuses of attempts whose outcome is open; spelled out, so that the code does not check itself. */
export const OPEN = ['sending', 'method', 'challenge', 'processing', 'unknown']

export const LIMIT_WORK: readonly Job['type'][] = ['release-limit', 'claim-limit', 'settle-limit']

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

/** One order with its object's jobs: at most one exchange with the counter at a time, as its mutex ensures. */
export class Shopper {
  state: OrderState
  /** Lost when the object dies. */
  askedAt = new Map<string, number>()
  exchange: { readonly kind: 'pay' | 'renew' | Job['type']; answer?: Scarcity | 'yes' } | undefined
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
    // Units are never released while an outcome is open, except after a cancel.
    if (event.type === 'limit-given-up' && this.state !== before && !before.cancelled)
      expect(before.attempts.filter(({ status }) => OPEN.includes(status))).toEqual([])
  }

  /** Jobs of the reservation that are due by now. */
  get due(): Job['type'][] {
    const done = { askedAt: this.askedAt, indexed: undefined, queue: [], triedAt: new Map() }
    return dueJobs(this.state, done, TIMES)
      .filter(({ at, job }) => at <= this.#shop.now && LIMIT_WORK.includes(job.type))
      .map(({ job }) => job.type)
  }

  begin(kind: 'pay' | 'renew' | Job['type']) {
    if (this.exchange) return
    const { state } = this
    if (kind === 'pay') {
      if (admitPayment(state, this.#request, this.#shop.now) !== 'starts') return
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

  /** The order applies the counter's answer. */
  hear() {
    const { kind, answer } = this.exchange ?? {}
    if (!answer) return
    this.#shop.answers.add(`${kind} ${answer}`)
    this.exchange = undefined
    if (kind === 'release-limit') return this.note({ type: 'limit-released' })
    if (kind === 'settle-limit') return void this.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
    if (answer !== 'yes' && kind !== 'claim-limit' && this.state.claim) return
    if (answer !== 'yes') return this.note({ type: 'limit-refused' })
    const starts = kind === 'pay' && admitPayment(this.state, this.#request, this.#shop.now) === 'starts'
    this.note(starts ? { ...attempted(this.#request.key), isHeld: true } : { type: 'limit-held' })
  }

  /** The whole exchange at once. */
  exchanges(kind: 'pay' | 'renew' | Job['type']) {
    this.begin(kind)
    this.arrive()
    this.hear()
  }

  die() {
    this.exchange = undefined
    this.askedAt = new Map()
  }

  /** The gateway reports an attempt. */
  reports(attempt: number, word: 'form' | 'lost' | 'approved' | 'declined' | 'unknown' | 'back') {
    const { id } = this.state.terms
    const names = { gatewayId: `${id}-${attempt}`, clientOrderId: attempt === 1 ? id : `${id}.${attempt}` }
    if (word === 'form') this.note(acceptedAs(names.gatewayId, attempt))
    else if (word === 'lost') this.note(lostOf(refTo('attempt', attempt)))
    else if (word === 'back') this.note({ type: 'woken', attempt, by: 'return', gatewayId: names.gatewayId })
    // An attempt that was not accepted yet has no outcome.
    else if (this.state.attempts[attempt - 1]?.status !== 'sending') this.note(reported(word, names, attempt))
  }

  get #request() {
    return { key: `key-${this.state.attempts.length + 1}`, method: 'hosted' } as const
  }
}

/** An offer, its counter and three orders of it, two of them from one address. */
export class Shop {
  now = NOW
  readonly #rows = rowsOnDisk()
  counter = new OfferCounter(this.#rows)
  readonly shoppers: readonly Shopper[]
  readonly limit: number
  /** Answers of the counter that arrived. */
  readonly answers = new Set<string>()

  constructor(limit: number, units: readonly number[]) {
    this.limit = limit
    const sources = ['one', 'one', 'other']
    this.shoppers = units.map((wanted, index) => {
      const source = sources[index] ?? 'another'
      return new Shopper(this, { id: `order-${index + 1}`, units: wanted, source })
    })
  }

  /** The counter's object is created again from its rows. */
  die() {
    this.counter = new OfferCounter(this.#rows)
  }

  get counted(): { sold: number; reserved: number; orders: string[] } {
    const rows = [...this.#rows.list<{ units: number }>({ prefix: 'held:' })]
    return {
      sold: this.#rows.get<number>('sold') ?? 0,
      reserved: rows.reduce((sum, [, { units }]) => sum + units, 0),
      orders: rows.map(([name]) => name.slice('held:'.length)),
    }
  }

  /** All orders do their due jobs, and get answers, until no job is left. */
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
