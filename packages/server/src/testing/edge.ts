/** An edge of a test: a `fetch` that answers what the test says, and a clock that does not wait. */
import type { Clock, Fetch } from '../platform.ts'

/** One request that arrived. */
interface Received {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** One answer, or what breaks the connection. */
export type Scripted = Response | Error | 'silence'

/** A script of answers. The last one is given to every request after it. */
export interface ScriptedEdge {
  readonly fetch: Fetch
  readonly received: readonly Received[]
}

/** Makes an edge. */
export function scriptedEdge(...answers: readonly Scripted[]): ScriptedEdge {
  const received: Received[] = []
  const fetch: Fetch = async (address, { method = 'GET', headers, body, signal }) => {
    const { pathname, search } = new URL(address)
    received.push({
      ...{ method, path: pathname + search, headers: headers as Record<string, string> },
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    })
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? new Error('no answer')
    if (answer === 'silence')
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    if (answer instanceof Error) throw answer
    return answer.clone()
  }
  return { fetch, received }
}

/** A clock that notes the pauses, and whose time is their sum. */
export function countingClock(): Clock & { readonly pauses: readonly number[] } {
  const pauses: number[] = []
  return {
    pauses,
    now: () => pauses.reduce((sum, pause) => sum + pause, 0),
    random: () => 1,
    sleep: async (ms) => {
      pauses.push(ms)
    },
  }
}

/** An answer that the edge gives. */
export const accepted = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Response.json(body, { headers })

/** A refusal of the edge. */
export const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(
    JSON.stringify({
      type: `urn:pay-checkout:problem:${code}`,
      title: code,
      status,
      code,
      supportId: 'AAAA',
    }),
    {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...headers },
    },
  )

/** A refusal by RFC 9457 of something between the caller and the edge. */
export const foreignProblem = (status: number) =>
  new Response(JSON.stringify({ type: 'urn:proxy:blocked', title: 'Blocked', status, code: 'blocked' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  })

/** A page of a proxy. */
export const page = (status: number) =>
  new Response('<h1>Bad gateway</h1>', { status, headers: { 'Content-Type': 'text/html' } })

/** A part of an order with one follow-up. */
export const ORDER = {
  id: 'pW0mZ2q7V1xR4tYb8nKc5dLs3fGh6jQa',
  status: 'approved',
  followUps: [{ number: 1, kind: 'return', amount: '2.50', status: 'processing' }],
  seq: 4,
}
