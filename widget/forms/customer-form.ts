/** Asks the shopper for the customer data that the gateway needs and the page does not know. */
import { html } from 'lit'
import {
  type Address,
  COLLECT,
  COUNTRIES_WITH_STATE,
  type Collect,
  type Customer,
  MAX_LENGTHS,
} from '../../shared/customer.ts'
import type { Speak } from '../element/shopper-texts.ts'
import { countries, countryOf } from './countries.ts'

/** The element that shows the form. */
export interface FormHost {
  readonly renderRoot: ShadowRoot
  readonly updateComplete: Promise<unknown>
  /** Draws the element soon. */
  requestUpdate(): void
}

/** A control of the form. Its name is the field's path, such as `billing.city`. */
type Control = HTMLInputElement | HTMLSelectElement

type FieldName = keyof typeof MAX_LENGTHS

/**
 * Field → HTML's autofill name, type of input, and a pattern where the length alone does not do. The browser checks less
 * strictly than the edge, which decides and knows the countries without postal codes.
 */
const FIELDS: Readonly<Record<FieldName, readonly [autocomplete: string, type?: string, pattern?: string]>> =
  {
    email: ['email', 'email'],
    name: ['name'],
    // People write it in groups.
    phone: ['tel', 'tel', '(\\W*\\d){5,15}\\W*'],
    country: ['country'],
    address: ['address-line1'],
    postalCode: ['postal-code'],
    city: ['address-level2'],
    state: ['address-level1'],
  }

/** In the order of the fields; the country decides whether there is a state. */
const ADDRESS: readonly (keyof Address)[] = ['country', 'address', 'postalCode', 'city', 'state']

/** The controls hold the typed texts; this class holds which fields there are, and which are wrong. */
export class CustomerForm {
  readonly #host: FormHost
  #prefill: Customer = {}
  #collect: readonly Collect[] = []
  /** Texts that the shopper typed before a reload. */
  #restored: Readonly<Record<string, string>> = {}
  /** Groups that the edge demanded beyond the offer's. */
  readonly #demanded = new Set<string>()
  readonly #wrong = new Set<string>()

  constructor(host: FormHost) {
    this.#host = host
  }

  /** Sets the groups to ask for and the data that the page knows already. Typed texts stay. */
  ask(collect: readonly Collect[], prefill: Customer) {
    this.#collect = collect
    this.#prefill = prefill
  }

  /** Puts texts back that the shopper typed before a reload, wherever a field is empty. */
  restore(typed: Readonly<Record<string, string>>) {
    this.#restored = typed
    for (const control of this.#controls) {
      const text = typed[control.name]
      // A list of countries is never empty: it begins with the page's country.
      if (text && (!control.value || control instanceof HTMLSelectElement)) control.value = text
    }
    this.#host.requestUpdate()
  }

  /** The customer: the page's data and, over it, the typed texts. */
  get customer(): Customer {
    const customer = { ...this.#prefill } as Record<string, unknown>
    for (const { name, value } of this.#controls) {
      const [group = '', part] = name.split('.')
      const text = value.trim() || undefined
      customer[group] = part ? { ...(customer[group] as object), [part]: text } : text
    }
    return customer
  }

  /** Whether all fields are valid; else it shows the errors and focuses the first wrong field. */
  check(): boolean {
    return this.#mark([...this.#controls].filter((one) => !one.validity.valid).map(({ name }) => name))
  }

  /** Shows the fields that the edge refused. The form asks for them from now on. */
  refuse(paths: readonly string[]) {
    for (const path of paths) this.#demanded.add(path.split('.', 1)[0] ?? '')
    this.#mark(paths)
  }

  /** Draws the fields; none if the page knows everything. */
  render(say: Speak, locale: string) {
    return this.#groups.map((group) => {
      if (group !== 'billing' && group !== 'shipping') return this.#field(group, group, '', say, locale)
      const country = this.#valueOf(`${group}.country`) || countryOf(locale)
      const fields = ADDRESS.filter((name) => name !== 'state' || COUNTRIES_WITH_STATE.includes(country))
      return html`<fieldset part="address">
        <legend .textContent=${say(`field.${group}`)}></legend>
        ${fields.map((name) => this.#field(name, `${group}.${name}`, `${group} `, say, locale))}
      </fieldset>`
    })
  }

  get #groups(): Collect[] {
    // The page's data may lack parts; the edge then demands them.
    const isLacking = (group: Collect) => this.#collect.includes(group) && !this.#prefill[group]
    return COLLECT.filter((group) => this.#demanded.has(group) || isLacking(group))
  }

  get #controls() {
    return this.#host.renderRoot.querySelectorAll<Control>('[name][part=input]')
  }

  #valueOf(path: string): string {
    const [group, part] = path.split('.') as [Collect, keyof Address]
    const known = this.#prefill[group]
    const typed = [...this.#controls].find(({ name }) => name === path)?.value
    return typed ?? this.#restored[path] ?? (typeof known === 'object' ? known[part] : known) ?? ''
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
    const { name, value, validity } = event.target as Control
    if (validity.valid) this.#wrong.delete(name)
    else if (isLeft(event) && value.trim()) this.#wrong.add(name)
    this.#host.requestUpdate()
  }

  /** The error of a value: too long, or the field's own. */
  #reason(name: FieldName, value: string, say: Speak): string {
    const max = MAX_LENGTHS[name]
    const isTooLong = name !== 'country' && name !== 'phone' && value.trim().length > max
    return (isTooLong && say('wrong.long', { max: `${max}` })) || say(`wrong.${name}`) || say('wrong')
  }

  #field(name: FieldName, path: string, section: string, say: Speak, locale: string) {
    const isWrong = this.#wrong.has(path)
    const [token, type = 'text', pattern = `\\s*\\S.{0,${MAX_LENGTHS[name] - 1}}\\s*`] = FIELDS[name]
    const autocomplete = section + token
    const value = this.#valueOf(path)
    const options = () => [['', ''], ...countries(locale)] as const
    return html`<div part="field ${name}" @input=${this.#validate} @focusout=${this.#validate}>
      <label for=${path} .textContent=${say(`field.${name}`)}></label>
      ${
        name === 'country'
          ? html`<select id=${path} name=${path} part="input" autocomplete=${autocomplete} required
              aria-invalid=${isWrong} aria-describedby="${path}-wrong"
            >${options().map(
              ([code, label]) =>
                html`<option value=${code} .selected=${code === (value || countryOf(locale))} .textContent=${label}></option>`,
            )}</select>`
          : html`<input id=${path} name=${path} part="input" autocomplete=${autocomplete} .required=${name !== 'postalCode'}
              type=${type} inputmode=${type} pattern=${pattern} .value=${value}
              aria-invalid=${isWrong} aria-describedby="${path}-wrong"
            />`
      }
      <small part="wrong" id="${path}-wrong" .textContent=${isWrong ? this.#reason(name, value, say) : ''}></small>
    </div>`
  }
}

/** Pressing a button does not count: the error would move it from under the pointer, and paying checks every field. */
const isLeft = (event: Event) =>
  event instanceof FocusEvent && !(event.relatedTarget instanceof HTMLButtonElement)
