import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import { outcomeOf } from '../../shared/order-outcome.ts'
import { isPayable } from '../../shared/order-status.ts'
import { readTypedAmount, UNCLEAR } from '../../widget/forms/typed-amount.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { LiveOrder } from '../order/live-order.ts'
import { mailList } from '../order/mail-list.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { hasScope } from '../session/scopes.ts'
import { alertBox, outcomePill, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { currencyField, firstCurrency } from './currency-field.ts'
import { type FormerPayment, formerPayment, typedSum } from './former-payment.ts'
import { currencyDecimals, isCurrency } from './keypad-entry.ts'
import sheet from './new-payment.css?inline'
import { type LinkedOrder, OrderOpening } from './opening.ts'
import { type PaymentChoice, requestBody } from './payment-body.ts'
import { RequestMail } from './request-mail.ts'

/** Bills are mostly paid within a month. */
const USUAL_DAYS = 30
const MAX_DAYS = 180

/** The same as the edge's: a reference of the merchant's own. */
const REFERENCE_PATTERN = '[A-Za-z0-9_\\-]{1,100}'

/** A link to pay a sum: a person fills in what for, and gets the link to hand on. */
export class DeskNewPayment extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    settings: { attribute: false },
    again: { attribute: false },
    former: { state: true },
    chosen: { state: true },
    typed: { state: true },
    linked: { state: true },
    isBusy: { state: true },
    wrong: { state: true },
    problem: { state: true },
  }

  declare desk: DeskContext
  declare settings: Settings | undefined
  /** The order whose payment is asked for once more. */
  declare again: string | undefined
  /** What the form begins with, once the former order was read. */
  declare former: FormerPayment | undefined
  /** The currency that the person chose; empty for the first. */
  declare chosen: string
  /** The sum as it is typed. */
  declare typed: string
  declare linked: LinkedOrder | undefined
  declare isBusy: boolean
  /** Why the typed sum is not usable; empty where it is, or before the form was sent. */
  declare wrong: string
  declare problem: Refusal | 'unlinked' | undefined
  readonly #live = new LiveOrder(this)
  readonly #opening = new OrderOpening()
  readonly #mail = new RequestMail(this, () => this.#live.reload())
  /** What the link asks for, as words to share beside it. */
  #said = ''
  #price = ''

  constructor() {
    super()
    this.chosen = this.typed = this.wrong = ''
    this.isBusy = false
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('again') && this.again) void this.#begin(this.again)
  }

  /** What the former order knows; the person reads and changes it before anything is opened. */
  async #begin(id: string) {
    const { desk } = this
    const answer = await desk.api.order(id, desk.signal)
    if (desk.signal.aborted || this.again !== id) return
    if (!answer.ok) {
      this.problem = answer.reason
      return
    }
    this.former = formerPayment(answer.value.order)
    this.typed = typedSum(answer.value.order, desk.locale)
    this.chosen = answer.value.order.currency
  }

  protected override render() {
    const { words, scopes } = this.desk
    return html`<h1 tabindex="-1">${words.nav.newPayment}</h1>
      ${hasScope('charge', scopes) ? this.#page() : alertBox('notice', 'lock', words.payment.scopeMissing)}`
  }

  #page() {
    return html`<section class="card">
      <div role="alert">${this.#problem()}</div>
      ${this.linked ? this.#link(this.linked) : this.#form()}
    </section>`
  }

  #problem() {
    const { words } = this.desk
    if (!this.problem) return nothing
    return this.problem === 'unlinked'
      ? alertBox('bad', 'alert', words.payment.unlinked)
      : refusalBox(this.problem, words)
  }

  get #currency() {
    return this.chosen || firstCurrency(this.settings, this.desk)
  }

  #form() {
    const { payment: words } = this.desk.words
    return html`<form @submit=${this.#submit} novalidate>
      ${this.#sum()}
      <div class="field wide"><label for="description">${words.description}</label>
        <input id="description" name="description" value=${this.former?.description ?? ''} maxlength="255" required autocomplete="off" aria-describedby="description-hint" />
        <small id="description-hint">${words.descriptionHint}</small></div>
      <div class="field"><label for="email">${words.email}</label>
        <input id="email" name="email" type="email" value=${this.former?.email ?? ''} maxlength="50" autocomplete="off" aria-describedby="email-hint" />
        <small id="email-hint">${words.emailHint}</small></div>
      <div class="field"><label for="days">${words.days}</label>
        <input id="days" name="days" type="number" inputmode="numeric" min="1" max=${MAX_DAYS} required value=${USUAL_DAYS} aria-describedby="days-hint" />
        <small id="days-hint">${words.daysHint}</small></div>
      <details class="wide" ?open=${!!this.former}><summary>${words.more}</summary><div class="grid">${this.#more()}</div></details>
      <button class="primary wide" aria-disabled=${this.isBusy ? 'true' : 'false'}>
        ${this.isBusy ? html`<span class="spinner"></span>` : nothing}${words.make}
      </button>
    </form>`
  }

  #sum() {
    const { payment: words } = this.desk.words
    const choose = (chosen: string) => {
      this.chosen = chosen
      this.wrong = ''
    }
    const isCurrencyMissing = !isCurrency(this.#currency)
    const wrong = isCurrencyMissing ? '' : this.wrong
    return html`<div class="field"><label for="amount">${words.amount}</label>
        <input id="amount" inputmode="decimal" autocomplete="off" required .value=${this.typed}
          aria-describedby="amount-hint" aria-invalid=${wrong ? 'true' : 'false'}
          @input=${({ target }: Event) => {
            this.typed = (target as HTMLInputElement).value
            this.wrong = ''
          }} />
        <small id="amount-hint">${wrong}</small></div>
      ${currencyField(this.settings, this.desk, { currency: this.#currency, choose, wrong: isCurrencyMissing ? this.wrong : '' })}`
  }

  #more() {
    const { payment: words } = this.desk.words
    return html`<div class="field"><label for="reference">${words.reference}</label>
        <input id="reference" name="reference" value=${this.former?.reference ?? ''} maxlength="100" pattern=${REFERENCE_PATTERN} autocomplete="off" spellcheck="false" aria-describedby="reference-hint" />
        <small id="reference-hint">${words.referenceHint}</small></div>
      <div class="field"><label for="locale">${words.language}</label>
        <select id="locale" name="locale"><option value="">${words.anyLanguage}</option>${this.#languages()}</select></div>
      <fieldset><legend>${words.when}</legend>
        <label class="check"><input type="radio" name="intent" value="sale" checked />${words.sale}</label>
        <label class="check"><input type="radio" name="intent" value="preauth" />${words.hold}</label>
      </fieldset>
      ${this.#ways()}`
  }

  #languages() {
    const { locale } = this.desk
    const names = new Intl.DisplayNames([locale], { type: 'language' })
    return (this.settings?.locales ?? [])
      .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
      .sort((one, other) => one.name.localeCompare(other.name, locale))
      .map(({ tag, name }) => html`<option value=${tag}>${name}</option>`)
  }

  /** One way alone is no choice. A saved card needs a shop that knows its customer. */
  #ways() {
    const { words } = this.desk
    const ways = (this.settings?.methods ?? []).filter((way) => way !== 'saved-card')
    if (ways.length < 2) return nothing
    return html`<fieldset><legend>${words.payment.ways}</legend>
      ${ways.map(
        (way) =>
          html`<label class="check"><input type="checkbox" name="methods" value=${way} checked />${words.payment.wayNames[way]}</label>`,
      )}
    </fieldset>`
  }

  /** The sum as decimal text; `undefined` where the typed one is not usable. */
  #amount(): string | undefined {
    const read = this.#read()
    return typeof read === 'string' && Number(read) > 0 ? read : undefined
  }

  #read() {
    const currency = this.#currency
    if (!isCurrency(currency)) return undefined
    const reading = { currency, decimals: currencyDecimals(currency), locale: this.desk.locale }
    return readTypedAmount(this.typed, reading)
  }

  async #submit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const amount = this.#amount()
    if (this.isBusy) return
    if (amount === undefined) return this.#refuseSum()
    if (!this.#isFilledIn(form)) return
    const { desk } = this
    const choice = this.#choice(form, amount)
    desk.env.remember('currency', choice.currency)
    this.isBusy = true
    const opened = await this.#opening.open(desk, (own) =>
      requestBody({ ...choice, reference: choice.reference || own }),
    )
    this.isBusy = false
    if (desk.signal.aborted) return
    this.problem = opened.is === 'failed' ? opened.refusal : opened.is === 'unlinked' ? 'unlinked' : undefined
    if (opened.is === 'open') await this.#follow(opened.linked, choice)
  }

  /** A wrong field in the part that is folded opens it, so that the browser can point at the field. */
  #isFilledIn(form: HTMLFormElement): boolean {
    const wrong = form.querySelector<HTMLInputElement>(':is(input, select):invalid')
    const folded = wrong?.closest('details')
    if (folded) folded.open = true
    return form.reportValidity()
  }

  #choice(form: HTMLFormElement, amount: string): PaymentChoice {
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const checked = given.getAll('methods').map(String)
    const ways = (this.settings?.methods ?? []).filter((way) => checked.includes(way))
    const boxes = form.querySelectorAll('[name=methods]').length
    return {
      ...{ amount, currency: this.#currency, description: text('description'), reference: text('reference') },
      ...{ email: text('email'), locale: text('locale'), days: Number(text('days')) },
      methods: ways.length < boxes ? ways : [],
      follows: this.former?.id,
      isHold: text('intent') === 'preauth',
    }
  }

  #refuseSum() {
    const { confirm, payment } = this.desk.words
    this.wrong = this.#read() === UNCLEAR ? confirm.unclear : payment.wrongAmount
    const field = isCurrency(this.#currency) ? '#amount' : '#currency'
    this.renderRoot.querySelector<HTMLElement>(field)?.focus()
  }

  async #follow(linked: LinkedOrder, { amount, currency, description, email }: PaymentChoice) {
    this.#price = this.desk.formats.sum(amount, currency)
    this.#said = `${description}: ${this.#price}`
    this.#mail.begin(linked.id, this.desk, email)
    this.linked = linked
    this.#live.follow(linked.id, this.desk)
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus()
  }

  #link({ id, payUrl }: LinkedOrder) {
    const { order } = this.#live
    const { words } = this.desk
    return html`<h2 tabindex="-1">${this.#said}</h2>
      <p role="status">${order ? outcomePill(outcomeOf(order), words) : nothing}</p>
      ${
        // A link to what is paid would be handed on once more.
        order && !isPayable(order.status)
          ? nothing
          : html`<desk-pay-link .desk=${this.desk} .url=${payUrl} .said=${this.#said} .sum=${this.#price}></desk-pay-link>`
      }
      ${this.#mail.button(order)}
      <div role="status">${mailList(order?.mails, this.desk)}</div>
      <div class="buttons">
        <a class="button" href="#/orders/${encodeURIComponent(id)}">${words.payment.toOrder}</a>
        <button type="button" @click=${this.#another}>${words.payment.another}</button>
      </div>`
  }

  async #another() {
    this.linked = this.problem = this.former = undefined
    this.typed = this.wrong = ''
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#amount')?.focus()
  }
}
