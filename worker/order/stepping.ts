/** Takes the shopper through 3-D Secure: what the bank said is handed on, and never counts as an outcome. */
import type { Result } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import type { Reach } from './questions.ts'
import type { OrderRecord } from './record.ts'
import type { Attempt, Step } from './state.ts'
import {
  type Completion,
  isMethodAnswerOf,
  type StepAnswer,
  type StepFailure,
  uploadChallenge,
  uploadMethod,
  uploadPaRes,
} from './step-answer.ts'

/** What stepping stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
}

/** Answers come from anybody's browser: late, twice, or of another step. Calls have to take turns. */
export class Stepping {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** The step that an attempt waits for, if any. */
  waiting(number: number): Step | undefined {
    const step = this.#ground.record.state?.attempts[number - 1]?.step
    return step?.isAnswered ? undefined : step
  }

  /** Hands a bank's answer on. One that no step waits for, or that is of another one's, changes nothing. */
  async answer(answer: StepAnswer): Promise<void> {
    const attempt = this.#waitingFor(answer.attempt, answer.step)
    if (!attempt?.step) return
    if (answer.step === 'method' && !isMethodAnswerOf(attempt.step, answer.fields)) return
    const { gateway } = this.#ground.reach.exchange()
    const { payer } = this.#ground.record.memory
    const uploads = {
      method: () => uploadMethod(gateway, attempt, { completion: 'Y', payer }),
      challenge: () => uploadChallenge(gateway, attempt, answer.fields),
      pareq: () => uploadPaRes(gateway, attempt, answer.fields),
    }
    // Whoever brings nonsense does not keep the bank's answer from being brought.
    this.#taken(attempt, await uploads[answer.step](), ['gateway-silent', 'unsendable'])
  }

  /** Ends a Method page whose answer did not come, or that there never was. */
  async endMethod(number: number): Promise<void> {
    const attempt = this.#waitingFor(number, 'method')
    if (!attempt) return
    const completion: Completion = attempt.step?.url ? 'N' : 'U'
    const { gateway } = this.#ground.reach.exchange()
    const { payer } = this.#ground.record.memory
    this.#taken(attempt, await uploadMethod(gateway, attempt, { completion, payer }), ['gateway-silent'])
  }

  #waitingFor(number: number, type: Step['type']): Attempt | undefined {
    const attempt = this.#ground.record.state?.attempts[number - 1]
    const isWaiting = attempt?.step?.type === type && !attempt.step.isAnswered
    return isWaiting && ['method', 'challenge'].includes(attempt.status) ? attempt : undefined
  }

  /** A refusal closes the step too, since the gateway has no use for another answer. */
  #taken(
    { number, step }: Attempt,
    outcome: Result<undefined, StepFailure>,
    leaveOpen: readonly StepFailure['code'][],
  ): void {
    const { record } = this.#ground
    const order = record.state?.terms.id
    if (!outcome.ok) log('step-not-taken', { order, attempt: number, step: step?.type, ...outcome.reason })
    if (!outcome.ok && leaveOpen.includes(outcome.reason.code)) return
    if (step) record.note({ type: 'step-answered', attempt: number, step: step.type })
  }
}
