/** Asks the shopper for the amount and the quantity, where the offer leaves them open. */
import { html, nothing } from 'lit'
import type { OfferClaims } from '../../shared/offer.ts'
import { chip } from '../element/controls.ts'
import { pageLocale } from '../element/page-locale.ts'
import type { Speak } from '../element/shopper-texts.ts'
import { type AmountChoice, digitsIn, hasOpenAmount, hasOpenQuantity, readAmount } from './amount.ts'
import type { FormHost } from './customer-form.ts'
import { UNCLEAR } from './typed-amount.ts'

/** The element that shows the form. Its language decides how to read an amount. */
export type AmountHost = FormHost & Parameters<typeof pageLocale>[0]

/** Holds the chosen amount and quantity. */
export class AmountForm {
  readonly #host: AmountHost
  #amount = ''
  #quantity = ''
  #isWrong = false
  /** The attributes that it took over last. */
  #prefilled = ' '

  constructor(host: AmountHost) {
    this.#host = host
  }

  /** Takes over the attributes when the page changes them; the same ones again leave the typed texts alone. */
  prefill(amount: string, quantity: string) {
    const prefilled = `${amount} ${quantity}`
    if (prefilled === this.#prefilled) return
    this.#prefilled = prefilled
    this.set(amount, quantity)
  }

  /** Sets both texts; an empty one stands for the offer's default. */
  set(amount: string, quantity: string) {
    this.#amount = amount
    this.#quantity = quantity
    this.#isWrong = false
    this.#host.requestUpdate()
  }

  /** The text of the amount, as the shopper typed it or the page set it. */
  get amount() {
    return this.#amount
  }

  /** Puts texts back that the shopper typed before a reload, unless the page has set others since. */
  restore({ amount = '', quantity = '' }: Readonly<Record<string, string>>) {
    if (amount || quantity) this.set(this.#amount || amount, this.#quantity || quantity)
  }

  /** The choice for the edge, without a value that is outside the offer or ambiguous. */
  of(claims: OfferClaims): AmountChoice {
    const { quantity } = claims
    const amount = this.#read(claims)
    const count = Number(this.#quantity || quantity?.min)
    const fits = quantity && count >= quantity.min && count <= quantity.max && Number.isInteger(count)
    return { ...(typeof amount === 'string' && { amount }), ...(fits && { quantity: count }) }
  }

  /** Whether the choice is within the offer; else it shows the error and focuses the field. */
  check(claims: OfferClaims): boolean {
    const { amount, quantity } = this.of(claims)
    this.#isWrong = (hasOpenAmount(claims) && !amount) || (!!claims.quantity && !quantity)
    this.#host.requestUpdate()
    if (this.#isWrong)
      this.#host.renderRoot
        .querySelector<HTMLElement>(amount || !hasOpenAmount(claims) ? '#quantity' : '#amount')
        ?.focus()
    return !this.#isWrong
  }

  /** Draws the fields; none for an offer that leaves nothing open. */
  render(claims: OfferClaims, say: Speak, price: (amount: string) => string) {
    const { min = '', max = '', suggested = [], currency, quantity } = claims
    const chosen = this.of(claims)
    const typed = this.#amount || suggested[0] || ''
    const suggestion = (amount: string) =>
      chip('suggested', price(amount), amount === chosen.amount, () => this.set(amount, this.#quantity))
    const isUnclear = this.#read(claims) === UNCLEAR
    return html`${
      hasOpenAmount(claims)
        ? html`<fieldset part="choice">
            <legend .textContent=${say('amount')}></legend>
            <div part="suggested">${suggested.map(suggestion)}</div>
            ${this.#field(
              'amount',
              `${say(suggested.length ? 'amount.other' : 'amount')} (${currency})`,
              typed,
              {
                isWrong: this.#isWrong && !chosen.amount,
                hint: isUnclear
                  ? say('amount.unclear', { amount: digitsIn(typed) })
                  : say('range', { min: price(min), max: price(max) }),
                set: (text) => this.set(text, this.#quantity),
              },
            )}
          </fieldset>`
        : nothing
    }${
      hasOpenQuantity(claims) && quantity
        ? this.#field('quantity', say('quantity'), this.#quantity || `${quantity.min}`, {
            isWrong: this.#isWrong && !chosen.quantity,
            hint: say('range', { min: `${quantity.min}`, max: `${quantity.max}` }),
            set: (text) => this.set(this.#amount, text),
          })
        : nothing
    }`
  }

  #read(claims: OfferClaims) {
    const typed = this.#amount || claims.suggested?.[0] || ''
    return hasOpenAmount(claims) ? readAmount(claims, typed, pageLocale(this.#host)) : undefined
  }

  #field(
    id: 'amount' | 'quantity',
    label: string,
    value: string,
    { isWrong, hint, set }: { isWrong: boolean; hint: string; set: (text: string) => void },
  ) {
    return html`<div part="field ${id}">
      <label for=${id} .textContent=${label}></label>
      <input id=${id} part="input" inputmode=${id === 'amount' ? 'decimal' : 'numeric'} autocomplete="off"
        maxlength="24" .value=${value} aria-invalid=${isWrong} aria-describedby="${id}-wrong"
        @input=${({ target }: Event) => set((target as HTMLInputElement).value)}
      />
      <small part=${isWrong ? 'wrong' : 'hint'} id="${id}-wrong" .textContent=${hint}></small>
    </div>`
  }
}
