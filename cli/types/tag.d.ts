/**
 * Types of the tag, for the editor and the compiler of your page: `import type {} from 'pay-checkout/tag'`, or
 * `…/react`, `…/vue`, `…/svelte`. They add no code: your edge serves the tag itself.
 */

/** The order as a page sees it. Amounts are decimal text. */
export interface PayOrder {
  readonly id: string
  readonly reference: string
  readonly intent: 'sale' | 'preauth' | 'verify' | 'payout'
  /** What the shopper does by paying. Absent where no shopper pays by it. */
  readonly act?: 'order' | 'invoice' | 'donation'
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

/**
 * The shopper pays. Cancelable.
 *
 * @example
 * checkout.addEventListener('pay-submit', (event) => {
 *   if (!navigator.onLine) event.preventDefault()
 * })
 */
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

/**
 * The tag is about to show a page. If you prevent it, open `url` yourself.
 *
 * @example
 * checkout.addEventListener('pay-redirect', (event) => {
 *   event.preventDefault()
 *   window.open(event.url)
 * })
 */
export interface PayStepEvent extends PayOrderEvent {
  readonly url: string
}

/**
 * An attempt ended without success, or the tag cannot go on. Codes are stable, texts are not.
 *
 * @example
 * checkout.addEventListener('pay-failed', ({ error }) => {
 *   console.warn(error.code, error.supportId)
 * })
 */
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
  /**
   * The shopper can choose and pay.
   *
   * @example
   * checkout.addEventListener('pay-ready', () => document.body.classList.add('can-pay'))
   */
  'pay-ready': PayEvent
  'pay-submit': PaySubmitEvent
  'pay-redirect': PayStepEvent
  /**
   * Before the tag shows the bank's page. Cancelable.
   *
   * @example
   * checkout.addEventListener('pay-challenge', ({ order }) => console.log(order.status))
   */
  'pay-challenge': PayStepEvent
  /**
   * Every change of the order.
   *
   * @example
   * checkout.addEventListener('pay-status', ({ order }) => console.log(order.seq, order.status))
   */
  'pay-status': PayOrderEvent
  /**
   * Once, when the payment succeeded.
   *
   * @example
   * checkout.addEventListener('pay-settled', ({ order }) => {
   *   location.assign(`/thanks?order=${order.reference}`)
   * })
   */
  'pay-settled': PayOrderEvent
  'pay-failed': PayFailedEvent
  /**
   * The shopper cancelled, or the shop did.
   *
   * @example
   * checkout.addEventListener('pay-cancelled', ({ order }) => console.log(order.reference))
   */
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
  readonly shipping?: PayAddress
}

/** A line of a cart: an offer or a product, and how many of it. */
export type PayLine = (
  | { readonly offer: string; readonly product?: never }
  | { readonly product: string; readonly offer?: never }
) & {
  /** Default: the least that is sold. */
  readonly quantity?: number
}

/** The element `<pay-checkout>`. */
export interface PayCheckoutElement extends HTMLElement {
  /**
   * Origin of the edge. Default: where the script came from.
   *
   * @example
   * checkout.edge = 'https://pay.example.com'
   */
  edge: string
  /**
   * Signed offer: what is sold and for how much.
   *
   * @example
   * checkout.offer = await (await fetch('/offers/mug.jws')).text()
   */
  offer: string
  /**
   * A product of the edge's catalogue, by its id, in place of an offer.
   *
   * @example
   * checkout.product = 'mug'
   */
  product: string
  /**
   * A cart. Default: the `<pay-line>` elements in the tag, if there are any.
   *
   * @example
   * checkout.offers = [{ offer: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA', quantity: 2 }]
   */
  offers: readonly PayLine[] | undefined
  /**
   * An order that your server opened: `<id>.<token>` of its answer.
   *
   * @example
   * checkout.session = (await (await fetch('/checkout', { method: 'POST' })).json()).session
   */
  session: string
  /**
   * How many, within what the offer allows.
   *
   * @example
   * checkout.quantity = '2'
   */
  quantity: string
  /**
   * Decimal text, where the shopper chooses the amount.
   *
   * @example
   * checkout.amount = '25.00'
   */
  amount: string
  /**
   * How a payment page is shown: `redirect` (default), `popup` or `frame`.
   *
   * @example
   * checkout.presentation = 'popup'
   */
  presentation: string
  /**
   * The page to which the shopper returns. Default: this page; of a session, the page that the session names.
   *
   * @example
   * checkout.returnUrl = 'https://shop.example.com/thanks'
   */
  returnUrl: string
  /**
   * How the edge joins the order to the fragment of the return address: `&` (the default), or `?` for `#/cart?pay-order=…`.
   *
   * @example
   * checkout.returnJoin = '?'
   */
  returnJoin: string
  /**
   * BCP 47 tag of the shopper's language, for words, amounts and countries. Default: the page's language.
   *
   * @example
   * checkout.locale = 'de-CH'
   */
  locale: string
  /**
   * The tag shows only these of the order's methods.
   *
   * @example
   * checkout.methods = 'card, hosted'
   */
  methods: string
  /**
   * `light`, `dark` or `auto` (the system's). Default: the page's `color-scheme`.
   *
   * @example
   * checkout.theme = 'auto'
   */
  theme: string
  /**
   * Locks the tag: the shopper cannot pay.
   *
   * @example
   * checkout.disabled = true
   */
  disabled: boolean
  /**
   * As a form field: the form cannot be submitted until the payment succeeded.
   *
   * @example
   * checkout.required = true
   */
  required: boolean
  /**
   * What the page knows of the shopper; the tag asks for the rest.
   *
   * @example
   * checkout.customer = { email: 'ann@example.com', name: 'Ann Example' }
   */
  customer: PayCustomer
  /**
   * The page's own wording, by label key.
   *
   * @example
   * checkout.labels = { pay: 'Donate {amount}' }
   */
  labels: Readonly<Record<string, string>>
  /**
   * The newest view of the order.
   *
   * @example
   * console.log(checkout.order?.status)
   */
  readonly order: PayOrder | undefined
  /**
   * Resolves with the order once payment has succeeded.
   *
   * @example
   * const { reference } = await checkout.settled
   */
  readonly settled: Promise<PayOrder>
  /**
   * Pays, as the button does. While a payment is under way it does nothing.
   *
   * @example
   * await checkout.submit()
   */
  submit(): Promise<void>
  /**
   * Cancels the order. Without an order it does nothing.
   *
   * @example
   * await checkout.cancel()
   */
  cancel(): Promise<void>
  /**
   * Asks the edge for the newest view of the order.
   *
   * @example
   * await checkout.refresh()
   */
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
  product?: string
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

/** The attributes of `<pay-line>`, a line of a cart in the tag: an offer or a product. */
export interface PayLineAttributes {
  offer?: string
  product?: string
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
