/** What the shopper and the page do with the order that the tag shows. */
import { isFinal } from '../../shared/order-status.ts'
import { isChoosable } from '../forms/amount.ts'
import type { Refusal } from './api.ts'
import type { Terms } from './context.ts'
import { isAnotherSum, openOrder } from './open-order.ts'
import { OrderFollower } from './order-follower.ts'
import { toPayError } from './problems.ts'
import { type RefusedWay, takeRefusal } from './refusals.ts'
import { continueAttempt, startAttempt } from './start-attempt.ts'
import type { Submission } from './submission.ts'

/** Pays, cancels, reads and reopens the order that it follows. */
export class OrderController extends OrderFollower {
  /**
   * Takes the shopper's first intent: makes the order's key, and opens the order if its sum is certain. Repeating is
   * harmless. It is silent about a failure that may pass: paying tries again.
   */
  async intend() {
    await this.started
    if (!this.claims || this.session || this.opening || this.error?.recoverable === false) return
    if (isChoosable(this.claims)) return void (await this.orders.obtain(this.context.digest))
    const refusal = await this.ensureOrder(this.host.terms)
    if (refusal && !toPayError(refusal).recoverable) await this.refused(refusal)
  }

  /** Starts an attempt, and shows the step that the order then waits for. @returns Why the edge refused, if it did. */
  async pay(submission: Submission): Promise<Refusal | undefined> {
    return this.isBusy || !this.mayPay ? undefined : startAttempt(this, submission)
  }

  /** Continues with the step that the order waits for, unless a limited offer has gone to others meanwhile. */
  async continue() {
    if (this.mayPay) await continueAttempt(this)
  }

  /** Says that the time limit of the 3DS Method has passed. */
  endMethod() {
    return this.mayPay ? this.session?.call(this.context.api.endMethod) : undefined
  }

  /** Cancels the order. Without an order it does nothing. */
  async cancel() {
    await this.started
    if (!this.mayPay) return
    this.presentation.drop()
    const refusal = await this.session?.call(this.context.api.cancel)
    if (refusal) await this.refused(refusal)
  }

  /** Takes a saved card out of the session. @returns Why the edge refused, if it did. */
  readonly removeCard = async (savedCard: string): Promise<Refusal | undefined> => {
    const { removeCard } = this.context.api
    const refusal = await this.session?.call((id, token) => removeCard(id, token, { savedCard }))
    return refusal && this.refused(refusal)
  }

  /** Reads the order for a shopper who waits for the answer, and says if none comes. */
  async check() {
    this.show({ isBusy: true, notice: '' })
    if (this.isReturning) this.start()
    await this.connection.check()
  }

  /** Reads the order. */
  async refresh() {
    await this.connection.look()
  }

  /** Makes a new order of the same goods, with a key of its own. */
  async again() {
    this.drop()
    if (this.isFormer) this.start()
    await this.intend()
  }

  /** Opens or joins the order to pay, unless there is one. Two calls at once open one order. */
  async ensureOrder(terms: Terms): Promise<Refusal | undefined> {
    const { view, claims, context } = this
    if (!claims || (view && !isFinal(view.status) && !isAnotherSum(view, terms.sum))) return
    this.opening ??= openOrder(context, terms, (access) => this.hold(access)).finally(() => {
      this.opening = undefined
    })
    return this.opening
  }

  /** Shows the shopper why the edge refused. @returns The refusal, unless the order turned out to be further. */
  refused(refusal: Refusal, way?: RefusedWay): Promise<Refusal | undefined> {
    return takeRefusal(this, refusal, way)
  }
}
