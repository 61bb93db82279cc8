/** Why an order needs a person. */
import type { AttentionReason } from '../../../shared/order-history.ts'
import { uncertainFollowUp } from './follow-ups.ts'
import { isMisnamed } from './misnamed-answers.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** A reason, and whether an order has it: it cannot settle that by asking. */
const REASONS: readonly (readonly [AttentionReason, (state: OrderState) => boolean])[] = [
  [
    'outcome-unknown',
    (state) =>
      statusOf(state) === 'unknown' ||
      state.attempts.some(({ status }) => status === 'unknown') ||
      isMisnamed(state),
  ],
  [
    // A verification takes nothing.
    'duplicate-charge',
    ({ terms, transactions }) =>
      terms.intent !== 'verify' && transactions.some(({ surplus, reversed }) => surplus && !reversed),
  ],
  [
    'unmatched-transaction',
    ({ foreign, tombstone }) =>
      foreign.some(({ asking, isUnproven }) => asking !== undefined || isUnproven || tombstone !== undefined),
  ],
  ['follow-up-unknown', (state) => uncertainFollowUp(state)?.status === 'unknown'],
  // A few milliseconds of waiting do not count, so that no list entry comes and goes with them.
  ['units-unconfirmed', ({ claim }) => claim?.isOverdue === true],
  ['merchant-not-notified', ({ notificationFailed }) => notificationFailed === true],
]

/** Lists why a person has to look at the order; empty if it can do without. */
export const attentionReasons = (state: OrderState): readonly AttentionReason[] =>
  REASONS.filter(([, hasIt]) => hasIt(state)).map(([reason]) => reason)

/** Tells whether a person has to look at the order. */
export const needsAttention = (state: OrderState): boolean => attentionReasons(state).length > 0
