/** What a page says about its shopper: its shape, and whether the gateway can use it. */
import * as z from 'zod'
import {
  type Collect,
  type Customer,
  isUsable,
  type MAX_LENGTHS,
  missingFields,
} from '../../shared/customer.ts'
import type { Refusal } from './refusal.ts'

/** Far above every limit, so that too long a text is a problem of its field and not of the body. */
const text = z.string().trim().max(1000)

/** An empty field of a form says nothing. */
const field = text.transform((value) => value || undefined).optional()

/** Missing parts stay empty here; they are asked for by name once it is known what is needed. */
const address = z
  .strictObject({ address: field, city: field, postalCode: field, country: field, state: field })
  .transform(({ address = '', city = '', country = '', postalCode, state }) => ({
    address,
    city,
    country,
    ...(postalCode && { postalCode }),
    ...(state && { state }),
  }))
  .meta({ id: 'Address', description: 'Countries as ISO 3166-1 alpha-2; the state for US, CA and AU.' })

/** Shape of a customer in a body. Texts are trimmed, empty ones left out. */
export const customer = z
  .strictObject({
    email: field,
    name: field,
    phone: field,
    billing: address.optional(),
    shipping: address.optional(),
  })
  .transform(
    (given): Customer => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  )
  .meta({ id: 'Customer', description: 'Personal data of one shopper. Kept apart, and erased by itself.' })

/**
 * Finds the first thing that keeps a customer from being sent to the gateway.
 *
 * @param collect What has to be there. Without it, only what is there is looked at.
 * @returns `undefined` if all is well.
 */
export function customerRefusal(given: Customer, collect: readonly Collect[] = []): Refusal | undefined {
  const unusable = unusableFields(given)
  if (unusable.length > 0) return { code: 'customer-invalid', fields: unusable }
  const missing = missingFields(collect, given)
  return missing.length > 0 ? { code: 'collect-missing', fields: missing } : undefined
}

type Field = keyof typeof MAX_LENGTHS

const unusableFields = ({ billing, shipping, ...own }: Customer) => [
  ...unusableIn(own, ''),
  ...unusableIn(billing ?? {}, 'billing.'),
  ...unusableIn(shipping ?? {}, 'shipping.'),
]

const unusableIn = (part: object, prefix: string) =>
  (Object.entries(part) as [Field, string][])
    .filter(([name, value]) => value !== '' && !(isUsable(name, value) && isPlain(value)))
    .map(([name]) => prefix + name)

/** Control characters and halves of surrogates do not survive the way to the gateway unchanged. */
const isPlain = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value)
