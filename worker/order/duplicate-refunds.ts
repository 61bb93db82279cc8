/** Gives charges too many back: asks whether it still has to be, stores the intent, and sends. */
import { log } from '../config/log.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { Reach } from './context.ts'
import type { ReversalAnswered } from './model/events.ts'
import type { Attempt, OrderState, Reversal } from './model/state.ts'
import type { OrderRecord } from './record.ts'
import type { Questions } from './status-polling.ts'

/** What reversing stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
  readonly questions: Questions
}

/** Calls have to take turns. */
export class Reversing {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** Does the next thing for a charge too many. The gateway is asked first, since it may be back already. */
  async advance(number: number): Promise<void> {
    const { record, reach, questions } = this.#ground
    const isHeard = await questions.aboutReversal(number)
    const { state } = record
    const reversal = state?.reversals[number - 1]
    const attempt = reversal && state?.attempts[reversal.attempt - 1]
    if (!isHeard || !attempt || reversal.status !== 'due') return
    record.note({ type: 'reversal-sent', reversal: number })
    await reach.reached('intent-stored')
    const event = await this.#send(state, attempt, reversal)
    await reach.reached('reply-received')
    record.note(event)
  }

  async #send({ terms }: OrderState, attempt: Attempt, reversal: Reversal): Promise<ReversalAnswered> {
    const { number, kind, gatewayId } = reversal
    const { clientOrderId, destination } = attempt
    try {
      const { gateway, comments } = this.#ground.reach.exchange()
      const reply = await gateway.call(kind, destination, {
        clientOrderId,
        gatewayId,
        comment: comments[kind],
      })
      if (reply.kind === 'accepted')
        return { type: 'reversal-accepted', reversal: number, serialNumber: reply.serialNumber }
      log('reversal-refused', { order: terms.id, reversal: number, kind, code: reply.errorCode })
      return { type: 'reversal-refused', reversal: number }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      log('reversal-unheard', { order: terms.id, reversal: number, kind, code: error.code })
      return { type: 'reversal-lost', reversal: number }
    }
  }
}
