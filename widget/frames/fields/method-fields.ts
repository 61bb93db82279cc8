/** The fields of a payment or payout method in a frame, and where they go in the request. */
import type { PayRequest } from '../../../shared/http-bodies.ts'
import type { ShopperWay } from '../../../shared/order-view.ts'
import type { FieldTexts } from './field-texts.ts'
import type { Field } from './fields.ts'

/** The fields of one method. */
export interface MethodFields {
  readonly fields: readonly Field[]
  /** Path of the request's object that gets the values; empty for the request itself. */
  readonly at: string
  /** Whether 3-D Secure may follow, which needs data of the browser. */
  readonly sendsBrowserData?: true
}

/** The methods of one frame, and its English texts. */
export interface FrameMethods {
  readonly methods: { readonly [Way in ShopperWay]?: MethodFields }
  readonly texts: FieldTexts
}

/** Path of a field's value in the request, as the edge names it in a problem. */
export const pathOf = ({ at }: MethodFields, name: string) => (at ? `${at}.${name}` : name)

/** Builds the typed part of the request. */
export function requestOf(method: MethodFields, typed: (field: Field) => string): Partial<PayRequest> {
  const sent = method.fields.flatMap((field) =>
    Object.entries(field.sends).map(([name, value]): [string, string] => [name, value(typed(field))]),
  )
  const values = Object.fromEntries(sent.filter(([, value]) => value))
  // The edge checks the shape of every request.
  return nested(method.at, values) as Partial<PayRequest>
}

/** `destination.bank` and values → `{ destination: { bank: values } }`. */
const nested = (path: string, values: object): object =>
  path.split('.').reduceRight((inner, name) => (name ? { [name]: inner } : inner), values)
