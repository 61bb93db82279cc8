/** For tests: bodies for an operation, from honest to hopeless, made from its own schema. */
import fc from 'fast-check'
import * as z from 'zod'
import { NASTY_TEXTS } from '../../../shared/testing/nasty-texts.ts'

/** The parts of JSON Schema that the schemas of requests use. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
}

const nastyText = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary' }))

const nastyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
)

const nasty = fc.oneof(nastyText, nastyNumber, fc.jsonValue(), fc.constantFrom(null, true, [], {}, [[]]))

/** Format → an honest value. */
const FORMATS: Readonly<Record<string, string>> = {
  ipv4: '203.0.113.9',
  ipv6: '2001:db8::1',
  'date-time': '2026-11-01T00:00:00Z',
  uri: 'https://shop.example.com/',
  email: 'ada@example.com',
}

/** Honest texts of any field; most are wrong in most fields. */
const TEXTS = [
  ...[
    '12.50',
    'EUR',
    '4444555566661111',
    '4111111111111111',
    '123',
    '12',
    '2030',
    'ada@example.com',
    'JP',
    'LV',
  ],
  ...[
    'https://shop.example.com/thanks',
    '42',
    'Ada',
    '+37120000000',
    'a',
    'hosted',
    'card',
    'v2',
    '1',
    'en-GB',
  ],
]

/** Values of a schema, and sometimes others. */
function anyValue(schema: Schema, defs: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: honest(schema, defs) }, nasty)
}

function honest(schema: Schema, defs: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf, enum: words, const: only, type, pattern, format } = schema
  if ($ref) return honest(defs[$ref.split('/').at(-1) ?? ''] ?? {}, defs)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map((one) => anyValue(one, defs)))
  if (allOf)
    return fc.tuple(...allOf.map((one) => honest(one, defs))).map((parts) => Object.assign({}, ...parts))
  if (words) return fc.constantFrom(...words)
  if (only !== undefined) return fc.constant(only)
  if (type === 'object') return objectOf(schema, defs)
  if (type === 'array') return fc.array(anyValue(schema.items ?? {}, defs), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.oneof(fc.nat(200), nastyNumber)
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const known = format && FORMATS[format]
  return known ? fc.constant(known) : fc.constantFrom(...TEXTS)
}

function objectOf({ properties = {}, required = [] }: Schema, defs: Readonly<Record<string, Schema>>) {
  const own: [string, fc.Arbitrary<unknown>][] = Object.entries(properties).map(([name, schema]) => [
    name,
    anyValue(schema, defs),
  ])
  const honest = fc.record<Record<string, unknown>>(Object.fromEntries(own), { requiredKeys: [...required] })
  const further = fc.dictionary(nastyText, nasty, { minKeys: 1, maxKeys: 2 })
  return fc.oneof(
    { weight: 8, arbitrary: honest },
    fc.tuple(honest, further).map(([one, more]) => ({ ...one, ...more })),
  )
}

/** What happens to a text on the way: mostly nothing. */
const damage = fc.oneof(
  { weight: 8, arbitrary: fc.constant((text: string) => text) },
  fc.nat(2000).map((end) => (text: string) => text.slice(0, end)),
  fc.nat(500).map((place) => (text: string) => `${text.slice(0, place)}\0${text.slice(place)}`),
  fc.constant((text: string) => `\ufeff${text}`),
  fc.constant((text: string) => text.replace('{', '{"__proto__":{"code":"x"},')),
  fc.constant((text: string) => text + text),
  fc.constant((text: string) => text.padEnd(17_000)),
)

/** Bodies as text, for an operation with this schema; for one without, anything. */
export function bodiesOf(shape: z.ZodType | undefined): fc.Arbitrary<string> {
  if (!shape)
    return fc.oneof(
      nastyText,
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
  const { $defs = {}, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as Schema
  return fc.tuple(anyValue(schema, $defs), damage).map(([value, harm]) => harm(JSON.stringify(value) ?? ''))
}

/** Texts for places where one is expected. */
export const strangeText = nastyText
