/** Asks the shopper for what the gateway needs and the page did not know. */
import { html } from 'lit'
import {
  type Address,
  COLLECT,
  COUNTRIES_WITH_STATE,
  type Collect,
  type Customer,
  MAX_LENGTHS,
} from '../../shared/customer.ts'
import type { Speak } from '../element/messages.ts'
import { countries, countryOf } from './countries.ts'

/** The element that shows the form. */
export interface FormHost {
  readonly renderRoot: ShadowRoot
  readonly updateComplete: Promise<unknown>
  /** Draws what has changed. */
  requestUpdate(): void
}

/** A control of the form. Its name is the field's path, such as `billing.city`. */
type Control = HTMLInputElement | HTMLSelectElement

type FieldName = keyof typeof MAX_LENGTHS

/**
 * Field → HTML's autofill name, kind of input, and pattern where its length is not all. The browser checks what is typed,
 * looser than the edge, which has the last word and knows the countries that have no postal codes.
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

/** In the order in which they are asked; the country decides about the state. */
const ADDRESS: readonly (keyof Address)[] = ['country', 'address', 'postalCode', 'city', 'state']

/** The controls hold what was typed; this holds what is asked for, and what is wrong. */
export class CustomerForm {
  readonly #host: FormHost
  #prefill: Customer = {}
  #collect: readonly Collect[] = []
  /** What was typed before a reload. */
  #restored: Readonly<Record<string, string>> = {}
  /** What the edge asked for beyond the offer. */
  readonly #demanded = new Set<string>()
  readonly #wrong = new Set<string>()

  constructor(host: FormHost) {
    this.#host = host
  }

  /** Sets what is asked for and what the page knows already. What was typed stays. */
  ask(collect: readonly Collect[], prefill: Customer) {
    this.#collect = collect
    this.#prefill = prefill
  }

  /** Takes over what was typed before a reload, wherever nothing stands yet. */
  restore(typed: Readonly<Record<string, string>>) {
    this.#restored = typed
    for (const control of this.#controls) {
      const text = typed[control.name]
      // A list of countries begins with the page's.
      if (text && (!control.value || control instanceof HTMLSelectElement)) control.value = text
    }
    this.#host.requestUpdate()
  }

  /** Everything that is known of the shopper: what the page knew and, over it, what was typed. */
  get customer(): Customer {
    const customer = { ...this.#prefill } as Record<string, unknown>
    for (const { name, value } of this.#controls) {
      const [group = '', part] = name.split('.')
      const text = value.trim() || undefined
      customer[group] = part ? { ...(customer[group] as object), [part]: text } : text
    }
    return customer
  }

  /** Whether all that is asked for is usable; else what is wrong is shown and the first such field focused. */
  check(): boolean {
    return this.#mark([...this.#controls].filter((one) => !one.validity.valid).map(({ name }) => name))
  }

  /** Shows what the edge refused. Fields that were not asked for yet are from now on. */
  refuse(paths: readonly string[]) {
    for (const path of paths) this.#demanded.add(path.split('.', 1)[0] ?? '')
    this.#mark(paths)
  }

  /** The fields; none if the page knew it all. */
  render(say: Speak, locale: string) {
    return this.#asked.map((group) => {
      if (group !== 'billing' && group !== 'shipping') return this.#field(group, group, '', say, locale)
      const country = this.#valueOf(`${group}.country`) || countryOf(locale)
      const fields = ADDRESS.filter((name) => name !== 'state' || COUNTRIES_WITH_STATE.includes(country))
      return html`<fieldset part="address">
        <legend .textContent=${say(`field.${group}`)}></legend>
        ${fields.map((name) => this.#field(name, `${group}.${name}`, `${group} `, say, locale))}
      </fieldset>`
    })
  }

  get #asked(): Collect[] {
    // The edge asks for what it still lacks of what the page knew.
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

  /** A wrong value is told of on leaving the field, and no longer than it is wrong. */
  readonly #judge = (event: Event) => {
    const { name, value, validity } = event.target as Control
    if (validity.valid) this.#wrong.delete(name)
    else if (isLeft(event) && value.trim()) this.#wrong.add(name)
    this.#host.requestUpdate()
  }

  /** What is wrong with a value: too much of it, or something that only the field knows. */
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
    return html`<div part="field ${name}" @input=${this.#judge} @focusout=${this.#judge}>
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

/** Not by pressing a button: what is told then would move it from under the pointer, and paying checks every field. */
const isLeft = (event: Event) =>
  event instanceof FocusEvent && !(event.relatedTarget instanceof HTMLButtonElement)
