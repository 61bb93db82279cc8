/** Writes the page of the edge's API from its OpenAPI document. Pure: the same document gives the same text. */
import { PROBLEMS } from '../../shared/problem.ts'
import type { ApiDocument, ApiExample, ApiOperationEntry, ApiSchema } from './api-document-shape.ts'
import { fieldRows, typeText } from './api-schema-text.ts'
import { table } from './markdown-table.ts'

/** What every reader of the reference should know first. */
export const INTRO = `# The API of the edge

Generated from \`/openapi.json\` by \`npm run reference\`; \`npm run check\` fails when it is out of date. Your own edge serves the
same document at \`/openapi.json\`, with its own address.

Requests and answers are JSON. Amounts are decimal text in major units (\`"12.50"\`), times are ISO 8601 in UTC. An
\`Authorization: Bearer …\` header carries the token of one order (in pages), or a merchant key (on servers only). An
\`Idempotency-Key\` header makes an action happen once, however often you send it. A refusal is a problem document
(RFC 9457): decide by its \`code\`, which never changes, and show its \`supportId\` to people.

The examples are answers of a running edge before the sandbox, recorded by a test; tokens, offers and receipts are cut.

## Clients

Any generator for OpenAPI 3.1 makes a client. \`npm test\` does so with two, and takes money with what they made
(\`e2e/clients\`): with [openapi-typescript](https://openapi-ts.dev) for \`openapi-fetch\`, or with
[oazapfts](https://www.npmjs.com/package/oazapfts).

\`\`\`
npx openapi-typescript https://pay.example.com/openapi.json -o edge.ts
npx oazapfts https://pay.example.com/openapi.json edge.ts
\`\`\`

## Operations
`

const PROBLEMS_INTRO = `## Problems

Every code, with its HTTP status.
`

const WEBHOOKS_INTRO = `## Webhooks

What the edge posts to \`WEBHOOK_URL\`, or to the addresses of \`WEBHOOKS\`. [The guide](webhooks.md) shows how to verify and use them.
`

const SCHEMAS_INTRO = `## Schemas
`

/** Tag → heading of its operations. */
export const HEADINGS: Readonly<Record<string, string>> = {
  shopper: 'For the shop’s pages',
  merchant: 'For the merchant’s servers',
  edge: 'For everybody',
}

/** Writes the page. */
export function apiPage(document: ApiDocument): string {
  const all = routedOperations(document)
  const parts = Object.entries(HEADINGS).flatMap(([tag, heading]) => {
    const own = all.filter(({ tags }) => tags.includes(tag))
    return [`### ${heading}`, '', overview(own), ...own.map((one) => section(one, document))]
  })
  return [INTRO, ...parts, problems(), webhooks(document), schemas(document)].join('\n')
}

/** An operation with its route: `POST /v1/orders/{id}/pay`. */
export type Routed = ApiOperationEntry & { readonly route: string }

/** Every operation, in the order of the document. */
export const routedOperations = ({ paths }: ApiDocument): Routed[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, one]) => ({ ...one, route: `${verb.toUpperCase()} ${path}` })),
  )

const code = (text: string) => `\`${text}\``

const overview = (own: readonly Routed[]) =>
  table(
    ['Operation', 'Route', 'What it does'],
    own.map(({ operationId, route, summary }) => [
      `[${operationId}](#${operationId.toLowerCase()})`,
      code(route),
      summary,
    ]),
  )

function section(one: Routed, document: ApiDocument): string {
  const { operationId, route, summary, description, requestBody, responses } = one
  const media = requestBody?.content['application/json']
  return lines(
    `#### ${operationId}`,
    '',
    `${code(route)}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`,
    '',
    ...(description ? [description, ''] : []),
    ...facts(one).map((fact) => `- ${fact}`),
    '',
    ...parameterTable(one),
    ...(media ? bodyTable(media.schema, document) : []),
    ...exampleBlocks('Request', media?.examples),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples }) => exampleBlocks(`Answer ${status}`, examples)),
    ),
  )
}

/** A table of what stands in the path, the query and the headers; nothing where there is none. */
export function parameterTable({ parameters }: ApiOperationEntry): string[] {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: place, required, schema, description: meaning }) => [
    code(name),
    required ? place : `${place}, optional`,
    typeText(schema),
    meaning ?? schema.description ?? '',
  ])
  return [table(['Parameter', 'In', 'Type', 'Meaning'], rows)]
}

/** Who may call it, what it answers, and how it may be refused. */
export function facts({ security, responses }: ApiOperationEntry): string[] {
  const callers = security.map((scheme) =>
    Object.entries(scheme).map(([name, scopes]) => `${CALLERS[name] ?? name} ${scopes.map(code).join(', ')}`),
  )
  const answers = Object.entries(responses).flatMap(([status, { description, content = {} }]) =>
    Number(status) < 400 ? [`Answers ${status}: ${description} ${answerType(content)}`.trimEnd()] : [],
  )
  const refusals = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const codes = content['application/problem+json']?.schema.allOf?.[1]?.properties?.code?.enum ?? []
    return codes.length > 0 ? [`${status} ${codes.map((one) => code(String(one))).join(', ')}`] : []
  })
  return [
    `Called with: ${callers.length > 0 ? callers.flat().join('; or ') : 'no token'}`,
    ...answers,
    `[Refused](#problems) with: ${refusals.join(' · ')}`,
  ]
}

/** Security scheme → words before its scopes. */
const CALLERS: Readonly<Record<string, string>> = {
  orderToken: 'an order’s token of scope',
  orderTokenProtocol: 'the same token as a WebSocket’s second subprotocol, scope',
  merchantKey: 'a merchant key of scope',
}

const answerType = (content: Readonly<Record<string, { readonly schema: ApiSchema }>>) =>
  Object.values(content)
    .map(({ schema }) => typeText(schema))
    .join(' or ')

/** A table of the members of a body. */
export function bodyTable(schema: ApiSchema, document: ApiDocument): string[] {
  const rows = fieldRows(schema, document)
  if (rows.length === 0) return ['The body is an empty object, or nothing.', '']
  return [table(['Member of the body', 'Type', 'Meaning'], rows)]
}

function exampleBlocks(kind: string, examples: Readonly<Record<string, ApiExample>> = {}): string[] {
  return Object.values(examples).flatMap(({ summary, value }) => [
    `<details><summary>${kind}: ${summary}</summary>`,
    '',
    '```json',
    JSON.stringify(value, null, 2),
    '```',
    '',
    '</details>',
    '',
  ])
}

/** The codes of all refusals. */
export const problems = () =>
  [
    PROBLEMS_INTRO,
    table(
      ['Code', 'Status', 'Meaning'],
      Object.entries(PROBLEMS).map(([name, [status, title]]) => [code(name), String(status), title]),
    ),
  ].join('\n')

/** What the edge posts to the merchant, with examples. */
export function webhooks({ webhooks: all }: ApiDocument): string {
  const posts = Object.entries(all).map(([type, { post }]) => ({ type, ...post }))
  const blocks = posts.flatMap(({ type, requestBody }) =>
    exampleBlocks(code(type), requestBody?.content['application/json']?.examples),
  )
  return [
    WEBHOOKS_INTRO,
    table(
      ['Type', 'When'],
      posts.map(({ type, summary }) => [code(type), summary]),
    ),
    ...blocks,
  ].join('\n')
}

/** Those of answers, and parts of bodies; the bodies themselves are tables of their operations, unless others contain them. */
export function schemas(document: ApiDocument): string {
  const inside = JSON.stringify(document.components.schemas)
  const bodies = new Set(
    Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ requestBody }) => requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)),
  )
  const isPart = (name: string) => inside.includes(`"#/components/schemas/${name}"`)
  const shown = Object.entries(document.components.schemas).filter(
    ([name]) => !bodies.has(name) || isPart(name),
  )
  return [SCHEMAS_INTRO, ...shown.map(([name, schema]) => schemaSection(name, schema, document))].join('\n')
}

function schemaSection(name: string, schema: ApiSchema, document: ApiDocument): string {
  const rows = fieldRows(schema, document)
  return lines(
    `### ${name}`,
    '',
    ...(schema.description ? [schema.description, ''] : []),
    ...(rows.length > 0 ? [table(['Member', 'Type', 'Meaning'], rows)] : [typeText(schema), '']),
  )
}

/** Text of these lines, without two empty ones in a row. */
const lines = (...all: readonly string[]) => all.join('\n').replaceAll(/\n{3,}/g, '\n\n')
