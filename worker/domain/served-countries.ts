/** Which countries a sale goes to, and whether a shopper's addresses are there. Pure. */
import type { Address, Customer } from '../../shared/customer.ts'
import type { Refusal } from './refusal.ts'

/** Something that is sold to some countries; absent: to all. ISO 3166-1 alpha-2. */
export interface SoldTo {
  readonly countries?: readonly string[] | undefined
}

/** The countries that everything in a sale is sold to; `undefined` for all. Empty where it cannot be sold together. */
export const commonCountries = (sold: readonly SoldTo[]): readonly string[] | undefined =>
  sold
    .map(({ countries }) => countries)
    .reduce((some, others) =>
      some && others ? some.filter((one) => others.includes(one)) : (some ?? others),
    )

/**
 * Refuses a billing or a delivery address in a country that the sale does not go to, and names the fields. An address without
 * a country is incomplete, which another check says.
 */
export function countryRefusal(
  { billing, shipping }: Customer,
  countries: readonly string[] | undefined,
): Refusal | undefined {
  if (!countries) return undefined
  const isOutside = (address: Partial<Address> = {}) =>
    !!address.country && !countries.includes(address.country)
  const fields = [
    ...(isOutside(billing) ? ['billing.country'] : []),
    ...(isOutside(shipping) ? ['shipping.country'] : []),
  ]
  return fields.length > 0 ? { code: 'country-not-served', fields } : undefined
}
