/** Everything that the shopper fills in before paying: the amount, the customer, the method, and the edge's own fields. */
import { html } from 'lit'
import type { Collect, Customer } from '../../shared/customer.ts'
import { isFinal } from '../../shared/order-status.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { CardFrame, type CardFrameHost } from '../dialogs/card-frame.ts'
import type { Speak } from '../element/messages.ts'
import type { OrderController } from '../order/order-controller.ts'
import type { Submission } from '../order/submission.ts'
import { type AmountChoice, isChoosable, total } from './amount.ts'
import { AmountForm, type AmountHost } from './amount-form.ts'
import { CustomerForm } from './customer-form.ts'
import { Drafts } from './drafts.ts'
import { frameOf, MethodPicker, optionsOf, type PayOption } from './method-picker.ts'

/** What an offer collects unless it says otherwise. */
const DEFAULT_COLLECT: readonly Collect[] = ['email']

/** The element that shows the form. */
export type CheckoutFormHost = AmountHost &
  CardFrameHost & {
    readonly customer: Customer
    /** Names of payment methods, by which the page narrows the choice. */
    readonly methods: string
  }

/** Holds what the shopper chose and typed, for the order that the tag shows. */
export class CheckoutForm {
  readonly #host: CheckoutFormHost
  readonly #order: OrderController
  readonly #amount: AmountForm
  readonly #customer: CustomerForm
  readonly #method: MethodPicker
  readonly #cardFrame: CardFrame
  readonly #drafts: Drafts
  /** What the draft is of that was read last. */
  #drafted = ''

  constructor(host: CheckoutFormHost, env: BrowserEnv, order: OrderController) {
    this.#host = host
    this.#order = order
    this.#amount = new AmountForm(host)
    this.#customer = new CustomerForm(host)
    this.#method = new MethodPicker(host)
    this.#cardFrame = new CardFrame(host, env)
    this.#drafts = new Drafts(env)
  }

  /** What the shopper chose of what the offer leaves open. */
  get choice(): AmountChoice {
    const { claims } = this.#order
    return claims ? this.#amount.of(claims) : {}
  }

  /** What the shopper can pay with: what the order offers; before there is one the offer says, and the edge decides. */
  get options(): readonly PayOption[] {
    const { view, claims } = this.#order
    return optionsOf(view ?? claims ?? {}, this.#host.methods)
  }

  /** The chosen payment method; `undefined` where there is none. */
  get option(): PayOption | undefined {
    return this.#method.of(this.options)
  }

  /** Whether the chosen method is on a page of the gateway's, not in fields of ours. */
  get isHosted(): boolean {
    return !!this.option && !frameOf(this.option.method)
  }

  /** What the shopper pays; `undefined` while that is not known. */
  get sum(): string | undefined {
    const [offered, { view }] = [this.#offered, this.#order]
    return offered && (!view || isChoosable(offered)) ? total(offered, this.choice) : view?.amount
  }

  /** Takes over the page's attributes whenever they change. */
  prefill(amount: string, quantity: string) {
    this.#amount.prefill(amount, quantity)
  }

  /**
   * Prepares what is drawn next.
   *
   * @param hasFocus Whether the shopper is at the tag: a method that becomes known later then takes nothing away.
   */
  update(hasFocus: boolean) {
    const offered = this.#offered
    this.#customer.ask(offered ? (offered.collect ?? DEFAULT_COLLECT) : [], this.#host.customer)
    if (hasFocus) this.#method.keep(this.options)
    this.#restoreDraft()
  }

  /** Whether the fields of the tag itself are filled in; else what is wrong is shown, and has the focus. */
  check(): boolean {
    const offered = this.#offered
    return !(offered && !this.#amount.check(offered)) && this.#customer.check()
  }

  /** What is submitted; `undefined` where something is missing, which the shopper is then shown. */
  async submission(): Promise<Omit<Submission, 'terms'> | undefined> {
    const { option } = this
    if (!option) return
    const fields = frameOf(option.method) ? this.#cardFrame : undefined
    const { customer } = this.#customer
    return fields && !(await fields.check()) ? undefined : { option, customer, send: fields?.pay }
  }

  /** Shows the fields that the edge refused. */
  refuse(fields: readonly string[]) {
    this.#customer.refuse(fields)
  }

  /** Keeps what the shopper types for a reload of this tab, until the order is final. */
  readonly keepDraft = ({ target }: Event) => {
    const { name, id, value } = target as HTMLInputElement
    const field = name === 'suggested' ? 'amount' : name || id
    if (field !== 'way')
      this.#drafts.keep(this.#order.name, field, field === 'amount' ? this.#amount.amount : value)
  }

  render(say: Speak, locale: string, price: (amount: string) => string) {
    const [offered, { options, option }] = [this.#offered, this]
    const { view, isBusy } = this.#order
    return [
      offered && this.#amount.render(offered, say, price),
      this.#customer.render(say, locale),
      this.#method.render(options, say, isBusy),
      option
        ? frameOf(option.method) && this.#cardFrame.render({ ...option, mayKeepCard: view?.mayKeepCard }, say)
        : // The button that pays is locked then.
          html`<small part="note">${say('broken.text')}</small>`,
    ]
  }

  /**
   * The offer while the shopper may still choose: from the first attempt on the sum is the order's, and the edge knows
   * the shopper and says what it still lacks.
   */
  get #offered() {
    const { claims, view } = this.#order
    return view?.attempts.length ? undefined : claims
  }

  /** Puts back what was typed before a reload, once it is known what is paid; drops it once that is over. */
  #restoreDraft() {
    const { name, view } = this.#order
    // A result tag names no offer, and may show the order of one whose draft lies in this tab.
    if (view && isFinal(view.status)) for (const one of [name, view.offer ?? name]) this.#drafts.drop(one)
    else if (name && name !== this.#drafted) {
      const typed = this.#drafts.read(name)
      this.#amount.restore(typed)
      this.#customer.restore(typed)
    }
    this.#drafted = name
  }
}
