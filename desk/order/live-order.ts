/** Keeps one order fresh: its socket says that something changed, and the merchant's own view is read again. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { OrderDetails } from '../../shared/order-history.ts'
import { accepted, refused } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { type Follower, follow } from '../../widget/order/live.ts'
import type { Answered, OrderAnswer } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { DeskEnv } from '../session/desk-env.ts'

/** How often the order is read where no socket works, or once it has ended with its token. */
const READ_EVERY_SECONDS = 60

/** Follows an order while its page is shown. */
export class LiveOrder implements ReactiveController {
  /** The newest view; `undefined` until the first answer. */
  order: OrderDetails | undefined
  /** Why the last reading failed; `undefined` after one that did not. */
  refusal: Refusal | undefined
  /** The socket is open, so changes appear at once. */
  isListening = false
  readonly #host: ReactiveControllerHost
  #ending = new AbortController()
  #token = ''
  #read: () => Answered<OrderAnswer> = async () => refused({ code: 'network' })

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected() {
    this.#ending.abort()
  }

  /** Reads the order now, as after an action. */
  async reload(): Promise<void> {
    await this.#read()
  }

  /** Follows another order from now on. */
  follow(id: string, desk: DeskContext) {
    this.#ending.abort()
    this.#ending = new AbortController()
    const signal = AbortSignal.any([this.#ending.signal, desk.signal])
    this.order = this.refusal = undefined
    this.isListening = false
    this.#read = () => this.#readOrder(id, desk, signal)
    void this.#followUntil(id, desk, signal)
  }

  async #followUntil(id: string, desk: DeskContext, signal: AbortSignal) {
    const live = this
    const api = {
      read: async () => {
        const answer = await this.#read()
        if (!answer.ok) return answer
        const { order, token, retryAfterSeconds = READ_EVERY_SECONDS } = answer.value
        return accepted({ body: order, token, retryAfterSeconds })
      },
    }
    const env = { pause: desk.env.pause, openSocket: this.#observed(desk.env.openSocket, signal) }
    const follower: Follower = {
      env,
      get state() {
        return { edge: desk.env.edge, access: { id, token: live.#token }, view: live.order }
      },
      sale: () => ({ api }),
      // The socket carries the shopper's view, so it only tells that there is something new.
      send: (event) => {
        if (event.type === 'view-received' && event.order.seq > (this.order?.seq ?? 0)) void this.#read()
      },
    }
    await follow(follower, signal)
  }

  async #readOrder(id: string, { api }: DeskContext, signal: AbortSignal): Answered<OrderAnswer> {
    const answer = await api.order(id, signal)
    if (signal.aborted) return answer
    this.refusal = answer.ok ? undefined : answer.reason
    if (answer.ok) this.#receive(answer.value)
    this.#host.requestUpdate()
    return answer
  }

  /** Two readings may overtake each other. Webhooks that went out change the history alone, so an equal one counts. */
  #receive({ order, token }: OrderAnswer) {
    this.#token = token
    if (!this.order || order.seq >= this.order.seq) this.order = order
  }

  /** Opens sockets that tell when messages come through. */
  #observed(openSocket: DeskEnv['openSocket'], signal: AbortSignal): DeskEnv['openSocket'] {
    const note = (isListening: boolean) => {
      if (signal.aborted || this.isListening === isListening) return
      this.isListening = isListening
      this.#host.requestUpdate()
    }
    return (url, protocols) => {
      const socket = openSocket(url, protocols)
      socket.addEventListener('message', () => note(true))
      socket.addEventListener('close', () => note(false))
      return socket
    }
  }
}
