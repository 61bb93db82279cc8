import { html, LitElement, type PropertyValues } from 'lit'
import type { Collect, Customer } from '../../shared/customer.ts'
import { isFinal, isPayable, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { type BrowserEnv, browserEnv } from '../browser-env.ts'
import { BankDialog } from '../dialogs/bank-dialog.ts'
import { CardFrame } from '../dialogs/card-frame.ts'
import { isChoosable, total } from '../forms/amount.ts'
import { AmountForm } from '../forms/amount-form.ts'
import { CustomerForm } from '../forms/customer-form.ts'
import { Drafts } from '../forms/drafts.ts'
import { frameOf, MethodPicker, optionsOf } from '../forms/method-picker.ts'
import type { Terms } from '../order/context.ts'
import { OrderController } from '../order/order-controller.ts'
import { returnAddress, withoutReturnFragment } from '../order/return-fragment.ts'
import { styles } from '../theme/styles.ts'
import { edgeOrigin } from './edge-origin.ts'
import type { PayEventMap } from './events.ts'
import { updateFormField } from './form-field.ts'
import { LongWait } from './long-wait.ts'
import { type Labels, speaker } from './messages.ts'
import { pageLocale } from './page-locale.ts'
import { priceText } from './prices.ts'
import { PASSING, type ShopperAction } from './shopper-actions.ts'
import { draw, type PanelName, type RenderContext } from './status-panels.ts'

/** What an offer collects unless it says otherwise. */
const DEFAULT_COLLECT: readonly Collect[] = ['email']

/** Inputs by which a shopper first shows an intent; before one, nothing is sent and nothing is stored. */
const INTENTS = ['pointerdown', 'focusin', 'keydown']

/** Without its attribute, a property has its default. */
const TEXT = { reflect: true, useDefault: true }
const FLAG = { ...TEXT, type: Boolean }

/** Properties that are texts, whatever a page sets: a number, or a list of ways to pay. */
const TEXTS = {
  ...{ edge: TEXT, offer: TEXT, session: TEXT, quantity: TEXT, amount: TEXT, presentation: TEXT },
  returnUrl: { ...TEXT, attribute: 'return-url' },
  returnJoin: { ...TEXT, attribute: 'return-join' },
  ...{ locale: TEXT, methods: TEXT, theme: TEXT },
} as const

const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

/**
 * Takes one payment: shows what is paid, asks for what the gateway needs, leads to the hosted page or the bank's and
 * back, and says where the payment stands.
 *
 * @slot - Shown until the tag is defined, where the tag cannot go on, and by a result tag without an order.
 * @fires {PayEvent} pay-ready - The shopper can pay now.
 * @fires {PaySubmitEvent} pay-submit - The shopper pays; cancelable, with `waitUntil(promise)`.
 * @fires {PayStepEvent} pay-redirect - Before `event.url` is shown: by leaving, in a pop-up or a frame; cancelable.
 * @fires {PayStepEvent} pay-challenge - Before showing the bank's page; cancelable, and the page then opens `event.url`.
 * @fires {PayOrderEvent} pay-status - The order changed; before the other events.
 * @fires {PayOrderEvent} pay-settled - The money side succeeded; once per order and page.
 * @fires {PayFailedEvent} pay-failed - An attempt ended without success, or the tag cannot go on.
 * @fires {PayOrderEvent} pay-cancelled - The shopper gave up, or the shop cancelled.
 * @csspart checkout - Everything. Inside: `head`, `description`, `price`, `badge`, `actions`, `note`, `alert`.
 * @csspart panel - Where the payment stands: `mark`, `status`, `text`, `support`, `receipt`, `spinner`.
 * @csspart ways - The ways to pay, each a `chip`.
 * @csspart field - One field: `input`, `hint`, `wrong`; around fields `choice`, `suggested`, `chip`, `address`.
 * @csspart card - The frame with the fields of a card, or of where money goes; they take `--pay-*` over.
 * @csspart bank - The dialog around the `frame` of a bank's page, or of a payment page.
 * @csspart button - Any button; also `primary`, `secondary` or `quiet`.
 * @cssproperty --pay-* - Each of `TOKENS`.
 */
export class PayCheckout extends LitElement {
  static readonly formAssociated = true
  static override readonly styles = styles
  static override readonly properties = {
    ...TEXTS,
    ...{ disabled: FLAG, required: FLAG },
    ...{ customer: { attribute: false }, labels: { attribute: false } },
  }

  /** Origin of the edge for tags without `edge`. Set by the script that the edge serves, since it came from there. */
  static scriptOrigin = ''

  /** What the tag reaches for outside itself. */
  static readonly browserEnv: BrowserEnv = browserEnv

  /** Origin of the edge, such as `https://pay.example.com`. Default: where the script came from. */
  declare edge: string

  /** Signed offer: what is sold and for how much. */
  declare offer: string

  /** Order of a shop with a server: `<order id>.<token>`. */
  declare session: string

  /** How many, within what the offer allows. */
  declare quantity: string

  /** Decimal text, where the offer leaves the sum open. */
  declare amount: string

  /** How a payment page is shown: by leaving for it (`redirect`, the default), in a `popup`, or in a `frame`. */
  declare presentation: string

  /** Where the shopper comes back to. Default: this page. */
  declare returnUrl: string

  /**
   * How the order is joined to the fragment of the address to come back to: `&` (the default), or `?` where the page's
   * router keeps its routes there: `#/cart?pay-order=…`.
   */
  declare returnJoin: string

  /** BCP 47 tag for amounts and countries. Default: the page's language. */
  declare locale: string

  /** Names of ways to pay; of those that the order offers, only these are. Default: all. */
  declare methods: string

  /** `light`, `dark` or `auto` (the system's). Default: the page's `color-scheme`. */
  declare theme: string

  /** Whether the shopper can pay at all. */
  declare disabled: boolean

  /** As a form field: whether the form needs the payment to be settled. */
  declare required: boolean

  /** What the page knows of the shopper already; the tag asks for the rest. */
  declare customer: Customer

  /** The page's own wording, by label key. */
  declare labels: Labels

  declare readonly renderRoot: ShadowRoot

  readonly #internals = this.attachInternals()
  readonly #env = (this.constructor as typeof PayCheckout).browserEnv
  readonly #order = new OrderController(this, this.#env)
  readonly #form = new CustomerForm(this)
  readonly #amountForm = new AmountForm(this)
  readonly #methodPicker = new MethodPicker(this)
  readonly #cardFrame = new CardFrame(this, this.#env)
  readonly #bankDialog = new BankDialog(this, this.#env, this.#order)
  readonly #longWait = new LongWait(this, this.#env)
  readonly #drafts = new Drafts(this.#env)
  /** Of what the draft is that was read. */
  #drafted = ''
  #shown: PanelName | undefined
  #wasLong = false
  /** What is paid with a click on what is drawn. */
  #drawn: Terms | undefined
  #hadFocus = false
  /** When the attempt began from whose waiting page the shopper went back to the ways to pay; no other order's is meant. */
  #left: string | undefined = ''

  constructor() {
    super()
    for (const name of TEXT_NAMES) this[name] = ''
    this.disabled = this.required = false
    this.customer = this.labels = {}
    this.addController(this.#order)
    for (const intent of INTENTS) this.addEventListener(intent, () => this.#isLocked || this.#order.intend())
  }

  /** The order as the edge last told. */
  get order(): OrderView | undefined {
    return this.#order.view
  }

  /** Kept once the money side of the shown order succeeded. */
  get settled(): Promise<OrderView> {
    return this.#order.settled
  }

  /** What the attributes ask for; read by the controller. */
  get terms(): Terms {
    const { offer, session, edge, returnUrl } = this
    const { claims } = this.#order
    const choice = claims ? this.#amountForm.of(claims) : {}
    const page = withoutReturnFragment(this.#env.address())
    return {
      edge: edgeOrigin(edge || PayCheckout.scriptOrigin) ?? '',
      offer,
      session,
      returnUrl: returnAddress(resolve(returnUrl, this.baseURI) || page, this.returnJoin),
      pageUrl: page,
      locale: pageLocale(this),
      presentation: this.presentation,
      choice,
      sum: claims && isChoosable(claims) ? total(claims, choice) : undefined,
    }
  }

  /** The form that the tag is a field of, if any. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /** As a form field: why the form cannot be submitted yet, and whether it asks at all. */
  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  /** Whether the form may be submitted as far as this field is concerned. */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  /** The same, and the browser says beside the tag why not. */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** Pays, as the button does. While a payment is under way it does nothing. */
  submit(): Promise<void> {
    return this.#submit()
  }

  /** Gives the order up. Without an order it does nothing. */
  cancel(): Promise<void> {
    return this.#order.cancel()
  }

  /** Asks the edge where the order stands. */
  refresh(): Promise<void> {
    return this.#order.refresh()
  }

  /** Focuses the first control, or the words that say where the payment stands. */
  override focus(options?: FocusOptions) {
    this.#firstControl?.focus(options)
  }

  /** Called by the browser when an enclosing fieldset is switched on or off. */
  formDisabledCallback() {
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#bankDialog.begin()
  }

  /** A tag outside of the page draws nothing, and begins nothing. */
  protected override shouldUpdate() {
    return this.isConnected
  }

  protected override willUpdate() {
    for (const name of TEXT_NAMES) {
      const value: unknown = this[name]
      // Setting a default again would add the attribute.
      if (typeof value !== 'string') this[name] = `${value ?? ''}`
    }
    this.#amountForm.prefill(this.amount, this.quantity)
  }

  protected override update(changed: PropertyValues) {
    const offered = this.#offered
    this.#form.ask(offered ? (offered.collect ?? DEFAULT_COLLECT) : [], this.customer)
    this.#hadFocus = !!this.renderRoot.activeElement
    // What the shopper is about is not taken away by a way that is learnt of later.
    if (this.#hadFocus) this.#methodPicker.keep(this.#options)
    this.#bankDialog.begin(this.#order.bank)
    this.#restore()
    const stage = this.#stage
    const isBusy = stage === 'open' && this.#order.isBusy
    this.#longWait.waitFor(PASSING.includes(stage) || isBusy ? stage : undefined)
    super.update(changed)
  }

  protected override render() {
    const stage = this.#stage
    const scene = this.#scene()
    if (stage === 'empty') return draw(stage, scene)
    const { view, claims, bank } = this.#order
    const description = view?.description ?? claims?.description
    // The tag's words are English unless the page has its own; what is sold and sums are in the page's language.
    const lang = Object.keys(this.labels).length ? scene.locale : 'en'
    // `dialog` outside of one submits nowhere: whatever fails, no field ends up in the page's address.
    return html`<form method="dialog" part="checkout" class=${stage} lang=${lang} novalidate aria-labelledby="description"
        @submit=${this.#onSubmit} @input=${this.#keep} @change=${this.#keep}>
        ${
          description &&
          html`<header part="head">
            <p id="description" part="description" lang=${scene.locale} .textContent=${description}></p>
            ${view?.test && html`<small part="badge" .textContent=${scene.say('test')}></small>`}
            <p part="price" translate="no" lang=${scene.locale} .textContent=${scene.amount}></p>
          </header>`
        }
        ${draw(stage, scene)}
      </form>
      <div id="unseen" role="status"></div>
      ${bank && this.#bankDialog.render(bank, scene.say)}`
  }

  protected override updated() {
    this.#drawn = this.terms
    this.#updateFormField()
    const stage = this.#stage
    const { isLong } = this.#longWait
    if (this.#shown && stage !== this.#shown) this.#tellShopper()
    else if (isLong && !this.#wasLong) this.#announce()
    this.#shown = stage
    this.#wasLong = isLong
    this.#bankDialog.updated()
  }

  get #stage(): PanelName {
    const { error, view, resuming, claims, presentation, mayPay } = this.#order
    const isStuck = error?.recoverable === false
    const status = view?.status
    if (status === 'redirect' && this.#left === view?.attempts.at(-1)?.startedAt) return 'open'
    // Who may only look cannot begin it either.
    if (status === 'open' && !mayPay) return 'redirect'
    // A token that may only look and ran out leaves what was last known.
    if (status && !(isStuck && isPayable(status) && mayPay))
      return presentation.isLeaving ? 'leaving' : status
    if (isStuck) return 'broken'
    if (resuming) return 'starting'
    return claims ? 'open' : 'empty'
  }

  get #firstControl() {
    return this.renderRoot?.querySelector<HTMLElement>(
      'input, select, iframe:not([hidden]), button:enabled, a, #status',
    )
  }

  /** Also inside a fieldset that is switched off. */
  get #isLocked() {
    return this.disabled || this.matches(':disabled') || this.#order.isBusy
  }

  /**
   * The offer while the shopper may still choose: from the first attempt on the sum is the order's, and the edge knows
   * the shopper and says what it still lacks.
   */
  get #offered() {
    const { claims, view } = this.#order
    return view?.attempts.length ? undefined : claims
  }

  /** What the order offers; before there is one the offer says, and the edge has the last word. */
  get #options() {
    const { view, claims } = this.#order
    return optionsOf(view ?? claims ?? {}, this.methods)
  }

  /** Whether all is there that the tag itself asks for; else what is wrong is shown, and has the focus. */
  #check() {
    const offered = this.#offered
    return !this.#isLocked && !(offered && !this.#amountForm.check(offered)) && this.#form.check()
  }

  /** Whether a window is wanted, after the check: it has to be opened in the click, before anything is waited for. */
  #mayOpen() {
    const { method } = this.#methodPicker.of(this.#options) ?? {}
    const { mayPay } = this.#order
    return this.presentation === 'popup' && mayPay && method && !frameOf(method) && this.#check()
  }

  readonly #onSubmit = (event: Event) => {
    event.preventDefault()
    this.#submit(this.#drawn)
  }

  /** @param clicked What the shopper saw; a page that calls means what it asks for now. */
  async #submit(clicked?: Terms) {
    if (!this.isConnected) return
    if (this.#mayOpen()) this.#order.presentation.openPopUp(speaker(this.labels)('leaving'))
    await this.updateComplete
    const terms = clicked ?? this.terms
    await this.#order.started
    if (!this.#check()) return
    const option = this.#methodPicker.of(this.#options)
    if (!option) return
    const fields = frameOf(option.method) ? this.#cardFrame : undefined
    const { customer } = this.#form
    if (fields && !(await fields.check())) return
    const refusal = await this.#order.pay({ terms, option, customer, send: fields?.pay })
    if (refusal?.fields) this.#form.refuse(refusal.fields)
  }

  /** What is typed is kept for a reload of this tab, from the shopper's own input on, until the order is final. */
  readonly #keep = ({ target }: Event) => {
    const { name, id, value } = target as HTMLInputElement
    const field = name === 'suggested' ? 'amount' : name || id
    if (field !== 'way')
      this.#drafts.keep(this.#order.name, field, field === 'amount' ? this.#amountForm.amount : value)
  }

  /** Puts back what was typed before a reload, once it is known what is paid; drops it once that is over. */
  #restore() {
    const { name, view } = this.#order
    // A result tag names no offer, and may show the order of one whose draft lies in this tab.
    if (view && isFinal(view.status)) for (const one of [name, view.offer ?? name]) this.#drafts.drop(one)
    else if (name && name !== this.#drafted) {
      const typed = this.#drafts.read(name)
      this.#amountForm.restore(typed)
      this.#form.restore(typed)
    }
    this.#drafted = name
  }

  #scene(): RenderContext {
    const { view, claims, error, isBusy, mayPay, bank, presentation, notice } = this.#order
    const locale = pageLocale(this)
    const say = speaker(this.labels)
    const { intent = 'sale', currency } = view ?? claims ?? {}
    const price = (amount = '') =>
      currency && amount ? priceText(amount, currency, locale, () => this.requestUpdate()) : ''
    const offered = this.#offered
    const sum =
      offered && (!view || isChoosable(offered)) ? total(offered, this.#amountForm.of(offered)) : view?.amount
    const options = this.#options
    const option = this.#methodPicker.of(options)
    return {
      ...{ say, view, intent, price, error, isBusy, mayPay, bank, notice, locale },
      isInPopUp: presentation.isInPopUp,
      isLong: this.#longWait.isLong,
      amount: intent === 'verify' ? '' : price(sum),
      disabled: this.disabled || this.matches(':disabled'),
      mayBuyAgain: !!claims,
      isResult: !this.offer && !this.session,
      wayBack: wayBack(this.terms, view?.pageUrl),
      isForeign: this.#env.isForeign,
      method: option?.method,
      hasAnotherMethod: options.some(({ method }) => method !== view?.attempts.at(-1)?.method),
      fields: () => [
        offered && this.#amountForm.render(offered, say, price),
        this.#form.render(say, locale),
        this.#methodPicker.render(options, say, isBusy),
        option
          ? frameOf(option.method) &&
            this.#cardFrame.render({ ...option, mayKeepCard: view?.mayKeepCard }, say)
          : // The button that pays is locked then.
            html`<small part="note">${say('broken.text')}</small>`,
      ],
      act: (what) => this.#act(what),
    }
  }

  #act(what: ShopperAction) {
    const order = this.#order
    if (what === 'print') this.#env.print()
    else if (what === 'cancel' || what === 'check') order[what]()
    else if (what === 'continue') this.#continue()
    else if (what !== 'another') order.again()
    else {
      this.#left = order.view?.attempts.at(-1)?.startedAt
      this.requestUpdate()
    }
  }

  #continue() {
    const order = this.#order
    if (order.presentation.raisePopUp()) return
    if (order.isHosted && this.presentation === 'popup')
      order.presentation.openPopUp(speaker(this.labels)('leaving'))
    order.continue()
  }

  /** As a form field the tag holds the order's id once the money side succeeded. */
  #updateFormField() {
    const { view } = this.#order
    const isPaid = !!view && isSettled(view.status)
    const isMissing = this.required && !isPaid
    const missing = isMissing ? speaker(this.labels)('required') : ''
    updateFormField(this.#internals, {
      value: isPaid ? view.id : undefined,
      missing,
      anchor: this.#firstControl,
    })
  }

  /** The shopper's focus moves to what took its place; without focus here the words are announced instead. */
  #tellShopper() {
    if (this.#hadFocus) this.focus()
    this.#announce(this.#hadFocus)
  }

  /** Has assistive technology say where the payment stands. @param isSaid It says so already, since the focus moved. */
  #announce(isSaid = false) {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector)
    const [status, text, place] = [find('#status'), find('#status-text'), find('#unseen')]
    if (place) place.textContent = isSaid || !status ? '' : `${status.textContent} ${text?.textContent}`
  }
}

/**
 * The shop's page that a shopper can go back to: where the order was opened, else the front page of the site that this one
 * belongs to. The edge's own page belongs to no shop. Empty where there is none. The edge keeps no fragment but a router's.
 */
function wayBack({ pageUrl: here, edge }: Terms, opened = ''): string {
  if (/^https?:/.test(opened) && opened !== here && opened !== here.split('#')[0]) return opened
  const front = resolve('/', here)
  return /^https?:/.test(front) && !front.startsWith(`${edge}/`) ? front : ''
}

/** An address that the page gave, which may be relative, as its links are, and may be no address at all. */
const resolve = (address: string, base: string) =>
  address && URL.canParse(address, base) ? new URL(address, base).href : ''

/**
 * Defines `<pay-checkout>`. Harmless where it is defined already, and where there is no DOM. In a document of XHTML the
 * tag stays undefined, so that the link in it sells: an XML parser cannot read Lit's templates.
 */
export function definePayCheckout(tag = 'pay-checkout', registry = globalThis.customElements) {
  if (registry && document.contentType === 'text/html' && !registry.get(tag))
    registry.define(tag, PayCheckout)
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout
  }
  interface HTMLElementEventMap extends PayEventMap {}
  interface DocumentEventMap extends PayEventMap {}
}
