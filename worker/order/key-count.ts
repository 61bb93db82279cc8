/** What an order asks the count of a merchant key's day, and tells it. A sum is counted before it is sent. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import type { RefundCount } from '../limits/refund-count.ts'
import type { CountedSum } from '../limits/refund-ledger.ts'
import type { OrderContext } from './context.ts'
import { followUpOf } from './model/follow-ups.ts'
import { givenBackMinor } from './model/key-limits.ts'
import type { FollowUp, OrderState, UnsentFollowUp } from './model/state.ts'
import { countedAs, isCountWrong } from './model/unsent-follow-ups.ts'

/**
 * Counts a follow-up of a key with limits, if its day has room for it. Repeating it is harmless.
 *
 * @param perDayMinor The most of the day, in minor units of the order's currency.
 * @returns Whether it is counted; `undefined` if no answer comes in time.
 */
export async function reserveCount(
  context: OrderContext,
  unsent: UnsentFollowUp,
  perDayMinor: number,
): Promise<boolean | undefined> {
  const { state } = context.record
  if (!state) return undefined
  const sum = sumOf(state, unsent)
  return (await askCount(context, unsent.askedBy, (count) => count.reserve(sum, perDayMinor)))?.answer
}

/** Gives the day of a key a sum back. @returns Whether the count answered. Repeating it is harmless. */
export async function releaseCount(context: OrderContext, unsent: UnsentFollowUp): Promise<boolean> {
  const { state } = context.record
  if (!state) return false
  const ticket = ticketOf(state, unsent)
  return (await askCount(context, unsent.askedBy, (count) => count.release(ticket))) !== undefined
}

/**
 * Sets the count of a key right once it is certain what became of a follow-up. Repeating it is harmless. That the sum is given
 * back is stored first: if it moved after all before the answer came, the count may lack it.
 */
export async function settleCount(context: OrderContext, number: number): Promise<void> {
  const { record } = context
  const { state } = record
  const followUp = state && followUpOf(state, number)
  if (!state || !followUp?.askedBy || !isCountWrong(followUp)) return
  const counted = countedAs(followUp)
  const isFreed = counted === 'released'
  if (isFreed) record.apply({ type: 'count-settled', number, counted: 'releasing' })
  const asked = await askCount(context, followUp.askedBy, (count) =>
    isFreed ? count.release(ticketOf(state, followUp)) : count.count(sumOf(state, followUp)),
  )
  if (asked) record.apply({ type: 'count-settled', number, counted })
}

/** An order that was restored may ask for another follow-up under the same number, and not under the same key. */
const ticketOf = ({ terms }: OrderState, { key }: { readonly key: string }) => `${terms.id} ${key}`

const sumOf = (state: OrderState, one: Pick<FollowUp, 'kind' | 'key' | 'amountMinor'>): CountedSum => ({
  ticket: ticketOf(state, one),
  currency: state.terms.currency,
  exponent: state.terms.exponent,
  amountMinor: givenBackMinor(one, state.terms),
})

/** @returns `undefined` if no answer comes in time. It may have counted all the same, and asking again is harmless. */
async function askCount<Answer>(
  { reached, times, countOf, record }: OrderContext,
  key: string,
  ask: (count: DurableObjectStub<RefundCount>) => Promise<Answer>,
): Promise<{ readonly answer: Answer } | undefined> {
  await reached('count-next')
  const asked = await withTimeout(times().requestDeadline, ask(countOf(key))).then(
    (answer) => ({ answer }),
    (error: unknown) => {
      log('count-unanswered', { order: record.state?.terms.id, error: errorText(error) })
      return undefined
    },
  )
  await reached('count-answered')
  return asked
}
