/**
 * Types of the tag, for the editor and the compiler of your page: `import type {} from 'pay-checkout/tag'`, or
 * `…/react`, `…/vue`, `…/svelte`. They add no code: your edge serves the tag itself.
 */

/** The order as a page sees it. Amounts are decimal text. */
export interface PayOrder {
  readonly id: string
  readonly reference: string
  readonly intent: 'sale' | 'preauth' | 'verify' | 'payout'
  readonly amount: string
  readonly currency: string
  readonly description: string
  /** What is sold. Absent in an order of a session. */
  readonly lines?: readonly {
    readonly item: string
    readonly description: string
    readonly quantity: number
    readonly amount: string
  }[]
  readonly status:
    | 'open'
    | 'sending'
    | 'redirect'
    | 'method'
    | 'challenge'
    | 'processing'
    | 'approved'
    | 'declined'
    | 'filtered'
    | 'error'
    | 'unknown'
    | 'cancelled'
    | 'expired'
    | 'captured'
    | 'voided'
    | 'returned'
    | 'partially-returned'
    | 'charged-back'
  readonly captured: string
  readonly returned: string
  /** The gateway is a sandbox: no money moves. */
  readonly test?: true
  /** Grows with every change. */
  readonly seq: number
  /** ISO 8601. */
  readonly updatedAt: string
}

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
  /** Holds the payment back until a promise resolves; a rejection cancels it. */
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

/** Event type → event. */
export interface PayEventMap {
  'pay-ready': PayEvent
  'pay-submit': PaySubmitEvent
  'pay-redirect': PayStepEvent
  'pay-challenge': PayStepEvent
  'pay-status': PayOrderEvent
  'pay-settled': PayOrderEvent
  'pay-failed': PayFailedEvent
  'pay-cancelled': PayOrderEvent
}

/** An address. `country` is the code of ISO 3166-1 with two letters; only US, CA and AU need a `state`. */
export interface PayAddress {
  readonly address: string
  readonly city: string
  readonly postalCode?: string
  readonly country: string
  readonly state?: string
}

/** What the page knows of the shopper already; the tag asks for the rest. */
export interface PayCustomer {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  readonly billing?: PayAddress
}

/** A line of a cart: an offer, and how many of it. */
export interface PayLine {
  readonly offer: string
  /** Default: the least that the offer sells. */
  readonly quantity?: number
}

/** The element `<pay-checkout>`. */
export interface PayCheckoutElement extends HTMLElement {
  edge: string
  offer: string
  /** A cart. Default: the `<pay-line>` elements in the tag, if there are any. */
  offers: readonly PayLine[] | undefined
  session: string
  quantity: string
  amount: string
  presentation: string
  returnUrl: string
  returnJoin: string
  locale: string
  methods: string
  theme: string
  disabled: boolean
  required: boolean
  customer: PayCustomer
  labels: Readonly<Record<string, string>>
  readonly order: PayOrder | undefined
  /** Resolves with the order once payment has succeeded. */
  readonly settled: Promise<PayOrder>
  submit(): Promise<void>
  cancel(): Promise<void>
  refresh(): Promise<void>
  addEventListener<Type extends keyof PayEventMap>(
    type: Type,
    listener: (this: PayCheckoutElement, event: PayEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/** The attributes of `<pay-checkout>`. */
export interface PayCheckoutAttributes {
  edge?: string
  offer?: string
  session?: string
  quantity?: string | number
  amount?: string
  presentation?: 'redirect' | 'popup' | 'frame'
  'return-url'?: string
  'return-join'?: '&' | '?'
  locale?: string
  methods?: string
  theme?: 'light' | 'dark' | 'auto'
  /** JSON of a {@link PayCustomer}. Only on pages that are not cached. */
  customer?: string
  name?: string
  disabled?: boolean
  required?: boolean
}

/** The attributes of `<pay-line>`, a line of a cart in the tag. */
export interface PayLineAttributes {
  offer: string
  quantity?: string | number
}

/** Listeners as React and Svelte write them: `onpay-settled`. */
export type PayCheckoutListeners = {
  [Type in keyof PayEventMap as `on${Type}`]?: (event: PayEventMap[Type]) => unknown
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckoutElement
    'pay-line': HTMLElement
  }
}
