import { DurableObject } from 'cloudflare:workers'
import type { Customer } from '../../shared/customer.ts'
import {
  type CardReference,
  isFinal,
  type MerchantOrderView,
  type OrderView,
  type Way,
} from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type Config, configOf } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { transport } from '../gateway/transport.ts'
import { notifier } from '../outbox/notifier.ts'
import { createCardRef } from './card-ref.ts'
import type { Details } from './details.ts'
import { attemptKey, type Due, type Work } from './due.ts'
import type { Env } from './env.ts'
import { Exchange } from './exchange.ts'
import { unsettled } from './follow-ups.ts'
import { FollowingUp, type FollowUpAsked } from './following-up.ts'
import { Forgeries } from './forgeries.ts'
import type { Messenger } from './messenger.ts'
import { doubtOf } from './not-accepted.ts'
import { OfferPieces } from './offer-pieces.ts'
import { Paying, type PayWish } from './paying.ts'
import { POLICY, type Policy } from './policy.ts'
import { Questions } from './questions.ts'
import { OrderRecord } from './record.ts'
import { Reversing } from './reversing.ts'
import { answerPings, type Listener, type Viewer, welcome } from './sockets.ts'
import { isCancellable } from './start.ts'
import type { Attempt, OrderState, OrderTerms, Step } from './state.ts'
import type { StepAnswer } from './step-answer.ts'
import { Stepping } from './stepping.ts'
import { opened } from './transition.ts'
import { Turn } from './turn.ts'
import { isMoving, statusOf } from './view.ts'

/** Why an order did not do what it was asked. `gatewayCode` is for merchants. */
export interface Refusal {
  readonly code: ProblemCode
  readonly fields?: readonly string[]
  readonly order?: OrderView | MerchantOrderView
  readonly gatewayCode?: string
}

/** What a merchant's server has done with no shopper present. */
export interface Charge {
  readonly method: Way
  readonly details: Details
  readonly customer?: Customer
  readonly ip: string
}

/** A callback or a browser return, as it came. */
export interface Wake {
  readonly by: 'callback' | 'return'
  readonly attempt: number
  readonly fields: Readonly<Record<string, string>>
}

/** Where a browser belongs that comes back: to the shop's page, or, from a frame in that page, nowhere. */
export interface Whereto {
  readonly returnUrl: string
  readonly isFramed?: true
}

/** Names that no other Worker can call: members of a class, `protected` ones too, are open to remote calls. */
export const REACHED = Symbol('where a test may let the object die')
export const FETCHER = Symbol('how requests leave for the gateway')
export const DECIDES_BY = Symbol('what decides')

/** Alarms that cannot even find out what is due, since a setting is wrong, try again after this. */
const RETRY_MS = 60_000

/** Moments at which a test may let the object die. Nothing happens there in production. */
export type CrashPoint = 'intent-stored' | 'reply-received' | 'report-received' | 'wake-stored'

/**
 * One order: the only place where its state is decided, stored and announced. Nothing is written before it is opened.
 */
export class Order extends DurableObject<Env> {
  readonly #record: OrderRecord
  readonly #questions: Questions
  readonly #paying: Paying
  readonly #pieces: OfferPieces
  readonly #followingUp: FollowingUp
  readonly #stepping: Stepping
  readonly #messenger: Messenger
  readonly #reversing: Reversing
  readonly #forgeries = new Forgeries()
  readonly #starting = new Turn()
  readonly #followUps = new Turn()
  readonly #steps = new Turn()
  readonly #reversals = new Turn()
  readonly #referring = new Turn()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const config = () => this.#config
    const waitUntil = (work: Promise<void>) => ctx.waitUntil(work)
    const tell = () => notifier(this.#config, { fetcher: this[FETCHER], NOTIFY: env.NOTIFY })
    const record = new OrderRecord({ ctx, index: env.ORDER_INDEX, config, policy: this[DECIDES_BY], tell })
    const reach = {
      exchange: () => this.#exchange,
      reached: this[REACHED].bind(this),
      times: () => this.#config.times,
    }
    const questions = new Questions(record, reach)
    const pieces = new OfferPieces({ record, counters: env.OFFER_LIMITS, config })
    this.#record = record
    this.#questions = questions
    this.#pieces = pieces
    this.#paying = new Paying({ record, reach, pieces, config, waitUntil })
    this.#followingUp = new FollowingUp({ record, reach, questions, waitUntil })
    this.#stepping = new Stepping({ record, reach })
    this.#messenger = record.messenger
    this.#reversing = new Reversing({ record, reach, questions })
    answerPings(ctx)
  }

  /**
   * Opens the order, or finds it open. Repeating it with the same terms is harmless.
   *
   * @param customer What is known of the shopper; joins what is known already.
   */
  async open(terms: OrderTerms, customer?: Customer): Promise<Result<OrderView, Refusal>> {
    const known = this.#record.state
    if (known && !areSameTerms(known.terms, terms))
      return refused({ code: reusedBy(terms), order: this.#record.view(known) })
    const state = known ?? opened(terms)
    if (customer && !isFinal(statusOf(state))) this.#record.memory.remember({ customer })
    if (!known) this.#record.save(state)
    return accepted(this.#record.view(state))
  }

  /**
   * Opens the order and makes its only attempt, for a merchant's server. Waits for the gateway's answer to the request,
   * not for the outcome. Repeating it with the same terms is harmless: it answers how things stand.
   */
  async begin(terms: OrderTerms, { method, ...charge }: Charge): Promise<Result<MerchantOrderView, Refusal>> {
    const opening = await this.open(terms)
    if (!opening.ok) return refused(opening.reason)
    const wish = { key: terms.reference, method, ...charge }
    const begun = await this.#starting.take(() => this.#paying.pay(wish))
    if (!begun.ok) return begun
    await begun.value.sent
    return this.#answer((attempts) => attempts.at(-1)?.error)
  }

  /**
   * Shows the order, and when to look again. Writes nothing.
   *
   * @returns `undefined` if it was never opened.
   */
  async glance(
    who: Viewer = 'pay',
  ): Promise<{ order: OrderView | MerchantOrderView; retryAfterSeconds?: number } | undefined> {
    const { state } = this.#record
    if (!state) return undefined
    const order = this.#record.viewFor(who, state)
    const retryAfterSeconds = Math.ceil(this.#config.times.activeEvery / 1000)
    return isMoving(order.status) ? { order, retryAfterSeconds } : { order }
  }

  /**
   * Starts an attempt, or joins the one that the same key started.
   *
   * The intent is stored and the view answered at once; the request to the gateway goes out behind it, and is never
   * sent again.
   */
  async pay(wish: PayWish): Promise<Result<OrderView, Refusal>> {
    const begun = await this.#starting.take(() => this.#paying.pay(wish))
    return begun.ok ? accepted(this.#record.view(begun.value.state)) : begun
  }

  /** Gives the order up. An approval that still comes is surplus. Repeating it is harmless. */
  async cancel(): Promise<Result<OrderView, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    if (state.cancelled) return accepted(this.#record.view(state))
    if (!isCancellable(state)) return refused({ code: 'attempt-in-flight', order: this.#record.view(state) })
    return accepted(this.#record.view(this.#record.note({ type: 'cancelled' })))
  }

  /** Does something with the payment afterwards, once per key. */
  async followUp(asked: FollowUpAsked): Promise<Result<MerchantOrderView, Refusal>> {
    const isPaused = this.#config.PAYMENTS === 'paused' && asked.kind === 'payout-pay'
    if (isPaused) return refused({ code: 'payments-paused' })
    return this.#followUps.take(() => this.#followingUp.do(asked))
  }

  /** Asks the gateway now about everything that may still change. Says so where it did not answer. */
  async refresh(): Promise<Result<MerchantOrderView, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    const isAsked = ({ asking, number, method }: Attempt) =>
      method !== 'recurring-payment' && (asking !== undefined || number === state.payment)
    const heard = await Promise.all([
      ...state.attempts.filter(isAsked).map(({ number }) => this.#questions.about(number)),
      ...state.followUps
        .filter(({ asking }) => asking)
        .map(({ number }) => this.#questions.aboutFollowUp(number)),
      ...state.foreign.filter(({ asking }) => asking).map(({ id }) => this.#questions.aboutForeign(id)),
      ...state.reversals
        .filter(({ asking }) => asking)
        .map(({ number }) => this.#questions.aboutReversal(number)),
    ])
    const isSilent = heard.length > 0 && !heard.includes(true)
    return isSilent
      ? refused({ code: 'gateway-silent', order: this.#record.merchantView(this.#record.state ?? state) })
      : this.#answer()
  }

  /**
   * Takes a merchant's word that the gateway never took what is in doubt, so that it may be tried again. Recorded.
   *
   * @param by Name of the merchant key.
   */
  async declareNotAccepted(by: string): Promise<Result<MerchantOrderView, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    if (!doubtOf(state)) return refused({ code: 'attempt-accepted', order: this.#record.merchantView(state) })
    log('declared-not-accepted', { order: state.terms.id, by })
    this.#record.note({ type: 'declared-not-accepted', by })
    return this.#answer()
  }

  /** Tells the merchant once more how the order stands, and anew what was given up. Answers before anything is sent. */
  async resend(): Promise<Result<MerchantOrderView, Refusal>> {
    if (!this.#record.state) return refused({ code: 'not-found' })
    this.#messenger.resend()
    return this.#answer()
  }

  /** Erases what is known of the shopper, once nothing is under way. What was paid stays. Repeating it is harmless. */
  async erase(): Promise<Result<MerchantOrderView, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    // A step of 3-D Secure that may still come needs the shopper's address.
    if (['sending', 'method', 'challenge', 'processing'].includes(statusOf(state)))
      return refused({ code: 'attempt-in-flight', order: this.#record.merchantView(state) })
    if (unsettled(state))
      return refused({ code: 'follow-up-in-flight', order: this.#record.merchantView(state) })
    this.#record.memory.erasePayer()
    this.#record.note({ type: 'erased' })
    return this.#answer()
  }

  /** Has the gateway keep the payment's card. The same version is made once, and answered again. */
  async createCardRef(version: CardReference['version']): Promise<Result<CardReference, Refusal>> {
    return this.#referring.take(() => this.#createCardRef(version))
  }

  /**
   * The step of 3-D Secure that an attempt waits for, and where its browser belongs if there is none. Whoever asks sends
   * a browser there, which is noted once.
   */
  async openStep(number: number): Promise<(Whereto & { readonly step?: Step }) | undefined> {
    const { state } = this.#record
    const attempt = state?.attempts[number - 1]
    if (!attempt) return undefined
    const step = this.#stepping.open(number)
    return { ...whereto(state, attempt), ...(step && { step }) }
  }

  /** Hands on what a bank said. @returns Where the browser belongs; `undefined` if there is no such attempt. */
  async answerStep(answer: StepAnswer): Promise<Whereto | undefined> {
    const { state } = this.#record
    const attempt = state?.attempts[answer.attempt - 1]
    if (!attempt) return undefined
    await this.#steps.take(() => this.#stepping.answer(answer))
    return whereto(state, attempt)
  }

  /** A page says that a Method page had its time, which the order's own clock has to bear out. Repeating is harmless. */
  async endMethod(): Promise<Result<OrderView, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    await this.#steps.take(() => this.#stepping.endMethodInTime(state.attempts.length))
    return accepted(this.#record.view(this.#record.state ?? state))
  }

  /** Tells the index of orders anew how this one stands. @returns `false` if there is nothing to list. */
  async reindex(): Promise<boolean> {
    if (!this.#record.state?.attempts.length) return false
    await this.#record.reindex()
    return true
  }

  /**
   * Notes that something happened at the gateway, and asks about it soon. What the notice says decides nothing.
   *
   * @returns Where the browser belongs, once the wake is stored; `undefined` if there is no such attempt.
   */
  async wake({ by, attempt: number, fields }: Wake): Promise<Whereto | undefined> {
    const notice = await this.#exchange.notice(fields)
    const { state } = this.#record
    const attempt = state?.attempts[number - 1]
    if (!attempt) return undefined
    const back = whereto(state, attempt)
    // A notice of another order is genuine, and says nothing of this one.
    const isGenuine = notice?.clientOrderId === attempt.clientOrderId
    const isOld = isGenuine && isToldAlready(attempt, by, notice.gatewayId) && state.aftermath === undefined
    if (isOld) return back
    if (
      isGenuine
        ? this.#isRepeat(state, attempt, { by, named: notice.gatewayId })
        : this.#forgeries.isNoise(this.#config.times)
    )
      return back
    this.#record.askedAt.delete(attemptKey(number))
    const word = isGenuine ? { gatewayId: notice.gatewayId } : { forged: this.#forgeries.take() }
    if (!isGenuine) log('notice-forged', { order: state.terms.id, by, count: word.forged })
    this.#record.note({ type: 'woken', attempt: number, by, ...word })
    await this[REACHED]('wake-stored')
    return back
  }

  /**
   * Follows the order live: every change is sent as a whole view, from `?after=` on. The route checked the token, and
   * says in the address how far it reaches.
   */
  override async fetch(request: Request): Promise<Response> {
    const { state } = this.#record
    if (!state) return new Response(null, { status: 404 })
    const { searchParams } = new URL(request.url)
    const who = viewerOf(searchParams.get('scope'))
    const listener: Listener = { who, until: Number(searchParams.get('until')) }
    const isBehind = state.seq > Number(searchParams.get('after') ?? 0)
    const missed = isBehind ? this.#record.message(who, state) : undefined
    return welcome(this.ctx, listener, missed)
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
      const { activeEvery: first, minutesEvery: last } = this.#config.times
      await this.#record.agenda.run(() => this.#record.dues(), { first, last }, attend)
    } catch (error) {
      log('alarm-failed', { order: this.#record.state?.terms.id, error: errorText(error) })
      this.#record.agenda.retryAt(Date.now() + RETRY_MS)
    }
  }

  /** Where a test may let the object die; see `worker/testing.ts`. */
  async [REACHED](_point: CrashPoint): Promise<void> {}

  /** How requests leave for the gateway; tests put their own in its place. */
  get [FETCHER](): typeof fetch {
    return (input, init) => fetch(input, init)
  }

  /** What decides; tests take one safeguard away to show what it is good for. */
  get [DECIDES_BY](): Policy {
    return POLICY
  }

  get #config(): Config {
    return configOf(this.env)
  }

  get #exchange(): Exchange {
    return new Exchange(this.#config, transport(this[FETCHER], this.#config.times.requestDeadline))
  }

  async #attend(work: Work): Promise<unknown> {
    if (!this.#record.state) return
    switch (work.type) {
      case 'ask':
        return this.#questions.about(work.attempt)
      case 'look':
        return this.#questions.look(work.attempt)
      case 'ask-follow-up':
        return this.#questions.aboutFollowUp(work.followUp)
      case 'ask-foreign':
        return this.#questions.aboutForeign(work.gatewayId)
      case 'reverse':
        return this.#reversals.take(() => this.#reversing.advance(work.reversal))
      case 'ask-reversal':
        return this.#questions.aboutReversal(work.reversal)
      case 'give-up-reversal':
        return this.#record.note({ type: 'reversal-lost', reversal: work.reversal })
      case 'give-up-sending':
        return this.#record.note({ type: 'reply-lost', attempt: work.attempt })
      case 'give-up-follow-up':
        return this.#record.note({ type: 'follow-up-lost', followUp: work.followUp })
      case 'end-method':
        return this.#steps.take(() => this.#stepping.endMethod(work.attempt))
      case 'end-asking':
        return this.#record.note({ ...work, type: 'asking-ended' })
      case 'hand-on':
        return this.#steps.take(() => this.#stepping.handOn(work.attempt))
      case 'end-challenge':
        return this.#record.note({ type: 'step-overdue', attempt: work.attempt, step: 'challenge' })
      case 'tell':
        return this.#messenger.send()
      case 'index':
        return this.#record.index()
      case 'release-limit':
        return this.#starting.take(() => this.#pieces.release())
      case 'expire':
        return this.#record.note({ type: 'expired' })
      case 'forget':
        return this.#record.memory.forget(this.ctx.storage)
    }
  }

  async #createCardRef(version: CardReference['version']): Promise<Result<CardReference, Refusal>> {
    const { state } = this.#record
    if (!state) return refused({ code: 'not-found' })
    const known = state.cardRefs.find((one) => one.version === version)
    if (known) return accepted(known)
    const attempt = state.attempts[(state.payment ?? 0) - 1]
    if (!attempt?.gatewayId || state.terms.intent === 'payout')
      return refused({ code: 'follow-up-impossible' })
    const made = await createCardRef(this.#exchange.gateway, attempt, version)
    if (!made.ok) return made
    this.#record.note({ type: 'card-referred', reference: made.value })
    return made
  }

  /** How things stand, or that the gateway said no. */
  #answer(errorOf: (attempts: readonly Attempt[]) => Attempt['error'] = () => undefined) {
    const { state } = this.#record
    if (!state) return refused<Refusal>({ code: 'not-found' })
    const order = this.#record.merchantView(state)
    const error = errorOf(state.attempts)
    if (error?.code !== 'refused') return accepted(order)
    const { gatewayCode } = error
    return refused<Refusal>({ code: 'gateway-refused', order, ...(gatewayCode && { gatewayCode }) })
  }

  /** The same notice again, while the one before is being seen to. One of another transaction is news. */
  #isRepeat(
    { foreign }: OrderState,
    { asking, status, gatewayId }: Attempt,
    { by, named }: { readonly by: Wake['by']; readonly named: string },
  ): boolean {
    const isKnown = named === gatewayId || foreign.some(({ id }) => id === named)
    const isSame = isKnown && asking?.by === by && asking.pace !== 'waiting' && status !== 'redirect'
    return isSame && Date.now() - asking.since < this.#config.times.activeEvery
  }

  #complain(work: Work, error: unknown): void {
    log('work-failed', { order: this.#record.state?.terms.id, work: work.type, error: errorText(error) })
  }
}

const whereto = ({ terms: { returnUrl } }: OrderState, { isFramed }: Attempt): Whereto =>
  isFramed ? { returnUrl, isFramed } : { returnUrl }

/** Whoever is not known to may do more only looks. */
const viewerOf = (scope: string | null): Viewer => (scope === 'merchant' || scope === 'pay' ? scope : 'view')

/** A shopper who comes back from a payment that is known to be approved brings no news. */
const isToldAlready = ({ status, gatewayId }: Attempt, by: Wake['by'], named: string) =>
  by === 'return' && status === 'approved' && gatewayId === named

/** The same order is opened again by a second tab or after a lost answer; only the clock has moved on. */
function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  const agreed = ({ id, amountMinor, currency, intent, offer, bodyDigest }: OrderTerms) =>
    JSON.stringify([id, amountMinor, currency, intent, offer, bodyDigest])
  return agreed(known) === agreed(given)
}

const reusedBy = ({ bodyDigest }: OrderTerms): ProblemCode => (bodyDigest ? 'reference-reused' : 'key-reused')
