/** Takes the shopper through 3-D Secure: what the bank said is handed on, and never counts as an outcome. */
import { isDecided } from '../../shared/order-status.ts'
import { type LogFields, log } from '../config/log.ts'
import type { Reach } from './context.ts'
import type { ToldStep } from './model/report-mapping.ts'
import type { Attempt, BroughtFields, Step } from './model/state.ts'
import { judgeAnswer, type StepAnswer } from './model/three-ds-answer-validation.ts'
import { stepEnds, stepKey } from './model/three-ds-steps.ts'
import type { OrderRecord } from './record.ts'
import {
  type Completion,
  type StepFailure,
  type Upload,
  uploadChallenge,
  uploadMethod,
  uploadPaRes,
} from './three-ds-uploads.ts'

/** What stepping stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
}

/** An attempt that waits for a step. */
type Waiting = Attempt & { readonly step: Step }

/** Answers come from anybody's browser: late, twice, or of another step. Calls have to take turns. */
export class Stepping {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** The step that an attempt waits for, if any. That its challenge begins is noted, once. */
  open(number: number): Step | undefined {
    const attempt = this.#waiting(number)
    if (!attempt) return undefined
    if (attempt.step.type === 'challenge') this.#note(attempt, 'step-opened')
    return attempt.step
  }

  /**
   * Keeps a bank's answer until the gateway took it or said no, so that neither a silent gateway nor a crash loses it.
   * One that no step waits for, or that is of another one's, changes nothing, nor does any while one is on its way.
   *
   * @returns Whether there is something to be handed on now. What is on its way the alarm sees through.
   */
  bring(answer: StepAnswer): boolean {
    const attempt = this.#waiting(answer.attempt, answer.step)
    if (!attempt || attempt.step.brought) return false
    const ends = stepEnds(attempt.step, this.#ground.reach.times())
    const verdict = judgeAnswer(attempt.step, { answer, ends, now: Date.now() })
    if (!verdict.ok) this.#log('step-answer-unheeded', attempt, { code: verdict.reason })
    else this.#keep(attempt, verdict.value)
    return verdict.ok
  }

  /** Hands on what a bank's page brought, if that is not done. */
  async handOn(number: number): Promise<void> {
    const attempt = this.#waiting(number)
    const fields = attempt?.step.brought?.fields
    if (!attempt || !fields) return
    const { gateway } = this.#ground.reach.exchange()
    const { payer } = this.#ground.record.memory
    const uploads: Partial<Record<Step['type'], Upload>> = {
      method: () => uploadMethod(gateway, attempt, { completion: 'Y', payer }),
      challenge: () => uploadChallenge(gateway, attempt, fields),
      pareq: () => uploadPaRes(gateway, attempt, fields),
    }
    // Whoever brings nonsense does not keep the bank's answer from being brought.
    await this.#upload(attempt, uploads[attempt.step.type], 'step-refused')
  }

  /**
   * Ends a Method page whose answer did not come, or that there never was. Where nothing could be sent, the step stays
   * open: nothing was uploaded, so the gateway still waits, and the order goes on asking.
   */
  async endMethod(number: number): Promise<void> {
    const attempt = this.#waiting(number, 'method')
    if (!attempt) return
    if (attempt.step.brought) return this.handOn(number)
    const completion: Completion = attempt.step.url ? 'N' : 'U'
    const { gateway } = this.#ground.reach.exchange()
    const { payer } = this.#ground.record.memory
    // The gateway has no use for another end of the step.
    await this.#upload(attempt, () => uploadMethod(gateway, attempt, { completion, payer }), 'step-answered')
  }

  /**
   * Does so on a page's word, if the time is over by the order's own clock. A page that is early changes nothing: the
   * alarm ends the step, as it repeats what was told once.
   */
  async endMethodInTime(number: number): Promise<void> {
    const attempt = this.#waiting(number, 'method')
    if (!attempt || this.#ground.record.askedAt.has(stepKey(attempt))) return
    const ends = stepEnds(attempt.step, this.#ground.reach.times())
    if (ends !== undefined && Date.now() >= ends) await this.endMethod(number)
  }

  /** Ends what is shown of a step whose time is over. An answer that still comes is handed on. */
  endShown(number: number): void {
    const attempt = this.#waiting(number)
    if (attempt) this.#note(attempt, 'step-overdue')
  }

  /** A shopper who gave up is not waited for, and a late answer is handed on. */
  #waiting(number: number, type?: Step['type']): Waiting | undefined {
    const { attempts = [], cancelled } = this.#ground.record.state ?? {}
    const attempt = attempts[number - 1]
    const step = attempt?.step
    if (!step || step.isAnswered || cancelled || step.type !== (type ?? step.type)) return undefined
    // Also of an attempt in doubt: the shopper may be at the bank, and the report that did not fit somebody else's.
    return isDecided(attempt.status) ? undefined : { ...attempt, step }
  }

  #keep(attempt: Waiting, fields: BroughtFields): void {
    const { number, step } = attempt
    // It is handed on at once, so the alarm is for when that failed.
    this.#ground.record.askedAt.set(stepKey(attempt), Date.now())
    const { type, since } = step
    this.#ground.record.note({ type: 'step-brought', attempt: number, step: type, since, fields })
  }

  /** A gateway that is silent is told again by the alarm. */
  async #upload(
    attempt: Waiting,
    upload: Upload | undefined,
    ifRefused: 'step-refused' | 'step-answered',
  ): Promise<void> {
    if (!upload) return
    this.#ground.record.askedAt.set(stepKey(attempt), Date.now())
    const outcome = await upload()
    if (!outcome.ok) this.#log('step-not-taken', attempt, { ...outcome.reason })
    if (outcome.ok) await this.#answered(attempt, outcome.value)
    else if (isRefusal(outcome.reason, ifRefused)) this.#note(attempt, ifRefused)
  }

  /** The gateway may tell of the next step here, and never again. */
  async #answered(attempt: Waiting, told: ToldStep): Promise<void> {
    const { record, reach } = this.#ground
    const { number, step } = attempt
    const next = record.state && (await reach.exchange().nextStep(record.state.terms, attempt, told))
    const end = { type: 'step-answered', attempt: number, step: step.type, since: step.since } as const
    record.note({ ...end, ...(next && { next }) })
  }

  #note(
    { number, step }: Waiting,
    type: 'step-opened' | 'step-answered' | 'step-refused' | 'step-overdue',
  ): void {
    this.#ground.record.note({ type, attempt: number, step: step.type, since: step.since })
  }

  #log(event: string, { number, step }: Waiting, fields: LogFields): void {
    const order = this.#ground.record.state?.terms.id
    log(event, { order, attempt: number, step: step.type, ...fields })
  }
}

/** What could not be sent the gateway did not refuse; but nonsense that somebody brought is not kept. */
const isRefusal = ({ code }: StepFailure, ifRefused: 'step-refused' | 'step-answered') =>
  code === 'gateway-refused' || (code === 'unsendable' && ifRefused === 'step-refused')
