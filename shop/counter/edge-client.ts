/** What the merchant's own server asks the edge for, with the merchant's key. */
import { randomUUID } from 'node:crypto'

/** Where the edge is for programs on this machine, and who asks. */
export interface Merchant {
  readonly edge: string
  readonly merchantKey: string
}

/** The edge refused. */
export class EdgeRefusal extends Error {
  override readonly name = 'EdgeRefusal'
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
 * Sends one request, as a POST where it has a body.
 *
 * @param token Scope `pay`, in place of the merchant's key: what a shopper's page would send.
 * @throws {EdgeRefusal} If the answer is no success.
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
  if (!reply.ok) throw new EdgeRefusal(reply.status, answer.code ?? '')
  return answer
}
