/** One order that the tag has a token for: its newest view, and every request that needs the token. */
import { isFinal, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import type { Refusal, Reply } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { follow } from './live.ts'
import { checkout } from './open-order.ts'
import { NO_OFFER } from './remembered-orders.ts'

/** What a session reports. */
export interface SessionListener {
  /** A newer view has arrived; never an older one. */
  changed(view: OrderView): void
  /** The edge has sent a view, newer or not. */
  reached(): void
  /** The edge refuses to show the order. */
  lost(refusal: Refusal): void
  /** Handles what following throws. @returns Whether it threw nothing. */
  carryOut(work: () => unknown): Promise<boolean>
}

/** Keeps one order up to date until another takes its place. */
export class OrderSession implements OrderAccess {
  declare readonly id: string
  declare readonly key: string
  declare token: string
  declare readonly mayPay: boolean
  declare readonly formerCart?: string
  /** The newest view, once the edge has sent one. */
  declare view: OrderView | undefined
  readonly #context: Context
  readonly #listener: SessionListener
  #following: AbortController | undefined

  constructor(access: OrderAccess, context: Context, listener: SessionListener) {
    Object.assign(this, access)
    this.#context = context
    this.#listener = listener
  }

  /** Whether the tag follows the order's changes. */
  get isFollowed() {
    return !!this.#following
  }

  /** Takes a view, unless it is older than the newest. */
  receive(order: OrderView, token = this.token) {
    if (order.id !== this.id) return
    this.token = token
    const isNewer = !this.view || order.seq > this.view.seq
    if (isNewer || isNarrower(order, this.view)) this.view = order
    this.#remember(this.view ?? order)
    this.#listener.reached()
    if (isNewer) this.#listener.changed(order)
    if (!this.#isMoving) this.unfollow()
  }

  /**
   * Sends a request with the token, and takes the view in the answer. With an outdated token it gets a new one and repeats.
   *
   * @returns Why the edge refused, if it did.
   */
  async call(make: (id: string, token: string) => Promise<Result<Reply<OrderView>, Refusal>>) {
    const remembered = this.#remembered
    let answer = await make(this.id, this.token)
    const isOwn = this.mayPay && !!this.#context.goods && !this.formerCart
    if (!answer.ok && answer.reason.code === 'token-invalid' && remembered && isOwn) {
      const renewed = await checkout(this.#context, this.#context.host.terms, remembered)
      if (!renewed.ok) return renewed.reason
      this.token = renewed.value.token
      answer = await make(this.id, this.token)
    }
    if (!answer.ok) return answer.reason
    this.receive(answer.value.body, answer.value.token)
    return
  }

  /** Reads the order. */
  refresh(): Promise<Refusal | undefined> {
    return this.call(this.#context.api.read)
  }

  /** Follows the order while it moves. Repeating is harmless. */
  follow() {
    if (this.#following || !this.#isMoving) return
    this.#following = new AbortController()
    this.#keepFollowing(this.#following)
  }

  /** What throws once may not throw again: an outcome must not be missed for it. */
  async #keepFollowing(following: AbortController) {
    const { signal } = following
    while (!(await this.#listener.carryOut(() => follow(this, this.#context, signal))))
      await this.#context.env.pause(LOAD_LIMIT_MS, signal)
    if (this.#following === following) this.#following = undefined
  }

  /** Stops following, so that the browser can freeze the page. */
  unfollow() {
    this.#following?.abort()
    this.#following = undefined
  }

  /** The edge refused to show the order while the tag followed it. A request of its own may renew the token. */
  async refused() {
    this.unfollow()
    const refusal = await this.refresh()
    if (refusal) this.#listener.lost(refusal)
    else this.follow()
  }

  /** Whether the order may still change; also before its first view, and until the edge has sent the saved cards. */
  get #isMoving() {
    const { status, methods, savedCards } = this.view ?? {}
    return status === 'open' ? methods?.includes('saved-card') && !savedCards : !status || !isFinal(status)
  }

  /** The order as this browser remembers it, unless another one has taken its place. */
  get #remembered() {
    const { orders, digest } = this.#context
    const remembered = orders.read(digest)
    return remembered?.id === this.id ? remembered : undefined
  }

  /** A result tag has no offer, so the view says under which offer this browser keeps or forgets a final order. */
  #remember({ status, seq, offer = NO_OFFER }: OrderView) {
    const { id, key, token, mayPay } = this
    const { orders, digest } = this.#context
    const remembered = this.#remembered
    if (!isFinal(status)) {
      if (remembered && (remembered.seq ?? 0) <= seq) orders.write(digest, { ...remembered, token, seq })
    } else if (isSettled(status)) orders.keepPaid(digest || offer, id, seq)
    else if (digest) orders.retire(digest, { id, key, token, mayPay })
    else orders.forget(offer, id)
  }
}

/** The same state of the order with fewer methods: the edge takes no card from this shopper just now. */
const isNarrower = (order: OrderView, view: OrderView | undefined) =>
  order.seq === view?.seq && order.methods.length < view.methods.length
