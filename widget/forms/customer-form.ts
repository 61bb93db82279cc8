/** Asks the shopper for the customer data that the gateway needs and the page does not know. */

import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import {
  type Address,
  COLLECT,
  type Collect,
  type Customer,
  isAddressGroup,
  isUsable,
  MAX_LENGTHS,
  tidy,
} from '../../shared/customer.ts'
import type { Merchant } from '../../shared/http-bodies.ts'
import { page } from '../browser/page.ts'
import { pushButton, words } from '../look/controls.ts'
import type { FormHost } from '../look/form-host.ts'
import type { LabelKey, Speak } from '../screen/english-texts.ts'
import { addressFields, ownLabel } from './address-fields.ts'
import { countries, countryOf } from './countries.ts'
import { suggestedEmail } from './email-suggestion.ts'

/** A control of the form. Its name is the field's path, such as `billing.city`. */
type Control = HTMLInputElement | HTMLSelectElement

type FieldName = keyof typeof MAX_LENGTHS

/** The field of an address's country. */
type CountryPath = 'billing.country' | 'shipping.country'

/** Field → HTML's autofill name, how a telephone capitalizes it, and the type of the input. */
const FIELDS: Readonly<Record<FieldName, readonly [autocomplete: string, capitals: string, type?: string]>> =
  {
    email: ['email', 'none', 'email'],
    name: ['name', 'words'],
    phone: ['tel', 'none', 'tel'],
    country: ['country', 'none'],
    address: ['address-line1', 'words'],
    postalCode: ['postal-code', 'characters'],
    city: ['address-level2', 'words'],
    state: ['address-level1', 'characters'],
  }

/** Field → what to say of a value that it does not take, where that helps. */
const WRONG: Readonly<Partial<Record<FieldName, LabelKey>>> = {
  email: 'wrong.email',
  phone: 'wrong.phone',
  state: 'wrong.state',
}

/** What the shopper is asked for. */
interface Asked {
  readonly collect: readonly Collect[]
  /** The data that the page knows already. */
  readonly prefill: Customer
  /** Countries that are sold to; `undefined` for all. */
  readonly served?: readonly string[] | undefined
  /** The country that the shopper's connection seems to come from. */
  readonly guess?: string | undefined
  /** The shop mails receipts, which the field of the address says. */
  readonly isMailed?: boolean | undefined
}

/** The controls hold the typed texts; this class holds which fields there are, and which are wrong. */
export class CustomerForm {
  readonly #host: FormHost
  #asked: Asked = { collect: [], prefill: {} }
  /** Where both addresses are asked for, the shopper types one. */
  #isSame = true
  /** Texts that the shopper typed before a reload. */
  #restored: Readonly<Record<string, string>> = {}
  /** Addresses that the shopper has begun, whose country no guess changes any more. */
  readonly #begun = new Set<string>()
  /** The address that the typed one was perhaps meant to be; empty if it was not. */
  #suggestion = ''
  /** Groups that the edge demanded beyond the offer's. */
  readonly #demanded = new Set<string>()
  readonly #wrong = new Set<string>()
  /** Field → the value that the edge refused last. */
  #refused = new Map<string, string>()

  constructor(host: FormHost) {
    this.#host = host
  }

  /** Sets what to ask for. Typed texts stay. */
  ask(asked: Asked) {
    this.#asked = asked
  }

  /** Puts texts back that the shopper typed before a reload, wherever a field is empty. */
  restore(typed: Readonly<Record<string, string>>) {
    this.#restored = typed
    for (const path of Object.keys(typed)) this.#begin(path)
    if (Object.keys(typed).some((path) => path.startsWith('shipping'))) this.#isSame = false
    for (const control of this.#controls) {
      const text = typed[control.name]
      // A list of countries is never empty: it begins with the page's country.
      if (text && (!control.value || control instanceof page.HTMLSelectElement)) control.value = text
    }
    this.#host.requestUpdate()
  }

  /** The customer: the page's data and, over it, the typed texts as the edge stores them. */
  get customer(): Customer {
    const customer = { ...this.#asked.prefill } as Record<string, unknown>
    for (const { name, value } of this.#controls) {
      const [group = '', part] = name.split('.')
      const text = tidy((part ?? group) as FieldName, value) || undefined
      customer[group] = part ? { ...(customer[group] as object), [part]: text } : text
    }
    return this.#takesOne ? { ...customer, shipping: customer.billing as Address } : customer
  }

  /** Whether all fields are valid; else it shows the errors. Focuses the first wrong field of the tag. */
  check(): boolean {
    return this.#mark([...this.#controls].filter((one) => !isValid(one)).map(({ name }) => name))
  }

  /** Shows the fields that the edge refused. The form asks for them from now on. */
  refuse(paths: readonly string[]) {
    for (const path of paths) this.#demanded.add(path.split('.', 1)[0] ?? '')
    if (/^shipping/.test(paths[0] ?? '')) this.#isSame = false
    this.#refused = new Map(paths.map((path) => [path, this.#valueOf(path)]))
    this.#mark(paths)
  }

  /** Draws the fields; none if the page knows everything. */
  render(say: Speak, locale: string) {
    const groups = this.#groups
    return groups.map((group) => {
      if (!isAddressGroup(group)) return this.#field(group, group, '', say, locale)
      const country = this.#countryIn(`${group}.country` satisfies CountryPath, locale)
      return html`${group === 'shipping' && groups.includes('billing') ? this.#choiceOfOne(say) : nothing}${
        group === 'shipping' && this.#takesOne
          ? nothing
          : html`<fieldset part="address">
        <legend .textContent=${say(`field.${group}` satisfies LabelKey)}></legend>
        ${repeat(
          addressFields(country),
          // Moved, not drawn again: a browser may be filling them in.
          (name) => name,
          (name) => this.#field(name, `${group}.${name}`, `${group} `, say, locale, country),
        )}
      </fieldset>`
      }`
    })
  }

  /**
   * Draws the checkbox by which the shopper agrees to the seller's terms; nothing for a merchant who does not ask.
   *
   * @param hasPaid The shopper has paid this order before, perhaps in vain, so they have agreed.
   */
  renderTerms({ name, terms, termsRequired }: Partial<Merchant>, hasPaid: boolean, say: Speak) {
    const isWrong = this.#wrong.has(TERMS)
    return termsRequired
      ? html`<div part="field" @input=${this.#validate}>
      <label part="same"><input type="checkbox" id=${TERMS} name=${TERMS} part="input" required value="" .checked=${hasPaid}
              aria-invalid=${isWrong} aria-describedby="${TERMS}-wrong" />${words(say(TERMS, { seller: name }))}</label>
      <small part="wrong" id="${TERMS}-wrong" .textContent=${isWrong ? say('wrong.terms') : ''}></small>
      <a part="button quiet" href=${terms} target="_blank" .textContent=${say('terms.read')}></a>
    </div>`
      : nothing
  }

  /** Whether the delivery address is the billing address, which the form asks for. */
  get #takesOne() {
    const groups = this.#groups
    return this.#isSame && groups.includes('billing') && groups.includes('shipping')
  }

  #choiceOfOne(say: Speak) {
    const choose = ({ target }: Event) => {
      this.#isSame = (target as HTMLInputElement).checked
      this.#host.requestUpdate()
    }
    return html`<label part="same"><input type="checkbox" id="same" .checked=${this.#isSame} @change=${choose} />${words(say('same'))}</label>`
  }

  get #groups(): Collect[] {
    // The page's data may lack parts; the edge then demands them.
    const isLacking = (group: Collect) => this.#asked.collect.includes(group) && !this.#asked.prefill[group]
    return COLLECT.filter((group) => this.#demanded.has(group) || isLacking(group))
  }

  get #controls() {
    return this.#host.renderRoot.querySelectorAll<Control>('[name][part=input]')
  }

  #valueOf(path: string): string {
    return [...this.#controls].find(({ name }) => name === path)?.value ?? this.#knownOf(path)
  }

  /** What was typed before a reload, or the page knows. */
  #knownOf(path: string): string {
    const [group, part] = path.split('.') as [Collect, keyof Address]
    const known = this.#asked.prefill[group]
    return this.#restored[path] ?? (typeof known === 'object' ? known[part] : known) ?? ''
  }

  #begin(path: string) {
    this.#begun.add(path.split('.', 1)[0] ?? '')
  }

  #countries(locale: string) {
    return countries(locale).filter(([code]) => this.#asked.served?.includes(code) ?? true)
  }

  /** The chosen country; before, that of the connection, or else of the page, where it is sold to. */
  #countryIn(path: CountryPath, locale: string): string {
    const [group = ''] = path.split('.')
    // Fields that move lose the focus, and a keyboard's choice of a country with it.
    const isFocused = this.#host.renderRoot.activeElement?.id.startsWith(`${group}.`)
    if (isFocused || this.#begun.has(group)) return this.#valueOf(path)
    const guesses = [this.#asked.guess, countryOf(locale)]
    const offered = this.#countries(locale).map(([code]) => code)
    return this.#knownOf(path) || (guesses.find((one) => one && offered.includes(one)) ?? '')
  }

  #mark(paths: readonly string[]): boolean {
    this.#wrong.clear()
    for (const path of paths) this.#wrong.add(path)
    this.#host.requestUpdate()
    this.#host.updateComplete.then(() =>
      this.#host.renderRoot.querySelector<Control>('[aria-invalid=true]')?.focus(),
    )
    return !paths.length
  }

  /** Shows an error once the shopper leaves the field, and clears it as soon as it no longer applies. */
  readonly #validate = (event: Event) => {
    const control = event.target as Control
    const { name, value } = control
    if (event.type !== 'focusout') this.#begin(name)
    if (name === 'email') this.#suggestion = isLeft(event) ? (suggestedEmail(value) ?? '') : ''
    // Another country has other states: what the edge refused before may be right in it.
    if (event.type === 'change' && name.endsWith('.country'))
      for (const part of ['postalCode', 'state']) {
        const path = name.replace('country', part)
        if (this.#refused.delete(path)) this.#wrong.delete(path)
      }
    // A value that the edge refused stays marked until it is another.
    if (isValid(control) && this.#refused.get(name) !== value) this.#wrong.delete(name)
    else if (isLeft(event) && value.trim()) this.#wrong.add(name)
    this.#host.requestUpdate()
  }

  /** The error of a value: too long, the field's own, or that there is none. */
  #reason(name: FieldName, value: string, say: Speak): string {
    const max = MAX_LENGTHS[name]
    const isTooLong = !/country|phone|state/.test(name) && value.trim().length > max
    if (isTooLong) return say('wrong.long', { count: `${max}` })
    return say(WRONG[name] ?? (value.trim() ? 'wrong' : 'wrong.empty'))
  }

  /** Offers the address that was perhaps meant. The live region has to be there before the words come. */
  #suggested(say: Speak) {
    const email = this.#suggestion
    const take = () => {
      const field = [...this.#controls].find(({ name }) => name === 'email')
      if (!field) return
      field.value = email
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
      field.focus()
    }
    return html`<div role="status">${email ? pushButton(say('email.suggestion', { email }), 'quiet', take) : nothing}</div>`
  }

  #field(name: FieldName, path: string, section: string, say: Speak, locale: string, country = '') {
    const isWrong = this.#wrong.has(path)
    const [token, capitals, type = 'text'] = FIELDS[name]
    const autocomplete = section + token
    const value = this.#valueOf(path)
    const use = name === 'email' && this.#asked.isMailed ? `${path}-use` : ''
    const options = () => [['', ''], ...this.#countries(locale)] as const
    return html`<div part="field ${name}" @input=${this.#validate} @change=${this.#validate} @focusout=${this.#validate}>
      <label for=${path} .textContent=${say(ownLabel(country, name) ?? (`field.${name}` satisfies LabelKey))}></label>
      ${
        name === 'country'
          ? html`<select id=${path} name=${path} part="input" autocomplete=${autocomplete} required
              aria-invalid=${isWrong} aria-describedby="${path}-wrong"
            >${options().map(
              ([code, label]) =>
                html`<option value=${code} .selected=${code === country} .textContent=${label}></option>`,
            )}</select>`
          : html`<input id=${path} name=${path} part="input" autocomplete=${autocomplete} required
              type=${type} inputmode=${type} autocapitalize=${capitals} spellcheck="false" enterkeyhint="go" .value=${value}
              aria-invalid=${isWrong} aria-describedby=${`${path}-wrong ${use}`.trim()}
            />`
      }
      ${name === 'email' ? this.#suggested(say) : nothing}
      ${use && html`<small part="note" id=${use} .textContent=${say('email.receipt')}></small>`}
      <small part="wrong" id="${path}-wrong" .textContent=${isWrong ? this.#reason(name, value, say) : ''}></small>
    </div>`
  }
}

/** Name of the checkbox. Its value is empty, so that it adds nothing to the customer. */
const TERMS = 'terms'

/** Whether the edge takes the value, by the same rules. A checkbox has to be ticked. */
const isValid = ({ name, value, checked }: Control & { readonly checked?: boolean }) =>
  name === TERMS ? !!checked : isUsable(name.split('.').at(-1) as FieldName, value)

/** Pressing a button does not count: the error would move it from under the pointer, and paying checks every field. */
export const isLeft = (event: Event) =>
  event instanceof page.FocusEvent && !(event.relatedTarget instanceof page.HTMLButtonElement)
