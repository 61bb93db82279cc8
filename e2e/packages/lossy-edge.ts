/** A box between a merchant's server and its edge, in which answers are lost. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What happens to a try. */
export type Fate =
  /** The edge answers. */
  | 'passes'
  /** The edge acts, and its answer never arrives. */
  | 'answer lost'
  /** The request is lost before the edge has it. */
  | 'request lost'
  /** A proxy answers in the edge's place, with a page or JSON of its own. */
  | { readonly proxy: number; readonly type?: keyof typeof PROXY_BODIES }
  /** The edge's own answer that it has too many requests. */
  | { readonly retryAfter: number }

/** A request that came to the box. */
interface Tried {
  readonly key: string | undefined
  readonly body: string
}

/** The box. */
export interface LossyEdge {
  readonly address: string
  /** All tries so far. */
  readonly tries: readonly Tried[]
  readonly stop: () => void
}

/** Starts it before an edge. @param fates Of the first tries; those after pass. */
export async function startLossyEdge(edge: string, ...fates: readonly Fate[]): Promise<LossyEdge> {
  const tries: Tried[] = []
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    const fate = fates[tries.length] ?? 'passes'
    tries.push({ key: request.headers['idempotency-key'] as string | undefined, body })
    if (typeof fate === 'object') return insteadOfEdge(fate, reply)
    if (fate === 'request lost') return void reply.destroy()
    const answer = await pass(edge, request, body)
    if (fate === 'answer lost') return void reply.destroy()
    await hand(answer, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, tries, stop: () => server.close() }
}

/** What proxies say, by media type. */
const PROXY_BODIES = {
  'text/html': '<p>No</p>',
  'application/json': '{"ok":true}',
  'application/problem+json': '{"type":"about:blank","status":403,"code":"denied"}',
}

function insteadOfEdge(fate: Exclude<Fate, string>, reply: ServerResponse): void {
  if ('proxy' in fate) {
    const { proxy, type = 'text/html' } = fate
    reply.writeHead(proxy, { 'Content-Type': type }).end(PROXY_BODIES[type])
    return
  }
  const problem = {
    type: 'urn:pay-checkout:problem:too-many-requests',
    code: 'too-many-requests',
    status: 429,
  }
  reply.writeHead(429, {
    'Content-Type': 'application/problem+json',
    'Retry-After': String(fate.retryAfter),
  })
  reply.end(JSON.stringify(problem))
}

function pass(edge: string, { url = '', method = '', headers }: IncomingMessage, body: string) {
  const { authorization = '', 'idempotency-key': key = '' } = headers
  return fetch(edge + url, {
    method,
    body,
    headers: {
      ...{ Authorization: authorization, 'Content-Type': 'application/json' },
      'Idempotency-Key': String(key),
    },
  })
}

async function hand(answer: Response, reply: ServerResponse): Promise<void> {
  const kept = ['content-type', 'retry-after', 'follow-up'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  reply.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text())
}
