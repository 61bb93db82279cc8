import { pause } from './pause.ts'
import type { Haste } from './plan.ts'

/** What an edge answered; status 0 where nothing came. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One request to the edge, which may be sent any number of times. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly key?: string
  readonly body?: object
}

/** An impatient program hangs up after this, and does not hear what was answered. */
const HANGS_UP_AFTER_MS = 40

/** Nobody waits longer: the edge's own deadlines are shorter. */
const PATIENCE_MS = 20_000

/** Enough tries that one of them gets through, whatever the faults and crashes. */
const MOST_TRIES = 12

const PAUSE_MS = 150

/** The campaign asked for something that no edge does: what it would find after that is worth nothing. */
class CampaignMistake extends Error {}

const MISTAKES = [400, 401, 403, 404, 405, 413]

function known(answer: Answer, path: string): Answer {
  if (!MISTAKES.includes(answer.status)) return answer
  throw new CampaignMistake(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Calls an edge, as often as it takes. */
export class Caller {
  readonly #edge: string
  /** How many requests there were. */
  requests = 0

  constructor(edge: string) {
    this.#edge = edge
  }

  /** Sends a request once. Never fails. */
  async once({ method, path, token, key, body }: Call, patienceMs = PATIENCE_MS): Promise<Answer> {
    this.requests += 1
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const signal = AbortSignal.timeout(patienceMs)
    const content = body ? { body: JSON.stringify(body) } : {}
    try {
      const reply = await fetch(this.#edge + path, { method, headers, signal, ...content })
      return known({ status: reply.status, body: await reply.json() }, path)
    } catch (error) {
      if (error instanceof CampaignMistake) throw error
      return { status: 0, body: undefined }
    }
  }

  /** Repeats a request until the edge answers for certain, and repeats it besides as hasty callers do. */
  async insist(call: Call, haste: Haste): Promise<Answer> {
    if (haste === 'after-hanging-up') await this.once(call, HANGS_UP_AFTER_MS)
    const beside = haste === 'at-once' ? this.once(call) : undefined
    const answer = await this.#untilAnswered(call)
    await beside
    return haste === 'after-answer' ? this.#untilAnswered(call) : answer
  }

  async #untilAnswered(call: Call): Promise<Answer> {
    let answer: Answer = { status: 0, body: undefined }
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      answer = await this.once(call)
      if (answer.status !== 0 && answer.status < 500) return answer
      await pause(PAUSE_MS * Math.min(tries, 5))
    }
    return answer
  }
}
