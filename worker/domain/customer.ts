/** Customer data in requests: schema and checks. */
import * as z from 'zod'
import {
  type Collect,
  type Customer,
  isUsable,
  type MAX_LENGTHS,
  missingFields,
  tidy,
} from '../../shared/customer.ts'
import { isPlain } from '../../shared/plain-text.ts'
import type { Refusal } from './refusal.ts'
import { isStateCode, regionOf } from './states.ts'

type Field = keyof typeof MAX_LENGTHS

/** Far above every limit, so that too long a text is reported as its field's problem and not as a malformed body. */
const text = z.string().trim().max(1000)

/** An empty form field counts as absent. */
const field = (name: Field) => text.transform((value) => tidy(name, value) || undefined).optional()

const regionMember = (state: string | undefined) => (state ? { state } : {})

/** Missing parts stay empty here. A later check knows what is needed and names them. */
const address = z
  .strictObject({
    address: field('address'),
    city: field('city'),
    postalCode: field('postalCode'),
    country: field('country'),
    state: field('state'),
  })
  .transform(({ address = '', city = '', country = '', postalCode, state = '' }) => ({
    address,
    city,
    country,
    ...(postalCode && { postalCode }),
    ...regionMember(regionOf(country, state)),
  }))
  .meta({
    id: 'Address',
    description:
      'Countries as ISO 3166-1 alpha-2. For US, CA and AU the state, as its code or its name. For other countries a ' +
      'region that is no code of 2 or 3 letters is dropped.',
  })

/** A customer in a request body. Texts are tidied; empty ones are dropped. A state becomes its code. */
export const customer = z
  .strictObject({
    email: field('email'),
    name: field('name'),
    phone: field('phone'),
    billing: address.optional(),
    shipping: address.optional(),
  })
  .transform(
    (given): Customer => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  )
  .meta({
    id: 'Customer',
    description: 'Personal data of one shopper. Stored separately, and erased separately.',
  })

/**
 * Checks customer data.
 *
 * @param collect Groups that must be there. Without it, only given data is checked.
 * @returns A refusal that names the fields; `undefined` if the gateway can take the data.
 */
export function customerRefusal(given: Customer, collect: readonly Collect[] = []): Refusal | undefined {
  const unusable = unusableFields(given)
  if (unusable.length > 0) return { code: 'customer-invalid', fields: unusable }
  const missing = missingFields(collect, given)
  return missing.length > 0 ? { code: 'collect-missing', fields: missing } : undefined
}

const unusableFields = ({ billing, shipping, ...own }: Customer) => [
  ...unusableIn(own, ''),
  ...unusableIn(billing ?? {}, 'billing.'),
  ...unusableIn(shipping ?? {}, 'shipping.'),
]

const unusableIn = (part: object, prefix: string) =>
  (Object.entries(part) as [Field, string][])
    .filter(([name, value]) => value !== '' && !isAccepted(name, value))
    .map(([name]) => prefix + name)

/** The tag takes any name of a state, so that it carries no table of them. */
const isAccepted = (name: Field, value: string) =>
  isUsable(name, value) && isPlain(value) && (name !== 'state' || isStateCode(value))
