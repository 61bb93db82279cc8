/**
 * Which order the tag shows, and how that goes. Its views alone decide: the tag never infers an outcome from its own
 * requests.
 */

import type { ReactiveController } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import { isMoving, isPayable, isSettled } from '../../shared/order-status.ts'
import type { OrderView, Way } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { deferred } from '../browser/deferred.ts'
import { page } from '../browser/page.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { announce, announceView } from '../element/announcer.ts'
import { type PayError, PayEvent, PayFailedEvent } from '../element/events.ts'
import { edgeApi, type Refusal } from './api.ts'
import { AttemptPresentation } from './attempt-presentation.ts'
import { BotCheck } from './bot-check.ts'
import type { Context, FramedStep, OrderAccess, OrderHost } from './context.ts'
import { findOrder } from './find-order.ts'
import { type Goods, goodsDigest, readClaims } from './goods.ts'
import type { Claims } from './offer.ts'
import { Connection, type NetworkNotice } from './offline.ts'
import { OrderSession } from './order-session.ts'
import { isPassing, ownError, toPayError, UNEXPECTED } from './problems.ts'
import type { RefusedWay } from './refusals.ts'
import { NO_OFFER, RememberedOrders } from './remembered-orders.ts'
import { readReturnFragment } from './return-fragment.ts'
import { syncWithTab } from './tab-sync.ts'

/** Shows one order at a time in an element, and follows it. */
export class OrderFollower implements ReactiveController {
  /** The claims of the offer or the cart; absent for sessions and result tags. */
  declare claims: Claims | undefined
  /** Why the shopper's last action failed, or why the tag cannot go on. */
  declare error: PayError | undefined
  /** From the shopper's click until the edge has answered. */
  isBusy = false
  notice: NetworkNotice = ''
  /** The edge takes no further try before. */
  #pause: { readonly way: RefusedWay; readonly until: number } | undefined
  /** The edge's settings, once it has sent them. */
  declare settings: Settings | undefined
  /** Resolves once the tag knows whether there is an order to resume, and what the seller asks of shoppers. */
  started: Promise<unknown> = Promise.resolve()
  /** Shared by all work on the shown offer or session. */
  declare context: Context
  /** The shown order, once the tag has a token for it. */
  declare session: OrderSession | undefined

  /** Shows the pages of its attempts. */
  declare readonly presentation: AttemptPresentation
  /** Asks the shopper for proof of being a person. */
  declare readonly botCheck: BotCheck
  declare protected readonly host: OrderHost
  declare protected readonly env: BrowserEnv
  declare protected readonly orders: RememberedOrders
  declare protected readonly connection: Connection
  /** The attributes with which the tag last started. */
  #named: string | undefined
  /** The page has changed the cart since the shown order was opened. */
  protected isFormer = false
  #isReady = false
  /** The address names an order, and the tag does not know yet whether to show it. */
  protected isReturning = false
  declare protected opening: Promise<Refusal | undefined> | undefined
  /** Ends all work for the offer that the tag showed before. */
  #life = new AbortController()
  #listening = new AbortController()
  #settled = deferred<OrderView>()

  constructor(host: OrderHost, env: BrowserEnv) {
    this.host = host
    this.env = env
    this.orders = new RememberedOrders(env)
    this.connection = new Connection(this, env)
    this.presentation = new AttemptPresentation(host, env, () => this.fail(ownError('redirect-refused')))
    this.botCheck = new BotCheck(host, env)
    this.context = this.#contextOf('', undefined, '')
  }

  /** The newest view of the order. */
  get view(): OrderView | undefined {
    return this.session?.view
  }

  /** The bank's step, while the order waits for it and this tag shows it; or the bot check. */
  get bank(): FramedStep | undefined {
    return this.botCheck.step ?? (this.mayPay ? this.presentation.framed(this.view?.action) : undefined)
  }

  /** Whether the order waits for the shopper on a payment page, not on a bank's. */
  get isHosted(): boolean {
    return this.view?.action?.type === 'redirect'
  }

  /** Whether there is an order whose status the tag does not know yet. */
  get resuming(): boolean {
    return this.session ? !this.session.view : this.isReturning
  }

  /** When the shopper may try again to pay this way, in milliseconds since the epoch; `undefined` if they may now. */
  pausedUntil(method: Way | undefined): number | undefined {
    const pause = this.#pause
    return pause && (pause.way === 'all' || pause.way === method) ? pause.until : undefined
  }

  /** The edge refuses further tries for a while. What was typed stays meanwhile. */
  pause(seconds: number, way: RefusedWay) {
    const ms = seconds * 1000
    const pause = { way, until: this.env.now() + ms }
    this.#pause = pause
    // The pause says why, as long as it lasts and only at its way to pay.
    this.show({ error: undefined })
    this.env.pause(ms, this.#life.signal).then(() => {
      if (this.#pause === pause) this.#pause = undefined
      this.host.requestUpdate()
    })
  }

  /** Resolves with the order once payment has succeeded; a new promise after "buy again". */
  get settled(): Promise<OrderView> {
    return this.#settled.promise
  }

  /** Whether this tag may start attempts of the order and take their steps. A token from an address may only look. */
  get mayPay(): boolean {
    return this.session?.mayPay ?? true
  }

  /** Name of what the shopper pays, once the tag knows it: the offer's digest, or the session's order. A cart may change. */
  get name(): string {
    const { goods, digest } = this.context
    return goods?.lines ? 'cart' : digest || this.session?.id || ''
  }

  get isConnected(): boolean {
    return this.host.isConnected
  }

  /** Called when the element enters a document, also when the page moves it there. */
  hostConnected() {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.connection.watch(signal)
    this.orders.watch(signal, (digest) => digest && digest === this.context.digest && this.#syncWithTab())
    this.session?.follow()
    this.host.requestUpdate()
  }

  /** Called when the element leaves its document. The order stays. */
  hostDisconnected() {
    this.#listening.abort()
    this.session?.unfollow()
    // A tag that the page moves is back at once; one that the page removed must not navigate when it returns.
    page.queueMicrotask(() => this.isConnected || this.presentation.stay())
  }

  /**
   * Starts over once the attributes name something else. The browser still remembers the order before. The order of a cart
   * stays, though, while its payment may be under way, and its receipt stays beside an empty cart.
   */
  hostUpdate() {
    const { terms } = this.host
    // Without an offer and lines the page may have taken the last line out.
    const lines = terms.goods ? terms.goods.lines : []
    const { session, context } = this
    const { status = 'open' } = this.view ?? {}
    const named = JSON.stringify([terms.edge, terms.goods, terms.session])
    const isChanged = named !== this.#named
    const isOver = this.isFormer && !isMoving(status) && !isSettled(status)
    if (!this.isConnected || !(isChanged || isOver)) return
    this.#named = named
    const isCart = context.goods?.lines && lines && !terms.session
    this.isFormer = !!isCart && (isMoving(status) || (!lines.length && isSettled(status)))
    if (!this.isFormer) this.start()
    // So that a reload finds the receipt.
    else if (session && !lines?.length)
      this.orders.write(NO_OFFER, { id: session.id, key: session.key, token: session.token })
  }

  protected start() {
    const { edge, goods, session } = this.host.terms
    this.isFormer = false
    this.#life.abort()
    this.#life = new AbortController()
    this.#reset()
    this.context = this.#contextOf(edge, goods, session)
    this.isReturning = !!readReturnFragment(this.env.address())
    const settings = this.#readSettings(this.context)
    const claims = readClaims(edge, goods)
    this.claims = claims.ok ? claims.value : undefined
    const resumed = claims.ok ? this.#resume(this.context) : this.fail(ownError(claims.reason))
    // Settings that hang must not keep the shopper from paying.
    const isLate = this.env.pause(LOAD_LIMIT_MS, this.#life.signal)
    this.started = Promise.all([Promise.race([settings, isLate]), resumed])
  }

  #contextOf(edge: string, goods: Goods | undefined, session: string): Context {
    const { host, orders, env } = this
    const api = edgeApi(edge, env.fetch)
    return { host, orders, env, api, edge, goods, session, digest: NO_OFFER, signal: this.#life.signal }
  }

  async #readSettings({ edge, api, signal }: Context) {
    if (!edge) return
    const answer = await api.settings()
    if (!answer.ok || signal.aborted) return
    this.settings = answer.value.body
    this.host.requestUpdate()
  }

  /** Shows the order that the session, the address or this browser's storage names, if any. */
  async #resume(context: Context) {
    if (this.claims && context.goods) context.digest = await goodsDigest(context.goods, this.claims.lines)
    const access = await findOrder(context)
    if (context.signal.aborted) return
    this.isReturning = false
    if (access) {
      this.presentation.resume()
      this.hold(access)
    } else if (this.claims) this.#ready()
    this.host.requestUpdate()
  }

  protected hold(access: OrderAccess) {
    this.session?.unfollow()
    const session: OrderSession = new OrderSession(access, this.context, {
      changed: (view) => this.session === session && this.#changed(view),
      reached: () => this.notice && this.show({ notice: '' }),
      lost: (refusal) => this.session === session && this.lost(refusal),
      carryOut: this.carryOut,
    })
    this.session = session
    if (access.formerCart) {
      this.context.digest = access.formerCart
      this.isFormer = true
    }
    if (access.order) session.receive(access.order)
    session.follow()
    this.host.requestUpdate()
  }

  #changed(view: OrderView) {
    const { status } = view
    this.presentation.see(view, this.isBusy)
    this.show({ error: undefined, notice: '' })
    if (isSettled(status)) this.#settled.resolve(view)
    announceView(this.host, view)
    if (isPayable(status) && this.mayPay) this.#ready()
    this.showStep()
  }

  /** Shows the step that the order waits for, if that is this tag's task. */
  showStep() {
    if (this.view && this.mayPay) this.presentation.step(this.view)
  }

  /** The edge refuses to show the order. If it no longer knows a remembered order, the tag makes room for a new one. */
  lost(refusal: Refusal) {
    if (isPassing(refusal)) return this.session?.follow()
    if (refusal.code === 'not-found' && this.session && !this.view && this.claims) return this.drop()
    return this.fail({ ...toPayError(refusal), recoverable: false })
  }

  /**
   * The boundary around every click, every message of a frame and every timer: what one of them throws ends in words and in
   * `pay-failed`, and the console has it. A payment that was on its way may have arrived, so that the order is read.
   *
   * @returns Whether the work threw nothing.
   */
  readonly carryOut = async (work: () => unknown): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (cause) {
      this.env.report(cause)
      this.isBusy = false
      const { presentation, session } = this
      const { awaited } = presentation
      presentation.closeUnused()
      const mayHaveActed = awaited || session?.view?.attempts.length
      this.fail(mayHaveActed ? toPayError({ code: 'network' }) : UNEXPECTED)
      // Following goes on by itself.
      if (awaited && !session?.isFollowed) this.connection.look().catch(this.env.report)
      return false
    }
  }

  async fail(error: PayError): Promise<undefined> {
    this.show({ error })
    await announce(this.host, new PayFailedEvent(error, this.view))
  }

  /** Another tag or tab opened, moved or finished the order of this offer. */
  #syncWithTab() {
    const isBusy = !!this.opening || this.isBusy
    const { id, view, isFollowed = false } = this.session ?? {}
    const sync = syncWithTab(this.orders.read(this.context.digest), { id, view, isFollowed, isBusy })
    if (sync === 'refresh') this.connection.look()
    else if (sync) this.hold(sync)
  }

  /** Fires `pay-ready`, once for each order. */
  #ready() {
    if (!this.#isReady) announce(this.host, new PayEvent('pay-ready'))
    this.#isReady = true
  }

  show(change: Partial<Pick<OrderFollower, 'isBusy' | 'error' | 'notice'>>) {
    Object.assign(this, change)
    this.host.requestUpdate()
  }

  /** Makes room for a new order of the same offer. */
  protected drop() {
    if (this.session) this.orders.forget(this.context.digest, this.session.id)
    this.#reset()
    this.#ready()
  }

  #reset() {
    if (this.view && isSettled(this.view.status)) this.#settled = deferred()
    this.session?.unfollow()
    this.session = undefined
    this.opening = undefined
    // The edge decides on the next order by itself.
    this.#pause = undefined
    this.#isReady = false
    this.presentation.drop()
    this.botCheck.end()
    this.show({ error: undefined, notice: '' })
  }
}
