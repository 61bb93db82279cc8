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
import { unsentOf } from '../model/follow-ups.ts'
import { needsAttention } from '../model/needs-attention.ts'
import type { Attempt, FollowUp, KeepCard, OrderState, UnsentFollowUp } from '../model/state.ts'
import { attemptView, wholeView } from './view.ts'

/**
 * Shows everything that the gateway reported, and every follow-up. It shows no personal data, nor the page's address,
 * which may contain some. It leaves saved cards out, since every webhook would repeat them: the merchant knows their
 * references and may ask for them.
 */
export function merchantView(state: OrderState, isTest: boolean, secondsLeft?: number): MerchantOrderView {
  const { terms, card, cardRefs, recurringPaymentId, followedBy, seenAt } = state
  const shown = without(wholeView(state, isTest, secondsLeft), 'savedCards', 'pageUrl')
  const removed = removedCardRefs(state)
  return {
    ...shown,
    ...(card && { card }),
    attempts: state.attempts.map(merchantAttemptView),
    followUps: followUpViews(state),
    cardRefs,
    ...(removed.length > 0 && { removedCardRefs: removed }),
    ...(recurringPaymentId && { recurringPaymentId }),
    ...(state.sent && { sentAt: toIsoTime(state.sent.at) }),
    ...(terms.follows && { follows: terms.follows }),
    ...(followedBy && { followedBy: [...followedBy] }),
    ...(terms.isRequest && { request: true }),
    ...(terms.isRequest && { expiresAt: toIsoTime(terms.expiresAt) }),
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

/** By their numbers: in the order in which they were asked for. */
const followUpViews = (state: OrderState): FollowUpView[] =>
  [
    ...state.followUps.map((one) => followUpView(one, state.terms.exponent)),
    ...unsentOf(state).map((one) => unsentView(one, state.terms.exponent)),
  ].sort((one, other) => one.number - other.number)

const followUpView = (followUp: FollowUp, exponent: number): FollowUpView => ({
  ...askedView(followUp, exponent),
  status: followUp.status,
  ...(followUp.error && { error: followUp.error }),
  startedAt: toIsoTime(followUp.startedAt),
})

/** The gateway was sent nothing. That the key's count is being asked is no status of its own: it takes no longer than a reply. */
const unsentView = (unsent: UnsentFollowUp, exponent: number): FollowUpView => ({
  ...askedView(unsent, exponent),
  status: unsent.status === 'counting' ? 'waiting' : unsent.status,
  ...(unsent.error && { error: unsent.error }),
  ...(unsent.status === 'waiting' && { expiresAt: toIsoTime(unsent.expiresAt) }),
  startedAt: toIsoTime(unsent.askedAt),
})

const askedView = (
  { number, kind, amountMinor, limit, askedBy, decidedBy }: FollowUp | UnsentFollowUp,
  exponent: number,
) => ({
  ...{ number, kind, amount: toDecimal(amountMinor, exponent) },
  ...(limit && { limit }),
  ...(askedBy !== undefined && { askedBy }),
  ...(decidedBy !== undefined && { decidedBy }),
})

/** The order with what others than the merchant must not keep: the note, the parcel, and why follow-ups were asked for. */
export function withRemarks(order: MerchantOrderView, state: OrderState, note: string): MerchantOrderView {
  const { sent, followUps } = state
  const comments = new Map([...followUps, ...unsentOf(state)].map(({ number, comment }) => [number, comment]))
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
