/** The attributes and properties of the tag. */
import type { Customer } from '../../shared/customer.ts'
import type { CheckoutLine } from '../../shared/http-bodies.ts'
import { announce } from '../events/announcer.ts'
import { PayFailedEvent } from '../events/events.ts'
import { readCustomer } from '../forms/customer-attribute.ts'
import type { Labels } from '../languages/labels.ts'
import { toPayError } from '../order/problems.ts'
import { FormFieldElement } from './form-field.ts'

/** A property that follows its attribute, and has its default without one. */
const TEXT = { reflect: true, useDefault: true }
const FLAG = { ...TEXT, type: Boolean }

/** A property without an attribute. Setting it always draws again, since a page may have changed the same object. */
const OBJECT = { attribute: false, hasChanged: () => true }

/** Properties that are texts, also where a page sets a number or a list. */
const TEXTS = {
  ...{
    edge: TEXT,
    offer: TEXT,
    product: TEXT,
    session: TEXT,
    quantity: TEXT,
    amount: TEXT,
    presentation: TEXT,
  },
  returnUrl: { ...TEXT, attribute: 'return-url' },
  returnJoin: { ...TEXT, attribute: 'return-join' },
  ...{ locale: TEXT, methods: TEXT, theme: TEXT },
} as const

const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

const PROPERTIES = {
  ...TEXTS,
  ...{ disabled: FLAG, required: FLAG },
  // Never reflected: it names a person.
  customer: { ...OBJECT, attribute: true },
  ...{ labels: OBJECT, offers: OBJECT },
}

/** An element with the tag's attributes and properties. */
export class PropertiesElement extends FormFieldElement {
  static override readonly properties = PROPERTIES

  /**
   * Origin of the edge, such as `https://pay.example.com`. Default: where the script came from.
   *
   * @attr
   * @example
   * checkout.edge = 'https://pay.example.com'
   */
  declare edge: string

  /**
   * Signed offer: what is sold and for how much. With neither `offer`, `product` nor `session`, the tag shows the order that
   * the address names, as on a thank-you page.
   *
   * @attr
   * @example
   * checkout.offer = await (await fetch('/offers/mug.jws')).text()
   */
  declare offer: string

  /**
   * In place of `offer`: a product of the edge's catalogue, by its id. The edge says what it is, and what it costs now.
   *
   * @attr
   * @example
   * checkout.product = 'mug'
   */
  declare product: string

  /**
   * A cart: signed offers and products that the shopper pays for together, with their quantities; empty for an empty cart.
   * Default: the `<pay-line>` elements in the tag, each with `offer` or `product` and `quantity`, if there are any.
   *
   * @example
   * checkout.offers = [{ offer: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA', quantity: 2 }]
   */
  declare offers: readonly CheckoutLine[] | undefined

  /**
   * In place of `offer`: an order that your server opened, as `<id>.<token>` of its answer.
   *
   * @attr
   * @example
   * checkout.session = (await (await fetch('/checkout', { method: 'POST' })).json()).session
   */
  declare session: string

  /**
   * How many, within what the offer or the product allows.
   *
   * @attr {string | number}
   * @example
   * checkout.quantity = '2'
   */
  declare quantity: string

  /**
   * Where the shopper chooses the amount: the one to start from, as decimal text.
   *
   * @attr
   * @example
   * checkout.amount = '25.00'
   */
  declare amount: string

  /**
   * How the tag shows a payment page: it leaves for it (`redirect`, the default), opens it in the click (`popup`; `redirect`
   * where the browser forbids it), or in the page (`frame`, unfit for payment pages that need cookies).
   *
   * @attr {'redirect' | 'popup' | 'frame'}
   * @example
   * checkout.presentation = 'popup'
   */
  declare presentation: string

  /**
   * The page to which the shopper returns after paying. Default: this page; of a session, the page that the session names.
   *
   * @attr return-url
   * @example
   * checkout.returnUrl = 'https://shop.example.com/thanks'
   */
  declare returnUrl: string

  /**
   * How the edge joins the order to the fragment of the return address: `&`, or `?` where the page's router keeps its routes
   * there: `#/cart?pay-order=…`. Default: `?` for a fragment that begins with `/` or `!/`, else `&`.
   *
   * @attr {'&' | '?'} return-join
   * @example
   * checkout.returnJoin = '?'
   */
  declare returnJoin: string

  /**
   * BCP 47 tag of the shopper's language, for words, amounts and countries. Default: the page's language.
   *
   * @attr
   * @example
   * checkout.locale = 'de-CH'
   */
  declare locale: string

  /**
   * Payment methods, by name: the tag offers only these of the order's. Default: all.
   *
   * @attr
   * @example
   * checkout.methods = 'card, hosted'
   */
  declare methods: string

  /**
   * `light`, `dark` or `auto` (the system's). Default: the page's `color-scheme`.
   *
   * @attr {'light' | 'dark' | 'auto'}
   * @example
   * checkout.theme = 'auto'
   */
  declare theme: string

  /**
   * Locks the tag: the shopper cannot pay.
   *
   * @attr
   * @example
   * checkout.disabled = true
   */
  declare disabled: boolean

  /**
   * As a form field: the form cannot be submitted until the payment succeeded.
   *
   * @attr
   * @example
   * checkout.required = true
   */
  declare required: boolean

  /**
   * The customer data that the page knows already; the tag asks for the rest. As an attribute, and where a page sets a
   * text, it is JSON. A text that is no customer fires `pay-failed` with `customer-invalid`, and the tag asks for all.
   * Only on pages that no cache keeps.
   *
   * @attr {string}
   * @example
   * checkout.customer = { email: 'ann@example.com', name: 'Ann Example' }
   */
  declare customer: Customer

  /**
   * The page's own wording, by label key.
   *
   * @example
   * checkout.labels = { pay: 'Donate {amount}' }
   */
  declare labels: Labels

  constructor() {
    super()
    for (const name of TEXT_NAMES) this[name] = ''
    this.disabled = this.required = false
    this.customer = this.labels = {}
  }

  /** Makes what the page set of the declared types: pages set numbers, lists, texts and nothing too. */
  protected readProperties() {
    for (const name of TEXT_NAMES) {
      const value: unknown = this[name]
      // Setting a default again would add the attribute.
      if (typeof value !== 'string') this[name] = `${value ?? ''}`
    }
    this.#readCustomer(this.customer)
    // `:disabled` goes by the attribute, which Lit would set only after drawing.
    this.toggleAttribute('disabled', !!this.disabled)
  }

  /** A text that cannot be read keeps nobody from paying. */
  #readCustomer(given: Customer | string | null) {
    if (given && typeof given === 'object') return
    const { customer, wrong } = readCustomer(given || '{}')
    this.customer = customer
    if (wrong !== undefined)
      announce(this, new PayFailedEvent(toPayError({ code: 'customer-invalid', fields: [wrong] })))
  }
}
