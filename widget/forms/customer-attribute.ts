/** Reads the attribute `customer`. Pure. */
import { COLLECT, type Customer, isAddressGroup } from '../../shared/customer.ts'
import { tryTo } from '../browser/try-to.ts'
import { ADDRESS } from './address-fields.ts'

/** A customer from JSON. */
export interface ReadCustomer {
  /** Empty where something is wrong. */
  readonly customer: Customer
  /** Path of the first member that no customer has, if there is one; empty where the text is no JSON object. */
  readonly wrong: string | undefined
}

/** Reads a customer from JSON. */
export function readCustomer(json: string): ReadCustomer {
  const given = tryTo(() => JSON.parse(json))
  const wrong = strangeMember(given)
  return { customer: wrong === undefined ? given : {}, wrong }
}

/** @param given Part of what JSON said, so that only an object has `Object` for its constructor. */
function strangeMember(given: unknown, names: readonly string[] = COLLECT, path = ''): string | undefined {
  if (given?.constructor !== Object) return path
  for (const [name, value] of Object.entries(given)) {
    const place = path ? `${path}.${name}` : name
    const isText = !isAddressGroup(name)
    if (!names.includes(name) || (isText && typeof value !== 'string')) return place
    const wrong = isText ? '' : strangeMember(value, ADDRESS, place)
    if (wrong) return wrong
  }
  return undefined
}
