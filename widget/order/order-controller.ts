/** Which order the tag shows, and what the shopper and the page do with it. Its views alone decide how it goes. */

import type { ReactiveController } from 'lit'
import { isAddressGroup } from '../../shared/customer.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { edgeApi, type Refusal } from './api.ts'
import { boundaryOf } from './boundary.ts'
import type { OrderHost } from './context.ts'
import { soldIn } from './goods.ts'
import { Jobs } from './jobs.ts'
import type { Page, TagEffect, TagEvent } from './model/tag-events.ts'
import { BLANK, mayPay, type TagState } from './model/tag-state.ts'
import { tagTransition } from './model/tag-transition.ts'
import { collectOf } from './offer.ts'
import { check, refresh, watchPage } from './offline.ts'
import { call } from './order-requests.ts'
import { PaymentWindow } from './payment-window.ts'
import { toPayError } from './problems.ts'
import { lookAgain } from './products.ts'
import { takeRefusal } from './refusals.ts'
import { RememberedOrders } from './remembered-orders.ts'
import { continueAttempt, startAttempt } from './start-attempt.ts'
import type { Submission } from './submission.ts'
import type { Sale, TagContext } from './tag-context.ts'
import { carryOutEffect } from './tag-effects.ts'

/** Shows one order at a time in an element: follows it, pays, cancels, reads and reopens it. */
export class OrderController implements ReactiveController, TagContext {
  declare readonly host: OrderHost
  declare readonly env: BrowserEnv
  declare readonly orders: RememberedOrders
  declare readonly popUp: PaymentWindow
  readonly jobs = new Jobs()
  #state: TagState
  /** Each looks whether the state has what somebody waits for. */
  readonly #waiting = new Set<() => void>()
  #settled: Promise<OrderView> | undefined
  /** The key under whose goods the tag has asked the edge whether they can be sold. */
  #checkedKey = ''

  constructor(host: OrderHost, env: BrowserEnv) {
    this.host = host
    this.env = env
    this.orders = new RememberedOrders(env)
    this.popUp = new PaymentWindow(env)
    this.#state = { ...BLANK, isIsolated: env.isIsolated }
  }

  /** What the tag knows now. */
  get state(): TagState {
    return this.#state
  }

  /** Decides what follows from an event, and does it. */
  readonly send = (event: TagEvent) => {
    const before = this.#state
    const { state, effects } = tagTransition(before, event)
    this.#state = state
    for (const look of this.#waiting) look()
    if (state !== before) this.host.requestUpdate()
    for (const effect of effects) this.#carryOutEffect(effect)
  }

  /** An effect that throws keeps no other from being carried out, such as an event about the outcome. */
  #carryOutEffect(effect: TagEffect) {
    try {
      carryOutEffect(this, effect.type, effect)
    } catch (cause) {
      this.env.report(cause)
    }
  }

  /** Resolves once something is in the state: at once, or after an event. */
  until<Found>(find: (state: TagState) => Found | undefined | false): Promise<Found> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find(this.#state)
        if (!found) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** What work on the present goods or session shares. */
  sale(): Sale {
    const { host, env, orders } = this
    const signal = this.jobs.signal('sale')
    const send = (event: TagEvent) => signal.aborted || this.send(event)
    return { ...this.#state, host, env, orders, signal, send, api: edgeApi(this.#state.edge, env.fetch) }
  }

  readonly carryOut = boundaryOf(this)

  /** The newest view of the order. */
  get view(): OrderView | undefined {
    return this.#state.view
  }

  /** Whether this tag may start attempts of the order and take their steps. */
  get mayPay(): boolean {
    return mayPay(this.#state)
  }

  /** Resolves with the order once payment has succeeded; a new promise after "buy again". */
  get settled(): Promise<OrderView> {
    this.#settled ??= this.until(({ view }) => view && isSettled(view.status) && view)
    return this.#settled
  }

  /** Gives the page another promise of a payment. */
  unsettle() {
    this.#settled = undefined
  }

  /** Called when the element enters a document, also when the page moves it there. */
  hostConnected() {
    watchPage(this, this.jobs.start('listening'))
    this.send({ type: 'shown' })
    this.host.requestUpdate()
  }

  /** Called when the element leaves its document. The order stays. */
  hostDisconnected() {
    this.jobs.end('listening')
    this.send({ type: 'hidden' })
    // A tag that the page moves is back at once; one that the page removed must not navigate when it returns.
    page.queueMicrotask(() => this.host.isConnected || this.send({ type: 'called-off' }))
  }

  /** Called before the element draws. */
  hostUpdate() {
    if (this.host.isConnected) this.send({ type: 'terms-read', ...this.#page })
  }

  get #page(): Page {
    return { terms: this.host.terms, address: this.env.address() }
  }

  /**
   * Takes the shopper's first intent: makes the key of the order that a click opens, and asks the edge whether the goods can
   * be sold; its answer also guesses the shopper's country. Repeating is harmless. It is silent about a failure that may
   * pass: paying tries again.
   *
   * @param staleKey Key of an order that is of no more use.
   */
  async intend(staleKey?: string) {
    await this.started
    const { access, error, claims } = this.#state
    const { api, send, goods, digest } = this.sale()
    if (!goods || !claims || !digest || access || error?.recoverable === false) return
    const { key } = await this.orders.obtain(digest, staleKey)
    if (key === this.#checkedKey) return
    this.#checkedKey = key
    // The look at a product is its check. Any page may keep that answer, so that it names no country.
    const isLookEnough = soldIn(goods).every(({ product }) => product)
    if (isLookEnough) await lookAgain(this)
    if (isLookEnough && !collectOf(claims).some(isAddressGroup)) return
    const answer = await api.checkGoods(goods)
    const country = answer.ok && answer.value.body.country
    if (country) send({ type: 'country-guessed', country })
    // A click, or the order that it has made meanwhile, knows better.
    const { isBusy, access: made } = this.#state
    if (answer.ok || isBusy || made) return
    const refusal = toPayError(answer.reason)
    if (!refusal.recoverable) send({ type: 'failed', error: refusal })
  }

  /** Starts an attempt, and shows the step that the order then waits for. @returns Why the edge refused, if it did. */
  async pay(submission: Submission): Promise<Refusal | undefined> {
    return this.#state.isBusy || !this.mayPay ? undefined : startAttempt(this, submission)
  }

  /** Continues with the step that the order waits for, unless a limited offer has gone to others meanwhile. */
  async continue() {
    if (this.mayPay) await continueAttempt(this)
  }

  /** Says that the time limit of the 3DS Method has passed. */
  async endMethod() {
    if (this.mayPay) await call(this, ({ endMethod }) => endMethod)
  }

  /** Cancels the order. Without an order it does nothing. */
  async cancel() {
    await this.started
    if (!this.mayPay) return
    this.send({ type: 'cancel-begun' })
    const refusal = await call(this, ({ cancel }) => cancel)
    if (refusal) await takeRefusal(this, refusal)
  }

  /** Takes a saved card out of the session. @returns Why the edge refused, if it did. */
  readonly removeCard = async (savedCard: string): Promise<Refusal | undefined> => {
    const refusal = await call(this, (api) => (id, token) => api.removeCard(id, token, { savedCard }))
    return refusal && takeRefusal(this, refusal)
  }

  /** Reads the order for a shopper who waits for the answer, and says if none comes. */
  async check() {
    this.send({ type: 'check-begun', ...this.#page })
    await check(this)
  }

  /** Reads the order. */
  async refresh() {
    await refresh(this)
  }

  /** Makes a new order of the same goods, with a key of its own. */
  async again() {
    const { access } = this.#state
    this.send({ type: 'again', ...this.#page })
    await this.intend(access?.key)
  }

  /** Opens a window for the page of the coming attempt. Call it in the shopper's click. */
  openPopUp(text: string) {
    this.send({ type: 'window-closed' })
    if (this.popUp.open(text)) this.send({ type: 'window-opened' })
  }

  /** Brings the attempt's window to the front. @returns Whether there is one within reach. */
  raisePopUp(): boolean {
    return this.#state.location.at === 'popup' && this.popUp.raise()
  }

  /** Resolves once the tag knows whether there is an order to resume, and what the seller asks of shoppers. */
  get started(): Promise<unknown> {
    return this.until(({ isStarted }) => isStarted)
  }
}
