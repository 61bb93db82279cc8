/** Asks the shopper for the amount and the quantity, where the offer leaves them open. */
import { html, nothing } from 'lit'
import { digitsOf } from '../../shared/digits.ts'
import { hasOpenAmount, type SaleClaims } from '../../shared/offer.ts'
import { words } from '../look/controls.ts'
import type { FormHost } from '../look/form-host.ts'
import { pageLocale } from '../look/page-locale.ts'
import { type AmountChoice, hasOpenQuantity, writtenAmount } from '../order/amount.ts'
import type { Speak } from '../screen/english-texts.ts'
import { isLeft } from './customer-form.ts'
import { readAmount, UNCLEAR } from './typed-amount.ts'

/** The element that shows the form. Its language decides how to read an amount. */
export type AmountHost = FormHost & Parameters<typeof pageLocale>[0]

/** What a field is drawn with. */
interface AmountField {
  readonly isWrong: boolean
  readonly hint: string
  set(text: string): void
  /** Draws the button for one less or one more. */
  step?(by: 1 | -1): unknown
}

/** Holds the chosen amount and quantity. */
export class AmountForm {
  readonly #host: AmountHost
  #amount = ''
  /** `undefined` until the shopper or the page has set one. */
  #quantity: string | undefined
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
    this.set(amount, quantity || undefined)
  }

  /** Sets both texts; an empty amount, and no quantity, stand for the offer's defaults. */
  set(amount: string, quantity: string | undefined) {
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
    if (amount || quantity) this.set(this.#amount || amount, this.#quantity ?? (quantity || undefined))
  }

  /** The choice for the edge, without a value that is outside the offer or ambiguous. */
  of(claims: SaleClaims): AmountChoice {
    const { quantity } = claims
    const amount = this.#read(claims)
    const count = Number(this.#quantity ?? quantity?.min)
    const fits = quantity && count >= quantity.min && count <= quantity.max && Number.isInteger(count)
    return { ...(typeof amount === 'string' && { amount }), ...(fits && { quantity: count }) }
  }

  /** Whether the choice is within the offer; else it shows the error. The form focuses the first wrong field. */
  check(claims: SaleClaims): boolean {
    const { amount, quantity } = this.of(claims)
    this.#isWrong = (hasOpenAmount(claims) && !amount) || (!!claims.quantity && !quantity)
    return !this.#isWrong
  }

  /** Draws the fields; none for an offer that leaves nothing open. */
  render(claims: SaleClaims, say: Speak, price: (amount: string) => string) {
    const { min = '', max = '', suggested = [], currency, quantity } = claims
    const chosen = this.of(claims)
    const typed = this.#typed(claims)
    const suggestion = (amount: string) => {
      const choose = () => this.set(this.#written(amount), this.#quantity)
      return html`<label part="chip">
        <input type="radio" name="suggested" .checked=${amount === chosen.amount} @change=${choose} />
        ${words(price(amount))}
      </label>`
    }
    const isUnclear = this.#read(claims) === UNCLEAR
    const counted = (count: number) => count.toLocaleString(pageLocale(this.#host))
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
                  ? say('amount.unclear', { amount: digitsOf(typed) })
                  : say('range', { min: price(min), max: price(max) }),
                set: (text) => this.set(text, this.#quantity),
              },
            )}
          </fieldset>`
        : nothing
    }${
      hasOpenQuantity(claims) && quantity
        ? this.#field('quantity', say('quantity'), this.#quantity ?? `${quantity.min}`, {
            isWrong: this.#isWrong && !chosen.quantity,
            hint: say('range', { min: counted(quantity.min), max: counted(quantity.max) }),
            set: (text) => this.set(this.#amount, text),
            step: (by) => this.#step(by, quantity, say),
          })
        : nothing
    }`
  }

  /** The button for one less or one more. It never leads out of the range: at an end it is off, and described by the range. */
  #step(by: 1 | -1, { min, max }: { readonly min: number; readonly max: number }, say: Speak) {
    const count = Number(this.#quantity ?? min)
    const isAtEnd = by > 0 ? count >= max : count <= min
    const press = () => {
      const input = this.#host.renderRoot.querySelector<HTMLInputElement>('#quantity')
      if (!input || isAtEnd) return
      input.value = `${Math.min(max, Math.max(min, count + by))}`
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return html`<button part="button step" type="button" aria-label=${say(by > 0 ? 'quantity.more' : 'quantity.less')}
      aria-disabled=${isAtEnd} aria-describedby="quantity-wrong" @click=${press}>${by > 0 ? '+' : '−'}</button>`
  }

  /** Shows the error once the shopper leaves the field; typing on takes it back. */
  readonly #onLeave = (event: FocusEvent) => {
    this.#isWrong ||= isLeft(event)
    this.#host.requestUpdate()
  }

  /** A suggestion as people of the page's language type it. */
  #written(amount = '') {
    return amount && writtenAmount(amount, pageLocale(this.#host), { useGrouping: false })
  }

  #typed({ suggested = [] }: SaleClaims) {
    return this.#amount || this.#written(suggested[0])
  }

  #read(claims: SaleClaims) {
    return hasOpenAmount(claims) && readAmount(claims, this.#typed(claims), pageLocale(this.#host))
  }

  #field(id: 'amount' | 'quantity', label: string, value: string, { isWrong, hint, set, step }: AmountField) {
    return html`<div part="field ${id}">
      <label for=${id} .textContent=${label}></label>
      <div part="entry">${step?.(-1)}<input id=${id} part="input" type=${step ? 'number' : 'text'}
        inputmode=${step ? 'numeric' : 'decimal'} autocomplete="off"
        maxlength="24" .value=${value} aria-invalid=${isWrong} aria-describedby="${id}-wrong"
        @input=${({ target }: Event) => set((target as HTMLInputElement).value)}
        @focusout=${this.#onLeave}
      />${step?.(1)}</div>
      <small part=${isWrong ? 'wrong' : 'hint'} id="${id}-wrong" .textContent=${hint}></small>
    </div>`
  }
}
