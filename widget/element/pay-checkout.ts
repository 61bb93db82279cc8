import { html, nothing, type PropertyValues } from 'lit'
import { directionOf } from '../../shared/languages.ts'
import { isFailed, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { type BrowserEnv, browserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { BankDialog } from '../dialogs/bank-dialog.ts'
import { CheckoutForm } from '../forms/checkout-form.ts'
import { pageLocale } from '../look/page-locale.ts'
import type { Terms } from '../order/context.ts'
import { goodsOf } from '../order/goods.ts'
import { framedStep, knowsWays, pausedUntil } from '../order/model/tag-state.ts'
import { OrderController } from '../order/order-controller.ts'
import { returnAddress, withoutReturnFragment } from '../order/return-fragment.ts'
import { PASSING, type ShopperAction, TAKING } from '../screen/actions.ts'
import { type Speak, speaker } from '../screen/english-texts.ts'
import { REQUIRED } from '../screen/labels.ts'
import { panelOf } from '../screen/panel.ts'
import { screenOf } from '../screen/screen.ts'
import type { Situation } from '../screen/situation.ts'
import { styles } from '../theme/styles.ts'
import { edgeOrigin } from './edge-origin.ts'
import { Language } from './language.ts'
import { LongWait } from './long-wait.ts'
import { orderSummary } from './order-summary.ts'
import { panelMotion } from './panel-motion.ts'
import { printAlone } from './print-receipt.ts'
import { PropertiesElement } from './properties.ts'
import { renderContext } from './render-context.ts'
import { resolveAddress } from './shop-links.ts'
import { type Sources, situationOf } from './situation-of.ts'
import { StatusAnnouncer } from './status-announcer.ts'
import { renderScreen } from './status-panels.ts'

/** Events that show the shopper's first intent. Before one, the tag sends nothing and stores nothing. */
const INTENTS = ['pointerdown', 'focusin', 'keydown', 'keypress', 'keyup']

/** Keys of a field that the page gets too: a dialog of its own around the tag needs them. */
const OF_PAGE = /^(Tab|Esc)/

/**
 * Takes one payment: shows the price, asks for the data that the gateway needs, leads to the payment page or the bank and
 * back, and shows the payment's status.
 *
 * @tagname pay-checkout
 * @see `SLOTS`, `PARTS` (`theme/appearance.ts`) and `TOKENS` (`theme/tokens.ts`): its slots, parts and custom properties.
 * @fires {PayEvent} pay-ready - The shopper can choose and pay.
 * @fires {PaySubmitEvent} pay-submit - The shopper pays; cancelable, and `waitUntil(promise)` makes it wait.
 * @fires {PayStepEvent} pay-redirect - Before `event.url` is shown: by leaving, in a pop-up or a frame; cancelable, and the
 *   page then opens it.
 * @fires {PayStepEvent} pay-challenge - Before showing the bank's page; cancelable, and the page then opens `event.url`.
 * @fires {PayOrderEvent} pay-status - The order changed: for every newer `seq`, before the other events.
 * @fires {PayOrderEvent} pay-settled - Payment succeeded; once per order and page.
 * @fires {PayFailedEvent} pay-failed - An attempt ended without success, or the tag cannot go on;
 *   `event.error.code` says why.
 * @fires {PayOrderEvent} pay-cancelled - The shopper or the shop cancelled the payment.
 */
export class PayCheckout extends PropertiesElement {
  static override readonly styles = styles

  /** Origin of the edge for tags without `edge`. The script that the edge serves sets it. */
  static scriptOrigin = ''

  /** The browser, as far as the tag uses it; tests put another one here. */
  static readonly browserEnv: BrowserEnv = browserEnv

  /** @internal */
  declare readonly renderRoot: ShadowRoot

  readonly #env = (this.constructor as typeof PayCheckout).browserEnv
  readonly #order = new OrderController(this, this.#env)
  readonly #form = new CheckoutForm(this, this.#env, this.#order)
  readonly #bankDialog = new BankDialog(this, this.#env, this.#order)
  readonly #longWait = new LongWait(this, this.#env)
  readonly #announcer = new StatusAnnouncer(this)
  readonly #language = new Language(this, this.#env)
  /** The page's language, and the lines of the cart. */
  readonly #page = new page.MutationObserver(() => this.requestUpdate())
  /** What a click on the drawn button pays. */
  #drawnTerms: Terms | undefined

  constructor() {
    super()
    this.addController(this.#order)
    document.addEventListener('prerenderingchange', () => this.requestUpdate(), { once: true })
    // The page hides the tag, or shows it again; the bank's dialog goes with it.
    new page.IntersectionObserver(() => this.requestUpdate()).observe(this)
    for (const intent of INTENTS) this.addEventListener(intent, this.#onIntent)
  }

  /**
   * The newest view of the order.
   *
   * @example
   * console.log(checkout.order?.status)
   */
  get order(): OrderView | undefined {
    return this.#order.view
  }

  /**
   * Resolves with the order once payment has succeeded.
   *
   * @example
   * const { reference } = await checkout.settled
   */
  get settled(): Promise<OrderView> {
    return this.#order.settled
  }

  /**
   * What the page requests with the attributes; the controller reads it.
   *
   * @internal
   */
  get terms(): Terms {
    const { session, edge, returnUrl, presentation } = this
    const { choice } = this.#form
    const pageUrl = withoutReturnFragment(this.#env.address())
    const named = resolveAddress(returnUrl, this.baseURI)
    return {
      ...{ session, presentation, choice, pageUrl },
      goods: goodsOf(this),
      isField: !!this.form && (this.required || this.hasAttribute('name')),
      edge: edgeOrigin(edge || PayCheckout.scriptOrigin),
      checkUrl: returnAddress(pageUrl, this.returnJoin),
      returnUrl: returnAddress(named || pageUrl, this.returnJoin),
      namedReturnUrl: named && returnAddress(named, this.returnJoin),
      locale: pageLocale(this),
      language: this.#language.tag,
    }
  }

  /**
   * Pays, as the button does. While a payment is under way it does nothing.
   *
   * @example
   * await checkout.submit()
   */
  async submit(): Promise<void> {
    await this.#submit()
  }

  /**
   * Cancels the order. Without an order it does nothing.
   *
   * @example
   * await checkout.cancel()
   */
  cancel(): Promise<void> {
    return this.#order.cancel()
  }

  /**
   * Asks the edge for the newest view of the order.
   *
   * @example
   * await checkout.refresh()
   */
  refresh(): Promise<void> {
    return this.#order.refresh()
  }

  /**
   * Focuses the first control, or the status where there is none.
   *
   * @example
   * checkout.focus()
   */
  override focus(options?: FocusOptions) {
    this.#firstControl?.focus(options)
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#page.observe(document, { subtree: true, attributeFilter: ['lang'] })
    this.#page.observe(this, {
      subtree: true,
      childList: true,
      attributeFilter: ['lang', 'offer', 'product', 'quantity'],
    })
  }

  /** Another document takes no sheet that was made for the one before. */
  adoptedCallback() {
    const { defaultView } = this.ownerDocument
    if (!defaultView || !this.renderRoot) return
    const sheet = new defaultView.CSSStyleSheet()
    sheet.replaceSync(styles.cssText)
    this.renderRoot.adoptedStyleSheets = [sheet]
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // A tag that the page moves is connected again by now, and the bank's page in it may have stayed as it is.
    if (!this.isConnected) this.#bankDialog.setStep()
    this.#page.disconnect()
  }

  /**
   * A tag outside of the page draws nothing and starts nothing. One in a page that the browser prepares does neither before
   * the shopper looks at it: what it waits for would be late by then.
   */
  protected override shouldUpdate() {
    return this.isConnected && !document.prerendering
  }

  protected override willUpdate() {
    this.#takeProperties()
    const { edge, locale } = this.terms
    const { state } = this.#order
    this.#language.choose(edge, locale, !state.isBusy && !framedStep(state) && !this.renderRoot.activeElement)
  }

  protected override update(changed: PropertyValues) {
    this.#form.update(this.#announcer.noteFocus())
    this.#bankDialog.setStep(framedStep(this.#order.state))
    const panel = panelOf(this.#situation)
    // The edge answers a click late, or at once: the shopper waits for the same thing.
    const wait = this.#order.state.isBusy && TAKING.includes(panel) ? 'sending' : panel
    this.#longWait.waitFor(PASSING.includes(wait) ? wait : undefined)
    const isOther = this.renderRoot.querySelector('form')?.className !== panel
    const move = isOther ? panelMotion(this.renderRoot) : undefined
    super.update(changed)
    move?.()
  }

  protected override render() {
    const situation = this.#situation
    const screen = screenOf(situation)
    const { panel } = screen
    const { state } = this.#order
    // Room for a payment would close again where there is none.
    if (this.#language.isAwaited || (panel === 'open' && !knowsWays(state)))
      return panel === 'empty'
        ? nothing
        : html`<form part="checkout" class="starting" aria-busy="true"></form>`
    const context = renderContext(situation, this.#sources, {
      disabled: this.#isDisabled,
      act: (action) => this.#order.carryOut(() => this.#act(action)),
    })
    if (panel === 'empty') return renderScreen(screen, context)
    const { view, claims } = state
    const bank = framedStep(state)
    const { locale } = context
    const description = view?.description ?? claims?.description
    // The page's own words are in its language, as descriptions and sums are.
    const lang = Object.keys(this.labels).length ? locale : this.#language.tag
    const dir = directionOf(lang)
    // The method `dialog` submits nowhere outside of a dialog, so that no failure puts a field into the page's address.
    return html`<form method="dialog" part="checkout" class=${panel} lang=${lang} dir=${dir} novalidate aria-labelledby="description"
        @submit=${this.#onSubmit} @input=${this.#form.keepDraft} @change=${this.#form.keepDraft}>
        ${description && orderSummary(description, context)}
        <div part="body">${renderScreen(screen, context)}</div>
      </form>
      <div id="unseen" role="status" lang=${lang} @transitionend=${() => this.requestUpdate()}></div>
      ${bank && this.#bankDialog.render(bank, context, lang)}`
  }

  protected override firstUpdated() {
    // A page that unsets all properties of all elements makes an inline element of the tag.
    if (page.getComputedStyle(this).display === 'inline') this.style.display = 'block'
  }

  protected override updated() {
    this.#drawnTerms = this.terms
    const { view } = this.#order
    const isPaid = !!view && isSettled(view.status)
    const say = this.#say
    const situation = this.#situation
    const { intent, sum, isLong, isBusy, isSaidAtField } = situation
    const missing = this.required && !isPaid ? say(REQUIRED[intent]) : ''
    this.setFormField({ value: isPaid ? view.id : undefined, missing, anchor: this.#firstControl })
    const failed = view && isFailed(view.status) ? view.attempts.length : 0
    const shown = { panel: panelOf(situation), failed, isSaidAtField }
    this.#announcer.announce({ ...shown, isLong, isWorking: isBusy, sum }, say('working'))
    this.#bankDialog.updated()
  }

  get #say(): Speak {
    return speaker(this.labels, this.#language)
  }

  get #situation(): Situation {
    return situationOf(this.#sources)
  }

  get #sources(): Sources {
    return {
      ...{ element: this, env: this.#env, order: this.#order, form: this.#form },
      isLong: this.#longWait.isLong,
      say: this.#say,
    }
  }

  get #firstControl() {
    return this.renderRoot?.querySelector<HTMLElement>(
      this.#form.isSaidAtField ? 'iframe' : 'input, select, iframe:not([hidden]), button:enabled, a, #status',
    )
  }

  /** Also inside a fieldset that is switched off. */
  get #isDisabled() {
    return this.disabled || this.matches(':disabled')
  }

  get #isLocked() {
    return this.#isDisabled || this.#order.state.isBusy
  }

  readonly #onSubmit = (event: Event) => {
    event.preventDefault()
    this.#submit(this.#drawnTerms)
  }

  readonly #onIntent = (event: Event & { readonly key?: string }) => {
    if (!this.#isLocked) this.#order.intend()
    const { activeElement } = this.renderRoot
    // Shortcuts of the page must not swallow what the shopper types. Fields in the page's own slots are the page's.
    if (event.key && !OF_PAGE.test(event.key) && activeElement?.matches('input,select'))
      event.stopPropagation()
  }

  #takeProperties() {
    this.readProperties()
    this.#form.prefill(this.amount, this.quantity)
  }

  /** @param clicked What the shopper saw; when the page calls, its present attributes count. */
  #submit(clicked?: Terms) {
    return this.#order.carryOut(() => this.#pay(clicked))
  }

  async #pay(clicked: Terms | undefined) {
    if (!this.isConnected) return
    // Another tab may pay meanwhile.
    const seen = clicked && this.#attempts
    // The edge's ways to pay may come meanwhile, and Safari gives no clicked button the focus.
    if (clicked) this.#form.update(true)
    // The page may have set them in the same task.
    this.#takeProperties()
    // The browser allows a window only in the click itself, before anything asynchronous.
    const isForWindow = this.presentation === 'popup' && this.#order.mayPay && this.#form.isHosted
    const opensWindow = isForWindow && this.#check()
    if (opensWindow) this.#openPopUp()
    await this.updateComplete
    const terms = clicked ?? this.terms
    await this.#order.started
    const submission = this.#check() && (await this.#form.submission())
    // The settings may have come since, and ask the shopper to agree to terms.
    if (!submission) return opensWindow ? this.#order.send({ type: 'window-closed' }) : undefined
    const refusal = await this.#order.pay({ terms, seen: seen ?? this.#attempts, ...submission })
    if (refusal?.fields) this.#form.refuse(refusal.fields)
  }

  get #attempts() {
    return this.#order.view?.attempts.length ?? 0
  }

  #check() {
    const isPaused = !!pausedUntil(this.#order.state, this.#form.option?.method)
    return !this.#isLocked && !isPaused && this.#form.check()
  }

  #act(action: ShopperAction) {
    const order = this.#order
    if (action === 'print') return printAlone(this, this.#env.print)
    if (action === 'receipt') return order.send({ type: 'receipt-opened' })
    if (action === 'cancel' || action === 'check') return order[action]()
    if (action === 'continue') return this.#continue()
    if (action !== 'another') return order.again()
    return order.send({ type: 'attempt-left' })
  }

  #continue() {
    const order = this.#order
    if (order.raisePopUp()) return
    if (order.view?.action?.type === 'redirect' && this.presentation === 'popup') this.#openPopUp()
    return order.continue()
  }

  #openPopUp() {
    this.#order.openPopUp(this.#say('leaving'))
  }
}

declare global {
  interface Document {
    /** The browser prepares the page before the shopper opens it. Chromium alone does. */
    readonly prerendering?: boolean
  }
}
