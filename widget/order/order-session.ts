/** One order that the tag holds a token of: its newest view, and every call that needs the token. */
import { isFinal, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import type { Refusal, Reply } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { follow } from './live.ts'
import { checkout } from './open-order.ts'
import { NO_OFFER } from './remembered-orders.ts'

/** Who wants to know of an order. */
export interface SessionListener {
  /** Called with every newer view, and never with an older one. */
  changed(view: OrderView): void
  /** Called whenever the edge told of the order, newer or not. */
  reached(): void
  /** The edge does not show the order any more. */
  lost(refusal: Refusal): void
}

/** Holds one order until another takes its place. */
export class OrderSession implements OrderAccess {
  declare readonly id: string
  declare readonly key: string
  declare token: string
  declare readonly mayPay: boolean
  /** The newest view, once the edge has told one. */
  view: OrderView | undefined
  readonly #context: Context
  readonly #listener: SessionListener
  #following: AbortController | undefined

  constructor(access: OrderAccess, context: Context, listener: SessionListener) {
    Object.assign(this, access)
    this.#context = context
    this.#listener = listener
  }

  /** Whether changes are heard of without asking. */
  get isFollowed() {
    return !!this.#following
  }

  /** Takes a view in, unless it is older than what is known. */
  receive(order: OrderView, token = this.token) {
    if (order.id !== this.id) return
    this.token = token
    const isNewer = !this.view || order.seq > this.view.seq
    if (isNewer) this.view = order
    this.#remember(this.view ?? order)
    this.#listener.reached()
    if (isNewer) this.#listener.changed(order)
    if (!this.#isMoving) this.unfollow()
  }

  /**
   * Makes a call with the token, once more with a new one where the old one is out of date, and takes the answer in.
   *
   * @returns Why the edge refused, if it did.
   */
  async call(make: (id: string, token: string) => Promise<Result<Reply<OrderView>, Refusal>>) {
    const remembered = this.#remembered
    let answer = await make(this.id, this.token)
    const isOwn = this.mayPay && !!this.#context.offer
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

  /** Asks where the order stands. */
  refresh(): Promise<Refusal | undefined> {
    return this.call(this.#context.api.read)
  }

  /** Follows the order while it moves. Following already is harmless. */
  follow() {
    if (this.#following || !this.#isMoving) return
    const following = new AbortController()
    this.#following = following
    follow(this, this.#context, following.signal).then(() => {
      if (this.#following === following) this.#following = undefined
    })
  }

  /** Stops following, so that the page can rest, be frozen or be left. */
  unfollow() {
    this.#following?.abort()
    this.#following = undefined
  }

  /** Called when following is refused. A call of its own may get a new token, which following does not. */
  async refused() {
    this.unfollow()
    const refusal = await this.refresh()
    if (refusal) this.#listener.lost(refusal)
    else this.follow()
  }

  /** Until a view is known it counts as moving: it has to be asked for. Of saved cards the edge may tell later. */
  get #isMoving() {
    const { status, methods, savedCards } = this.view ?? {}
    return status === 'open' ? methods?.includes('saved-card') && !savedCards : !status || !isFinal(status)
  }

  /** What this browser remembers of the order, unless another one has taken its place. */
  get #remembered() {
    const { orders, digest } = this.#context
    const remembered = orders.read(digest)
    return remembered?.id === this.id ? remembered : undefined
  }

  /** A result tag has no offer of its own; the view says which one a final order is kept or forgotten under. */
  #remember({ status, seq, offer = NO_OFFER }: OrderView) {
    const { id, key, token } = this
    const { orders, digest } = this.#context
    const remembered = this.#remembered
    if (!isFinal(status)) {
      if (remembered && (remembered.seq ?? 0) <= seq) orders.write(digest, { ...remembered, token, seq })
    } else if (isSettled(status)) orders.keepPaid(digest || offer, id, seq)
    else if (digest) orders.retire(digest, { id, key, token })
    else orders.forget(offer, id)
  }
}
