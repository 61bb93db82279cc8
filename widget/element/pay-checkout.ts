import { html, type PropertyValues } from 'lit'
import type { Customer } from '../../shared/customer.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { type BrowserEnv, browserEnv } from '../browser-env.ts'
import { BankDialog } from '../dialogs/bank-dialog.ts'
import { isChoosable, total } from '../forms/amount.ts'
import { CheckoutForm } from '../forms/checkout-form.ts'
import type { Terms } from '../order/context.ts'
import { OrderController } from '../order/order-controller.ts'
import { returnAddress, withoutReturnFragment } from '../order/return-fragment.ts'
import { styles } from '../theme/styles.ts'
import { currentPanel, type PanelName } from './current-panel.ts'
import { edgeOrigin } from './edge-origin.ts'
import { FormFieldElement } from './form-field.ts'
import { LongWait } from './long-wait.ts'
import { type Labels, speaker } from './messages.ts'
import { pageLocale } from './page-locale.ts'
import { PROPERTIES, TEXT_NAMES } from './properties.ts'
import { renderContext } from './render-context.ts'
import { resolveAddress } from './shop-links.ts'
import { PASSING, type ShopperAction } from './shopper-actions.ts'
import { StatusAnnouncer } from './status-announcer.ts'
import { renderPanel } from './status-panels.ts'

/** Inputs by which a shopper first shows an intent; before one, nothing is sent and nothing is stored. */
const INTENTS = ['pointerdown', 'focusin', 'keydown']

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
export class PayCheckout extends FormFieldElement {
  static override readonly styles = styles
  static override readonly properties = PROPERTIES

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

  readonly #env = (this.constructor as typeof PayCheckout).browserEnv
  readonly #order = new OrderController(this, this.#env)
  readonly #form = new CheckoutForm(this, this.#env, this.#order)
  readonly #bankDialog = new BankDialog(this, this.#env, this.#order)
  readonly #longWait = new LongWait(this, this.#env)
  readonly #announcer = new StatusAnnouncer(this)
  /** What a click on the drawn button pays. */
  #drawnTerms: Terms | undefined
  /** When the attempt began that the shopper left to choose another method. Empty: none was left. */
  #leftAttempt: string | undefined = ''

  constructor() {
    super()
    for (const name of TEXT_NAMES) this[name] = ''
    this.disabled = this.required = false
    this.customer = this.labels = {}
    this.addController(this.#order)
    for (const intent of INTENTS) this.addEventListener(intent, () => this.#isLocked || this.#order.intend())
  }

  /** The newest view of the order. */
  get order(): OrderView | undefined {
    return this.#order.view
  }

  /** Resolves with the order once payment has succeeded. */
  get settled(): Promise<OrderView> {
    return this.#order.settled
  }

  /** What the attributes ask for; the controller reads it. */
  get terms(): Terms {
    const { offer, session, edge, returnUrl, presentation } = this
    const { claims } = this.#order
    const { choice } = this.#form
    const pageUrl = withoutReturnFragment(this.#env.address())
    return {
      ...{ offer, session, presentation, choice, pageUrl },
      edge: edgeOrigin(edge || PayCheckout.scriptOrigin) ?? '',
      returnUrl: returnAddress(resolveAddress(returnUrl, this.baseURI) || pageUrl, this.returnJoin),
      locale: pageLocale(this),
      sum: claims && isChoosable(claims) ? total(claims, choice) : undefined,
    }
  }

  /** Pays, as the button does. While a payment is under way it does nothing. */
  submit(): Promise<void> {
    return this.#submit()
  }

  /** Cancels the order. Without an order it does nothing. */
  cancel(): Promise<void> {
    return this.#order.cancel()
  }

  /** Asks the edge for the newest view of the order. */
  refresh(): Promise<void> {
    return this.#order.refresh()
  }

  /** Focuses the first control, or the words that say where the payment stands. */
  override focus(options?: FocusOptions) {
    this.#firstControl?.focus(options)
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
    this.#form.prefill(this.amount, this.quantity)
  }

  protected override update(changed: PropertyValues) {
    this.#form.update(this.#announcer.noteFocus())
    this.#bankDialog.begin(this.#order.bank)
    const panel = this.#panel
    const isBusy = panel === 'open' && this.#order.isBusy
    this.#longWait.waitFor(PASSING.includes(panel) || isBusy ? panel : undefined)
    super.update(changed)
  }

  protected override render() {
    const panel = this.#panel
    const context = renderContext({
      ...{ element: this, env: this.#env, order: this.#order, form: this.#form },
      isDisabled: this.#isDisabled,
      isLong: this.#longWait.isLong,
      act: (action) => this.#act(action),
    })
    if (panel === 'empty') return renderPanel(panel, context)
    const { view, claims, bank } = this.#order
    const { say, locale, amount } = context
    const description = view?.description ?? claims?.description
    // The tag's words are English unless the page has its own; what is sold and sums are in the page's language.
    const lang = Object.keys(this.labels).length ? locale : 'en'
    // `dialog` outside of one submits nowhere: whatever fails, no field ends up in the page's address.
    return html`<form method="dialog" part="checkout" class=${panel} lang=${lang} novalidate aria-labelledby="description"
        @submit=${this.#onSubmit} @input=${this.#form.keepDraft} @change=${this.#form.keepDraft}>
        ${
          description &&
          html`<header part="head">
            <p id="description" part="description" lang=${locale} .textContent=${description}></p>
            ${view?.test && html`<small part="badge" .textContent=${say('test')}></small>`}
            <p part="price" translate="no" lang=${locale} .textContent=${amount}></p>
          </header>`
        }
        ${renderPanel(panel, context)}
      </form>
      <div id="unseen" role="status"></div>
      ${bank && this.#bankDialog.render(bank, say)}`
  }

  protected override updated() {
    this.#drawnTerms = this.terms
    const { view } = this.#order
    const isPaid = !!view && isSettled(view.status)
    const missing = this.required && !isPaid ? speaker(this.labels)('required') : ''
    this.setFormField({ value: isPaid ? view.id : undefined, missing, anchor: this.#firstControl })
    this.#announcer.announce(this.#panel, this.#longWait.isLong)
    this.#bankDialog.updated()
  }

  get #panel(): PanelName {
    const { view, claims, error, mayPay, resuming, presentation } = this.#order
    const { isLeaving } = presentation
    return currentPanel({ view, claims, error, mayPay, resuming, isLeaving, leftAttempt: this.#leftAttempt })
  }

  get #firstControl() {
    return this.renderRoot?.querySelector<HTMLElement>(
      'input, select, iframe:not([hidden]), button:enabled, a, #status',
    )
  }

  /** Also inside a fieldset that is switched off. */
  get #isDisabled() {
    return this.disabled || this.matches(':disabled')
  }

  get #isLocked() {
    return this.#isDisabled || this.#order.isBusy
  }

  readonly #onSubmit = (event: Event) => {
    event.preventDefault()
    this.#submit(this.#drawnTerms)
  }

  /** @param clicked What the shopper saw; a page that calls means what it asks for now. */
  async #submit(clicked?: Terms) {
    if (!this.isConnected) return
    // The window has to be opened in the click, before anything is waited for.
    const isForWindow = this.presentation === 'popup' && this.#order.mayPay && this.#form.isHosted
    if (isForWindow && this.#check()) this.#openPopUp()
    await this.updateComplete
    const terms = clicked ?? this.terms
    await this.#order.started
    const submission = this.#check() && (await this.#form.submission())
    if (!submission) return
    const refusal = await this.#order.pay({ terms, ...submission })
    if (refusal?.fields) this.#form.refuse(refusal.fields)
  }

  #check() {
    return !this.#isLocked && this.#form.check()
  }

  #act(action: ShopperAction) {
    const order = this.#order
    if (action === 'print') this.#env.print()
    else if (action === 'cancel' || action === 'check') order[action]()
    else if (action === 'continue') this.#continue()
    else if (action !== 'another') order.again()
    else {
      this.#leftAttempt = order.view?.attempts.at(-1)?.startedAt
      this.requestUpdate()
    }
  }

  #continue() {
    const order = this.#order
    if (order.presentation.raisePopUp()) return
    if (order.isHosted && this.presentation === 'popup') this.#openPopUp()
    order.continue()
  }

  #openPopUp() {
    this.#order.presentation.openPopUp(speaker(this.labels)('leaving'))
  }
}
