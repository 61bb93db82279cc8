/** Which notifications a change sends to the merchant. `outbox/webhook.ts` makes and signs their bodies. */
import { isOutcome } from '../../../shared/order-status.ts'
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import type { Notification } from '../../outbox/notifications.ts'
import { cardToKeep, removedCardRefs } from '../model/cards.ts'
import type { OrderEvent } from '../model/events.ts'
import { followUpOf, unsentOf } from '../model/follow-ups.ts'
import type { Attempt, FollowUp, OrderState, UnsentFollowUp } from '../model/state.ts'
import { statusOf } from '../model/status.ts'
import { unsentFollowUp } from '../model/unsent-follow-ups.ts'

/** A notification without its id, and without the view that all notifications of one change share. */
type Topic = Pick<Notification, 'type' | 'followUp'>

/**
 * Lists what to notify: another outcome, more captured or returned, the result of a follow-up, duplicate charges,
 * unmatched transactions, a card reference, and the whole order again where the merchant asks for that.
 *
 * An order without an attempt tells only `order.resent`, `card.removed` and what becomes of its link, since strangers can open and cancel any number
 * of orders. Sessions with saved cards are opened by a merchant's server alone. An order that loses its attempts and sums to
 * its own erasure tells nothing: its money did not move.
 */
export function topicsOf(before: OrderState, after: OrderState, event?: OrderEvent): Topic[] {
  const isRemoved = removedCardRefs(after).length > removedCardRefs(before).length
  const asked: Topic[] = [
    ...(event?.type === 'resent' ? [{ type: 'order.resent' } as const] : []),
    ...(isRemoved ? [{ type: 'card.removed' } as const] : []),
    ...requestTopics(before, after),
  ]
  const isTold = after.attempts.length > 0 || before.tombstone !== undefined
  return isTold ? [...asked, ...changesOf(before, after)] : asked
}

/** Of the link to an order, which only a merchant's server opens: its first click, and a request that was not paid in time. */
function requestTopics(before: OrderState, after: OrderState): Topic[] {
  const isSeen = before.seenAt === undefined && after.seenAt !== undefined
  const isExpired = after.terms.isRequest && statusOf(after) === 'expired' && statusOf(before) !== 'expired'
  return [
    ...(isSeen ? [{ type: 'request.seen' } as const] : []),
    ...(isExpired ? [{ type: 'request.expired' } as const] : []),
  ]
}

function changesOf(before: OrderState, after: OrderState): Topic[] {
  const status = statusOf(after)
  const isSame = status === statusOf(before) && sumsOf(after) === sumsOf(before)
  const outcome = !isSame && isOutcome(status) ? status : undefined
  const unmatched = after.unmatched.slice(before.unmatched.length)
  // If the order shows this attempt's status, the order's own notification says so.
  const isDoubted = status !== 'unknown' && after.attempts.some((one) => isNewlyUnknown(before, one))
  return [
    ...(outcome ? [{ type: `order.${outcome}` } as const] : []),
    ...(isDoubted ? [{ type: 'attempt.unknown' } as const] : []),
    ...after.followUps.flatMap((one) => followUpTopics(followUpOf(before, one.number), one)),
    ...unsentOf(after).flatMap((one) => unsentTopics(unsentFollowUp(before, one.number), one)),
    ...surplusTopics(before, after),
    ...unmatched.map(() => ({ type: 'transaction.foreign' }) as const),
    ...(isCardKept(before, after) ? [{ type: 'card.kept' } as const] : []),
  ]
}

/** One for each charge by mistake that was found, and for each that was reversed. A verification takes nothing. */
function surplusTopics(before: OrderState, after: OrderState): Topic[] {
  const found = after.transactions.filter(
    (one) =>
      one.surplus &&
      after.terms.intent !== 'verify' &&
      !before.transactions.some(({ id, surplus }) => surplus && id === one.id),
  )
  const reversed = after.duplicateRefunds.filter(
    ({ status: now, number }) => now === 'approved' && before.duplicateRefunds[number - 1]?.status !== now,
  )
  return [
    ...found.map(() => ({ type: 'surplus.found' }) as const),
    ...reversed.map(() => ({ type: 'surplus.reversed' }) as const),
  ]
}

/** Whether a shopper's card was kept. A merchant that asked for a reference got it in the answer. */
const isCardKept = (before: OrderState, after: OrderState) =>
  cardToKeep(before) !== undefined && after.cardRefs.length > before.cardRefs.length && !cardToKeep(after)

const isNewlyUnknown = ({ attempts }: OrderState, { number, status }: Attempt) =>
  status === 'unknown' && attempts[number - 1]?.status !== status

const sumsOf = ({ capturedMinor, returnedMinor }: OrderState) => `${capturedMinor} ${returnedMinor}`

/** Also for a doubt: it blocks other follow-ups, and a person may have to decide. */
function followUpTopics(before: FollowUp | undefined, { status, number }: FollowUp): Topic[] {
  const isNews = isOutcome(status) && before?.status !== status
  return isNews ? [{ type: 'follow-up.settled', followUp: number }] : []
}

/** A follow-up waits for another key's decision, or will not be sent. */
function unsentTopics(before: UnsentFollowUp | undefined, { status, number }: UnsentFollowUp): Topic[] {
  if (status === 'counting' || before?.status === status) return []
  return [{ type: status === 'waiting' ? 'follow-up.waiting' : 'follow-up.settled', followUp: number }]
}

/** What changed the order, and how to show the order as its merchant sees it afterwards. */
interface NotifiedChange {
  readonly event: OrderEvent
  readonly view: () => MerchantOrderView
}

/**
 * Makes the notifications of a change. Their ids follow from the order's count of changes, so repeats are noticed. Most
 * changes make none, and then nobody needs the view.
 */
export function notificationsOf(
  before: OrderState,
  after: OrderState,
  { event, view }: NotifiedChange,
): Notification[] {
  const topics = topicsOf(before, after, event)
  if (topics.length === 0) return []
  const order = view()
  return topics.map((topic, index) => ({
    ...topic,
    id: `${after.terms.id}.${after.seq}.${index + 1}`,
    at: after.updatedAt,
    order,
  }))
}
