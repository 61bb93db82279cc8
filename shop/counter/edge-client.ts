/** Requests of the merchant's own server to the edge, with the merchant's key. */
import { randomUUID } from 'node:crypto'

/** The edge's address for programs on this machine, and the merchant's key. */
export interface Merchant {
  readonly edge: string
  readonly merchantKey: string
}

/** The edge refused a request. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError'
  readonly status: number
  /** The problem's stable code, where there is one. */
  readonly code: string

  constructor(status: number, code: string) {
    super(`the edge answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/**
 * Sends one request: a POST if it has a body.
 *
 * @param token With scope `pay`, instead of the merchant's key: the token that a shopper's page would send.
 * @throws {EdgeError} If the edge refuses the request.
 */
export async function askEdge<Body>(
  { edge, merchantKey }: Merchant,
  path: string,
  { body, token = merchantKey }: { readonly body?: object; readonly token?: string } = {},
): Promise<Body> {
  const reply = await fetch(edge + path, {
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = (await reply.json().catch(() => ({}))) as Body & { readonly code?: string }
  if (!reply.ok) throw new EdgeError(reply.status, answer.code ?? '')
  return answer
}
