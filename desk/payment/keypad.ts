import { html, LitElement, nothing } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import { outcomeOf } from '../../shared/order-outcome.ts'
import { isFinal, isPayable } from '../../shared/order-status.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { LiveOrder } from '../order/live-order.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { hasScope } from '../session/scopes.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, outcomePill, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { currencyField, firstCurrency } from './currency-field.ts'
import sheet from './keypad.css?inline'
import { currencyDecimals, entryAmount, isCurrency, KEYS, type Key, keyOf, pressed } from './keypad-entry.ts'
import { type LinkedOrder, OrderOpening } from './opening.ts'
import { tillBody } from './payment-body.ts'

/** A sum, its QR code, and the payment as the shopper makes it: for a stall. */
export class DeskKeypad extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    settings: { attribute: false },
    digits: { state: true },
    chosen: { state: true },
    linked: { state: true },
    isBusy: { state: true },
    problem: { state: true },
  }

  declare desk: DeskContext
  declare settings: Settings | undefined
  /** Minor units as they are typed. */
  declare digits: string
  /** The currency that the person chose; empty for the first. */
  declare chosen: string
  /** The order that the shopper pays now. */
  declare linked: LinkedOrder | undefined
  declare isBusy: boolean
  /** Why the last step did not happen: the edge's refusal, or it makes no links. */
  declare problem: Refusal | 'unlinked' | undefined
  readonly #live = new LiveOrder(this)
  readonly #opening = new OrderOpening()

  constructor() {
    super()
    this.digits = this.chosen = ''
    this.isBusy = false
  }

  protected override render() {
    const { words, scopes } = this.desk
    return html`<h1 tabindex="-1">${words.nav.keypad}</h1>
      ${hasScope('charge', scopes) ? this.#till() : alertBox('notice', 'lock', words.payment.scopeMissing)}`
  }

  #till() {
    const { linked } = this
    return html`<section class="card">
      <div role="alert">${this.#problem()}</div>
      ${linked ? this.#payment(linked) : this.#keypad()}
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

  /** Decimal text. */
  get #amount() {
    return entryAmount(this.digits, isCurrency(this.#currency) ? currencyDecimals(this.#currency) : 2)
  }

  get #isPossible() {
    return Number(this.digits) > 0 && isCurrency(this.#currency)
  }

  #keypad() {
    const { words, formats } = this.desk
    const currency = this.#currency
    const sum = isCurrency(currency) ? formats.sum(this.#amount, currency) : this.#amount
    const choose = (chosen: string) => {
      this.chosen = chosen
    }
    return html`<form @submit=${this.#show} @keydown=${this.#type}>
      <output class="entry sum" aria-live="polite">${sum}</output>
      <div class="keys" role="group" aria-label=${words.keypad.keys}>${KEYS.map((key) => this.#key(key))}</div>
      <button class="primary show" aria-disabled=${this.#isPossible && !this.isBusy ? 'false' : 'true'}>
        ${this.isBusy ? html`<span class="spinner"></span>` : icon('code')}${words.keypad.show}
      </button>
      <details>
        <summary>${words.keypad.more}</summary>
        ${currencyField(this.settings, this.desk, { currency, choose })}
        <div class="field"><label for="about">${words.payment.description}</label>
          <input id="about" maxlength="255" autocomplete="off" placeholder=${words.keypad.purchase} /></div>
      </details>
    </form>`
  }

  #key(key: Key) {
    const { keypad } = this.desk.words
    return html`<button type="button" aria-label=${key === 'back' ? keypad.back : key} @click=${() => this.#press(key)}>${
      key === 'back' ? icon('erase') : key
    }</button>`
  }

  #press(key: Key) {
    this.digits = pressed(this.digits, key)
    this.#opening.forget()
    this.problem = undefined
  }

  /** Digits of a keyboard count while the focus is on the keypad and in no field. */
  #type(event: KeyboardEvent) {
    const key = keyOf(event.key)
    const isField = event.composedPath()[0] instanceof HTMLInputElement
    if (!key || isField || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#press(key)
  }

  async #show(event: Event) {
    event.preventDefault()
    if (!this.#isPossible || this.isBusy) return
    const { desk } = this
    const typed = this.renderRoot.querySelector<HTMLInputElement>('#about')?.value.trim()
    const description = typed || desk.words.keypad.purchase
    const [amount, currency] = [this.#amount, this.#currency]
    desk.env.remember('currency', currency)
    this.isBusy = true
    const opened = await this.#opening.open(desk, (reference) =>
      tillBody({ amount, currency, description, reference }),
    )
    this.isBusy = false
    if (desk.signal.aborted) return
    this.problem = opened.is === 'failed' ? opened.refusal : opened.is === 'unlinked' ? 'unlinked' : undefined
    if (opened.is === 'open') await this.#follow(opened.linked)
  }

  async #follow(linked: LinkedOrder) {
    this.linked = linked
    this.#live.follow(linked.id, this.desk)
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.due')?.focus()
  }

  #payment(linked: LinkedOrder) {
    const { order } = this.#live
    const { words, formats } = this.desk
    const sum = formats.sum(order?.amount ?? this.#amount, order?.currency ?? this.#currency)
    // A payment that was undone since is settled too, and no reason for a tick.
    if (order && outcomeOf(order) === 'paid') return this.#paid(order, sum)
    const isOver = order !== undefined && isFinal(order.status)
    return html`<h2 class="due sum" tabindex="-1">${sum}</h2>
      <p class="state" role="status">${order ? outcomePill(outcomeOf(order), words) : nothing} ${isOver ? words.keypad.over : words.keypad.waits}</p>
      ${isOver ? nothing : html`<desk-pay-link .desk=${this.desk} .url=${linked.payUrl} .said=${sum}></desk-pay-link>`}
      <div class="buttons">
        ${
          isOver || !order || !isPayable(order.status)
            ? nothing
            : html`<button type="button" aria-disabled=${this.isBusy ? 'true' : 'false'} @click=${() => this.#cancel(linked)}>${words.actions.cancel}</button>`
        }
        ${isOver ? html`<button type="button" class="primary" @click=${this.#next}>${words.keypad.next}</button>` : nothing}
      </div>`
  }

  /** Nobody at a stall reads twice: a large tick, and the sum. */
  #paid(order: OrderDetails, sum: string) {
    const { words } = this.desk
    return html`<div class="paid" role="status">
        <span class="tick">${icon('check')}</span>
        <p class="due sum" tabindex="-1">${sum}</p>
        ${outcomePill(outcomeOf(order), words)}
      </div>
      <div class="buttons">
        <a class="button" href="#/orders/${encodeURIComponent(order.id)}">${words.payment.toOrder}</a>
        <button type="button" class="primary" @click=${this.#next}>${words.keypad.next}</button>
      </div>`
  }

  /** A shopper may be paying just now: then the edge refuses, and the order goes on. */
  async #cancel({ id }: LinkedOrder) {
    if (this.isBusy) return
    this.isBusy = true
    const answer = await this.desk.api.command(id, { path: 'cancel', body: {} })
    this.isBusy = false
    this.problem = answer.ok ? undefined : answer.reason
    if (answer.ok) this.linked = undefined
    else await this.#live.reload()
  }

  async #next() {
    this.linked = this.problem = undefined
    this.digits = ''
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.keys button')?.focus()
  }
}
