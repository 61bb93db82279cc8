/** Asks the gateway what became of things, one question at a time. */
import { attemptKey, followUpKey } from './due.ts'
import type { Exchange } from './exchange.ts'
import type { CrashPoint } from './order.ts'
import type { OrderRecord } from './record.ts'
import { Turn } from './turn.ts'

/** How an order's parts reach the gateway, and where a test may let the object die. */
export interface Reach {
  readonly exchange: () => Exchange
  readonly reached: (point: CrashPoint) => Promise<void>
}

/** An older answer must not arrive after a newer one, so questions wait for each other. */
export class Questions {
  readonly #record: OrderRecord
  readonly #reach: Reach
  readonly #turn = new Turn()

  constructor(record: OrderRecord, reach: Reach) {
    this.#record = record
    this.#reach = reach
  }

  /** Asks about an attempt. @returns Whether there was an answer that is about it. */
  about(number: number): Promise<boolean> {
    return this.#turn.take(() => this.#ask(number))
  }

  /** Asks about a follow-up. */
  aboutFollowUp(number: number): Promise<boolean> {
    return this.#turn.take(() => this.#askFollowUp(number))
  }

  async #ask(number: number): Promise<boolean> {
    const state = this.#record.state
    const attempt = state?.attempts[number - 1]
    if (!attempt) return false
    this.#record.askedAt.set(attemptKey(number), Date.now())
    // Its own request is still under way, and the answer to that comes first. A recurring payment is no transaction:
    // under its name the gateway would tell of the charges of its schedule.
    if (attempt.status === 'sending' || attempt.method === 'recurring-payment') return false
    const report = await this.#reach.exchange().ask(state.terms, attempt)
    await this.#reach.reached('report-received')
    if (report) this.#record.note({ type: 'reported', attempt: number, report })
    return report?.clientOrderId === attempt.clientOrderId
  }

  async #askFollowUp(number: number): Promise<boolean> {
    const state = this.#record.state
    const followUp = state?.followUps[number - 1]
    const attempt = followUp && state.attempts[followUp.attempt - 1]
    if (!attempt) return false
    this.#record.askedAt.set(followUpKey(number), Date.now())
    if (followUp.status === 'sending') return false
    const report = await this.#reach.exchange().askFollowUp(state.terms, attempt, followUp)
    await this.#reach.reached('report-received')
    if (report) this.#record.note({ type: 'follow-up-reported', followUp: number, report })
    return report !== undefined
  }
}
