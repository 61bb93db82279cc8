import { DurableObject } from 'cloudflare:workers'
import { type Customer, missingFields } from '../../shared/customer.ts'
import type { LiveMessage } from '../../shared/messages.ts'
import { isFinal, type OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type Config, configOf } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { transport } from '../gateway/transport.ts'
import { Agenda } from './agenda.ts'
import { type Due, dues, type Work } from './due.ts'
import type { Env } from './env.ts'
import type { OrderEvent } from './events.ts'
import { Exchange } from './exchange.ts'
import { Forgeries } from './forgeries.ts'
import { Memory } from './memory.ts'
import { notable } from './notable.ts'
import type { OfferLimit } from './offer-limit.ts'
import { answerPings, broadcast, type Listener, welcome } from './sockets.ts'
import { isCancellable, judgeWish, type Wish } from './start.ts'
import type { Attempt, OrderState, OrderTerms } from './state.ts'
import { opened, transition } from './transition.ts'
import { Turn } from './turn.ts'
import { isMoving, shownTo, statusOf, view } from './view.ts'
import { within } from './within.ts'

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

/** Names that no other Worker can call: members of a class, `protected` ones too, are open to remote calls. */
export const REACHED = Symbol('where a test may let the object die')
export const FETCHER = Symbol('how requests leave for the gateway')

/** Alarms that cannot even find out what is due, since a setting is wrong, try again after this. */
const RETRY_MS = 60_000

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
  readonly #forgeries = new Forgeries()
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
    const state = known ?? opened(terms)
    if (customer && !isFinal(statusOf(state))) this.#memory.remember(customer)
    if (!known) this.#save(state)
    return accepted(this.#view(state))
  }

  /**
   * Shows the order, and when to look again. Writes nothing.
   *
   * @param mayPay Whether it is shown to whoever may pay, or only look.
   * @returns `undefined` if it was never opened.
   */
  async glance(mayPay = true): Promise<{ order: OrderView; retryAfterSeconds?: number } | undefined> {
    const state = this.#memory.state
    if (!state) return undefined
    const order = shownTo(mayPay, this.#view(state))
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
  async wake({ by, attempt: number, fields }: Wake): Promise<{ returnUrl: string } | undefined> {
    const notice = await this.#exchange.notice(fields)
    const state = this.#memory.state
    const attempt = state?.attempts[number - 1]
    if (!attempt) return undefined
    const { returnUrl } = state.terms
    // A notice of another order is genuine, and says nothing of this one.
    const isGenuine = notice?.clientOrderId === attempt.clientOrderId
    if (isGenuine ? this.#wasJustWoken(attempt, by) : this.#forgeries.isNoise(this.#config.times))
      return { returnUrl }
    this.#askedAt.delete(number)
    const word = isGenuine ? { gatewayId: notice.gatewayId } : { forged: this.#forgeries.take() }
    if (!isGenuine) log('notice-forged', { order: state.terms.id, by, count: word.forged })
    this.#record(state, { type: 'woken', attempt: number, by, ...word })
    await this[REACHED]('wake-stored')
    return { returnUrl }
  }

  /**
   * Follows the order live: every change is sent as a whole view, from `?after=` on. The route checked the token, and
   * says in the address how far it reaches.
   */
  override async fetch(request: Request): Promise<Response> {
    const state = this.#memory.state
    if (!state) return new Response(null, { status: 404 })
    const { searchParams } = new URL(request.url)
    const listener: Listener = {
      mayPay: searchParams.get('scope') === 'pay',
      until: Number(searchParams.get('until')),
    }
    const isBehind = state.seq > Number(searchParams.get('after') ?? 0)
    return welcome(this.ctx, listener, isBehind ? this.#message(state, listener.mayPay) : undefined)
  }

  /** Pages only listen; one that talks is none of ours. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008)
  }

  /** A page that leaves gets a proper goodbye; without one it would see an abnormal end. */
  override webSocketClose(socket: WebSocket): void {
    socket.close()
  }

  /** Does what is due. Failed work never fails the alarm, which the platform gives up after six failures. */
  override async alarm(): Promise<void> {
    const attend = ({ work }: Due) => this.#attend(work).catch((error) => this.#complain(work, error))
    try {
      await this.#agenda.run(() => this.#dues(), this.#config.times.activeEvery, attend)
    } catch (error) {
      log('alarm-failed', { order: this.#memory.state?.terms.id, error: errorText(error) })
      this.#agenda.retryAt(Date.now() + RETRY_MS)
    }
  }

  /** Where a test may let the object die; see `worker/testing.ts`. */
  async [REACHED](_point: CrashPoint): Promise<void> {}

  /** How requests leave for the gateway; tests put their own in its place. */
  get [FETCHER](): typeof fetch {
    return (input, init) => fetch(input, init)
  }

  get #config(): Config {
    return configOf(this.env)
  }

  get #exchange(): Exchange {
    return new Exchange(this.#config, transport(this[FETCHER], this.#config.times.requestDeadline))
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
    const isHeld = await this.#ofCounter(offer, (counter) => counter.hold(id, limit))
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
    await this[REACHED]('intent-stored')
    const event = await this.#exchange.send(state.terms, attempt, this.#memory.payer)
    await this[REACHED]('reply-received')
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
      case 'forget':
        return this.#memory.forget(this.ctx.storage)
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
    await this[REACHED]('report-received')
    if (event) this.#record(this.#memory.state ?? state, event)
  }

  /** A new attempt may have started while this waited its turn: then the piece is needed. */
  async #releaseLimit(): Promise<void> {
    const isFree = this.#dues().some(({ work }) => work.type === 'release-limit')
    const state = this.#memory.state
    if (!isFree || !state?.terms.offer) return
    await this.#ofCounter(state.terms.offer, (counter) => counter.release(state.terms.id))
    this.#record(this.#memory.state ?? state, { type: 'limit-released' })
  }

  #ofCounter<Answer>(offer: string, ask: (counter: DurableObjectStub<OfferLimit>) => Promise<Answer>) {
    return within(this.#config.times.requestDeadline, ask(this.env.OFFER_LIMITS.getByName(offer)))
  }

  /** Decides, writes, announces. An event that changes nothing writes nothing. */
  #record(before: OrderState, event: OrderEvent): OrderState {
    const now = Date.now()
    const after = transition(before, event, now)
    if (after === before) return before
    this.#save(after, event)
    for (const [name, fields] of notable(before, after)) log(name, { order: after.terms.id, ...fields })
    broadcast(this.ctx, (mayPay) => this.#message(after, mayPay), now)
    return after
  }

  #save(state: OrderState, event?: OrderEvent): void {
    this.#memory.save(state, Date.now(), event)
    this.#agenda.arm(this.#dues())
  }

  #dues(): Due[] {
    const state = this.#memory.state
    return state ? dues(state, this.#askedAt, this.#config.times) : []
  }

  #view(state: OrderState): OrderView {
    return view(state, this.#config.isTest)
  }

  #message(state: OrderState, mayPay = true): string {
    return JSON.stringify({ order: shownTo(mayPay, this.#view(state)) } satisfies LiveMessage)
  }

  /** The same notice again, while the one before is being seen to. */
  #wasJustWoken({ asking, status }: Attempt, by: Wake['by']): boolean {
    const isRepeat = asking?.by === by && asking.pace !== 'waiting' && status !== 'redirect'
    return isRepeat && Date.now() - asking.since < this.#config.times.activeEvery
  }

  #complain(work: Work, error: unknown): void {
    log('work-failed', { order: this.#memory.state?.terms.id, work: work.type, error: errorText(error) })
  }
}

/** The same order is opened again by a second tab or after a lost answer; only the clock has moved on. */
function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  const agreed = ({ id, amountMinor, currency, intent, offer }: OrderTerms) =>
    JSON.stringify([id, amountMinor, currency, intent, offer])
  return agreed(known) === agreed(given)
}
