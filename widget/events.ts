/** What the tag tells the page. Every event bubbles and crosses shadow roots; codes are stable, texts are not. */
import type { Method, OrderView } from '../shared/order-view.ts'

/** Why an attempt or the tag itself failed. */
export interface PayError {
  readonly code: string
  /** Whether the shopper can go on in the same tag. */
  readonly recoverable: boolean
  /** Path such as `billing.city`, where one field is the reason. */
  readonly field?: string
  /** To be quoted to the merchant's support; empty if the edge never answered. */
  readonly supportId: string
}

const shared = (cancelable = false) => ({ bubbles: true, composed: true, cancelable })

/** The shopper can pay now. */
export class PayReadyEvent extends Event {
  constructor() {
    super('pay-ready', shared())
  }
}

/** The shopper pays. Prevented, or with a rejected `waitUntil`, nothing is sent. */
export class PaySubmitEvent extends Event {
  readonly method: Method
  readonly order: OrderView | undefined
  readonly #awaited: Promise<unknown>[] = []

  constructor(method: Method, order: OrderView | undefined) {
    super('pay-submit', shared(true))
    this.method = method
    this.order = order
  }

  /**
   * Holds the payment back until a promise is kept; a rejection cancels it.
   *
   * @throws {DOMException} `InvalidStateError` once the event has been dispatched: the payment is then under way.
   */
  waitUntil(promise: Promise<unknown>) {
    if (!this.eventPhase) throw new DOMException('The payment is already under way', 'InvalidStateError')
    this.#awaited.push(promise)
  }

  /** Resolves to whether the page lets the payment go on. */
  allowed(): Promise<boolean> {
    const kept = () => !this.defaultPrevented
    return Promise.all(this.#awaited).then(kept, () => false)
  }
}

/** The tag is about to leave for the hosted page. Prevented, the page must open `url`; the order waits. */
export class PayRedirectEvent extends Event {
  readonly url: string
  readonly order: OrderView

  constructor(url: string, order: OrderView) {
    super('pay-redirect', shared(true))
    this.url = url
    this.order = order
  }
}

/** The order changed; fired for every newer `seq`, before the other events. */
export class PayStatusEvent extends Event {
  readonly order: OrderView

  constructor(order: OrderView) {
    super('pay-status', shared())
    this.order = order
  }
}

/** The money side succeeded; once per order and page. */
export class PaySettledEvent extends Event {
  readonly order: OrderView

  constructor(order: OrderView) {
    super('pay-settled', shared())
    this.order = order
  }
}

/** An attempt ended without success, or the tag cannot go on. */
export class PayFailedEvent extends Event {
  readonly error: PayError
  readonly order: OrderView | undefined

  constructor(error: PayError, order?: OrderView) {
    super('pay-failed', shared())
    this.error = error
    this.order = order
  }
}

/** The shopper gave up. */
export class PayCancelledEvent extends Event {
  readonly order: OrderView

  constructor(order: OrderView) {
    super('pay-cancelled', shared())
    this.order = order
  }
}

/** Event type → event, for typed listeners. */
export interface PayEventMap {
  'pay-ready': PayReadyEvent
  'pay-submit': PaySubmitEvent
  'pay-redirect': PayRedirectEvent
  'pay-status': PayStatusEvent
  'pay-settled': PaySettledEvent
  'pay-failed': PayFailedEvent
  'pay-cancelled': PayCancelledEvent
}
