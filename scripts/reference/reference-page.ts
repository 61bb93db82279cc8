/** Writes the table of operations as Markdown. Pure: the same table gives the same text. */
import type { Profile } from '../../worker/config/gateway-profile.ts'
import { FORMATS } from '../../worker/gateway/field-formats.ts'
import type { Field, Fields, OnLostReply, Operation, ReplyKind } from '../../worker/gateway/operation-row.ts'
import type { OperationName } from '../../worker/gateway/operations.ts'
import { table } from './markdown-table.ts'

/** Operation → the edge's own routes that reach it, such as `POST /v1/rebills`, and what else does, in words. */
export type EdgeRoutes = Readonly<Record<OperationName, readonly string[]>>

const INTRO = `# Operations of the gateway

Generated from \`worker/gateway/operations.ts\` and \`worker/config/gateway-profile.ts\` by \`npm run reference\`; \`npm run check\`
fails when it is out of date.

Every request is a \`POST\` of form fields to \`GATEWAY_URL\` + path + \`/\` + endpoint, with
\`Accept: application/vnd.pay+json\`. Values are sent and signed without the blanks around them. A *control* is the SHA-1
of the values in the order given, without anything between them and with the control key after the last; one that is not
sent is left out, and amounts are in minor units there. Requests that OAuth signs carry their proof in the
\`Authorization\` header alone.

Assumed of every operation, since the specification is silent:

- A group of endpoints stands in the path as \`group/7\`: the gateway family’s manual. \`groupPath: false\` in
  \`GATEWAY_ENDPOINTS\` has it stand as \`7\`, which is how the specification’s rule of paths reads. The three uploads have it
  so in any case.
- The “cents” of controls are minor units of ISO 4217: JPY has none, KWD has 1,000 to one. \`exponent\` in
  \`GATEWAY_ENDPOINTS\` changes that for a currency.
- A text has no control characters but line feeds. The edge makes line feeds of the line ends of Windows, and refuses tabs
  and a carriage return alone.
- Names that the gateway gave, such as \`orderid\` and \`cardrefid\`, have up to 128 characters; the family’s manual says 20.
`

const REPLIES: Readonly<Record<ReplyKind, string>> = {
  async: 'taken, with the gateway’s identifier of the transaction; its outcome is asked for',
  form: 'taken, with the address of the gateway’s page',
  'card-ref': 'the reference',
  'card-info': 'the card, masked',
  'recurring-payment': 'the identifier of the recurring payment',
  status: 'where the transaction stands',
}

const LOST_REPLIES: Readonly<Record<OnLostReply, string>> = {
  ask: 'the status is asked for; it is never sent again',
  resend: 'may be sent again, since a second one changes nothing',
  compare: 'the captured and returned totals are compared with those from before; it is never sent again',
  report: 'told to the merchant; nothing can be asked, and it is never sent again',
}

/**
 * Writes the page.
 *
 * @param defaults The profile of an edge without `GATEWAY_PROFILE`.
 */
export function referencePage(
  rows: Readonly<Record<OperationName, Operation>>,
  routes: EdgeRoutes,
  defaults: Profile,
): string {
  const entries = Object.entries(rows) as [OperationName, Operation][]
  return [
    INTRO,
    overview(entries, routes),
    ...entries.map(([name, row]) => section(name, row, routes[name])),
    choices(defaults),
  ].join('\n')
}

const code = (text: string) => `\`${text}\``

const overview = (entries: readonly [OperationName, Operation][], routes: EdgeRoutes) =>
  table(
    ['Operation', 'Path', 'Signed with', 'Reached by'],
    entries.map(([name, { path, scheme }]) => [
      `[${name}](#${name})`,
      code(path),
      typeof scheme === 'string' ? scheme : `${scheme.default} (by profile)`,
      routeText(routes[name]),
    ]),
  )

/** `POST /a, GET /b, and words`: each route becomes code. */
const routeText = (routes: readonly string[]) =>
  routes.map((part) => (/^[A-Z]+ \//.test(part) ? code(part) : part)).join(', ')

function section(name: OperationName, row: Operation, routes: readonly string[]): string {
  const facts = [
    `Path: ${code(row.path)}${row.group === 'bare' ? ', a group without `group/`' : ''}`,
    `In the specification: ${specified(row)}`,
    `Reached by: ${routeText(routes)}`,
    `Endpoint: ${row.endpoint === 'own' ? 'that of the order' : `the one for ${code(row.endpoint)}`}`,
    `Signed with: ${proof(row)}`,
    `Reply: ${REPLIES[row.reply]}`,
    `Lost reply: ${LOST_REPLIES[row.onLostReply]}`,
  ]
  const assumed = row.assumed.map((text) => `- ${text}`)
  return [
    `## ${name}`,
    '',
    ...facts.map((fact) => `- ${fact}`),
    '',
    fieldTable(row),
    ...(assumed.length > 0 ? ['Assumed, since the specification is silent:', '', ...assumed, ''] : []),
  ].join('\n')
}

function specified({ code: name, schemas }: Operation): string {
  const shapes = schemas && `${code(schemas.request)} → ${code(schemas.response)}`
  return [name ? code(name) : 'without a name', shapes ?? 'no schemas'].join(', ')
}

function proof({ scheme, control }: Operation): string {
  const values = control.map((part) => code(part)).join(', ')
  if (scheme === 'control') return `control over ${values}`
  if (typeof scheme === 'string') return `OAuth, ${scheme}`
  const used = scheme.default === 'control' ? `control over ${values}` : `OAuth, ${scheme.default}`
  const setting = `${code(`schemes.${scheme.decidedBy}`)} of the profile`
  const other = scheme.default === 'control' ? '' : `; a control would cover ${values}`
  return `${used}, unless ${setting} says otherwise${other}. Source: ${scheme.source}`
}

function fieldTable({ fields, choices = {} }: Operation): string {
  const sets = Object.entries(choices).flatMap(([choice, options]) =>
    Object.entries(options).flatMap(([option, set]) => rowsOf(set, ` for ${choice}: ${option}`)),
  )
  return table(['Field', 'Value', 'Need', 'Longest', 'Format'], [...rowsOf(fields, ''), ...sets])
}

const rowsOf = (fields: Fields, suffix: string) =>
  Object.entries(fields).map(([name, field]) => fieldRow(name, field, suffix))

const fieldRow = (name: string, { from, need, maxLength, format }: Field, suffix: string) => [
  code(name),
  code(from),
  need + suffix,
  String(maxLength),
  FORMATS[format].words,
]

/** Every entry of the profile, by the path under which it is set. */
function choices(defaults: Profile): string {
  const rows = leaves(defaults).map(([path, value]) => [code(path), code(JSON.stringify(value))])
  return [
    '## Choices of the profile',
    '',
    'Set in `GATEWAY_PROFILE`; `worker/config/gateway-profile.ts` says what each means and where its default comes from.',
    '',
    table(['Setting', 'Default'], rows),
  ].join('\n')
}

function leaves(value: object, above = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const path = above ? `${above}.${name}` : name
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? leaves(part, path)
      : [[path, part]]
  })
}
