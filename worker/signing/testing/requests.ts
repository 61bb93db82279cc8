/** Random requests. For tests. */
import fc from 'fast-check'
import { encoded } from './second-implementation.ts'

const unit = fc.oneof(
  fc.constantFrom(...`!'()*~+% &=/?#"\\;:@,<>[]{}|^\n\r\t-_.09azAZ`),
  fc.constantFrom('é', 'Ж', 'ش', '私', '🍕', '👩‍👩‍👧', '\ud83c', '\uff5e'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
/** Values: all that is hard to encode, and half an emoji. */
export const text = fc.string({ unit, maxLength: 12 })
/** The same, never empty. */
export const someText = fc.string({ unit, minLength: 1, maxLength: 12 })
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'a1',
    'a-b',
    'a_b',
    'A',
    'amount',
    'client_orderid',
    'client-order-id',
    'oauth_signature',
  ),
  text,
)
// The standard keeps only a header's realm out, this code one in the body as well: no parameter of the gateway.
const pairs = fc.array(
  fc.tuple(
    name.filter((given) => given !== 'realm'),
    text,
  ),
  { maxLength: 8 },
)

/** Requests before they are signed: names that sort badly, names twice, names and values that are empty. */
export const request = fc.record({
  method: fc.constantFrom('POST', 'GET', 'PUT'),
  address: fc.record({
    scheme: fc.constantFrom('http', 'https', 'HTTPS'),
    host: fc.constantFrom('gateway.example', 'Sandbox.Example.COM', '127.0.0.1', '[::1]'),
    port: fc.constantFrom(undefined, 80, 443, 8443),
    path: fc.oneof(
      fc.constantFrom('', '/', '/paynet/api/v4/sale/1', '/r%2540v/X'),
      text.map((end) => `/x${encoded(end)}`),
    ),
    query: pairs,
    isForm: fc.boolean(),
  }),
  body: pairs,
  consumerKey: someText,
  nonce: someText,
  seconds: fc.nat(),
})

/** One of these requests. */
export type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never
