/** The order as its merchant's own server sees it. */
import { toIsoTime } from '../../../shared/iso-time.ts'
import { toDecimal } from '../../../shared/money.ts'
import type {
  FollowUpView,
  KeepCardView,
  MerchantAttemptView,
  MerchantOrderView,
} from '../../../shared/order-view.ts'
import { without } from '../../../shared/without.ts'
import { removedCardRefs } from '../model/cards.ts'
import { needsAttention } from '../model/needs-attention.ts'
import type { Attempt, FollowUp, KeepCard, OrderState } from '../model/state.ts'
import { attemptView, wholeView } from './view.ts'

/**
 * Shows everything that the gateway reported, and every follow-up. It shows no personal data, nor the page's address,
 * which may contain some. It leaves saved cards out, since every webhook would repeat them: the merchant knows their
 * references and may ask for them.
 */
export function merchantView(state: OrderState, isTest: boolean, secondsLeft?: number): MerchantOrderView {
  const { terms, card, followUps, cardRefs, recurringPaymentId, seenAt } = state
  const shown = without(wholeView(state, isTest, secondsLeft), 'savedCards', 'pageUrl')
  const removed = removedCardRefs(state)
  return {
    ...shown,
    ...(card && { card }),
    attempts: state.attempts.map(merchantAttemptView),
    followUps: followUps.map((followUp) => followUpView(followUp, terms.exponent)),
    cardRefs,
    ...(removed.length > 0 && { removedCardRefs: removed }),
    ...(recurringPaymentId && { recurringPaymentId }),
    ...(state.sent && { sentAt: toIsoTime(state.sent.at) }),
    ...(terms.isRequest && { request: true }),
    ...(seenAt !== undefined && { seenAt: toIsoTime(seenAt) }),
    needsAttention: needsAttention(state),
  }
}

const merchantAttemptView = (attempt: Attempt): MerchantAttemptView => ({
  ...attemptView(attempt),
  clientOrderId: attempt.clientOrderId,
  ...(attempt.gatewayId && { gatewayId: attempt.gatewayId }),
  ...(attempt.error && { failure: attempt.error }),
  ...(attempt.keepCard && { keepCard: keepCardView(attempt.keepCard) }),
})

const keepCardView = ({ consentedAt, version, failure }: KeepCard): KeepCardView => ({
  consentedAt: toIsoTime(consentedAt),
  version,
  ...(failure && { failure }),
})

const followUpView = (followUp: FollowUp, exponent: number): FollowUpView => ({
  number: followUp.number,
  kind: followUp.kind,
  amount: toDecimal(followUp.amountMinor, exponent),
  status: followUp.status,
  ...(followUp.error && { error: followUp.error }),
  startedAt: toIsoTime(followUp.startedAt),
})

/** The order with what others than the merchant must not keep: the note, the parcel, and why follow-ups were asked for. */
export function withRemarks(
  order: MerchantOrderView,
  { sent, followUps }: OrderState,
  note: string,
): MerchantOrderView {
  const comments = new Map(followUps.map(({ number, comment }) => [number, comment]))
  return {
    ...order,
    followUps: order.followUps.map((one) => {
      const comment = comments.get(one.number)
      return comment === undefined ? one : { ...one, comment }
    }),
    ...(sent?.shipment && { shipment: sent.shipment }),
    ...(note && { note }),
  }
}
