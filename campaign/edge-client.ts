/** Requests of shoppers' pages, whose keys are theirs. The merchant's server has the package for it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Repeat } from './plan.ts'

/** An answer of the edge; status 0 where none came. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One request to the edge. Sending it again is safe. */
export interface EdgeRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Absent: anybody may send it. */
  readonly token?: string
  readonly key?: string
  readonly body?: object
  /** The client's internet address. The platform says it; only a runtime on this machine believes the client. */
  readonly ip?: string
}

/** An impatient client hangs up after this, and never learns the answer. */
export const HANGS_UP_AFTER_MS = 40

/** Longer than the edge's own deadlines. */
const TIMEOUT_MS = 20_000

/** Enough tries that one of them gets through, whatever the faults and crashes. */
const MOST_TRIES = 12

const PAUSE_MS = 150

/** The campaign sent a request that no edge accepts. Nothing that it would find after that is worth anything. */
class CampaignMistake extends Error {}

/** Statuses that no request of the campaign may get. */
export const MISTAKES: readonly number[] = [400, 401, 403, 404, 405, 413]

/** Why an answer refuses. */
export const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code

function assertUnderstood(answer: Answer, path: string): Answer {
  // A merchant may hide a product at any moment.
  if (!MISTAKES.includes(answer.status) || codeOf(answer) === 'product-unavailable') return answer
  throw new CampaignMistake(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Sends requests to an edge, as often as it takes. */
export class EdgeClient {
  readonly #edge: string
  /** How many requests were sent. */
  requests = 0

  constructor(edge: string) {
    this.#edge = edge
  }

  /** For the merchant's client, whose requests count too. */
  readonly fetch = (address: string, init: RequestInit): Promise<Response> => {
    this.requests += 1
    return fetch(address, init)
  }

  /** Sends a request once. A lost answer is no error. @throws {CampaignMistake} If the edge refuses the request as such. */
  async send({ method, path, token, key, body, ip }: EdgeRequest, timeoutMs = TIMEOUT_MS): Promise<Answer> {
    this.requests += 1
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(ip !== undefined && { 'CF-Connecting-IP': ip }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const content = body ? { body: JSON.stringify(body) } : {}
    try {
      const reply = await fetch(this.#edge + path, { method, headers, signal, ...content })
      return assertUnderstood({ status: reply.status, body: await reply.json() }, path)
    } catch (error) {
      if (error instanceof CampaignMistake) throw error
      return { status: 0, body: undefined }
    }
  }

  /** Sends a request until the edge answers it for certain, and once more besides where the client is to repeat it. */
  async sendUntilAnswered(request: EdgeRequest, repeat: Repeat = 'never'): Promise<Answer> {
    if (repeat === 'after-hanging-up') await this.send(request, HANGS_UP_AFTER_MS)
    const beside = repeat === 'at-once' ? this.send(request) : undefined
    const answer = await this.#untilAnswered(request)
    await beside
    return repeat === 'after-answer' ? this.#untilAnswered(request) : answer
  }

  async #untilAnswered(request: EdgeRequest): Promise<Answer> {
    let answer: Answer = { status: 0, body: undefined }
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      answer = await this.send(request)
      if (answer.status !== 0 && answer.status < 500) return answer
      await pause(PAUSE_MS * Math.min(tries, 5))
    }
    return answer
  }
}
