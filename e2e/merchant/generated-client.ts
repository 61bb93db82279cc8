/** A client that a stranger generates: all it knows of the edge is the document at `/openapi.json`. */
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'

/** What the document calls an operation, its parameters by name, and its body. */
export type Call = (
  operationId: string,
  parameters?: Readonly<Record<string, string>>,
  body?: object,
) => Promise<Record<string, unknown>>

/**
 * Reads the document and makes a client of it.
 *
 * @param origin Where the edge is reached from here, since not every machine resolves the name in the document.
 * @param key Sent as the document says that merchant keys are sent.
 */
export async function generatedClient(origin: string, key: string): Promise<Call> {
  const definition = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const scheme = definition.components?.securitySchemes?.merchantKey
  if (!scheme || !('scheme' in scheme) || scheme.scheme !== 'bearer') throw new TypeError('no merchant keys')
  const api = new OpenAPIClientAxios({ definition, withServer: { url: origin } })
  const client = await api.init()
  return async (operationId, parameters = {}, body) => {
    const call = client[operationId]
    if (!call) throw new TypeError(`the document has no operation ${operationId}`)
    const given = { ...parameters, ...keyFor(api, operationId) }
    const reply = await call(given, body, {
      headers: { Authorization: `Bearer ${parameters.Authorization ?? key}` },
    })
    return reply.data
  }
}

/** Operations that need an `Idempotency-Key` say so among their parameters. */
function keyFor(api: OpenAPIClientAxios, operationId: string): Record<string, string> {
  const parameters = api.getOperation(operationId)?.parameters ?? []
  const isKeyed = parameters.some((one) => 'name' in one && one.name === 'Idempotency-Key')
  return isKeyed ? { 'Idempotency-Key': crypto.randomUUID() } : {}
}
