/** The tag's events. Every event bubbles and crosses shadow roots; codes are stable, texts are not. */

import type { OrderView, ShopperWay } from '../../shared/order-view.ts'
import { page } from '../browser/page.ts'
import type { PayError } from './pay-error.ts'

/** An event of the tag. */
export class PayEvent extends Event {
  declare readonly order: OrderView | undefined

  constructor(type: keyof PayEventMap, order?: OrderView, init?: EventInit) {
    super(type, { bubbles: true, composed: true, ...init })
    this.order = order
  }
}

/** The page can prevent what is about to happen. */
const CANCELABLE = { cancelable: true }

/** The shopper pays. If the page prevents it, or a `waitUntil` rejects, the tag sends nothing. */
export class PaySubmitEvent extends PayEvent {
  declare readonly method: ShopperWay
  readonly #awaited: Promise<unknown>[] = []

  constructor(method: ShopperWay, order: OrderView | undefined) {
    super('pay-submit', order, CANCELABLE)
    this.method = method
  }

  /**
   * Holds the payment back until a promise resolves; a rejection cancels it.
   *
   * @throws {DOMException} `InvalidStateError` once the event has been dispatched: the payment is then under way.
   */
  waitUntil(promise: Promise<unknown>) {
    if (!this.eventPhase) throw new page.DOMException('already under way', 'InvalidStateError')
    this.#awaited.push(promise)
  }

  /** Resolves to whether the page lets the payment go on. */
  allowed(): Promise<boolean> {
    const kept = () => !this.defaultPrevented
    return Promise.all(this.#awaited).then(kept, () => false)
  }
}

/** The tag is about to show a page. If the page prevents it, it must open `url` itself; the order waits. */
export class PayStepEvent extends PayEvent {
  declare readonly order: OrderView
  declare readonly url: string

  constructor(type: 'pay-redirect' | 'pay-challenge', url: string, order: OrderView) {
    super(type, order, CANCELABLE)
    this.url = url
  }
}

/** The order changed, succeeded or was cancelled. */
interface PayOrderEvent extends PayEvent {
  readonly order: OrderView
}

/** An attempt ended without success, or the tag cannot go on. */
export class PayFailedEvent extends PayEvent {
  declare readonly error: PayError

  constructor(error: PayError, order?: OrderView) {
    super('pay-failed', order)
    this.error = error
  }
}

/** Event type → event, for typed listeners. The element's own comment says when each is fired. */
export interface PayEventMap {
  /**
   * @example
   * checkout.addEventListener('pay-ready', () => document.body.classList.add('can-pay'))
   */
  'pay-ready': PayEvent
  /**
   * @example
   * checkout.addEventListener('pay-submit', (event) => {
   *   if (!navigator.onLine) event.preventDefault()
   * })
   */
  'pay-submit': PaySubmitEvent
  /**
   * @example
   * checkout.addEventListener('pay-redirect', (event) => {
   *   event.preventDefault()
   *   window.open(event.url)
   * })
   */
  'pay-redirect': PayStepEvent
  /**
   * @example
   * checkout.addEventListener('pay-challenge', ({ order }) => console.log(order.status))
   */
  'pay-challenge': PayStepEvent
  /**
   * @example
   * checkout.addEventListener('pay-status', ({ order }) => console.log(order.seq, order.status))
   */
  'pay-status': PayOrderEvent
  /**
   * @example
   * checkout.addEventListener('pay-settled', ({ order }) => {
   *   location.assign(`/thanks?order=${order.reference}`)
   * })
   */
  'pay-settled': PayOrderEvent
  /**
   * @example
   * checkout.addEventListener('pay-failed', ({ error }) => {
   *   console.warn(error.code, error.supportId)
   * })
   */
  'pay-failed': PayFailedEvent
  /**
   * @example
   * checkout.addEventListener('pay-cancelled', ({ order }) => console.log(order.reference))
   */
  'pay-cancelled': PayOrderEvent
}
