/** For properties: several orders of limited offers with their counters, whose messages cross, and who may die. */
import { expect } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import { limitedLines } from '../../domain/offer-lines.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { OrderEvent } from '../model/events.ts'
import { admitPayment } from '../model/payment-admission.ts'
import { refTo } from '../model/request-ref.ts'
import { dueJobs, type Job, SETTLED_KEY } from '../model/schedule.ts'
import type { OrderState } from '../model/state.ts'
import { opened, transition } from '../model/transition.ts'
import { type Rows, type Scarcity, UnitCounter } from '../unit-counter.ts'
import { acceptedAs, attempted, lostOf, NOW, nameOf, reported, terms } from './examples.ts'

/** Statuses of attempts whose outcome is open; spelled out, so that the code does not check itself. */
export const OPEN = ['sending', 'method', 'challenge', 'processing', 'unknown']

export const LIMIT_WORK: readonly Job['type'][] = ['release-units', 'confirm-units', 'settle-units', 'forget']

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

type Kind = 'pay' | 'renew' | Job['type']

/** Requests to the counters, one after the other. */
interface Exchange {
  readonly kind: Kind
  /** Counters that have yet to be asked. */
  left: readonly string[]
  /** Those whose units the order may hold. */
  mayHold: readonly string[]
  /** The counters were asked for units, and one refused. */
  refusal?: Scarcity
  answer?: Scarcity | 'yes'
}

/** The terms that sell so many units of each offer: of a single one, as they are stored without a cart. */
function termsOf(limits: readonly number[], units: readonly number[]): Partial<OrderTerms> {
  const lines = units.flatMap((quantity, index) => {
    const line = { offer: `offer-${index}`, description: 'Thing', quantity, amountMinor: quantity }
    return quantity > 0 ? [{ ...line, limit: limits[index] ?? 0 }] : []
  })
  const [only, ...others] = lines
  if (!only || others.length > 0 || limits.length > 1) return { offer: 'cart', lines }
  return { offer: only.offer, limit: only.limit, units: only.quantity }
}

/** An order, and who wants it. */
interface Wanted {
  readonly id: string
  readonly units: readonly number[]
  readonly source: string
  /** Its shopper opens it by paying: it is stored only while it may hold units, or has an attempt. */
  readonly isClick: boolean
}

/** One order with its object's jobs: at most one exchange with counters at a time, as its mutex ensures. */
export class Shopper {
  state: OrderState
  /** Lost when the object dies. */
  askedAt = new Map<string, number>()
  exchange: Exchange | undefined
  readonly #shop: Shop
  readonly #source: string
  /** The order before anybody paid. */
  readonly #first: OrderState

  constructor(shop: Shop, { id, units, source, isClick }: Wanted) {
    this.#shop = shop
    this.#source = source
    const sold = termsOf(shop.limits, units)
    const first = opened({ ...terms, id, reference: id, ...sold, expiresAt: NOW + 1e12 })
    this.#first = isClick ? { ...first, isTentative: true } : first
    this.state = this.#first
  }

  /** Whether nothing of it is stored, or is to be soon. */
  get isForgotten(): boolean {
    return this.state === this.#first && this.state.isTentative === true
  }

  /** The units that it wants of an offer. */
  unitsOf(offer: string): number {
    return limitedLines(this.state.terms).find((line) => line.offer === offer)?.quantity ?? 0
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

  begin(kind: Kind) {
    if (this.exchange) return
    const { state } = this
    const isUnclear = state.holdsUnits !== undefined
    if (kind === 'pay') {
      if (admitPayment(state, this.#request, this.#shop.now) !== 'starts') return
      this.note({ type: 'limit-wanted' })
    } else if (kind === 'renew') {
      if (state.attempts.at(-1)?.status !== 'redirect' || state.cancelled) return
      if (state.holdsUnits === true) return this.note({ type: 'limit-renewed' })
      this.note({ type: 'limit-wanted' })
    } else if (!this.due.includes(kind)) return
    else if (kind === 'forget') return this.#forget()
    else if (kind === 'release-units') this.note({ type: 'limit-given-up' })
    const offers = limitedLines(state.terms).map(({ offer }) => offer)
    this.exchange = { kind, left: offers, mayHold: isUnclear ? offers : [] }
  }

  /** The next request reaches its counter. */
  arrive() {
    const { exchange } = this
    if (!exchange || exchange.answer) return
    const [offer = '', ...left] = exchange.left
    const counter = this.#shop.counterOf(offer)
    const { id } = this.state.terms
    if (exchange.kind === 'settle-units') counter.settle(id)
    else if (exchange.kind === 'release-units' || exchange.refusal) counter.release(id)
    else if (!this.#reserve(exchange, offer)) return
    exchange.left = left
    if (left.length === 0) exchange.answer = exchange.refusal ?? 'yes'
  }

  /** @returns Whether the counter granted the units. Otherwise those of the others go back next, if it is due. */
  #reserve(exchange: Exchange, offer: string): boolean {
    const { id: order } = this.state.terms
    const request = { order, units: this.unitsOf(offer), limit: this.#shop.limitOf(offer) }
    const source = exchange.kind === 'confirm-units' ? {} : { source: this.#source }
    const refusal = this.#shop.counterOf(offer).reserve({ ...request, ...source })
    if (!refusal) {
      exchange.mayHold = [...exchange.mayHold, offer]
      return true
    }
    exchange.refusal = refusal.code
    const isDecidedByWaiting = exchange.kind !== 'confirm-units' && this.state.waitingApproval
    exchange.left = isDecidedByWaiting ? [] : [...new Set(exchange.mayHold)].filter((one) => one !== offer)
    if (exchange.left.length === 0) exchange.answer = refusal.code
    return false
  }

  /** The order applies the counters' answer. */
  hear() {
    const { kind, answer } = this.exchange ?? {}
    if (!answer) return
    this.#shop.answers.add(`${kind} ${answer}`)
    this.exchange = undefined
    if (kind === 'release-units') return this.note({ type: 'limit-released' })
    if (kind === 'settle-units') return void this.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
    if (answer !== 'yes' && kind !== 'confirm-units' && this.state.waitingApproval) return
    if (answer !== 'yes' && this.state.isTentative) return this.#forget()
    if (answer !== 'yes') return this.note({ type: 'limit-refused' })
    const { key } = this.#request
    const number = this.state.attempts.length + 1
    const { id } = this.state.terms
    const starts = kind === 'pay' && admitPayment(this.state, this.#request, this.#shop.now) === 'starts'
    this.note(
      starts
        ? { ...attempted(key), clientOrderId: nameOf(number, id), isHeld: true }
        : { type: 'limit-held' },
    )
  }

  #forget() {
    this.state = this.#first
    this.#shop.answers.add('forgotten')
  }

  /** The whole exchange at once. */
  exchanges(kind: Kind) {
    this.begin(kind)
    this.finish()
  }

  /** All requests that are left of the exchange. */
  finish() {
    while (this.exchange && !this.exchange.answer) this.arrive()
    this.hear()
  }

  die() {
    this.exchange = undefined
    this.askedAt = new Map()
  }

  /** The gateway reports an attempt. */
  reports(attempt: number, word: 'form' | 'lost' | 'approved' | 'declined' | 'unknown' | 'back') {
    const { id } = this.state.terms
    const names = { gatewayId: `${id}-${attempt}`, clientOrderId: nameOf(attempt, id) }
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

/** Limited offers, their counters and three orders of them, two of them from one address, and two opened by paying. */
export class Shop {
  now = NOW
  readonly limits: readonly number[]
  readonly shoppers: readonly Shopper[]
  /** Answers of the counters that arrived. */
  readonly answers = new Set<string>()
  readonly #rows: readonly Rows[]
  #counters: readonly UnitCounter[] = []

  /**
   * @param limits The units of each offer.
   * @param units The units that each order wants of each offer.
   */
  constructor(limits: readonly number[], units: readonly (readonly number[])[]) {
    this.limits = limits
    this.#rows = limits.map(rowsOnDisk)
    this.die()
    const sources = ['one', 'one', 'other']
    this.shoppers = units.map((wanted, index) => {
      const source = sources[index] ?? 'another'
      return new Shopper(this, { id: `order-${index + 1}`, units: wanted, source, isClick: index > 0 })
    })
  }

  /** The counters' objects are created again from their rows. */
  die() {
    this.#counters = this.#rows.map((rows) => new UnitCounter(rows, () => this.now))
  }

  counterOf(offer: string): UnitCounter {
    return this.#counters[placeOf(offer)] ?? expect.fail(`${offer} has no counter`)
  }

  limitOf = (offer: string) => this.limits[placeOf(offer)] ?? 0

  /** What each counter counts. */
  get counted(): Counted[] {
    return this.limits.map((limit, index) => {
      const rows = this.#rows[index] ?? expect.fail('no rows')
      const held = [...rows.list<{ units: number }>({ prefix: 'held:' })]
      return {
        ...{ offer: `offer-${index}`, limit, sold: rows.get<number>('sold') ?? 0 },
        reserved: held.reduce((sum, [, { units }]) => sum + units, 0),
        orders: held.map(([name]) => name.slice('held:'.length)),
      }
    })
  }

  /** All orders do their due jobs, and get answers, until no job is left. */
  settleDown() {
    for (let round = 0; round < 20; round += 1)
      for (const shopper of this.shoppers) {
        shopper.finish()
        for (const kind of LIMIT_WORK) shopper.exchanges(kind)
      }
  }
}

interface Counted {
  readonly offer: string
  readonly limit: number
  readonly sold: number
  readonly reserved: number
  readonly orders: readonly string[]
}

const placeOf = (offer: string) => Number(offer.replace('offer-', ''))
