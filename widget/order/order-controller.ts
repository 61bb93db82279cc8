/** The one state machine of the tag: it shows what the order says and never infers an outcome from its own calls. */
import type { ReactiveController } from 'lit'
import type { PayRequest } from '../../shared/messages.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { isFinal, isPayable, isSettled } from '../../shared/order-status.ts'
import type { OrderAction, OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { announce, announceView } from '../element/announcer.ts'
import { type PayError, PayEvent, PayFailedEvent, PaySubmitEvent } from '../element/events.ts'
import { isChoosable } from '../forms/amount.ts'
import { edgeApi, type Refusal } from './api.ts'
import { AttemptPresentation } from './attempt-presentation.ts'
import type { Context, OrderHost, Terms } from './context.ts'
import { findOrder } from './find-order.ts'
import { offerDigest, readOffer } from './offer.ts'
import { isAnotherSum, openOrder } from './open-order.ts'
import { type OrderAccess, OrderSession } from './order-session.ts'
import { isPassing, NEWS, ownError, toPayError } from './problems.ts'
import { NO_OFFER, RememberedOrders } from './remembered-orders.ts'
import { readReturnFragment } from './return-fragment.ts'
import { isSamePayment, type Submission } from './submission.ts'

/** The page named another thing to pay while the shopper's click was on its way. The shopper may look, and click again. */
const CHANGED: PayError = { code: 'terms-changed', recoverable: true, supportId: '' }

/** Follows one order at a time for an element. */
export class OrderController implements ReactiveController {
  /** What the offer says; absent for sessions and result tags. */
  claims: OfferClaims | undefined
  /** Why the last intent of the shopper was not carried out, or why the tag cannot go on. */
  error: PayError | undefined
  /** From the shopper's click until the edge has answered. */
  isBusy = false
  /** Key of what is to be said beside: the browser has no network, or a look came back with nothing. */
  news: '' | 'offline' | 'error.network' = ''
  /** Resolves once it is known whether there is an order to resume. */
  started = Promise.resolve()

  /** Where the pages of its attempts are shown. */
  readonly pages: AttemptPresentation
  readonly #host: OrderHost
  readonly #env: BrowserEnv
  readonly #orders: RememberedOrders
  #context: Context
  /** What the attributes named when the tag last began. */
  #named: string | undefined
  #held: OrderSession | undefined
  #isReady = false
  /** The address names an order, and it is not known yet whether it is this tag's. */
  #isReturning = false
  #opening: Promise<Refusal | undefined> | undefined
  /** Kept once the order tells of the attempt that was started here. */
  #begun = Promise.withResolvers<undefined>()
  /** Ends whatever runs for the offer that the tag showed before. */
  #life = new AbortController()
  #listening = new AbortController()
  #settled = Promise.withResolvers<OrderView>()

  constructor(host: OrderHost, env: BrowserEnv) {
    this.#host = host
    this.#env = env
    this.#orders = new RememberedOrders(env)
    this.pages = new AttemptPresentation(host, env, () => this.#fail(ownError('redirect-refused')))
    this.#context = this.#contextOf('', '', '')
  }

  /** The order as the edge last told. */
  get view(): OrderView | undefined {
    return this.#held?.view
  }

  /** The bank's step, while the order waits for it and it is shown here. */
  get bank(): OrderAction | undefined {
    return this.mayPay ? this.pages.framed(this.view?.action) : undefined
  }

  /** Whether the order waits for what the shopper does on a page of the gateway's, not on a bank's. */
  get isHosted(): boolean {
    return this.view?.action?.type === 'redirect'
  }

  /** Whether there is an order of which it is not known yet where it stands. */
  get resuming(): boolean {
    return this.#held ? !this.#held.view : this.#isReturning
  }

  /** Kept once the money side of the shown order succeeded; a new promise after "buy again". */
  get settled(): Promise<OrderView> {
    return this.#settled.promise
  }

  /** Whether this tag may start attempts of the shown order, and take their steps. A token from an address only looks. */
  get mayPay(): boolean {
    return this.#held?.mayPay ?? true
  }

  /** Names what is paid, once that is known: by its offer, or the session's order. */
  get name(): string {
    return this.#context.digest || this.#held?.id || ''
  }

  /** Called when the element enters a document, also when it is moved there. */
  hostConnected() {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    addEventListener('pageshow', ({ persisted }) => persisted && this.#comeBack(), { signal })
    // An open socket would keep the page from being frozen and shown again as it was.
    addEventListener('pagehide', () => this.#held?.rest(), { signal })
    addEventListener('offline', () => this.#show({ news: 'offline' }), { signal })
    addEventListener('online', () => this.#goOnline(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || this.#wake(), { signal })
    this.#orders.watch(signal, (digest) => digest && digest === this.#context.digest && this.#joinOtherTab())
    this.#held?.follow()
    this.#host.requestUpdate()
  }

  /** Called when the element leaves its document. What is known stays. */
  hostDisconnected() {
    this.#listening.abort()
    this.#held?.rest()
    // A tag that is moved in the page is back at once; one that was taken out must not leave the page when it returns.
    queueMicrotask(() => this.#host.isConnected || this.pages.stay())
  }

  /** Begins anew once the attributes name something else. What was shown is dropped; its order stays remembered. */
  hostUpdate() {
    const { edge, offer, session } = this.#host.terms
    const named = [edge, offer, session].join(' ')
    if (named === this.#named || !this.#host.isConnected) return
    this.#named = named
    this.#start()
  }

  #start() {
    const { edge, offer, session } = this.#host.terms
    this.#life.abort()
    this.#life = new AbortController()
    this.#reset()
    this.#context = this.#contextOf(edge, offer, session)
    this.#isReturning = !!readReturnFragment(this.#env.address())
    const problem = this.#readTerms()
    this.started = problem ? this.#fail(ownError(problem)) : this.#begin(this.#context)
  }

  /**
   * Notes the shopper's first intent: makes the order's key, and opens the order if its sum is known. Repeating is
   * harmless. A failure that passes is kept quiet: paying tries again.
   */
  async intend() {
    await this.started
    if (!this.claims || this.#held || this.#opening || this.error?.recoverable === false) return
    if (isChoosable(this.claims)) return void (await this.#orders.obtain(this.#context.digest))
    const refusal = await this.#ensureOrder(this.#host.terms)
    if (refusal && !toPayError(refusal).recoverable) await this.#refused(refusal)
  }

  /**
   * Starts an attempt, and does what the order then says: leaves for a page, or shows the bank's step.
   *
   * @returns Why the edge refused, if it did.
   */
  async pay(click: Submission): Promise<Refusal | undefined> {
    if (this.isBusy || !this.mayPay) return
    this.#show({ isBusy: true, error: undefined })
    const { option, terms, customer } = click
    const { way: method, card } = option
    const seen = this.view?.attempts.length ?? 0
    try {
      await this.started
      if (this.view && !isPayable(this.view.status)) return
      this.pages.stay()
      const event = new PaySubmitEvent(method, this.view)
      const { signal } = this.#context
      await announce(this.#host, event)
      const { presentation: asked, pageUrl } = terms
      const presentation = this.pages.presentationOf(method, asked)
      const request = { method, presentation, customer, pageUrl, ...(card && { savedCard: card.handle }) }
      // The page may take its time, and another offer is not to wait for it.
      const isAllowed = await Promise.race([event.allowed(), aborted(signal)])
      if (this.#isOutdated(click)) return await this.#fail(CHANGED)
      if (!isAllowed) return
      // What the attempt before opened is not to be paid at beside this one, and leads this one nowhere.
      if (presentation !== 'popup') this.pages.closePopUp()
      return await this.#pay(click, request, seen)
    } finally {
      this.#show({ isBusy: false })
      this.pages.closeUnused()
    }
  }

  /** Goes on with the step of the attempt that waits for it, unless a limited offer has gone to others meanwhile. */
  async continue() {
    if (!this.mayPay) return
    if (this.view?.reservedUntil && !(await this.#isKept())) return
    this.pages.awaitStep(this.view?.attempts.length)
    this.#step()
  }

  /** Says that the time of the 3DS Method is over. */
  endMethod() {
    return this.mayPay ? this.#held?.call(this.#context.api.method) : undefined
  }

  /** Gives the order up. Without an order it does nothing. */
  async cancel() {
    await this.started
    if (!this.mayPay) return
    this.pages.drop()
    const refusal = await this.#held?.call(this.#context.api.cancel)
    if (refusal) await this.#refused(refusal)
  }

  /** Asks the edge where the order stands, for a shopper who waits for the answer, and says if none comes. */
  async check() {
    this.#show({ isBusy: true, news: '' })
    if (this.#isReturning) this.#start()
    const isSilent = this.#env.pause(LOAD_LIMIT_MS).then(() => true)
    const isMissed = await Promise.race([isSilent, this.#look()])
    this.#show({ isBusy: false, ...(isMissed && { news: 'error.network' }) })
  }

  /** Asks the edge where the order stands. */
  async refresh() {
    await this.#look()
  }

  /** @returns Whether no answer came, which may be mended by looking again. */
  async #look(): Promise<boolean> {
    await this.started
    const refusal = await this.#held?.refresh()
    if (refusal) this.#lost(refusal)
    else if (this.#host.isConnected) this.#held?.follow()
    return !!refusal && isPassing(refusal)
  }

  /** Makes a new order of the same offer, with a key of its own. */
  async again() {
    this.#drop()
    await this.intend()
  }

  #contextOf(edge: string, offer: string, session: string): Context {
    const [host, orders, env] = [this.#host, this.#orders, this.#env]
    const api = edgeApi(edge, env.fetch)
    return { host, orders, env, api, edge, offer, session, digest: NO_OFFER, signal: this.#life.signal }
  }

  /** Says at once what is paid, so that nothing moves once the rest is known. */
  #readTerms() {
    const { edge, offer } = this.#context
    this.claims = undefined
    if (!edge) return 'edge-missing'
    if (!offer) return
    if (!isSecureContext) return 'context-insecure'
    const claims = readOffer(offer)
    if (!claims.ok) return claims.reason
    this.claims = claims.value
    return
  }

  async #begin(context: Context) {
    if (context.offer) context.digest = await offerDigest(context.offer)
    const hold = await findOrder(context)
    if (context.signal.aborted) return
    this.#isReturning = false
    if (hold) {
      this.pages.resume()
      this.#hold(hold).follow()
    } else if (this.claims) this.#ready()
    this.#host.requestUpdate()
  }

  #hold(hold: OrderAccess): OrderSession {
    this.#held?.rest()
    const held: OrderSession = new OrderSession(hold, this.#context, {
      changed: (view) => this.#held === held && this.#changed(view),
      reached: () => this.news && this.#show({ news: '' }),
      lost: (refusal) => this.#held === held && this.#lost(refusal),
    })
    this.#held = held
    this.#host.requestUpdate()
    return held
  }

  #changed(view: OrderView) {
    const { status } = view
    if (this.pages.see(view, this.isBusy)) this.#begun.resolve(undefined)
    this.#show({ error: undefined, news: '' })
    if (isSettled(status)) this.#settled.resolve(view)
    announceView(this.#host, view)
    if (isPayable(status) && this.mayPay) this.#ready()
    this.#step()
  }

  async #pay(click: Submission, request: PayRequest, seen: number): Promise<Refusal | undefined> {
    const { signal, api } = this.#context
    const { send = api.pay, terms } = click
    const unopened = await this.#ensureOrder(terms)
    if (this.#isOutdated(click)) return this.#fail(CHANGED)
    if (unopened) return this.#refused(unopened)
    const [held, view] = [this.#held, this.view]
    // An order that turns out to be further than the shopper saw is shown, not paid.
    if (!held || view?.attempts.length !== seen || !isPayable(view.status)) return
    if (isAnotherSum(view, terms.sum)) return this.#fail(CHANGED)
    this.pages.awaitStep(seen + 1)
    // Derived, so that two tabs that saw the same order start one attempt.
    const key = `${held.key}.${seen + 1}`
    // The order's own news may come before the answer, and a form of ours is gone then.
    this.#begun = Promise.withResolvers()
    const refusal = await Promise.race([
      this.#begun.promise,
      aborted(signal),
      held.call((id, token) => send(id, token, key, request)),
    ])
    // What was clicked is under way: it has not failed, and nobody is led to it from what is shown now.
    if (signal.aborted) return
    if (refusal) return this.#refused(refusal)
    held.follow()
    // Another tab's answer may have told the same view before.
    this.#step()
    return
  }

  /** Whether the page meanwhile names another thing to pay than was clicked on. */
  #isOutdated({ terms }: Submission) {
    return !isSamePayment(terms, this.#host.terms)
  }

  /** Opens or joins the order to be paid, unless it is there. Two calls at once open one. */
  async #ensureOrder(terms: Terms): Promise<Refusal | undefined> {
    const { view, claims } = this
    if (!claims || (view && !isFinal(view.status) && !isAnotherSum(view, terms.sum))) return
    this.#opening ??= this.#open(this.#context, terms).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #open(context: Context, terms: Terms): Promise<Refusal | undefined> {
    const answer = await openOrder(context, terms)
    if (context.signal.aborted) return
    if (!answer.ok) return answer.reason
    const { order, token, key } = answer.value
    const held = this.#hold({ id: order.id, token, key, mayPay: true })
    held.take(order)
    held.follow()
    return
  }

  #step() {
    if (this.view && this.mayPay) this.pages.step(this.view)
  }

  /** Asks the edge to keep a limited offer for another while. One that does not answer keeps nobody from paying. */
  async #isKept(): Promise<boolean> {
    this.#show({ isBusy: true, error: undefined })
    const refusal = await this.#held?.call(this.#context.api.goOn)
    this.#show({ isBusy: false })
    if (!refusal || isPassing(refusal)) return !!this.view?.action
    this.pages.closePopUp()
    await this.#refused(refusal)
    return false
  }

  /** What the shopper asked for was refused. A lost answer decides nothing: the order knows whether it arrived. */
  async #refused(refusal: Refusal): Promise<Refusal | undefined> {
    const isNews = NEWS.includes(refusal.code)
    const isLost = refusal.code === 'network'
    const [{ awaited }, seen] = [this.pages, this.view]
    if (!isLost) this.pages.stay()
    if (refusal.order) this.#held?.take(refusal.order)
    else if (isNews || isLost) await this.#held?.refresh()
    this.#held?.follow()
    const arrived = isLost && (awaited ? this.view?.attempts.length === awaited : this.view !== seen)
    if ((isNews && this.view) || arrived) return
    this.pages.stay()
    this.#fail(toPayError(refusal))
    return refusal
  }

  /** An order could not be read. A remembered one that the edge does not know any more makes room for a new one. */
  #lost(refusal: Refusal) {
    if (isPassing(refusal)) return this.#held?.follow()
    if (refusal.code === 'not-found' && this.#held && !this.view && this.claims) return this.#drop()
    return this.#fail({ ...toPayError(refusal), recoverable: false })
  }

  async #fail(error: PayError): Promise<undefined> {
    this.#show({ error })
    await announce(this.#host, new PayFailedEvent(error, this.view))
  }

  /** Another tag or tab opened, moved or finished the order of this offer. */
  #joinOtherTab() {
    const { id, token, key, seq = 0 } = this.#orders.read(this.#context.digest) ?? {}
    const [held, view] = [this.#held, this.view]
    if (!id) return view && !isFinal(view.status) && key === undefined ? this.refresh() : undefined
    if (held?.id === id) return view && seq > view.seq && !held.isFollowed ? this.refresh() : undefined
    const isUntouched = !held || (view?.status === 'open' && !view.attempts.length)
    if (!token || !key || this.#opening || this.isBusy || !isUntouched) return
    return this.#hold({ id, token, key, mayPay: true }).follow()
  }

  /** The page was frozen and is shown again as it was, after Back from the hosted page. */
  async #comeBack() {
    this.pages.stay()
    await this.refresh()
    this.#show({ isBusy: false })
  }

  /** Sockets of the former network may have died without a word. */
  #goOnline() {
    this.#show({ news: '', ...(this.error?.code === 'network' && { error: undefined }) })
    this.#held?.rest()
    this.refresh()
  }

  #wake() {
    if (this.#held?.isFollowed) this.refresh()
  }

  /** Tells once for each order that the shopper can pay. */
  #ready() {
    if (!this.#isReady) announce(this.#host, new PayEvent('pay-ready'))
    this.#isReady = true
  }

  #show(change: Partial<Pick<OrderController, 'isBusy' | 'error' | 'news'>>) {
    Object.assign(this, change)
    this.#host.requestUpdate()
  }

  /** Makes room for a new order of the same offer. */
  #drop() {
    if (this.#held) this.#orders.forget(this.#context.digest, this.#held.id)
    this.#reset()
    this.#ready()
  }

  #reset() {
    if (this.view && isSettled(this.view.status)) this.#settled = Promise.withResolvers()
    this.#held?.rest()
    this.#held = undefined
    this.#opening = undefined
    this.#isReady = false
    this.pages.drop()
    this.#show({ error: undefined, news: '' })
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
    if (signal.aborted) resolve(undefined)
  })
