/** Asks the gateway what became of things, one question at a time. */

import type { Reach } from './context.ts'
import type { Answer } from './gateway-session.ts'
import { isTooSoon, mayProve } from './model/doubt.ts'
import { attemptKey, followUpKey, foreignKey, lookKey, reversalKey } from './model/schedule.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { Turn } from './mutex.ts'
import type { OrderRecord } from './record.ts'

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
    return this.#turn.take(() => this.#attempt(number))
  }

  /** Looks for another transaction under the name of an attempt that was decided. */
  look(number: number): Promise<void> {
    return this.#turn.take(() => this.#look(number))
  }

  /** Asks about a follow-up. @returns Whether there was an answer. */
  aboutFollowUp(number: number): Promise<boolean> {
    return this.#turn.take(() => this.#followUp(number))
  }

  /** Asks about a transaction that the order did not start. @returns Whether there was an answer. */
  aboutForeign(gatewayId: string): Promise<boolean> {
    return this.#turn.take(() => this.#foreign(gatewayId))
  }

  /** Asks about a charge too many. @returns Whether there was an answer that is about it. */
  aboutReversal(number: number): Promise<boolean> {
    return this.#turn.take(() => this.#reversal(number))
  }

  async #attempt(number: number): Promise<boolean> {
    const state = this.#record.state
    const attempt = state?.attempts[number - 1]
    if (!attempt) return false
    this.#record.askedAt.set(attemptKey(number), Date.now())
    // Its own request is still under way, and the answer to that comes first. A recurring payment is no transaction:
    // under its name the gateway would tell of the charges of its schedule.
    if (attempt.status === 'sending' || attempt.method === 'recurring-payment') return false
    const answer = await this.#heard(this.#reach.exchange().ask(state.terms, attempt))
    if (!answer?.report) return this.#unknown(state, attempt, answer)
    const { report } = answer
    const after = this.#record.note({ type: 'reported', attempt: number, report })
    if (after.attempts[number - 1]?.decidedAt !== attempt.decidedAt) await this.#look(number)
    return report.clientOrderId === attempt.clientOrderId
  }

  /** What was refused, and is not known either, was not taken. Of anything else it takes more to prove that. */
  #unknown(state: OrderState, attempt: Attempt, { isUnheardOf, isRefused }: Answer = {}): false {
    const { number, refusal } = attempt
    if (refusal && isUnheardOf) this.#record.note({ type: 'refusal-confirmed', attempt: number })
    else if (isUnheardOf) this.#unheardOf(state, attempt)
    // Money out is never sent again on an error that may mean anything: that takes a merchant's word.
    else if (refusal && isRefused && state.terms.intent !== 'payout')
      this.#record.note({ type: 'refusal-confirmed', attempt: number, apartMs: this.#apartMs() })
    return false
  }

  /** Less than the pause between two questions, so that the next one counts. */
  readonly #apartMs = () => this.#reach.times().activeEvery / 2

  /** Such answers are proof only if they go on for long, and none for an attempt of which they could not be. */
  #unheardOf({ terms }: OrderState, attempt: Attempt): void {
    const times = this.#reach.times()
    if (!mayProve(terms, attempt) || isTooSoon(attempt, Date.now(), times)) return
    this.#record.note({ type: 'unheard-of', attempt: attempt.number, spanMs: times.notAcceptedSpan })
  }

  /**
   * A gateway may have carried a request out twice, and no callback may tell. So once an attempt is decided, the newest
   * transaction under its name is looked at.
   */
  async #look(number: number): Promise<void> {
    const { state, askedAt } = this.#record
    const attempt = state?.attempts[number - 1]
    const key = attempt && lookKey(attempt)
    if (!attempt?.decidedAt || !key || askedAt.get(key) === Number.POSITIVE_INFINITY) return
    askedAt.set(key, Date.now())
    const answer = await this.#heard(this.#reach.exchange().askByName(state.terms, attempt))
    // An error that names no order proves nothing of a second one: the look is made again.
    if (!answer?.report && !answer?.isUnheardOf) return
    askedAt.set(key, Number.POSITIVE_INFINITY)
    const { gatewayId, clientOrderId } = answer.report ?? {}
    if (!gatewayId || clientOrderId !== attempt.clientOrderId || gatewayId === attempt.gatewayId) return
    this.#record.note({ type: 'foreign-found', attempt: number, gatewayId })
  }

  async #followUp(number: number): Promise<boolean> {
    const state = this.#record.state
    const followUp = state?.followUps[number - 1]
    const attempt = followUp && state.attempts[followUp.attempt - 1]
    if (!attempt) return false
    this.#record.askedAt.set(followUpKey(number), Date.now())
    if (followUp.status === 'sending') return false
    const named = { gatewayId: attempt.gatewayId, serialNumber: followUp.serialNumber }
    const answer = await this.#heard(this.#reach.exchange().askAbout(state.terms, attempt, named))
    if (!answer?.report) return false
    this.#record.note({ type: 'follow-up-reported', followUp: number, report: answer.report })
    return true
  }

  async #foreign(gatewayId: string): Promise<boolean> {
    const state = this.#record.state
    const found = state?.foreign.find(({ id }) => id === gatewayId)
    const attempt = found && state?.attempts[found.attempt - 1]
    if (!state || !attempt) return false
    this.#record.askedAt.set(foreignKey(gatewayId), Date.now())
    const answer = await this.#heard(this.#reach.exchange().askAbout(state.terms, attempt, { gatewayId }))
    if (!answer?.report) return false
    this.#record.note({ type: 'foreign-reported', gatewayId, report: answer.report })
    return true
  }

  async #reversal(number: number): Promise<boolean> {
    const state = this.#record.state
    const reversal = state?.reversals[number - 1]
    const attempt = reversal && state?.attempts[reversal.attempt - 1]
    if (!state || !attempt) return false
    this.#record.askedAt.set(reversalKey(number), Date.now())
    const { gatewayId, serialNumber } = reversal
    const answer = await this.#heard(
      this.#reach.exchange().askAbout(state.terms, attempt, { gatewayId, serialNumber }),
    )
    if (!answer?.report) return false
    this.#record.note({ type: 'reversal-reported', reversal: number, report: answer.report })
    return answer.report.gatewayId === gatewayId && answer.report.clientOrderId === attempt.clientOrderId
  }

  async #heard(question: Promise<Answer | undefined>): Promise<Answer | undefined> {
    const answer = await question
    await this.#reach.reached('report-received')
    return answer
  }
}
