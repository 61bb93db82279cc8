/** Does things with a payment afterwards: judges the wish, stores the intent, and sends. */
import { toMinor } from '../../shared/money.ts'
import type { FollowUpKind, MerchantOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Reach } from './context.ts'
import { sendFollowUp } from './follow-up-requests.ts'
import { merchantAnswer } from './merchant-response.ts'
import type { Allowed } from './model/follow-ups.ts'
import type { FollowUp, OrderState } from './model/state.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'
import type { Questions } from './status-polling.ts'

/** A merchant's wish. Amount and currency come together, or neither does. */
export interface FollowUpAsked {
  readonly kind: FollowUpKind
  /** The `Idempotency-Key`. */
  readonly key: string
  /** Decimal text; absent for all that is left. */
  readonly amount?: string
  readonly currency?: string
  readonly comment?: string
}

/** What following up stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
  readonly questions: Questions
  readonly waitUntil: (work: Promise<void>) => void
}

/** One follow-up at a time. Calls have to take turns. */
export class FollowingUp {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /**
   * Does something with the payment, once per key, and waits for the gateway's answer to the request.
   *
   * The gateway is asked for its totals first: a lost answer is settled by comparing with them, and somebody else may
   * have given money back meanwhile.
   */
  async do(asked: FollowUpAsked): Promise<Result<MerchantOrderView, Refusal>> {
    const { record, questions } = this.#ground
    const before = record.state
    if (!before) return refused({ code: 'not-found' })
    const first = this.#judge(before, asked)
    if (!first.ok) return first
    if (first.value === 'joins') return this.#answer(asked.key)
    if (!(await questions.about(before.payment ?? 0))) return refused({ code: 'gateway-silent' })
    const latest = record.state ?? before
    const judged = this.#judge(latest, asked)
    if (!judged.ok) return judged
    if (judged.value !== 'joins') await this.#start(latest, asked, judged.value)
    return this.#answer(asked.key)
  }

  #judge(
    state: OrderState,
    { kind, key, comment, ...sum }: FollowUpAsked,
  ): Result<'joins' | Allowed, Refusal> {
    const amountMinor = minorOf(state, sum)
    if (amountMinor === 'wrong') return refused({ code: 'amount-invalid', fields: ['amount', 'currency'] })
    const wish = {
      kind,
      key,
      ...(amountMinor !== undefined && { amountMinor }),
      ...(comment !== undefined && { comment }),
    }
    const verdict = this.#ground.record.policy.judgeFollowUp(state, wish)
    return verdict.ok
      ? verdict
      : refused({ code: verdict.reason, order: this.#ground.record.merchantView(state) })
  }

  async #start(state: OrderState, { kind, key, comment }: FollowUpAsked, allowed: Allowed): Promise<void> {
    const { record, waitUntil } = this.#ground
    const attempt = state.payment ?? 0
    const said = comment === undefined ? {} : { comment }
    const wanted = record.note({ type: 'follow-up-wanted', kind, key, attempt, ...said, ...allowed })
    const followUp = wanted.followUps.at(-1)
    if (!followUp) return
    const sent = this.#send(wanted, followUp)
    waitUntil(sent)
    await sent
  }

  async #send({ terms, attempts }: OrderState, followUp: FollowUp): Promise<void> {
    const { record, reach, questions } = this.#ground
    const attempt = attempts[followUp.attempt - 1]
    if (!attempt) return
    await reach.reached('intent-stored')
    const event = await sendFollowUp(reach.exchange(), { terms, attempt, followUp })
    await reach.reached('reply-received')
    const { followUps } = record.note(event)
    // Before it may be wanted again. If that fails the alarm asks.
    if (followUps[followUp.number - 1]?.refusal) await questions.aboutFollowUp(followUp.number)
  }

  /** The same key gets the same answer: what became of its follow-up. */
  #answer(key: string): Result<MerchantOrderView, Refusal> {
    return merchantAnswer(
      this.#ground.record,
      ({ followUps }) => followUps.find((one) => one.key === key)?.error,
    )
  }
}

function minorOf(
  { terms }: OrderState,
  { amount, currency }: Pick<FollowUpAsked, 'amount' | 'currency'>,
): number | undefined | 'wrong' {
  if (amount === undefined && currency === undefined) return undefined
  if (amount === undefined || currency !== terms.currency) return 'wrong'
  const minor = toMinor(amount, terms.exponent)
  return minor.ok ? minor.value : 'wrong'
}
