/**
 * A client that a stranger could generate: it knows only the document at `/openapi.json`, and imports nothing from this
 * repository.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'

/** Calls an operation by its id in the document, with parameters by name, and a body. */
export type Call = (
  operationId: string,
  parameters?: Readonly<Record<string, string>>,
  body?: object,
) => Promise<Record<string, unknown>>

/**
 * Reads the document and generates a client. Each call throws where its body or the answer contradicts the document.
 *
 * @param origin The edge's address from here, since not every machine resolves the name in the document.
 * @param key A merchant key, sent as the document says.
 */
export async function generatedClient(origin: string, key: string): Promise<Call> {
  const definition = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const scheme = definition.components?.securitySchemes?.merchantKey
  if (!scheme || !('scheme' in scheme) || scheme.scheme !== 'bearer') throw new TypeError('no merchant keys')
  const compare = comparer(definition)
  const api = new OpenAPIClientAxios({ definition, withServer: { url: origin } })
  const client = await api.init()
  return async (operationId, parameters = {}, body) => {
    const call = client[operationId]
    const place = placeOf(api, operationId)
    if (!call || !place) throw new TypeError(`the document has no operation ${operationId}`)
    if (body) compare([...place, 'requestBody', 'content', 'application/json'], body)
    const given = { ...parameters, ...keyFor(api, operationId) }
    const reply = await call(given, body, {
      headers: { Authorization: `Bearer ${parameters.Authorization ?? key}` },
      validateStatus: () => true,
    })
    const type = String(reply.headers['content-type']).split(';')[0] ?? ''
    compare([...place, 'responses', String(reply.status), 'content', type], reply.data)
    if (reply.status >= 400) throw new Error(`${operationId}: ${reply.status} ${reply.data.code}`)
    return reply.data
  }
}

/** Validates a value against a schema of the document. */
type Compare = (place: readonly string[], value: unknown) => void

function comparer(definition: Document): Compare {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  ajv.addSchema(definition, 'document')
  return (place, value) => {
    const pointer = [...place, 'schema'].map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`document#/${pointer.join('/')}`)
    if (!validate) throw new TypeError(`the document says nothing of ${place.join(' ')}`)
    if (!validate(value)) throw new TypeError(`${place.join(' ')}: ${ajv.errorsText(validate.errors)}`)
  }
}

function placeOf(api: OpenAPIClientAxios, operationId: string): string[] | undefined {
  const operation = api.getOperation(operationId)
  return operation && ['paths', operation.path, operation.method]
}

/** Operations that need an `Idempotency-Key` list it among their parameters. */
function keyFor(api: OpenAPIClientAxios, operationId: string): Record<string, string> {
  const parameters = api.getOperation(operationId)?.parameters ?? []
  const isKeyed = parameters.some((one) => 'name' in one && one.name === 'Idempotency-Key')
  return isKeyed ? { 'Idempotency-Key': crypto.randomUUID() } : {}
}
