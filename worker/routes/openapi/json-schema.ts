/** Writes zod schemas into the API document. */
import * as z from 'zod'

/** Any JSON object. */
export type Json = Record<string, unknown>

/**
 * Writes a zod schema as JSON Schema in the dialect of OpenAPI 3.1.
 *
 * @param schemas The document's components. Named schemas are added to it.
 */
export function schemaOf(shape: z.ZodType, schemas: Json): Json {
  const made = z.toJSONSchema(shape, { io: 'input', override: ({ jsonSchema }) => plain(jsonSchema) })
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs = {}, ...schema } = JSON.parse(text) as Json
  Object.assign(schemas, $defs)
  return schema
}

/** Drops the pattern beside a format, and limits that only say that an integer fits into a double. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
