/** A way to pay or to be paid, as far as a frame of fields knows it. */
import type { PayRequest } from '../../../shared/messages.ts'
import type { ShopperWay } from '../../../shared/order-view.ts'
import type { Field } from './fields.ts'
import type { Languages } from './texts.ts'

/** What a way asks for, and where it goes in the request. */
export interface MethodFields {
  readonly fields: readonly Field[]
  /** Path of the object in the request that the fields' values go into; empty for the request itself. */
  readonly at: string
  /** Whether 3-D Secure may follow, which wants to know the browser. */
  readonly tellsBrowser?: true
}

/** What one frame knows. */
export interface FrameMethods {
  readonly ways: { readonly [Way in ShopperWay]?: MethodFields }
  readonly texts: Languages
}

/** Where a value of a field stands in the request, as the edge names it in a problem. */
export const pathOf = ({ at }: MethodFields, name: string) => (at ? `${at}.${name}` : name)

/** Builds the part of the request that was typed, from field name → text. */
export function requestOf(way: MethodFields, typed: (field: Field) => string): Partial<PayRequest> {
  const sent = way.fields.flatMap((field) =>
    Object.entries(field.sends).map(([name, value]): [string, string] => [name, value(typed(field))]),
  )
  const values = Object.fromEntries(sent.filter(([, value]) => value))
  // The edge checks its shape, as that of every request.
  return nested(way.at, values) as Partial<PayRequest>
}

/** `destination.bank` and values → `{ destination: { bank: values } }`. */
const nested = (path: string, values: object): object =>
  path.split('.').reduceRight((inner, name) => (name ? { [name]: inner } : inner), values)
