/** Schemas of the API as types of TypeScript. Pure. */
import type { ApiSchema } from './api-document-shape.ts'

/** The type of a value. A schema with a name is called by it. */
export function typescriptType(schema: ApiSchema): string {
  const { $ref, allOf, anyOf = schema.oneOf, enum: choices, items, properties } = schema
  if ($ref) return nameOf($ref)
  if (choices) return choices.map(literal).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (items) return `readonly ${grouped(typescriptType(items))}[]`
  // A choice beside members says which of them are there; the members say what they are.
  if (properties) return membersOf(schema)
  if (allOf) return allOf.map(typescriptType).join(' & ')
  if (anyOf) return [...new Set(anyOf.map(typescriptType))].join(' | ')
  return WORDS[schema.type ?? '']?.(schema) ?? 'unknown'
}

/** The name of a schema that another one refers to. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** The members of an object, in braces. */
export function membersOf({ properties = {}, required = [] }: ApiSchema): string {
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${docComment(member.description)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typescriptType(member)}`,
  )
  return `{\n${members.join('\n')}\n}`
}

/** A doc comment before a declaration, with its line feed; nothing where there is nothing to say. */
export const docComment = (text = ''): string => (text ? `/** ${text.replaceAll('*/', '*')} */\n` : '')

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

/** A union needs brackets before `[]`. */
const grouped = (type: string) => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type)

const WORDS: Readonly<Record<string, (schema: ApiSchema) => string>> = {
  string: () => 'string',
  integer: () => 'number',
  number: () => 'number',
  boolean: () => 'boolean',
  object: ({ additionalProperties }) =>
    typeof additionalProperties === 'object'
      ? `{ readonly [name: string]: ${typescriptType(additionalProperties)} }`
      : 'Readonly<Record<string, never>>',
}
