/** The tag's events. */
import type { PayOrder } from './order.js'

/** An event of the tag. It bubbles and crosses shadow roots. */
export interface PayEvent extends Event {
  readonly order: PayOrder | undefined
}

/** An event of an order that is there. */
export interface PayOrderEvent extends PayEvent {
  readonly order: PayOrder
}

/** The shopper pays. Cancelable. */
export interface PaySubmitEvent extends PayEvent {
  readonly method: string
  /**
   * Holds the payment back until a promise resolves; a rejection cancels it.
   *
   * @example
   * checkout.addEventListener('pay-submit', (event) => {
   *   event.waitUntil(fetch('/stock/mug').then(({ ok }) => ok || Promise.reject(new Error('sold out'))))
   * })
   */
  waitUntil(promise: Promise<unknown>): void
}

/** The tag is about to show a page. If you prevent it, open `url` yourself. */
export interface PayStepEvent extends PayOrderEvent {
  readonly url: string
}

/** An attempt ended without success, or the tag cannot go on. Codes are stable, texts are not. */
export interface PayFailedEvent extends PayEvent {
  readonly error: {
    readonly code: string
    readonly recoverable: boolean
    readonly field?: string
    readonly supportId: string
  }
}
