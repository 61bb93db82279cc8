/** The elements of the tag. Generated from the tag’s sources by `npm run reference`. */
import type { PayEvent, PayFailedEvent, PayOrderEvent, PayStepEvent, PaySubmitEvent } from './events.js'
import type { PayCustomer, PayLine, PayOrder } from './order.js'

/** Event type → event. */
export interface PayEventMap {
  /**
   * The shopper can choose and pay.
   *
   * @example
   * checkout.addEventListener('pay-ready', () => document.body.classList.add('can-pay'))
   */
  'pay-ready': PayEvent
  /**
   * The shopper pays; cancelable, and `waitUntil(promise)` makes it wait.
   *
   * @example
   * checkout.addEventListener('pay-submit', (event) => {
   *   if (!navigator.onLine) event.preventDefault()
   * })
   */
  'pay-submit': PaySubmitEvent
  /**
   * Before `event.url` is shown: by leaving, in a pop-up or a frame; cancelable, and the page then opens it.
   *
   * @example
   * checkout.addEventListener('pay-redirect', (event) => {
   *   event.preventDefault()
   *   window.open(event.url)
   * })
   */
  'pay-redirect': PayStepEvent
  /**
   * Before showing the bank's page; cancelable, and the page then opens `event.url`.
   *
   * @example
   * checkout.addEventListener('pay-challenge', ({ order }) => console.log(order.status))
   */
  'pay-challenge': PayStepEvent
  /**
   * The order changed: for every newer `seq`, before the other events.
   *
   * @example
   * checkout.addEventListener('pay-status', ({ order }) => console.log(order.seq, order.status))
   */
  'pay-status': PayOrderEvent
  /**
   * Payment succeeded; once per order and page.
   *
   * @example
   * checkout.addEventListener('pay-settled', ({ order }) => {
   *   location.assign(`/thanks?order=${order.reference}`)
   * })
   */
  'pay-settled': PayOrderEvent
  /**
   * An attempt ended without success, or the tag cannot go on; `event.error.code` says why.
   *
   * @example
   * checkout.addEventListener('pay-failed', ({ error }) => {
   *   console.warn(error.code, error.supportId)
   * })
   */
  'pay-failed': PayFailedEvent
  /**
   * The shopper or the shop cancelled the payment.
   *
   * @example
   * checkout.addEventListener('pay-cancelled', ({ order }) => console.log(order.reference))
   */
  'pay-cancelled': PayOrderEvent
}

/** Takes one payment: shows the price, asks for the data that the gateway needs, leads to the payment page or the bank and back, and shows the payment's status. */
export interface PayCheckoutElement extends HTMLElement {
  /**
   * Origin of the edge, such as `https://pay.example.com`. Default: where the script came from.
   *
   * @example
   * checkout.edge = 'https://pay.example.com'
   */
  edge: string
  /**
   * Signed offer: what is sold and for how much. With neither `offer`, `product` nor `session`, the tag shows the order that the address names, as on a thank-you page.
   *
   * @example
   * checkout.offer = await (await fetch('/offers/mug.jws')).text()
   */
  offer: string
  /**
   * In place of `offer`: a product of the edge's catalogue, by its id. The edge says what it is, and what it costs now.
   *
   * @example
   * checkout.product = 'mug'
   */
  product: string
  /**
   * A cart: signed offers and products that the shopper pays for together, with their quantities; empty for an empty cart. Default: the `<pay-line>` elements in the tag, each with `offer` or `product` and `quantity`, if there are any.
   *
   * @example
   * checkout.offers = [{ offer: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA', quantity: 2 }]
   */
  offers: readonly PayLine[] | undefined
  /**
   * In place of `offer`: an order that your server opened, as `<id>.<token>` of its answer.
   *
   * @example
   * checkout.session = (await (await fetch('/checkout', { method: 'POST' })).json()).session
   */
  session: string
  /**
   * How many, within what the offer or the product allows.
   *
   * @example
   * checkout.quantity = '2'
   */
  quantity: string
  /**
   * Where the shopper chooses the amount: the one to start from, as decimal text.
   *
   * @example
   * checkout.amount = '25.00'
   */
  amount: string
  /**
   * How the tag shows a payment page: it leaves for it (`redirect`, the default), opens it in the click (`popup`; `redirect` where the browser forbids it), or in the page (`frame`, unfit for payment pages that need cookies).
   *
   * @example
   * checkout.presentation = 'popup'
   */
  presentation: string
  /**
   * The page to which the shopper returns after paying. Default: this page; of a session, the page that the session names.
   *
   * @example
   * checkout.returnUrl = 'https://shop.example.com/thanks'
   */
  returnUrl: string
  /**
   * How the edge joins the order to the fragment of the return address: `&`, or `?` where the page's router keeps its routes there: `#/cart?pay-order=…`. Default: `?` for a fragment that begins with `/` or `!/`, else `&`.
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
   * Payment methods, by name: the tag offers only these of the order's. Default: all.
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
   * The customer data that the page knows already; the tag asks for the rest. As an attribute, and where a page sets a text, it is JSON. A text that is no customer fires `pay-failed` with `customer-invalid`, and the tag asks for all. Only on pages that no cache keeps.
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
   * The form that the tag is a field of, if any.
   *
   * @example
   * checkout.form?.requestSubmit()
   */
  readonly form: HTMLFormElement | null
  /**
   * Why the form cannot be submitted yet.
   *
   * @example
   * console.log(checkout.validity.valueMissing)
   */
  readonly validity: ValidityState
  /**
   * The same in words, in the shopper's language; empty where the form can be submitted.
   *
   * @example
   * console.log(checkout.validationMessage)
   */
  readonly validationMessage: string
  /**
   * Whether the form checks this field at all.
   *
   * @example
   * console.log(checkout.willValidate)
   */
  readonly willValidate: boolean
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
  /**
   * Focuses the first control, or the status where there is none.
   *
   * @example
   * checkout.focus()
   */
  focus(options?: FocusOptions): void
  /**
   * Whether this field lets the form be submitted.
   *
   * @example
   * if (checkout.checkValidity()) console.log('paid')
   */
  checkValidity(): boolean
  /**
   * Whether this field lets the form be submitted; the browser also says beside the tag why not.
   *
   * @example
   * checkout.reportValidity()
   */
  reportValidity(): boolean
}

/** The attributes of `<pay-checkout>`. */
export interface PayCheckoutAttributes {
  /** Origin of the edge, such as `https://pay.example.com`. Default: where the script came from. */
  edge?: string | undefined
  /** Signed offer: what is sold and for how much. With neither `offer`, `product` nor `session`, the tag shows the order that the address names, as on a thank-you page. */
  offer?: string | undefined
  /** In place of `offer`: a product of the edge's catalogue, by its id. The edge says what it is, and what it costs now. */
  product?: string | undefined
  /** In place of `offer`: an order that your server opened, as `<id>.<token>` of its answer. */
  session?: string | undefined
  /** How many, within what the offer or the product allows. */
  quantity?: string | number | undefined
  /** Where the shopper chooses the amount: the one to start from, as decimal text. */
  amount?: string | undefined
  /** How the tag shows a payment page: it leaves for it (`redirect`, the default), opens it in the click (`popup`; `redirect` where the browser forbids it), or in the page (`frame`, unfit for payment pages that need cookies). */
  presentation?: 'redirect' | 'popup' | 'frame' | undefined
  /** The page to which the shopper returns after paying. Default: this page; of a session, the page that the session names. */
  'return-url'?: string | undefined
  /** How the edge joins the order to the fragment of the return address: `&`, or `?` where the page's router keeps its routes there: `#/cart?pay-order=…`. Default: `?` for a fragment that begins with `/` or `!/`, else `&`. */
  'return-join'?: '&' | '?' | undefined
  /** BCP 47 tag of the shopper's language, for words, amounts and countries. Default: the page's language. */
  locale?: string | undefined
  /** Payment methods, by name: the tag offers only these of the order's. Default: all. */
  methods?: string | undefined
  /** `light`, `dark` or `auto` (the system's). Default: the page's `color-scheme`. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** Locks the tag: the shopper cannot pay. */
  disabled?: boolean | undefined
  /** As a form field: the form cannot be submitted until the payment succeeded. */
  required?: boolean | undefined
  /** The customer data that the page knows already; the tag asks for the rest. As an attribute, and where a page sets a text, it is JSON. A text that is no customer fires `pay-failed` with `customer-invalid`, and the tag asks for all. Only on pages that no cache keeps. */
  customer?: string | undefined
  /** Name under which a form submits the order's id, once the payment succeeded. */
  name?: string | undefined
}

/** The attributes of `<pay-line>`. A line of a cart within `<pay-checkout>`: an offer or a product, and how many of it. */
export interface PayLineAttributes {
  /** The signed offer of what is sold. */
  offer?: string | undefined
  /** In place of `offer`: a product, by its id. */
  product?: string | undefined
  /** How many. Default: the least that is sold. */
  quantity?: string | number | undefined
}

/** Listeners as templates write them: `onpay-settled` in React, Preact and Svelte. */
export type PayCheckoutListeners<Prefix extends string = 'on'> = {
  [Type in keyof PayEventMap as `${Prefix}${Type}`]?: (event: PayEventMap[Type]) => unknown
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckoutElement
    'pay-line': HTMLElement
  }
  /** The events bubble: a listener may be at the tag, at any element around it, at the document or the window. */
  interface GlobalEventHandlersEventMap extends PayEventMap {}
}
