/** All fields that the shopper fills in before paying: amount, customer, payment method, and the edge's card fields. */
import { html, nothing } from 'lit'
import type { Customer } from '../../shared/customer.ts'
import { isFailed, isFinal, isUncertain } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { type AmountChoice, type Price, total } from '../order/amount.ts'
import { hasProducts } from '../order/goods.ts'
import { nameOf } from '../order/model/tag-state.ts'
import { collectOf, countriesOf } from '../order/offer.ts'
import type { OrderController } from '../order/order-controller.ts'
import type { Submission } from '../order/submission.ts'
import { frameOf, optionsOf, type PayOption } from '../order/ways.ts'
import type { Speak } from '../screen/english-texts.ts'
import { AmountForm, type AmountHost } from './amount-form.ts'
import { CardFrame, type CardFrameHost } from './card-frame.ts'
import { CustomerForm } from './customer-form.ts'
import { Drafts } from './drafts.ts'
import { MethodPicker } from './method-picker.ts'

/** The element that shows the form. */
export type CheckoutFormHost = AmountHost &
  CardFrameHost & {
    readonly customer: Customer
    /** Names of payment methods, by which the page narrows the choice. */
    readonly methods: string
  }

/** Holds the shopper's choices and texts for the shown order. */
export class CheckoutForm {
  readonly #host: CheckoutFormHost
  readonly #order: OrderController
  readonly #amount: AmountForm
  readonly #customer: CustomerForm
  readonly #method: MethodPicker
  readonly #cardFrame: CardFrame
  readonly #env: BrowserEnv
  readonly #drafts: Drafts
  /** Name of the draft that it read last. */
  #drafted = ''
  #email: string | undefined

  constructor(host: CheckoutFormHost, env: BrowserEnv, order: OrderController) {
    this.#host = host
    this.#order = order
    this.#env = env
    this.#amount = new AmountForm(host)
    this.#customer = new CustomerForm(host)
    this.#method = new MethodPicker(host)
    this.#cardFrame = new CardFrame(host, env, order.carryOut)
    this.#drafts = new Drafts(env)
  }

  /** The shopper's choice of amount and quantity, where the offer leaves them open; of products also the sum it comes to. */
  get choice(): AmountChoice {
    const { claims, goods } = this.#order.state
    if (!claims) return {}
    const choice = this.#amount.of(claims)
    const amount = hasProducts(goods) && total(claims, choice)
    return amount ? { ...choice, expect: { amount, currency: claims.currency } } : choice
  }

  /** The options to pay: the order's; before there is an order the offer's, or else all of the edge's. The edge decides. */
  get options(): readonly PayOption[] {
    const { view, claims, settings } = this.#order.state
    return optionsOf(view ?? { ...settings, ...claims }, this.#host.methods)
  }

  /** The chosen payment method; `undefined` where there is none. */
  get option(): PayOption | undefined {
    return this.#method.of(this.options, this.#env.now())
  }

  /** Whether the shopper pays on a page of the gateway, not in our own fields. */
  get isHosted(): boolean {
    return !!this.option && !frameOf(this.option.method)
  }

  /** Whether the edge's form for the chosen way did not load. */
  get isMissing(): boolean {
    return !!this.option && !this.isHosted && this.#cardFrame.isLate
  }

  /** The shopper's e-mail address, if it was typed in this page or the page knows it. */
  get email(): string {
    return this.#email ?? this.#host.customer.email ?? ''
  }

  /**
   * The sum to pay and the pieces that it is of, both from the shopper's choice or both from the order. While the choice is
   * outside the offer there is no sum, so that no other one stands beside it.
   */
  get price(): Price {
    const offered = this.#offered
    const { view } = this.#order.state
    const [line, second] = (offered ?? view)?.lines ?? []
    const { quantity = second ? undefined : line?.quantity } = offered ? this.choice : {}
    return { sum: offered ? total(offered, this.choice) : view?.amount, quantity }
  }

  /**
   * Whether the edge's form has sent this order's payment and is still there: after a decline it has kept what it may keep.
   * The tag leaves it in the page, out of sight, until then.
   */
  get isKept(): boolean {
    const { view } = this.#order.state
    return !!view && isUncertain(view.status) && this.#cardFrame.hasPaid(view.id)
  }

  /** Whether the edge's form says, at the field that it is about, why the last attempt was declined. */
  get isSaidAtField(): boolean {
    const { view } = this.#order.state
    const isShown = !!this.option && !this.isHosted
    return isShown && !!view && isFailed(view.status) && this.#cardFrame.saysDecline(view)
  }

  /** Takes over the page's attributes whenever they change. */
  prefill(amount: string, quantity: string) {
    this.#amount.prefill(amount, quantity)
  }

  /**
   * Prepares the next drawing.
   *
   * @param hasFocus The shopper is using the tag: methods that arrive later must not change the chosen one, and what was
   *   declined takes the focus.
   */
  update(hasFocus: boolean) {
    const offered = this.#offered
    const { view, settings } = this.#order.state
    if (view && isFailed(view.status)) this.#cardFrame.decline(view, hasFocus)
    this.#customer.ask({
      collect: offered ? collectOf(offered) : (view?.collect ?? []),
      prefill: this.#host.customer,
      served: offered && countriesOf(offered),
      guess: this.#order.state.country,
      // A card's check by an offer brings none.
      isMailed: settings?.mailsReceipts && offered?.intent !== 'verify',
    })
    if (hasFocus) this.#method.keep()
    this.#restoreDraft()
  }

  /** Whether the tag's own fields are valid; else all errors show, also the card's, and the first wrong field has the focus. */
  check(): boolean {
    const offered = this.#offered
    // Each shows its errors, also where one before it has some.
    const isSumRight = !offered || this.#amount.check(offered)
    const isRight = this.#customer.check() && isSumRight
    if (!isRight) this.#cardFrame.showErrors()
    return isRight
  }

  /** What the shopper submits; `undefined` if something is missing, which the form then shows. */
  async submission(): Promise<Omit<Submission, 'terms' | 'seen'> | undefined> {
    const { option } = this
    if (!option) return
    const fields = frameOf(option.method) ? this.#cardFrame : undefined
    const { customer } = this.#customer
    this.#email = customer.email
    return fields && !(await fields.check()) ? undefined : { option, customer, payer: fields }
  }

  /** Shows the fields that the edge refused. */
  refuse(fields: readonly string[]) {
    this.#customer.refuse(fields)
  }

  /** Keeps a typed text for a reload of this tab, until the order is final. */
  readonly keepDraft = ({ target }: Event) => {
    const { name, id, value } = target as HTMLInputElement
    const field = name === 'suggested' ? 'amount' : name || id
    if (!/^(way|same)$/.test(field))
      this.#drafts.keep(nameOf(this.#order.state), field, field === 'amount' ? this.#amount.amount : value)
  }

  render(intent: Intent, say: Speak, locale: string, price: (amount: string) => string) {
    const offered = this.#offered
    const { options, option } = this
    const { removeCard, state } = this.#order
    const { view, isBusy, settings } = state
    const { merchant } = settings ?? {}
    const remove = view?.mayRemoveCards && removeCard
    const request = option && frameOf(option.method) && { ...option, mayKeepCard: view?.mayKeepCard }
    const fields = request ? this.#cardFrame.render(request, view?.id, say) : nothing
    this.#cardFrame.name(this.#customer.customer.name ?? '')
    return [
      offered && this.#amount.render(offered, say, price),
      this.#customer.render(say, locale),
      option
        ? this.#method.render(
            options,
            { say, intent, isBusy, now: this.#env.now(), remove, cards: merchant?.cards },
            fields,
          )
        : // The pay button is locked then.
          html`<small part="note">${say('broken.text')}</small>`,
      intent === 'payout'
        ? nothing
        : this.#customer.renderTerms(merchant ?? {}, !!view?.attempts.length, say),
    ]
  }

  /**
   * The offer while the shopper may still choose. From the first attempt on, the sum is the order's, and so is the customer
   * data that it lacks.
   */
  get #offered() {
    const { claims, view } = this.#order.state
    return view?.attempts.length ? undefined : claims
  }

  /** Puts the draft back once the tag knows what the shopper pays; drops it once the order is final. */
  #restoreDraft() {
    const { state } = this.#order
    const { view } = state
    const name = nameOf(state)
    // A result tag names no offer, and may show an order whose draft is kept under its offer.
    if (view && isFinal(view.status)) for (const one of [name, view.offer ?? name]) this.#drafts.drop(one)
    else if (name && name !== this.#drafted) {
      const typed = this.#drafts.read(name)
      this.#amount.restore(typed)
      this.#customer.restore(typed)
    }
    this.#drafted = name
  }
}
