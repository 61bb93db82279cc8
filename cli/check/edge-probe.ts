/**
 * Requests of a check, each with the answer as it came: a check tells an edge from a proxy, a firewall and a page of a host.
 * Commands that work with orders have the client of `edge-client.ts`.
 */
import { setTimeout } from 'node:timers/promises'
import { answerText, boundedFetch, jsonOf } from '../bounded-fetch.ts'
import { CommandError } from '../command.ts'
import { edgeOrigin } from '../edge-client.ts'
import { type EdgeRefusal, refusalIn } from '../problem-fields.ts'

/** An answer, from whatever answers at the edge's address. */
export interface EdgeReply {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  /** The parsed JSON; `undefined` where the body is none. */
  readonly body: unknown
}

/** What a request has besides its path. */
interface ProbeRequest {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks one edge, with a merchant key where there is one. */
export interface EdgeProbe {
  readonly edge: string
  readonly hasKey: boolean
  /**
   * Sends a request once. One that only reads is repeated while the edge asks to wait.
   *
   * @throws {CommandError} `edge-unreachable` if no answer came.
   */
  readonly ask: (path: string, request?: ProbeRequest) => Promise<EdgeReply>
}

/** Every request ends within this time. The edge itself waits 30 s for the gateway. */
const DEADLINE_MS = 60_000

/** A check of many pages may spend its budget of requests. It then waits as long as the edge says. */
const MAX_WAITS = 5
const MAX_PAUSE_SECONDS = 60

/** How long the edge asks to wait, in milliseconds; `undefined` where it does not, or for longer than a check waits. */
function pauseOf({ status, headers }: EdgeReply): number | undefined {
  const seconds = /^\d{1,4}$/.exec(headers.get('Retry-After') ?? '')?.[0]
  if (status !== 429 || seconds === undefined) return undefined
  return Number(seconds) > MAX_PAUSE_SECONDS ? undefined : Number(seconds) * 1000
}

/** Makes a probe. The key goes into the header only, and into no message. */
export function edgeProbe(edge: string, merchantKey?: string): EdgeProbe {
  const origin = edgeOrigin(edge)
  const authorization = merchantKey === undefined ? {} : { Authorization: `Bearer ${merchantKey}` }
  const askOnce = async (path: string, { method = 'GET', body, headers: own }: ProbeRequest) => {
    const hasBody = body !== undefined
    const reply = await boundedFetch(new URL(path, origin), {
      ...{ method, deadlineMs: DEADLINE_MS },
      headers: { ...authorization, ...(hasBody && { 'Content-Type': 'application/json' }), ...own },
      ...(hasBody && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new CommandError('edge-unreachable', [`${origin} ${reply.reason.text}`])
    const { status, ok, headers } = reply.value
    return { status, ok, headers, body: jsonOf(reply.value) }
  }
  const ask = async (path: string, request: ProbeRequest = {}) => {
    for (let waits = 0; ; waits += 1) {
      const reply = await askOnce(path, request)
      const pauseMs = waits < MAX_WAITS && request.method !== 'POST' ? pauseOf(reply) : undefined
      if (pauseMs === undefined) return reply
      await setTimeout(pauseMs)
    }
  }
  return { edge: origin, hasKey: merchantKey !== undefined, ask }
}

/** Reads an answer that is no success. */
export const refusalOf = ({ status, headers, body }: EdgeReply): EdgeRefusal =>
  refusalIn(body, { code: String(status), text: `the edge ${answerText({ status, headers })}` })
