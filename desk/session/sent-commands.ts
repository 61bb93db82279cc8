/** What a person had the edge do, until an answer says whether it did. Kept for the session, in memory only. */
import type { FollowUpKind, Intent } from '../../shared/order-view.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { OrderCommand } from './desk-api.ts'

/** A command that was sent. */
export interface SentCommand {
  readonly command: OrderCommand
  /** The sum that the person confirmed, as decimal text. */
  readonly amount: string
  /** What a declaration is about: an attempt of the order's intent, or a kind of follow-up. */
  readonly doubt?: Intent | FollowUpKind
  /** Why nobody knows whether the edge acted. Absent while the request is under way. */
  readonly refusal?: Refusal
}

/**
 * The commands without an answer, one for each order and decision of a person. While there is one, only the very same may be sent: with
 * a new `Idempotency-Key`, a refund could be made twice.
 */
export class SentCommands {
  readonly #unanswered = new Map<string, SentCommand>()

  /** @param decision The action, and the refund where it decides on one of several. */
  find(orderId: string, decision: string): SentCommand | undefined {
    return this.#unanswered.get(`${orderId} ${decision}`)
  }

  keep(orderId: string, decision: string, sent: SentCommand) {
    this.#unanswered.set(`${orderId} ${decision}`, sent)
  }

  /** An answer has arrived. */
  forget(orderId: string, decision: string) {
    this.#unanswered.delete(`${orderId} ${decision}`)
  }
}
