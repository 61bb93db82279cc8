import { DurableObject } from 'cloudflare:workers'
import { type Customer, missingFields } from '../../shared/customer.ts'
import type { LiveMessage } from '../../shared/messages.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type Config, configOf } from '../config/config.ts'
import { log } from '../config/log.ts'
import { transport } from '../gateway/transport.ts'
import { Agenda } from './agenda.ts'
import { type Due, dues, type Work } from './due.ts'
import type { Env } from './env.ts'
import type { OrderEvent } from './events.ts'
import { Exchange } from './exchange.ts'
import { Memory } from './memory.ts'
import { answerPings, broadcast, welcome } from './sockets.ts'
import { isCancellable, judgeWish, type Wish } from './start.ts'
import type { Attempt, OrderState, OrderTerms } from './state.ts'
import { opened, transition } from './transition.ts'
import { Turn } from './turn.ts'
import { isMoving, statusOf, view } from './view.ts'

/** Why an order did not do what it was asked. */
export interface Refusal {
  readonly code: ProblemCode
  readonly fields?: readonly string[]
  readonly order?: OrderView
}

/** A shopper's wish to pay, with what was collected and the address it came from. */
export interface PayWish extends Wish {
  readonly customer?: Customer | undefined
  readonly ip: string
}

/** A callback or a browser return, as it came. */
export interface Wake {
  readonly by: 'callback' | 'return'
  readonly attempt: number
  readonly fields: Readonly<Record<string, string>>
}

/** Moments at which a test may let the object die. Nothing happens there in production. */
export type CrashPoint = 'intent-stored' | 'reply-received' | 'report-received' | 'wake-stored'

/**
 * One order: the only place where its state is decided, stored and announced.
 *
 * Nothing is awaited between reading the state and writing it, so two events that arrive together cannot both act.
 * Nothing is written before the order is opened.
 */
export class Order extends DurableObject<Env> {
  readonly #memory: Memory
  readonly #agenda: Agenda
  readonly #askedAt = new Map<number, number>()
  /** An older answer must not arrive after a newer one, nor a release undo the hold of a new attempt. */
  readonly #asking = new Turn()
  readonly #starting = new Turn()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#memory = new Memory(ctx.storage)
    this.#agenda = new Agenda(ctx.storage)
    answerPings(ctx)
  }

  /**
   * Opens the order, or finds it open. Repeating it with the same terms is harmless.
   *
   * @param customer What is known of the shopper; joins what is known already.
   */
  async open(terms: OrderTerms, customer?: Customer): Promise<Result<OrderView, Refusal>> {
    const known = this.#memory.state
    if (known && !areSameTerms(known.terms, terms))
      return refused({ code: 'key-reused', order: this.#view(known) })
    if (customer) this.#memory.remember(customer)
    const state = known ?? opened(terms)
    if (!known) this.#save(state)
    return accepted(this.#view(state))
  }

  /** Shows the order, and when to look again; `undefined` if it was never opened. Writes nothing. */
  async glance(): Promise<{ order: OrderView; retryAfterSeconds?: number } | undefined> {
    const state = this.#memory.state
    if (!state) return undefined
    const order = this.#view(state)
    const retryAfterSeconds = Math.ceil(this.#config.times.activeEvery / 1000)
    return isMoving(order.status) ? { order, retryAfterSeconds } : { order }
  }

  /**
   * Starts an attempt, or joins the one that the same key started.
   *
   * The intent is stored and the view answered at once; the request to the gateway goes out behind it, and is never
   * sent again.
   */
  pay(wish: PayWish): Promise<Result<OrderView, Refusal>> {
    return this.#starting.take(() => this.#pay(wish))
  }

  /** Gives the order up. An approval that still comes is surplus. Repeating it is harmless. */
  async cancel(): Promise<Result<OrderView, Refusal>> {
    const state = this.#memory.state
    if (!state) return refused({ code: 'not-found' })
    if (state.cancelled) return accepted(this.#view(state))
    if (!isCancellable(state)) return refused({ code: 'attempt-in-flight', order: this.#view(state) })
    return accepted(this.#view(this.#record(state, { type: 'cancelled' })))
  }

  /**
   * Notes that something happened at the gateway, and asks about it soon. What the notice says decides nothing.
   *
   * @returns Where the shopper belongs, once the wake is stored; `undefined` if there is no such attempt.
   */
  async wake({ by, attempt, fields }: Wake): Promise<{ returnUrl: string } | undefined> {
    const { isGenuine, gatewayId } = await this.#exchange.notice(fields)
    const state = this.#memory.state
    if (!state?.attempts[attempt - 1]) return undefined
    const asks = isGenuine || Date.now() - state.forged.wokeAt >= this.#config.times.forgedWakeEvery
    if (!isGenuine) log('notice-forged', { order: state.terms.id, by })
    if (asks) this.#askedAt.delete(attempt)
    this.#record(state, { type: 'woken', attempt, by, isGenuine, asks, gatewayId })
    await this.reached('wake-stored')
    return { returnUrl: state.terms.returnUrl }
  }

  /** Follows the order live: every change is sent as a whole view, from `?after=` on. The route checked the token. */
  override async fetch(request: Request): Promise<Response> {
    const state = this.#memory.state
    if (!state) return new Response(null, { status: 404 })
    const after = Number(new URL(request.url).searchParams.get('after') ?? 0)
    return welcome(this.ctx, state.seq > after ? this.#message(state) : undefined)
  }

  /** A page that leaves gets a proper goodbye; without one it would see an abnormal end. */
  override webSocketClose(socket: WebSocket): void {
    socket.close()
  }

  /** Does what is due. Failed work never fails the alarm, which the platform gives up after six failures. */
  override async alarm(): Promise<void> {
    const attend = ({ work }: Due) => this.#attend(work).catch((error) => this.#complain(work, error))
    await this.#agenda.run(() => this.#dues(), this.#config.times.activeEvery, attend)
  }

  /** Where a test may let the object die; see `worker/testing.ts`. */
  protected async reached(_point: CrashPoint): Promise<void> {}

  /** How requests leave for the gateway; tests put their own in its place. */
  protected get fetcher(): typeof fetch {
    return (input, init) => fetch(input, init)
  }

  get #config(): Config {
    return configOf(this.env)
  }

  get #exchange(): Exchange {
    return new Exchange(this.#config, transport(this.fetcher, this.#config.times.requestDeadline))
  }

  async #pay(wish: PayWish): Promise<Result<OrderView, Refusal>> {
    const state = this.#memory.state
    if (!state) return refused({ code: 'not-found' })
    const verdict = judgeWish(state, wish, Date.now())
    if (verdict === 'joins') return accepted(this.#view(state))
    const refusal = verdict === 'starts' ? await this.#hindrance(state, wish) : { code: verdict }
    const latest = this.#memory.state ?? state
    return refusal
      ? refused({ order: this.#view(latest), ...refusal })
      : accepted(this.#view(this.#start(latest, wish)))
  }

  /** What keeps a rightful wish from being fulfilled. Holds a piece of a limited offer if nothing does. */
  async #hindrance(state: OrderState, wish: PayWish): Promise<Refusal | undefined> {
    if (this.#config.PAYMENTS === 'paused') return { code: 'payments-paused' }
    const fields = missingFields(state.terms.collect, { ...this.#memory.payer.customer, ...wish.customer })
    if (fields.length > 0) return { code: 'collect-missing', fields }
    if (await this.#holdsLimit(state)) return undefined
    return { code: 'offer-limit' }
  }

  /** That a piece may be held is stored before it is asked for, so that a crash cannot leave one held for ever. */
  async #holdsLimit(state: OrderState): Promise<boolean> {
    const { offer, limit, id } = state.terms
    if (!offer || !limit) return true
    const wanting = this.#record(state, { type: 'limit-wanted' })
    const isHeld = await this.env.OFFER_LIMITS.getByName(offer).hold(id, limit)
    if (!isHeld) this.#record(this.#memory.state ?? wanting, { type: 'limit-released' })
    return isHeld
  }

  #start(state: OrderState, { key, method, customer, ip }: PayWish): OrderState {
    // The shopper may have given up while the offer's counter answered.
    if (judgeWish(state, { key, method }, Date.now()) !== 'starts') return state
    const destination = this.#exchange.destination(state.terms)
    this.#memory.remember(customer, ip)
    const started = this.#record(state, { type: 'attempted', key, method, destination })
    const attempt = started.attempts.at(-1)
    if (attempt) this.ctx.waitUntil(this.#send(started, attempt))
    return started
  }

  async #send(state: OrderState, attempt: Attempt): Promise<void> {
    await this.reached('intent-stored')
    const event = await this.#exchange.send(state.terms, attempt, this.#memory.payer)
    await this.reached('reply-received')
    this.#record(this.#memory.state ?? state, event)
  }

  async #attend(work: Work): Promise<void> {
    const state = this.#memory.state
    if (!state) return
    switch (work.type) {
      case 'ask':
        return this.#asking.take(() => this.#ask(work.attempt))
      case 'release-limit':
        return this.#starting.take(() => this.#releaseLimit())
      case 'give-up-sending':
        this.#record(state, { type: 'reply-lost', attempt: work.attempt })
        return
      case 'expire':
        this.#record(state, { type: 'expired' })
        return
    }
  }

  async #ask(number: number): Promise<void> {
    const state = this.#memory.state
    const attempt = state?.attempts[number - 1]
    if (!attempt) return
    this.#askedAt.set(number, Date.now())
    // Its own request is still under way, and the answer to that comes first.
    if (attempt.status === 'sending') return
    const event = await this.#exchange.ask(state.terms, attempt)
    await this.reached('report-received')
    if (event) this.#record(this.#memory.state ?? state, event)
  }

  /** A new attempt may have started while this waited its turn: then the piece is needed. */
  async #releaseLimit(): Promise<void> {
    const isFree = this.#dues().some(({ work }) => work.type === 'release-limit')
    const state = this.#memory.state
    if (!isFree || !state?.terms.offer) return
    await this.env.OFFER_LIMITS.getByName(state.terms.offer).release(state.terms.id)
    this.#record(this.#memory.state ?? state, { type: 'limit-released' })
  }

  /** Decides, writes, announces. An event that changes nothing writes nothing. */
  #record(before: OrderState, event: OrderEvent): OrderState {
    const now = Date.now()
    const after = transition(before, event, now)
    if (after === before) return before
    this.#save(after, event)
    this.#report(before, after)
    broadcast(this.ctx, this.#message(after))
    return after
  }

  #save(state: OrderState, event?: OrderEvent): void {
    this.#memory.save(state, Date.now(), event)
    this.#agenda.arm(this.#dues())
  }

  /** What whoever runs the edge should know of. */
  #report(before: OrderState, { terms, transactions, ...after }: OrderState): void {
    const status = statusOf({ terms, transactions, ...after })
    if (status !== statusOf(before)) log('order-status', { order: terms.id, status, seq: after.seq })
    const surplus = transactions.filter(
      (transaction) => transaction.surplus && !before.transactions.includes(transaction),
    )
    for (const { id, attempt } of surplus)
      log('surplus-approval', { order: terms.id, attempt, transaction: id })
  }

  #dues(): Due[] {
    const state = this.#memory.state
    return state ? dues(state, this.#askedAt, this.#config.times) : []
  }

  #view(state: OrderState): OrderView {
    return view(state, this.#config.isTest)
  }

  #message(state: OrderState): string {
    return JSON.stringify({ order: this.#view(state) } satisfies LiveMessage)
  }

  #complain(work: Work, error: unknown): void {
    log('work-failed', { order: this.#memory.state?.terms.id, work: work.type, error: String(error) })
  }
}

/** The same order is opened again by a second tab or after a lost answer; only the clock has moved on. */
function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  const agreed = ({ id, amountMinor, currency, intent, offer }: OrderTerms) =>
    JSON.stringify([id, amountMinor, currency, intent, offer])
  return agreed(known) === agreed(given)
}
