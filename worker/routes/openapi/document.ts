/** Makes the OpenAPI 3.1 document from the operations. Pure: the build makes the file that the edge serves. */

import { problemDocument } from '../../../shared/contract/response-schemas.ts'
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX } from '../../../shared/http-bodies.ts'
import { PROBLEMS, type ProblemCode } from '../../../shared/problem.ts'
import { IDEMPOTENCY_KEY } from '../../credentials/order-id.ts'
import { type ApiOperation, partsOf, type Reply, type TokenAccess } from '../api-operation.ts'
import { type ApiRecording, NOTHING_RECORDED, requestExamples, responseExamples } from './examples.ts'
import { type Json, schemaOf } from './json-schema.ts'
import { problemsOf } from './possible-problems.ts'
import { WEBHOOK_TAG, webhooksOf } from './webhooks.ts'

const TAGS = {
  shopper: 'For pages of the shop, with the token of an order.',
  merchant: 'For the merchant’s servers, with a merchant key. Pages of other sites are refused.',
  edge: 'Public.',
  gateway: 'For the gateway and the bank’s pages, at signed addresses that the edge gave them.',
  page: 'Documents of the edge that the tag, or a payment link, opens in the shopper’s browser.',
} as const satisfies Record<ApiOperation['tag'], string>

const SECURITY_SCHEMES = {
  orderToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The token of one order. Scope `pay`: held by the page that opened it. Scope `view`: reads only, for 15 minutes.',
  },
  orderTokenProtocol: {
    type: 'apiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description:
      'The same token for a WebSocket, which takes no other headers from a page: ' +
      `\`new WebSocket(url, ['${LIVE_PROTOCOL}', '${LIVE_TOKEN_PREFIX}' + token])\`.`,
  },
  merchantKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of the merchant’s server, `pck_…`. Scopes: `read`; `charge`, also for captures; `refund`, also for voids; ' +
      '`payout`, also to create an order that pays out; `admin`, to erase personal data and to revoke tokens; `catalogue`, to ' +
      'make and change products. Refused from any page but the edge’s own.',
  },
}

const ABOUT =
  'Amounts are decimal text in major units. Problems are RFC 9457 documents with a stable `code`. ' +
  'Repeating a call never charges twice.'

/** Tags of the operations that programs of others call. */
const PUBLIC_TAGS: readonly ApiOperation['tag'][] = ['shopper', 'merchant', 'edge']

/** @returns The operations that the public document describes. The edge alone makes the addresses of the others. */
export const publicOperations = <Row extends ApiOperation>(all: Readonly<Record<string, Row>>) =>
  Object.fromEntries(Object.entries(all).filter(([, { tag }]) => PUBLIC_TAGS.includes(tag)))

/**
 * Describes operations, and the webhooks.
 *
 * @param all Operation id → operation.
 * @param publicUrl The edge's own origin.
 * @param recording Real answers, as examples.
 */
export function interfaceDocument(
  all: Readonly<Record<string, ApiOperation>>,
  publicUrl: string,
  recording: ApiRecording = NOTHING_RECORDED,
): Json {
  const schemas: Json = {}
  const operations = Object.entries(all).map(([name, row]) => ({
    path: partsOf(row).path,
    verb: partsOf(row).verb.toLowerCase(),
    operation: withExamples(operationOf(name, row, schemas), name, recording),
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
    tags: tagsOf(all),
    paths: Object.fromEntries(paths),
    webhooks: webhooksOf(schemas, recording),
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

function tagsOf(all: Readonly<Record<string, ApiOperation>>) {
  const used = new Set(Object.values(all).map(({ tag }) => tag))
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name as ApiOperation['tag']))
  return [...tags, WEBHOOK_TAG].map(([name, description]) => ({ name, description }))
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

/** A part of an operation with content by media type. */
interface Content {
  readonly content?: Readonly<Record<string, object>>
}

/** Adds the recorded examples of an operation to its request and its responses. */
function withExamples(described: Json, name: string, recording: ApiRecording): Json {
  const { requestBody, responses } = described as {
    readonly requestBody?: Content
    readonly responses: Readonly<Record<string, Content>>
  }
  const own = recording.answers.filter(({ operationId }) => operationId === name)
  const entries = Object.entries(responses).map(([status, one]) => [
    status,
    exemplified(one, responseExamples(own, Number(status))),
  ])
  return {
    ...described,
    ...(requestBody && { requestBody: exemplified(requestBody, requestExamples(own)) }),
    responses: Object.fromEntries(entries),
  }
}

function exemplified(part: Content, examples: Json): Content {
  if (!part.content || Object.keys(examples).length === 0) return part
  const content = Object.entries(part.content).map(([type, media]) => [type, { ...media, examples }])
  return { ...part, content: Object.fromEntries(content) }
}

/** The scope that is enough. */
const roleOf = (token: TokenAccess) => (token === 'any' ? 'link' : token)

/** For a scheme other than OAuth the list names roles (OpenAPI 3.1, security requirement object). */
const securityOf = ({ access: { token, merchant }, isSelfChecked }: ApiOperation) => [
  ...(token ? [{ orderToken: [roleOf(token)] }] : []),
  // The one operation that checks its caller itself is the WebSocket.
  ...(token && isSelfChecked ? [{ orderTokenProtocol: [roleOf(token)] }] : []),
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
