/** For tests: compares a response with the API document: status, content type, body and problem code. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { interfaceDocument } from '../openapi/document.ts'
import type { RecordedAnswer } from '../openapi/examples.ts'
import { OPERATIONS } from '../operation-list.ts'

interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

type Json = Readonly<Record<string, unknown>>

const document = JSON.parse(JSON.stringify(interfaceDocument(OPERATIONS, 'https://edge.example'))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Json }
}

/** An undocumented member is as wrong as a missing one, although clients must tolerate it. */
const told = { ...document, components: closed(document.components) }

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
ajv.addSchema(told, 'document')

/** Path patterns, those with fewer parameters first. */
const PATHS = Object.keys(document.paths)
  .toSorted((one, other) => one.split('{').length - other.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

/** A request and its response. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly response: Response
  /** The test made the order up, so its content is not checked. */
  readonly isMadeUp?: boolean
}

/** Responses that the document cannot describe yet, each with the reason. */
const UNTOLD: Readonly<Record<string, string>> = {
  'handleReturn 404 text/html': 'a person who comes back by a wrong address is shown a page',
}

/**
 * Compares a response with the document. The response can still be read afterwards.
 *
 * @returns The difference, in words; `undefined` if there is none, or if the document has no such operation.
 */
export async function untruth(exchange: Exchange): Promise<string | undefined> {
  const { method, url, response } = exchange
  const verb = method.toLowerCase()
  const path = PATHS.find(({ pattern }) => pattern.test(new URL(url).pathname))?.path ?? ''
  const { operationId, responses } = document.paths[path]?.[verb] ?? {}
  if (!operationId || !responses) return
  const type = typeOf(response)
  if (UNTOLD[`${operationId} ${response.status} ${type}`]) return
  const said = `${operationId} answers ${response.status} ${await codeOf(response)}`
  const listed = responses[response.status]
  if (!listed) return `${said}, which is not listed`
  const types = Object.keys(listed.content ?? {})
  // Redirects and responses that nobody reads have no content type.
  if (types.length > 0 && !types.includes(type)) return `${said} as "${type}"`
  const problem = await problemIn([path, verb], exchange)
  return problem && `${said}: ${problem}`
}

/**
 * Compares a recorded example with the document.
 *
 * @returns The difference, in words; `undefined` if there is none.
 */
export function exampleProblem({
  operationId,
  status,
  request,
  response,
}: RecordedAnswer): string | undefined {
  const place = placeOf(operationId)
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const wrong = mismatch([...place, 'responses', String(status), 'content', type], response)
  if (wrong || request === undefined || status >= 400) return wrong
  return mismatch([...place, 'requestBody', 'content', 'application/json'], request)
}

/** The same for the body of a webhook. */
export const webhookProblem = (type: string, body: unknown): string | undefined =>
  mismatchAt(['webhooks', type, 'post', 'requestBody', 'content', 'application/json'], body)

function placeOf(operationId: string): readonly string[] {
  for (const [path, operations] of Object.entries(document.paths)) {
    const found = Object.entries(operations).find(([, one]) => one.operationId === operationId)
    if (found) return [path, found[0]]
  }
  throw new TypeError(`the document has no operation ${operationId}`)
}

async function problemIn(operation: readonly string[], { response, isMadeUp = false }: Exchange) {
  const { status } = response
  const type = typeOf(response)
  if (!type.endsWith('json') || (isMadeUp && status < 400)) return
  const { order, ...body } = (await response.clone().json()) as Json
  const own = order === undefined || isMadeUp ? body : { ...body, order }
  return mismatch([...operation, 'responses', String(status), 'content', type], own)
}

const typeOf = ({ headers }: Response) => (headers.get('Content-Type') ?? '').split(';')[0] ?? ''

const mismatch = (place: readonly string[], body: unknown) => mismatchAt(['paths', ...place], body)

function mismatchAt(place: readonly string[], body: unknown): string | undefined {
  const pointer = [...place, 'schema'].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const validate = ajv.getSchema(`document#/${pointer.join('/')}`)
  if (!validate) throw new TypeError(`the document has no schema at ${place.join(' ')}`)
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}

async function codeOf(response: Response): Promise<string> {
  if (!typeOf(response).endsWith('json')) return ''
  const { code = '' } = await response.clone().json<{ code?: string }>()
  return code
}

/** The schema with every object closed but those that are parts of another (`allOf`). */
function closed<Schema>(schema: Schema): Schema
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => closed(part))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([name, part]) => [name, name === 'allOf' ? part : closed(part)])
  const isOpen = Object.hasOwn(schema, 'properties') && !Object.hasOwn(schema, 'additionalProperties')
  return { ...Object.fromEntries(parts), ...(isOpen && { additionalProperties: false }) }
}
