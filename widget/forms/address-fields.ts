/** Which fields an address has in a country, in the order in which its people write them, and what they call them. Pure. */
import { type Address, COUNTRIES_WITH_STATE, needsPostalCode } from '../../shared/customer.ts'
import type { LabelKey } from '../screen/english-texts.ts'

type Part = keyof Address

/** As most of Europe writes an address. */
const POSTAL_CODE_FIRST: readonly Part[] = ['country', 'address', 'postalCode', 'city', 'state']

const CITY_FIRST: readonly Part[] = ['country', 'address', 'city', 'state', 'postalCode']

/** From the large to the small. */
const STREET_LAST: readonly Part[] = ['country', 'postalCode', 'state', 'city', 'address']

/** Order → the countries that have it; all others have the first. Source: Universal Postal Union, postal addressing systems. */
const COUNTRIES_OF: readonly (readonly [order: readonly Part[], countries: RegExp])[] = [
  [
    CITY_FIRST,
    /AU|B[DHMNR]|C[AO]|EG|FK|G[BGI]|I[DELMNQ]|J[EO]|K[EH]|L[BKV]|M[MTV]|N[GPZ]|P[EK]|RU|S[AGHO]|TH|U[AS]|V[EN]|ZA/,
  ],
  [STREET_LAST, /CN|HU|JP|KR|TW/],
]

/** Every field of an address, by name. */
export const ADDRESS: readonly Part[] = POSTAL_CODE_FIRST

/** Parts of an address that some countries lack. */
const ASKED_IN: { readonly [Name in Part]?: (country: string) => boolean } = {
  postalCode: needsPostalCode,
  state: (country) => COUNTRIES_WITH_STATE.includes(country),
}

/** Country → what its people call a field, where they have a word of their own. */
const IN_COUNTRY: Readonly<Partial<Record<string, Partial<Record<string, LabelKey>>>>> = {
  US: { postalCode: 'field.postalCode.US' },
  AU: { state: 'field.state.AU' },
  CA: { state: 'field.state.CA' },
}

/** The fields of an address. The country comes first, since it decides on the others. */
export function addressFields(country: string): readonly Part[] {
  const [order] = COUNTRIES_OF.find(([, countries]) => countries.test(country)) ?? [POSTAL_CODE_FIRST]
  return order.filter((name) => ASKED_IN[name]?.(country) ?? true)
}

/** The label of a field that has another name in the country. */
export const ownLabel = (country: string, name: string): LabelKey | undefined => IN_COUNTRY[country]?.[name]
