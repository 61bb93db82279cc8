/** What the gateway is told when a hosted form is opened. Pure: no clock, no storage, no network. */
import { type Customer, compactPhone } from '../../shared/customer.ts'
import type { Intent } from '../../shared/order-view.ts'
import type { FormName } from '../gateway/client.ts'
import type { Input } from '../gateway/operations.ts'
import type { Attempt, OrderTerms } from './state.ts'

/** The form that serves each intent. Payouts need a merchant's server and come with their own form. */
export const FORMS: Readonly<Record<Exclude<Intent, 'payout'>, FormName>> = {
  sale: 'sale-form',
  preauth: 'preauth-form',
  verify: 'account-verification-form',
}

/** Who pays: what was collected, and where the request came from. */
export interface Payer {
  readonly customer: Customer
  readonly ip: string
}

/** Where the gateway sends its callback and the shopper. */
export interface Addresses {
  readonly callbackUrl: string
  readonly returnUrl: string
}

/** Lays out the values of a hosted form. A verification's form ignores the amount. */
export function formInput(
  terms: OrderTerms,
  attempt: Attempt,
  payer: Payer,
  addresses: Addresses,
): Input<'sale-form'> {
  const { email = '', name = '', phone, billing } = payer.customer
  return {
    clientOrderId: attempt.clientOrderId,
    description: terms.description,
    amount: { minor: terms.amountMinor, exponent: terms.exponent },
    currency: terms.currency,
    email,
    ip: payer.ip,
    ...addresses,
    ...splitName(name),
    address: billing?.address,
    city: billing?.city,
    postalCode: billing?.postalCode,
    country: billing?.country,
    state: billing?.state,
    phone: phone && compactPhone(phone),
  }
}

/** The gateway wants two names and people have one; it is split where the gateway itself would, at the first blank. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName: firstName.slice(0, 50), lastName: rest.join(' ').slice(0, 50) }
}
