/** Who ordered, as far as the key may know it. */
import { html, nothing } from 'lit'
import type { Address, Customer } from '../../shared/customer.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { hasScope } from '../session/scopes.ts'

/** An order, with the shopper's data where the edge answered it. */
export interface OrderOfCustomer {
  readonly id: string
  readonly customer?: Customer & { readonly shipping?: Address }
}

/** Draws the shopper's data first on an order's page; a line in its place where the key may not see it. */
export function customerCard({ customer }: OrderOfCustomer, { words, scopes, locale }: DeskContext) {
  const { customer: labels } = words
  if (!hasScope('personal', scopes)) return html`<p class="quiet-text">${labels.scopeMissing}</p>`
  if (!customer || Object.keys(customer).length === 0)
    return html`<p class="quiet-text">${labels.unknown}</p>`
  const { email, name, phone, billing, shipping } = customer
  return html`${name ? html`<p class="name">${name}</p>` : nothing}
    <dl>
      ${email ? fact(labels.email, html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>`) : nothing}
      ${phone ? fact(labels.phone, html`<a href="tel:${phone}">${phone}</a>`) : nothing}
      ${shipping ? fact(labels.shipping, place(shipping, locale)) : nothing}
      ${billing ? fact(labels.billing, place(billing, locale)) : nothing}
    </dl>`
}

const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** The order of lines that most countries read; the country by its name. */
function place({ address, city, postalCode = '', state = '', country }: Address, locale: string) {
  const town = [postalCode, city, state].filter(Boolean).join(' ')
  const lines = [address, town, countryName(country, locale)]
  return html`<address>${lines.map((line) => html`<span>${line}</span>`)}</address>`
}

const countryName = (country: string, locale: string) =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(country) ?? country
