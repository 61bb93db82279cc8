/** Schemas of the API in words, for people. Pure. */
import type { ApiDocument, ApiSchema } from './api-document-shape.ts'

/** The type of a value: `text up to 100 characters`, or a link to the schema's section. */
export function typeText(schema: ApiSchema): string {
  const { $ref, allOf, anyOf = schema.oneOf, enum: choices, items } = schema
  if ($ref) return linkTo($ref)
  if (allOf) return [...new Set(allOf.map(typeText))].join(' and ')
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' or ')
  if (choices) return choices.map(literal).join(', ')
  if (schema.const !== undefined) return literal(schema.const)
  if (items) return `list of ${typeText(items)}`
  return WORDS[schema.type ?? '']?.(schema) ?? 'anything'
}

function linkTo(ref: string): string {
  const name = ref.split('/').at(-1) ?? ''
  return `[${name}](#${name.toLowerCase()})`
}

const literal = (value: unknown) => `\`${JSON.stringify(value)}\``

const WORDS: Readonly<Record<string, (schema: ApiSchema) => string>> = {
  string: ({ format, maxLength }) =>
    `${format ?? 'text'}${maxLength === undefined ? '' : ` up to ${maxLength} characters`}`,
  integer: range('integer'),
  number: range('number'),
  boolean: () => '`true` or `false`',
  object: ({ additionalProperties }) =>
    typeof additionalProperties === 'object' ? `object of ${typeText(additionalProperties)}` : 'object',
}

function range(name: string) {
  return ({ minimum, maximum }: ApiSchema) =>
    [
      name,
      minimum === undefined ? '' : ` from ${minimum}`,
      maximum === undefined ? '' : ` to ${maximum}`,
    ].join('')
}

/**
 * Rows of a table of members: name, type, meaning. Members of an object without a name of its own follow it, as `card.cvv`.
 *
 * @returns No rows for a schema that has no members.
 */
export function fieldRows(schema: ApiSchema, document: ApiDocument, before = ''): string[][] {
  const { properties = {}, required = [] } = resolved(schema, document)
  return Object.entries(properties).flatMap(([name, member]) => {
    const isOptional = !required.includes(name)
    const inner = member.items ?? member
    const prefix = `${before}${name}${member.items ? '[]' : ''}.`
    return [
      [`\`${before}${name}\``, `${typeText(member)}${isOptional ? ', optional' : ''}`, meaningOf(member)],
      ...(inner.$ref ? [] : fieldRows(inner, document, prefix)),
    ]
  })
}

const meaningOf = ({ description = '', default: usual }: ApiSchema) =>
  `${description}${usual === undefined ? '' : ` Default: ${literal(usual)}.`}`.trim()

/** The schema that a reference names. */
function resolved(schema: ApiSchema, { components }: ApiDocument): ApiSchema {
  const name = schema.$ref?.split('/').at(-1)
  return (name !== undefined && components.schemas[name]) || schema
}
