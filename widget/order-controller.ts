/** The one state machine of the tag: it shows what the order says and never infers an outcome from its own calls. */
import type { Customer } from '../shared/customer.ts'
import type { OfferClaims } from '../shared/offer.ts'
import { isFailed, isFinal, isPayable, isSettled, type OrderView } from '../shared/order-view.ts'
import { Announcer } from './announcer.ts'
import { type Api, edgeApi, type Refusal } from './api.ts'
import { readArrival } from './arrival.ts'
import { Deferred } from './deferred.ts'
import { Departure } from './departure.ts'
import { type PayError, PayFailedEvent, PayReadyEvent, PaySubmitEvent } from './events.ts'
import { findOrder } from './find-order.ts'
import { HeldOrder, type Hold } from './held-order.ts'
import { Memory, NO_OFFER } from './memory.ts'
import { offerDigest, readOffer } from './offer.ts'
import { checkout, isAnotherSum, openOrder } from './open-order.ts'
import { NEWS, ownError, PASSING, toPayError } from './problems.ts'
import { isChoosable, total } from './sum.ts'
import type { Surroundings } from './surroundings.ts'
import type { OrderHost } from './terms.ts'

/** The one way to pay that this tag can carry out so far. */
const METHOD = 'hosted'

/** Follows one order at a time for an element. */
export class OrderController {
  /** What the offer says; absent for sessions and result tags. */
  claims: OfferClaims | undefined
  /** Why the last intent of the shopper was not carried out, or why the tag cannot go on. */
  error: PayError | undefined
  /** From the shopper's click until the edge has answered. */
  busy = false

  readonly #host: OrderHost
  readonly #around: Surroundings
  readonly #memory: Memory
  readonly #announcer: Announcer
  readonly #departure: Departure
  #api: Api
  #digest = NO_OFFER
  #held: HeldOrder | undefined
  #isReady = false
  /** The address names an order, and it is not known yet whether it is this tag's. */
  #isArriving = false
  #opening: Promise<Refusal | undefined> | undefined
  #started: Promise<void> = Promise.resolve()
  /** Ends whatever runs for the offer that the tag showed before. */
  #life = new AbortController()
  #listening = new AbortController()
  #settled = new Deferred<OrderView>()

  constructor(host: OrderHost, around: Surroundings) {
    this.#host = host
    this.#around = around
    this.#memory = new Memory(around)
    this.#announcer = new Announcer(host)
    this.#departure = new Departure(around, this.#announcer)
    this.#api = edgeApi('', around.fetch)
  }

  /** The order as the edge last told. */
  get view(): OrderView | undefined {
    return this.#held?.view
  }

  /** Whether there is an order of which it is not known yet where it stands. */
  get resuming(): boolean {
    return this.#held ? !this.#held.view : this.#isArriving
  }

  /** Resolves once it is known whether there is an order to resume. */
  get started(): Promise<void> {
    return this.#started
  }

  /** Kept once the money side of the shown order succeeded; a new promise after "buy again". */
  get settled(): Promise<OrderView> {
    return this.#settled.promise
  }

  /** This tab is on its way to the hosted page. */
  get leaving(): boolean {
    return this.#departure.underWay
  }

  /** Whether this tag may start attempts of the shown order. A token from an address may only look. */
  get mayPay(): boolean {
    return this.#held?.mayPay ?? true
  }

  /** Called when the element enters a document, also when it is moved there. */
  connected() {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    addEventListener('pageshow', ({ persisted }) => persisted && this.#comeBack(), { signal })
    // An open socket would keep the page from being frozen and shown again as it was.
    addEventListener('pagehide', () => this.#held?.rest(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || this.#wake(), { signal })
    this.#memory.watch(signal, (digest) => digest && digest === this.#digest && this.#joinOtherTab())
    this.#held?.follow()
  }

  /** Called when the element leaves its document. What is known stays. */
  disconnected() {
    this.#listening.abort()
    this.#held?.rest()
  }

  /** Begins with what the attributes now say. What was shown before is dropped; its order stays remembered. */
  start() {
    this.#life.abort()
    this.#life = new AbortController()
    this.#reset()
    this.#digest = NO_OFFER
    this.#api = edgeApi(this.#host.terms.edge, this.#around.fetch)
    this.#isArriving = !!readArrival(this.#around.address())
    const problem = this.#readTerms()
    this.#started = problem ? this.#announceFailure(ownError(problem)) : this.#begin(this.#life.signal)
  }

  /**
   * Notes the shopper's first intent: makes the order's key, and opens the order if its sum is known. Repeating is
   * harmless. A failure that passes is kept quiet: paying tries again.
   */
  async intend() {
    await this.#started
    if (!this.claims || this.#held || this.#opening || this.error?.recoverable === false) return
    if (isChoosable(this.claims)) return void (await this.#memory.obtain(this.#digest, () => false))
    const refusal = await this.#ensureOrder()
    if (refusal && !toPayError(refusal).recoverable) await this.#refused(refusal)
  }

  /**
   * Starts an attempt and leaves for the hosted page once the order says where it is.
   *
   * @returns Why the edge refused, if it did.
   */
  async pay(customer: Customer): Promise<Refusal | undefined> {
    if (this.busy) return
    this.#setBusy(true)
    this.error = undefined
    const seen = this.view?.attempts.length ?? 0
    try {
      await this.#started
      if (this.view && !isPayable(this.view.status)) return
      return (await this.#pageAllows()) ? await this.#pay(customer, seen) : undefined
    } finally {
      this.#setBusy(false)
    }
  }

  /** Goes on to the hosted page of the attempt that waits there. */
  continue() {
    if (this.view) this.#leave(this.view)
  }

  /** Gives the order up. Without an order it does nothing. */
  async cancel() {
    await this.#started
    this.#stay()
    const refusal = await this.#held?.call(this.#api.cancel)
    if (refusal) await this.#refused(refusal)
  }

  /** Asks the edge where the order stands. */
  async refresh() {
    await this.#started
    const refusal = await this.#held?.refresh()
    if (refusal) this.#lost(refusal)
  }

  /** Makes a new order of the same offer, with a key of its own. */
  async again() {
    if (this.#held) this.#memory.forget(this.#digest, this.#held.id)
    this.#reset()
    this.#ready()
    await this.intend()
  }

  /** Says at once what is paid, so that nothing moves once the rest is known. */
  #readTerms() {
    const { edge, offer } = this.#host.terms
    this.claims = undefined
    if (!edge) return 'edge-missing'
    if (!offer) return
    if (!isSecureContext) return 'context-insecure'
    const claims = readOffer(offer)
    if (!claims.ok) return claims.reason
    this.claims = claims.value
    return
  }

  async #begin(signal: AbortSignal) {
    const { offer, session } = this.#host.terms
    const digest = offer ? await offerDigest(offer) : NO_OFFER
    if (signal.aborted) return
    this.#digest = digest
    const hold = await findOrder({
      api: this.#api,
      memory: this.#memory,
      around: this.#around,
      digest,
      session,
      signal,
    })
    if (signal.aborted) return
    this.#isArriving = false
    if (hold) this.#hold(hold).follow()
    else if (this.claims) this.#ready()
    this.#host.requestUpdate()
  }

  #hold(hold: Hold): HeldOrder {
    this.#held?.rest()
    const held: HeldOrder = new HeldOrder(hold, {
      edge: this.#host.terms.edge,
      api: this.#api,
      memory: this.#memory,
      digest: this.#digest,
      around: this.#around,
      changed: (view) => this.#held === held && this.#changed(view),
      lost: (refusal) => this.#held === held && this.#lost(refusal),
      renew: (remembered) => checkout(this.#offered, remembered),
    })
    this.#held = held
    this.#host.requestUpdate()
    return held
  }

  #changed(view: OrderView) {
    this.error = undefined
    if (isFailed(view.status) || isFinal(view.status)) this.#stay()
    if (isSettled(view.status)) this.#settled.resolve(view)
    this.#announcer.tellOf(view)
    if (isPayable(view.status) && this.mayPay) this.#ready()
    if (this.#departure.isDue(view)) this.#leave(view)
    this.#host.requestUpdate()
  }

  async #pay(customer: Customer, seen: number): Promise<Refusal | undefined> {
    const { signal } = this.#life
    const refusal = await this.#ensureOrder()
    if (signal.aborted) return
    if (refusal) return this.#refused(refusal)
    const [held, view] = [this.#held, this.view]
    // An order that turns out to be further than the shopper saw is shown, not paid.
    if (!held || !view || view.attempts.length !== seen || !isPayable(view.status)) return
    const number = seen + 1
    this.#departure.await(number)
    const request = { method: METHOD, presentation: 'redirect', customer } as const
    const refused = await held.call((id, token) => this.#api.pay(id, token, held.attemptKey(number), request))
    if (refused) return this.#refused(refused)
    held.follow()
    // Another tab's answer may have told the same view before.
    if (held.view && this.#departure.isDue(held.view)) this.#leave(held.view)
    return
  }

  /** Opens or joins the order to be paid, unless it is there. Two calls at once open one. */
  async #ensureOrder(): Promise<Refusal | undefined> {
    const { view, claims } = this
    if (!claims || (view && !isFinal(view.status) && !isAnotherSum(view, this.#chosenSum))) return
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #open(): Promise<Refusal | undefined> {
    const { signal } = this.#life
    const answer = await openOrder(this.#offered)
    if (signal.aborted) return
    if (!answer.ok) return answer.reason
    const { order, token, key } = answer.value
    const held = this.#hold({ id: order.id, token, key, mayPay: true })
    held.take(order, token)
    held.follow()
    return
  }

  /** What the shopper's choice comes to, where there is one. */
  get #chosenSum() {
    const { claims } = this
    return claims && isChoosable(claims) ? total(claims, this.#host.terms.choice) : undefined
  }

  get #offered() {
    const { offer, locale, returnUrl, choice } = this.#host.terms
    const request = { offer, locale, returnUrl }
    return {
      api: this.#api,
      memory: this.#memory,
      digest: this.#digest,
      request,
      choice,
      total: this.#chosenSum,
    }
  }

  async #pageAllows(): Promise<boolean> {
    const event = new PaySubmitEvent(METHOD, this.view)
    await this.#announcer.tell(event)
    return event.allowed()
  }

  async #leave(view: OrderView) {
    const left = this.#departure.go(view)
    this.#host.requestUpdate()
    if (!(await left)) this.#announceFailure(ownError('redirect-refused'))
    this.#host.requestUpdate()
  }

  #stay() {
    this.#departure.stay()
    this.#host.requestUpdate()
  }

  /** What the shopper asked for was refused. A lost answer decides nothing: the order knows whether it arrived. */
  async #refused(refusal: Refusal): Promise<Refusal | undefined> {
    const isNews = NEWS.includes(refusal.code)
    const isLost = refusal.code === 'network'
    const { awaited } = this.#departure
    if (!isLost) this.#stay()
    if (refusal.order) this.#held?.take(refusal.order)
    else if (isNews || isLost) await this.#held?.refresh()
    this.#held?.follow()
    const arrived = isLost && !!awaited && this.view?.attempts.length === awaited
    if ((isNews && this.view) || arrived) return
    this.#stay()
    this.#announceFailure(toPayError(refusal))
    return refusal
  }

  /** An order could not be read. A remembered one that the edge does not know any more makes room for a new one. */
  #lost(refusal: Refusal) {
    if (PASSING.includes(refusal.code)) return this.#held?.follow()
    if (refusal.code === 'not-found' && this.#held && !this.view && this.claims) {
      this.#memory.forget(this.#digest, this.#held.id)
      this.#reset()
      return this.#ready()
    }
    return this.#announceFailure({ ...toPayError(refusal), recoverable: false })
  }

  async #announceFailure(error: PayError) {
    this.error = error
    this.#host.requestUpdate()
    await this.#announcer.tell(new PayFailedEvent(error, this.view))
  }

  /** Another tag or tab opened, moved or finished the order of this offer. */
  #joinOtherTab() {
    const { id, token, key, seq = 0 } = this.#memory.read(this.#digest) ?? {}
    const [held, view] = [this.#held, this.view]
    if (!id) return view && !isFinal(view.status) && key === undefined ? this.refresh() : undefined
    if (held?.id === id) return view && seq > view.seq && !held.isFollowed ? this.refresh() : undefined
    const isUntouched = !held || (view?.status === 'open' && !view.attempts.length)
    if (!token || !key || this.#opening || this.busy || !isUntouched) return
    return this.#hold({ id, token, key, mayPay: true }).follow()
  }

  /** The page was frozen and is shown again as it was, after Back from the hosted page. */
  async #comeBack() {
    this.#stay()
    await this.refresh()
    this.#setBusy(false)
    this.#held?.follow()
  }

  #wake() {
    if (this.#held?.isFollowed) this.refresh()
  }

  /** Tells once for each order that the shopper can pay. */
  #ready() {
    if (!this.#isReady) this.#announcer.tell(new PayReadyEvent())
    this.#isReady = true
  }

  #setBusy(busy: boolean) {
    this.busy = busy
    this.#host.requestUpdate()
  }

  #reset() {
    if (this.view && isSettled(this.view.status)) this.#settled = new Deferred()
    this.#held?.rest()
    this.#held = undefined
    this.error = undefined
    this.#opening = undefined
    this.#isReady = false
    this.#stay()
  }
}
