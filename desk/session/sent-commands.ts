/** What a person had the edge do, until an answer says whether it did. Kept for the session, in memory only. */
import type { FollowUpKind, Intent } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { isPassing } from '../../widget/order/problems.ts'
import { isCertain } from './certain-answer.ts'
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

/** An answer, and whether it tells what became of the command. */
export interface CommandResult<Body, Reason extends Refusal> {
  readonly answer: Result<Body, Reason>
  readonly isCertain: boolean
}

/**
 * The commands without a certain answer, one for each order and decision of a person. While there is one, only the very same may
 * be sent: with a new `Idempotency-Key`, a refund could be made twice.
 */
export class SentCommands {
  readonly #unanswered = new Map<string, SentCommand>()

  /**
   * @param id Of the order or product.
   * @param decision The action, and the refund where it decides on one of several.
   */
  find(id: string, decision: string): SentCommand | undefined {
    return this.#unanswered.get(`${id} ${decision}`)
  }

  /**
   * Has a command sent, and keeps it until its answer is certain. It is kept from the beginning, since the page may be gone
   * before the answer comes.
   *
   * @param place Where {@link find} finds it. What it finds is an earlier try of the very same command.
   * @param request Sends it once.
   */
  async send<Body, Reason extends Refusal>(
    [id, decision]: readonly [id: string, decision: string],
    sent: SentCommand,
    request: () => Promise<Result<Body, Reason>>,
  ): Promise<CommandResult<Body, Reason>> {
    const place = `${id} ${decision}`
    const isRepeat = this.#unanswered.has(place)
    const kept = { ...sent }
    this.#unanswered.set(place, kept)
    const answer = await request()
    const result = { answer, isCertain: isCertain(answer, { isRepeat }) }
    // A page that is gone may have left a try under way. A refusal of it says nothing about the one after it.
    const isLatest = this.#unanswered.get(place) === kept
    if (answer.ok) this.#forget(place, sent)
    else if (isLatest && (result.isCertain || mayDiffer(sent, answer.reason))) this.#unanswered.delete(place)
    else if (isLatest) this.#unanswered.set(place, { ...sent, refusal: answer.reason })
    return result
  }

  /** Another command may have taken the place since. */
  #forget(place: string, { command }: SentCommand) {
    if (this.#unanswered.get(place)?.command.key === command.key) this.#unanswered.delete(place)
  }
}

/** What has no key does no harm when it is repeated, so that a person may correct what the edge refuses of it. */
const mayDiffer = ({ command }: SentCommand, refusal: Refusal) =>
  command.key === undefined && !isPassing(refusal)
