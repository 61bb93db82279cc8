/** One order that the tag holds a token of: its newest view, and every call that needs the token. */
import { isFinal, type OrderView } from '../shared/order-view.ts'
import type { Result } from '../shared/result.ts'
import type { Api, Refusal, Reply } from './api.ts'
import { follow } from './live.ts'
import type { Memory, Remembered } from './memory.ts'
import type { Surroundings } from './surroundings.ts'

/** What is needed to hold an order. */
export interface Hold {
  readonly id: string
  readonly token: string
  /** Keys of attempts begin with it. */
  readonly key: string
  /** Whether the token may pay; one from an address may only look. */
  readonly mayPay: boolean
}

/** What an order is held with. */
export interface Holder {
  readonly edge: string
  readonly api: Api
  readonly memory: Memory
  /** Digest of the tag's offer, under which the order is remembered. */
  readonly digest: string
  readonly around: Surroundings
  /** Called with every newer view, and never with an older one. */
  changed(view: OrderView): void
  /** The edge does not show the order any more. */
  lost(refusal: Refusal): void
  /** Gets a new token for the remembered order. */
  renew(remembered: Remembered): Promise<Result<{ readonly token: string }, Refusal>>
}

/** Holds one order until another takes its place. */
export class HeldOrder {
  /** The newest view, once the edge has told one. */
  view: OrderView | undefined
  readonly #holder: Holder
  #hold: Hold
  #following: AbortController | undefined

  constructor(hold: Hold, holder: Holder) {
    this.#hold = hold
    this.#holder = holder
  }

  get id() {
    return this.#hold.id
  }

  get mayPay() {
    return this.#hold.mayPay
  }

  /** Whether changes are heard of without asking. */
  get isFollowed() {
    return !!this.#following
  }

  /**
   * The key of the next attempt. Derived, so that two tabs that saw the same order start one attempt.
   *
   * @param number Attempts seen, and one.
   */
  attemptKey = (number: number) => `${this.#hold.key}.${number}`

  /** Takes a view in, unless it is older than what is known. */
  take(order: OrderView, token?: string) {
    if (token) this.#hold = { ...this.#hold, token }
    const isNewer = !this.view || order.seq > this.view.seq
    if (isNewer) this.view = order
    this.#remember(this.view ?? order)
    if (isNewer) this.#holder.changed(order)
    if (!this.#isMoving) this.rest()
  }

  /**
   * Makes a call with the token, once more with a new one where the old one is out of date, and takes the answer in.
   *
   * @returns Why the edge refused, if it did.
   */
  async call(make: (id: string, token: string) => Promise<Result<Reply<OrderView>, Refusal>>) {
    const remembered = this.#remembered
    let answer = await make(this.id, this.#hold.token)
    if (!answer.ok && answer.reason.code === 'token-invalid' && remembered?.id === this.id) {
      const renewed = await this.#holder.renew(remembered)
      if (!renewed.ok) return renewed.reason
      this.#hold = { ...this.#hold, token: renewed.value.token, mayPay: true }
      answer = await make(this.id, this.#hold.token)
    }
    if (!answer.ok) return answer.reason
    this.take(answer.value.body, answer.value.token)
    return
  }

  /** Asks where the order stands. */
  refresh(): Promise<Refusal | undefined> {
    return this.call(this.#holder.api.read)
  }

  /** Follows the order while it moves. Following already is harmless. */
  follow() {
    if (this.#following || !this.#isMoving) return
    const following = new AbortController()
    this.#following = following
    const { edge, api, around } = this.#holder
    const target = {
      edge,
      id: this.id,
      token: () => this.#hold.token,
      after: () => this.view?.seq,
      heard: (view: OrderView, token?: string) => this.take(view, token),
      refused: () => {
        this.rest()
        this.#resume()
      },
    }
    follow(target, api, around, following.signal).then(() => {
      if (this.#following === following) this.#following = undefined
    })
  }

  /** Stops following, so that the page can rest, be frozen or be left. */
  rest() {
    this.#following?.abort()
    this.#following = undefined
  }

  /** A call of its own may get a new token, which following does not. */
  async #resume() {
    const refusal = await this.refresh()
    if (refusal) this.#holder.lost(refusal)
    else this.follow()
  }

  /** Until a view is known it counts as moving: it has to be asked for. */
  get #isMoving() {
    return !this.view || (this.view.status !== 'open' && !isFinal(this.view.status))
  }

  get #remembered() {
    return this.#holder.memory.read(this.#holder.digest)
  }

  #remember({ status, seq, offer }: OrderView) {
    const { memory, digest } = this.#holder
    const remembered = this.#remembered
    if (isFinal(status)) this.#retire(offer)
    else if (remembered?.id === this.id && (remembered.seq ?? 0) <= seq)
      memory.write(digest, { ...remembered, token: this.#hold.token, seq })
  }

  /** A result tag has no offer of its own; the view says which one a final order is to be forgotten under. */
  #retire(offer: string | undefined) {
    const { memory, digest } = this.#holder
    const { id, key, token } = this.#hold
    if (digest) memory.retire(digest, { id, key, token })
    else if (offer) memory.forget(offer, id)
  }
}
