/** The one order that the tag shows. Its views alone decide: the tag never infers an outcome from its own requests. */
import type { ReactiveController } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import { isFinal, isMoving, isPayable, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { announce, announceView } from '../element/announcer.ts'
import { type PayError, PayEvent, PayFailedEvent } from '../element/events.ts'
import { isChoosable } from '../forms/amount.ts'
import { edgeApi, type Refusal } from './api.ts'
import { AttemptPresentation } from './attempt-presentation.ts'
import { BotCheck } from './bot-check.ts'
import type { Context, FramedStep, OrderAccess, OrderHost, Terms } from './context.ts'
import { findOrder } from './find-order.ts'
import { type Goods, goodsDigest, readClaims } from './goods.ts'
import type { Claims } from './offer.ts'
import { Connection, type NetworkNotice } from './offline.ts'
import { isAnotherSum, openOrder } from './open-order.ts'
import { OrderSession } from './order-session.ts'
import { isPassing, ownError, toPayError } from './problems.ts'
import { takeRefusal } from './refusals.ts'
import { NO_OFFER, RememberedOrders } from './remembered-orders.ts'
import { readReturnFragment } from './return-fragment.ts'
import { continueAttempt, startAttempt } from './start-attempt.ts'
import type { Submission } from './submission.ts'
import { syncWithTab } from './tab-sync.ts'

/** Follows one order at a time for an element. */
export class OrderController implements ReactiveController {
  /** The claims of the offer or the cart; absent for sessions and result tags. */
  claims: Claims | undefined
  /** Why the shopper's last action failed, or why the tag cannot go on. */
  error: PayError | undefined
  /** From the shopper's click until the edge has answered. */
  isBusy = false
  notice: NetworkNotice = ''
  /** The edge's settings, once it has sent them. */
  settings: Settings | undefined
  /** Resolves once the tag knows whether there is an order to resume, and what the seller asks of shoppers. */
  started: Promise<unknown> = Promise.resolve()
  /** Shared by all work on the shown offer or session. */
  context: Context
  /** The shown order, once the tag has a token for it. */
  session: OrderSession | undefined

  /** Shows the pages of its attempts. */
  readonly presentation: AttemptPresentation
  /** Asks the shopper for proof of being a person. */
  readonly botCheck: BotCheck
  readonly #host: OrderHost
  readonly #env: BrowserEnv
  readonly #orders: RememberedOrders
  readonly #connection: Connection
  /** The attributes with which the tag last started. */
  #named: string | undefined
  /** The page has changed the cart since the shown order was opened. */
  #isFormer = false
  #isReady = false
  /** The address names an order, and the tag does not know yet whether to show it. */
  #isReturning = false
  #opening: Promise<Refusal | undefined> | undefined
  /** Ends all work for the offer that the tag showed before. */
  #life = new AbortController()
  #listening = new AbortController()
  #settled = Promise.withResolvers<OrderView>()

  constructor(host: OrderHost, env: BrowserEnv) {
    this.#host = host
    this.#env = env
    this.#orders = new RememberedOrders(env)
    this.#connection = new Connection(this, env)
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
    return this.session ? !this.session.view : this.#isReturning
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
    return this.#host.isConnected
  }

  /** Called when the element enters a document, also when the page moves it there. */
  hostConnected() {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.#connection.watch(signal)
    this.#orders.watch(signal, (digest) => digest && digest === this.context.digest && this.#syncWithTab())
    this.session?.follow()
    this.#host.requestUpdate()
  }

  /** Called when the element leaves its document. The order stays. */
  hostDisconnected() {
    this.#listening.abort()
    this.session?.unfollow()
    // A tag that the page moves is back at once; one that the page removed must not navigate when it returns.
    queueMicrotask(() => this.isConnected || this.presentation.stay())
  }

  /**
   * Starts over once the attributes name something else. The browser still remembers the order before. The order of a cart
   * stays, though, while its payment may be under way, and its receipt stays beside an empty cart.
   */
  hostUpdate() {
    const { terms } = this.#host
    // Without an offer and lines the page may have taken the last line out.
    const lines = terms.goods ? terms.goods.lines : []
    const { session, context } = this
    const { status = 'open' } = this.view ?? {}
    const named = JSON.stringify([terms.edge, terms.goods, terms.session])
    const isChanged = named !== this.#named
    const isOver = this.#isFormer && !isMoving(status) && !isSettled(status)
    if (!this.isConnected || !(isChanged || isOver)) return
    this.#named = named
    const isCart = context.goods?.lines && lines && !terms.session
    this.#isFormer = !!isCart && (isMoving(status) || (!lines.length && isSettled(status)))
    if (!this.#isFormer) this.#start()
    // So that a reload finds the receipt.
    else if (session && !lines?.length)
      this.#orders.write(NO_OFFER, { id: session.id, key: session.key, token: session.token })
  }

  #start() {
    const { edge, goods, session } = this.#host.terms
    this.#isFormer = false
    this.#life.abort()
    this.#life = new AbortController()
    this.#reset()
    this.context = this.#contextOf(edge, goods, session)
    this.#isReturning = !!readReturnFragment(this.#env.address())
    const settings = this.#readSettings(this.context)
    const claims = readClaims(edge, goods)
    this.claims = claims.ok ? claims.value : undefined
    const resumed = claims.ok ? this.#resume(this.context) : this.fail(ownError(claims.reason))
    // Settings that hang must not keep the shopper from paying.
    const isLate = this.#env.pause(LOAD_LIMIT_MS, this.#life.signal)
    this.started = Promise.all([Promise.race([settings, isLate]), resumed])
  }

  /**
   * Takes the shopper's first intent: makes the order's key, and opens the order if its sum is certain. Repeating is
   * harmless. It is silent about a failure that may pass: paying tries again.
   */
  async intend() {
    await this.started
    if (!this.claims || this.session || this.#opening || this.error?.recoverable === false) return
    if (isChoosable(this.claims)) return void (await this.#orders.obtain(this.context.digest))
    const refusal = await this.ensureOrder(this.#host.terms)
    if (refusal && !toPayError(refusal).recoverable) await this.refused(refusal)
  }

  /** Starts an attempt, and shows the step that the order then waits for. @returns Why the edge refused, if it did. */
  async pay(submission: Submission): Promise<Refusal | undefined> {
    return this.isBusy || !this.mayPay ? undefined : startAttempt(this, submission)
  }

  /** Continues with the step that the order waits for, unless a limited offer has gone to others meanwhile. */
  async continue() {
    if (this.mayPay) await continueAttempt(this)
  }

  /** Says that the time limit of the 3DS Method has passed. */
  endMethod() {
    return this.mayPay ? this.session?.call(this.context.api.endMethod) : undefined
  }

  /** Cancels the order. Without an order it does nothing. */
  async cancel() {
    await this.started
    if (!this.mayPay) return
    this.presentation.drop()
    const refusal = await this.session?.call(this.context.api.cancel)
    if (refusal) await this.refused(refusal)
  }

  /** Takes a saved card out of the session. @returns Why the edge refused, if it did. */
  readonly removeCard = async (savedCard: string): Promise<Refusal | undefined> => {
    const { removeCard } = this.context.api
    const refusal = await this.session?.call((id, token) => removeCard(id, token, { savedCard }))
    return refusal && this.refused(refusal)
  }

  /** Reads the order for a shopper who waits for the answer, and says if none comes. */
  async check() {
    this.show({ isBusy: true, notice: '' })
    if (this.#isReturning) this.#start()
    await this.#connection.check()
  }

  /** Reads the order. */
  async refresh() {
    await this.#connection.look()
  }

  /** Makes a new order of the same goods, with a key of its own. */
  async again() {
    this.#drop()
    if (this.#isFormer) this.#start()
    await this.intend()
  }

  #contextOf(edge: string, goods: Goods | undefined, session: string): Context {
    const [host, orders, env] = [this.#host, this.#orders, this.#env]
    const api = edgeApi(edge, env.fetch)
    return { host, orders, env, api, edge, goods, session, digest: NO_OFFER, signal: this.#life.signal }
  }

  async #readSettings({ edge, api, signal }: Context) {
    if (!edge) return
    const answer = await api.settings()
    if (!answer.ok || signal.aborted) return
    this.settings = answer.value.body
    this.#host.requestUpdate()
  }

  /** Shows the order that the session, the address or this browser's storage names, if any. */
  async #resume(context: Context) {
    if (this.claims && context.goods) context.digest = await goodsDigest(context.goods, this.claims.lines)
    const access = await findOrder(context)
    if (context.signal.aborted) return
    this.#isReturning = false
    if (access) {
      this.presentation.resume()
      this.#hold(access)
    } else if (this.claims) this.#ready()
    this.#host.requestUpdate()
  }

  #hold(access: OrderAccess) {
    this.session?.unfollow()
    const session: OrderSession = new OrderSession(access, this.context, {
      changed: (view) => this.session === session && this.#changed(view),
      reached: () => this.notice && this.show({ notice: '' }),
      lost: (refusal) => this.session === session && this.lost(refusal),
    })
    this.session = session
    if (access.formerCart) {
      this.context.digest = access.formerCart
      this.#isFormer = true
    }
    if (access.order) session.receive(access.order)
    session.follow()
    this.#host.requestUpdate()
  }

  #changed(view: OrderView) {
    const { status } = view
    this.presentation.see(view, this.isBusy)
    this.show({ error: undefined, notice: '' })
    if (isSettled(status)) this.#settled.resolve(view)
    announceView(this.#host, view)
    if (isPayable(status) && this.mayPay) this.#ready()
    this.showStep()
  }

  /** Opens or joins the order to pay, unless there is one. Two calls at once open one order. */
  async ensureOrder(terms: Terms): Promise<Refusal | undefined> {
    const { view, claims, context } = this
    if (!claims || (view && !isFinal(view.status) && !isAnotherSum(view, terms.sum))) return
    this.#opening ??= openOrder(context, terms, (access) => this.#hold(access)).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Shows the step that the order waits for, if that is this tag's task. */
  showStep() {
    if (this.view && this.mayPay) this.presentation.step(this.view)
  }

  /** Shows the shopper why the edge refused. @returns The refusal, unless the order turned out to be further. */
  refused(refusal: Refusal): Promise<Refusal | undefined> {
    return takeRefusal(this, refusal)
  }

  /** The edge refuses to show the order. If it no longer knows a remembered order, the tag makes room for a new one. */
  lost(refusal: Refusal) {
    if (isPassing(refusal)) return this.session?.follow()
    if (refusal.code === 'not-found' && this.session && !this.view && this.claims) return this.#drop()
    return this.fail({ ...toPayError(refusal), recoverable: false })
  }

  async fail(error: PayError): Promise<undefined> {
    this.show({ error })
    await announce(this.#host, new PayFailedEvent(error, this.view))
  }

  /** Another tag or tab opened, moved or finished the order of this offer. */
  #syncWithTab() {
    const isBusy = !!this.#opening || this.isBusy
    const { id, view, isFollowed = false } = this.session ?? {}
    const sync = syncWithTab(this.#orders.read(this.context.digest), { id, view, isFollowed, isBusy })
    if (sync === 'refresh') this.refresh()
    else if (sync) this.#hold(sync)
  }

  /** Fires `pay-ready`, once for each order. */
  #ready() {
    if (!this.#isReady) announce(this.#host, new PayEvent('pay-ready'))
    this.#isReady = true
  }

  show(change: Partial<Pick<OrderController, 'isBusy' | 'error' | 'notice'>>) {
    Object.assign(this, change)
    this.#host.requestUpdate()
  }

  /** Makes room for a new order of the same offer. */
  #drop() {
    if (this.session) this.#orders.forget(this.context.digest, this.session.id)
    this.#reset()
    this.#ready()
  }

  #reset() {
    if (this.view && isSettled(this.view.status)) this.#settled = Promise.withResolvers()
    this.session?.unfollow()
    this.session = undefined
    this.#opening = undefined
    this.#isReady = false
    this.presentation.drop()
    this.botCheck.end()
    this.show({ error: undefined, notice: '' })
  }
}
