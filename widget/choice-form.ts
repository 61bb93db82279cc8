/** Asks the shopper for what an offer leaves open: the amount, how many. */
import { html, nothing } from 'lit/html.js'
import type { OfferClaims } from '../shared/offer.ts'
import { chip } from './chip.ts'
import type { FormHost } from './customer-form.ts'
import type { Speak } from './messages.ts'
import { type Choice, hasOpenAmount, hasOpenQuantity, readAmount } from './sum.ts'

/** Holds what the shopper chose. */
export class ChoiceForm {
  readonly #host: FormHost
  #amount = ''
  #quantity = ''
  #isWrong = false

  constructor(host: FormHost) {
    this.#host = host
  }

  /** Takes over what the page sets or the shopper types; an empty text stands for what the offer begins with. */
  set(amount: string, quantity: string) {
    this.#amount = amount
    this.#quantity = quantity
    this.#isWrong = false
    this.#host.requestUpdate()
  }

  /** The choice as it is sent to the edge; what is outside the offer is left out. */
  of(claims: OfferClaims): Choice {
    const { quantity, suggested } = claims
    const amount = hasOpenAmount(claims)
      ? readAmount(claims, this.#amount || suggested?.[0] || '')
      : undefined
    const count = Number(this.#quantity || quantity?.min)
    const fits = quantity && count >= quantity.min && count <= quantity.max && Number.isInteger(count)
    return { ...(amount && { amount }), ...(fits && { quantity: count }) }
  }

  /** Whether the choice is within the offer; else what is wrong is shown and focused. */
  check(claims: OfferClaims): boolean {
    const { amount, quantity } = this.of(claims)
    this.#isWrong = (hasOpenAmount(claims) && !amount) || (!!claims.quantity && !quantity)
    this.#host.requestUpdate()
    if (this.#isWrong)
      this.#host.renderRoot.querySelector<HTMLElement>(amount ? '#quantity' : '#amount')?.focus()
    return !this.#isWrong
  }

  /** The fields; nothing for an offer that leaves nothing open. */
  render(claims: OfferClaims, say: Speak, price: (amount: string) => string) {
    const { min = '', max = '', suggested = [], currency, quantity } = claims
    const chosen = this.of(claims)
    const typed = this.#amount || suggested[0] || ''
    const suggestion = (amount: string) =>
      chip('suggested', price(amount), amount === chosen.amount, () => this.set(amount, this.#quantity))
    return html`${
      hasOpenAmount(claims)
        ? html`<fieldset part="choice">
            <legend>${say('amount')}</legend>
            <div part="suggested">${suggested.map(suggestion)}</div>
            ${this.#field(
              'amount',
              `${say(suggested.length ? 'amount.other' : 'amount')} (${currency})`,
              typed,
              {
                isWrong: this.#isWrong && !chosen.amount,
                hint: say('range', { min: price(min), max: price(max) }),
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

  #field(
    id: 'amount' | 'quantity',
    label: string,
    value: string,
    { isWrong, hint, set }: { isWrong: boolean; hint: string; set: (text: string) => void },
  ) {
    return html`<div part="field ${id}">
      <label for=${id}>${label}</label>
      <input id=${id} part="input" inputmode=${id === 'amount' ? 'decimal' : 'numeric'} autocomplete="off"
        maxlength="14" .value=${value} aria-invalid=${isWrong} aria-describedby="${id}-wrong"
        @input=${({ target }: Event) => set((target as HTMLInputElement).value)}
      />
      <small part=${isWrong ? 'wrong' : 'hint'} id="${id}-wrong">${hint}</small>
    </div>`
  }
}
