/** Makes the OpenAPI 3.1 document from the operations. Pure: a check also makes it outside of a Worker. */
import * as z from 'zod'
import { PROBLEMS, type ProblemCode } from '../../../shared/problem.ts'
import { IDEMPOTENCY_KEY } from '../../credentials/order-id.ts'
import { type ApiOperation, partsOf, type Reply } from '../api-operation.ts'
import { problemsOf } from './possible-problems.ts'
import { problemDocument } from './response-schemas.ts'

/** Any JSON object. */
type Json = Record<string, unknown>

const TAGS = {
  shopper: 'For pages of the shop, with the token of an order.',
  merchant: 'For the merchant’s servers, with a merchant key. Pages of other sites are refused.',
  gateway: 'For the gateway and the bank’s pages, at signed addresses that the edge gave them.',
  edge: 'Public.',
} as const satisfies Record<ApiOperation['tag'], string>

const SECURITY_SCHEMES = {
  orderToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The token of one order. Scope `pay`: held by the page that opened it. Scope `view`: reads only, for 15 minutes.',
  },
  merchantKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of the merchant’s server, `pck_…`. Scopes: `read`; `charge`, also for captures; `refund`, also for voids; ' +
      '`payout`, also to create an order that pays out. Refused from any page but the edge’s own.',
  },
}

const ABOUT =
  'Amounts are decimal text in major units. Problems are RFC 9457 documents with a stable `code`. ' +
  'Repeating a call never charges twice.'

/**
 * Describes the whole API.
 *
 * @param all Operation id → operation.
 * @param publicUrl The edge's own origin.
 */
export function interfaceDocument(all: Readonly<Record<string, ApiOperation>>, publicUrl: string): Json {
  const schemas: Json = {}
  const operations = Object.entries(all).map(([name, row]) => ({
    path: partsOf(row).path,
    verb: partsOf(row).verb.toLowerCase(),
    operation: operationOf(name, row, schemas),
  }))
  const paths = Object.entries(Object.groupBy(operations, ({ path }) => path)).map(([path, own = []]) => [
    path,
    Object.fromEntries(own.map(({ verb, operation }) => [verb, operation])),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'pay-checkout',
      version: '1',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

function operationOf(name: string, row: ApiOperation, schemas: Json): Json {
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    ...(row.about && { description: row.about }),
    security: securityOf(row),
    parameters: [...pathParameters(row), ...queryParameters(row, schemas), ...keyParameter(row)],
    ...requestBody(row, schemas),
    responses: { ...replyResponses(row, schemas), ...problemResponses(row, schemas) },
  }
}

/** For a scheme other than OAuth the list names roles (OpenAPI 3.1, security requirement object). */
const securityOf = ({ access: { token, merchant } }: ApiOperation) => [
  ...(token ? [{ orderToken: [token] }] : []),
  ...[merchant ?? []].flat().map((scope) => ({ merchantKey: [scope] })),
]

const pathParameters = (row: ApiOperation) =>
  [...partsOf(row).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: row.path?.[name] ?? 'The order.',
    schema: { type: 'string' },
  }))

function queryParameters({ query }: ApiOperation, schemas: Json) {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, schemas) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const keyParameter = ({ isKeyed }: ApiOperation) =>
  isKeyed
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'Made by the caller, a new one for each intended action. A random UUID will do.',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
        },
      ]
    : []

function requestBody({ body, form }: ApiOperation, schemas: Json) {
  if (form)
    return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: formSchema(form) } } } }
  if (!body) return {}
  // An empty body counts as an empty object.
  const required = !body.safeParse({}).success
  return { requestBody: { required, content: { 'application/json': { schema: schemaOf(body, schemas) } } } }
}

const formSchema = (form: Readonly<Record<string, string>>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(form).map(([name, description]) => [name, { type: 'string', description }]),
  ),
})

const replyResponses = ({ reply, otherReplies = [] }: ApiOperation, schemas: Json) =>
  Object.fromEntries([reply, ...otherReplies].map((one) => [one.status, responseOf(one, schemas)]))

function responseOf({ description, body, headers }: Reply, schemas: Json): Json {
  const told = Object.entries(headers ?? {}).map(([name, about]) => [
    name,
    { description: about, schema: { type: 'string' } },
  ])
  return {
    description,
    ...(told.length > 0 && { headers: Object.fromEntries(told) }),
    ...(body && { content: contentOf(body, schemas) }),
  }
}

const contentOf = (body: NonNullable<Reply['body']>, schemas: Json) =>
  typeof body === 'string'
    ? { [body]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(body, schemas) } }

/** One response per status, with the problem codes that it may have. */
function problemResponses(row: ApiOperation, schemas: Json): Json {
  const byStatus = Object.groupBy(problemsOf(row), (code) => PROBLEMS[code][0])
  const problem = schemaOf(problemDocument, schemas)
  const response = (codes: readonly ProblemCode[]) => ({
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}.`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] },
      },
    },
  })
  return Object.fromEntries(Object.entries(byStatus).map(([status, codes = []]) => [status, response(codes)]))
}

/**
 * Writes a zod schema as JSON Schema in the dialect of OpenAPI 3.1.
 *
 * @param schemas The document's components. Named schemas are added to it.
 */
function schemaOf(shape: z.ZodType, schemas: Json): Json {
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
