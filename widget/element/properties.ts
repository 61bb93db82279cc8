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

  /** Origin of the edge, such as `https://pay.example.com`. Default: where the script came from. */
  declare edge: string

  /** Signed offer: what is sold and for how much. */
  declare offer: string

  /** A product of the edge's catalogue, by its id. The edge says what it is, and what it costs now. */
  declare product: string

  /**
   * A cart: signed offers and products that the shopper pays for together, with their quantities; empty for an empty cart.
   * Default: the `<pay-line>` elements in the tag, each with `offer` or `product` and `quantity`, if there are any.
   */
  declare offers: readonly CheckoutLine[] | undefined

  /** Order of a shop with a server: `<order id>.<token>`. */
  declare session: string

  /** How many, within what the offer allows. */
  declare quantity: string

  /** Decimal text, where the shopper chooses the amount. */
  declare amount: string

  /** How the tag shows a payment page: it leaves for it (`redirect`, the default), or uses a `popup` or a `frame`. */
  declare presentation: string

  /** The page to which the shopper returns. Default: this page; of a session, the page that the session names. */
  declare returnUrl: string

  /**
   * How the edge joins the order to the fragment of the return address: `&`, or `?` where the page's router keeps its routes
   * there: `#/cart?pay-order=…`. Default: `?` for a fragment that begins with `/` or `!/`, else `&`.
   */
  declare returnJoin: string

  /** BCP 47 tag of the shopper's language, for words, amounts and countries. Default: the page's language. */
  declare locale: string

  /** Payment methods, by name: the tag offers only these of the order's. Default: all. */
  declare methods: string

  /** `light`, `dark` or `auto` (the system's). Default: the page's `color-scheme`. */
  declare theme: string

  /** Locks the tag: the shopper cannot pay. */
  declare disabled: boolean

  /** As a form field: the form cannot be submitted until the payment succeeded. */
  declare required: boolean

  /**
   * The customer data that the page knows already; the tag asks for the rest. As an attribute, and where a page sets a
   * text, it is JSON. A text that is no customer fires `pay-failed` with `customer-invalid`, and the tag asks for all.
   */
  declare customer: Customer

  /** The page's own wording, by label key. */
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
