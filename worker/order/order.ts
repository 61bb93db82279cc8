import { DurableObject } from 'cloudflare:workers'
import type { Customer } from '../../shared/customer.ts'
import type { CardReference, MerchantOrderView, OrderView, Way } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Details } from '../domain/payment-instrument.ts'
import { referCard } from './card-tokens.ts'
import { cancel, cancelForMerchant, declareNotAccepted, erase } from './commands.ts'
import type { CrashPoint } from './context.ts'
import type { Env } from './env.ts'
import type { Wake } from './gateway-notices.ts'
import { answerPings, type Viewer } from './live.ts'
import { merchantAnswer } from './merchant-response.ts'
import { POLICY, type Policy } from './model/policy.ts'
import { framedForm, type Whereto, whereto } from './model/return-target.ts'
import type { OrderTerms, Step } from './model/state.ts'
import type { StepAnswer } from './model/three-ds-answer-validation.ts'
import { type Opened, openOrder } from './opening.ts'
import { type Parts, partsOf } from './parts.ts'
import type { PayWish } from './payments.ts'
import { follow, type Glance, glance } from './queries.ts'
import { refresh } from './refresh.ts'
import type { FollowUpAsked } from './refunds.ts'
import type { Refusal } from './refusal.ts'

/** What a merchant's server has done with no shopper present. */
export interface Charge {
  readonly method: Way
  readonly details: Details
  readonly customer?: Customer
  readonly ip: string
}

/** Names that no other Worker can call: members of a class, `protected` ones too, are open to remote calls. */
/** The platform runs an alarm that fails six times more, and forgets it then. */
const LAST_RETRIES = 5

/** Whatever kills every run may be gone by then. */
const RETRY_MS = 60_000

export const REACHED = Symbol('where a test may let the object die')
export const FETCHER = Symbol('how requests leave for the gateway')
export const DECIDES_BY = Symbol('what decides')

/**
 * One order: the only place where its state is decided, stored and announced. Nothing is written before it is opened.
 *
 * The object itself decides nothing: it says which calls take turns, and hands each on to the part that does it.
 */
export class Order extends DurableObject<Env> {
  readonly #parts: Parts

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const reached = this[REACHED].bind(this)
    this.#parts = partsOf({ ctx, env, reached, fetcher: () => this[FETCHER], policy: this[DECIDES_BY] })
    answerPings(ctx)
  }

  /**
   * Opens the order, or finds it open. Repeating it with the same terms is harmless.
   *
   * @param customer What is known of the shopper; joins what is known already.
   */
  async open(terms: OrderTerms, customer?: Customer): Promise<Result<Opened, Refusal>> {
    return openOrder(this.#parts.record, terms, customer)
  }

  /**
   * Opens the order and makes its only attempt, for a merchant's server. Waits for the gateway's answer to the request,
   * not for the outcome. Repeating it with the same terms is harmless: it answers how things stand.
   */
  async begin(terms: OrderTerms, { method, ...charge }: Charge): Promise<Result<MerchantOrderView, Refusal>> {
    const { record, turns, paying } = this.#parts
    const opening = openOrder(record, terms)
    if (!opening.ok) return opening
    const wish = { key: terms.reference, method, ...charge }
    const begun = await turns.starting.take(() => paying.pay(wish))
    if (!begun.ok) return begun
    await begun.value.sent
    return merchantAnswer(record, ({ attempts }) => attempts.at(-1)?.error)
  }

  /**
   * Shows the order, and when to look again. Writes nothing.
   *
   * @returns `undefined` if it was never opened.
   */
  async glance(who: Viewer = 'pay'): Promise<Glance | undefined> {
    const { record, reach } = this.#parts
    return glance(record, who, reach.times)
  }

  /**
   * Starts an attempt, or joins the one that the same key started.
   *
   * The intent is stored and the view answered at once; the request to the gateway goes out behind it, and is never
   * sent again.
   */
  async pay(wish: PayWish): Promise<Result<OrderView, Refusal>> {
    const { record, turns, paying } = this.#parts
    const begun = await turns.starting.take(() => paying.pay(wish))
    return begun.ok ? accepted(record.view(begun.value.state)) : begun
  }

  /**
   * The shopper goes on with the hosted form that is open: a limited offer is kept for it another while, once.
   *
   * @param ip Where the shopper is.
   */
  async goOn(ip: string): Promise<Result<OrderView, Refusal>> {
    const { record, turns, pieces } = this.#parts
    const scarcity = await turns.starting.take(() => pieces.renew(ip))
    const { state } = record
    if (!state) return refused({ code: 'not-found' })
    return scarcity ? refused({ code: scarcity, order: record.view(state) }) : accepted(record.view(state))
  }

  /** Gives the order up. An approval that still comes is surplus. Repeating it is harmless. */
  async cancel(): Promise<Result<OrderView, Refusal>> {
    return cancel(this.#parts.record)
  }

  /**
   * Takes the order back for its merchant, unless the shopper may be paying just now. Repeating it is harmless.
   *
   * @param by Name of the merchant key.
   */
  async cancelForMerchant(by: string): Promise<Result<MerchantOrderView, Refusal>> {
    return cancelForMerchant(this.#parts.record, by)
  }

  /** Does something with the payment afterwards, once per key. */
  async followUp(asked: FollowUpAsked): Promise<Result<MerchantOrderView, Refusal>> {
    const { config, turns, followingUp } = this.#parts
    const isPaused = config().PAYMENTS === 'paused' && asked.kind === 'payout-pay'
    if (isPaused) return refused({ code: 'payments-paused' })
    return turns.followUps.take(() => followingUp.do(asked))
  }

  /** Asks the gateway now about everything that may still change. Says so where it did not answer. */
  async refresh(): Promise<Result<MerchantOrderView, Refusal>> {
    const { record, questions } = this.#parts
    return refresh(record, questions)
  }

  /**
   * Takes a merchant's word that the gateway never took what is in doubt, so that it may be tried again. Recorded.
   *
   * @param by Name of the merchant key.
   */
  async declareNotAccepted(by: string): Promise<Result<MerchantOrderView, Refusal>> {
    return declareNotAccepted(this.#parts.record, by)
  }

  /** Tells the merchant once more how the order stands, and anew what was given up. Answers before anything is sent. */
  async resend(): Promise<Result<MerchantOrderView, Refusal>> {
    const { record } = this.#parts
    if (record.state) record.messenger.resend()
    return merchantAnswer(record)
  }

  /**
   * Erases what is known of the shopper, once nothing is under way. What was paid stays. Repeating it is harmless. A
   * reference that is being made just now is waited for, so that none comes after.
   */
  async erase(): Promise<Result<MerchantOrderView, Refusal>> {
    const { record, turns } = this.#parts
    return turns.referring.take(async () => erase(record))
  }

  /** Has the gateway keep the payment's card. The same version is made once, and answered again. */
  async createCardRef(version: CardReference['version']): Promise<Result<CardReference, Refusal>> {
    const { record, reach, turns } = this.#parts
    return turns.referring.take(() => referCard({ record, reach }, version))
  }

  /**
   * The step of 3-D Secure that an attempt waits for, and where its browser belongs if there is none. Whoever asks sends
   * a browser there, which is noted once.
   */
  async openStep(number: number): Promise<(Whereto & { readonly step?: Step }) | undefined> {
    const { record, stepping } = this.#parts
    const back = whereto(record.state, number)
    const step = back && stepping.open(number)
    return step ? { ...back, step } : back
  }

  /** The form that a frame of an attempt is to show, and where its browser belongs if there is none. Writes nothing. */
  async openForm(number: number): Promise<(Whereto & { readonly form?: string }) | undefined> {
    const { state } = this.#parts.record
    const back = whereto(state, number)
    const form = framedForm(state, number)
    return back && form ? { ...back, form } : back
  }

  /** Hands on what a bank said. @returns Where the browser belongs; `undefined` if there is no such attempt. */
  async answerStep(answer: StepAnswer): Promise<Whereto | undefined> {
    const { record, turns, stepping } = this.#parts
    const back = whereto(record.state, answer.attempt)
    // Kept before it takes its turn, since nobody else has it.
    if (back && stepping.bring(answer)) await turns.steps.take(() => stepping.handOn(answer.attempt))
    return back
  }

  /** A page says that a Method page had its time, which the order's own clock has to bear out. Repeating is harmless. */
  async endMethod(): Promise<Result<OrderView, Refusal>> {
    const { record, turns, stepping } = this.#parts
    const { state } = record
    if (!state) return refused({ code: 'not-found' })
    await turns.steps.take(() => stepping.endMethodInTime(state.attempts.length))
    return accepted(record.view(record.state ?? state))
  }

  /** Tells the index of orders anew how this one stands. @returns `false` if there is nothing to list. */
  async reindex(): Promise<boolean> {
    const { record } = this.#parts
    if (!record.state?.attempts.length) return false
    await record.reindex()
    return true
  }

  /**
   * Notes that something happened at the gateway, and asks about it soon. What the notice says decides nothing.
   *
   * @returns Where the browser belongs, once the wake is stored; `undefined` if there is no such attempt.
   */
  async wake(wake: Wake): Promise<Whereto | undefined> {
    return this.#parts.waking.wake(wake)
  }

  /**
   * Follows the order live: a greeting, then every change as a whole view, from `?after=` on. The route checked the token, and
   * says in the address how far it reaches.
   */
  override async fetch(request: Request): Promise<Response> {
    return follow(this.ctx, this.#parts.record, new URL(request.url), Date.now())
  }

  /** Pages only listen; one that talks is none of ours. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008)
  }

  /** A page that leaves gets a proper goodbye; without one it would see an abnormal end. */
  override webSocketClose(socket: WebSocket): void {
    socket.close()
  }

  /**
   * Does what is due. Failed work never fails the alarm, which the platform gives up after six failures; a run that
   * dies each time would be such a one, so the last but one sets the next alarm before it does anything.
   */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    if ((info?.retryCount ?? 0) >= LAST_RETRIES) {
      await this.ctx.storage.setAlarm(Date.now() + RETRY_MS)
      await this.ctx.storage.sync()
    }
    await this.#parts.attending.run()
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
}
