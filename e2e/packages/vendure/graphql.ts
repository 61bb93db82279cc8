/** Requests to the two interfaces of Vendure. */

/** An answer of Vendure, and the session that it gave its caller, if any. */
export interface GraphQlAnswer<Data> {
  readonly data: Data
  readonly token?: string
}

/** The shop said no: it will say so again. */
export class GraphQlError extends Error {
  override readonly name = 'GraphQlError'
}

const TIMEOUT_MS = 40_000

/**
 * Sends one request, once.
 *
 * @throws {GraphQlError} If the shop refuses it.
 * @throws {Error} If no answer came. The shop may have acted.
 */
export async function graphQl<Data>(
  url: string,
  query: string,
  { variables = {}, token }: { readonly variables?: object; readonly token?: string | undefined } = {},
): Promise<GraphQlAnswer<Data>> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { data, errors } = (await reply.json()) as { data?: Data; errors?: readonly { message: string }[] }
  if (!data || errors) throw new GraphQlError(errors?.map(({ message }) => message).join('; ') ?? 'no data')
  const given = reply.headers.get('vendure-auth-token')
  return { data, ...(given && { token: given }) }
}
