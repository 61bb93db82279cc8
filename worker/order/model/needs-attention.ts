/** Why an order needs a person. */
import type { AttentionReason } from '../../../shared/order-history.ts'
import { isDecided } from '../../../shared/order-status.ts'
import { lookKey } from './duplicate-look.ts'
import { uncertainFollowUp, unsentOf } from './follow-ups.ts'
import { isMisnamedFor } from './misnamed-answers.ts'
import { type FollowedRequest, requestsOf } from './request-purposes.ts'
import { requestKey } from './request-ref.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** A reason, and whether an order has it: it cannot settle that by asking. */
const REASONS: readonly (readonly [AttentionReason, (state: OrderState) => boolean])[] = [
  [
    'outcome-unknown',
    (state) =>
      statusOf(state) === 'unknown' ||
      state.attempts.some(({ status }) => status === 'unknown') ||
      isMisled(state),
  ],
  [
    // A verification takes nothing.
    'duplicate-charge',
    ({ terms, transactions }) =>
      terms.intent !== 'verify' && transactions.some(({ surplus, reversed }) => surplus && !reversed),
  ],
  [
    'unmatched-transaction',
    ({ unmatched, tombstone }) =>
      unmatched.some(
        ({ asking, isUnproven }) => asking !== undefined || isUnproven || tombstone !== undefined,
      ),
  ],
  ['follow-up-unknown', (state) => uncertainFollowUp(state)?.status === 'unknown'],
  ['follow-up-waiting', (state) => unsentOf(state).some(({ status }) => status === 'waiting')],
  // A few milliseconds of waiting do not count, so that no list entry comes and goes with them.
  ['units-unconfirmed', ({ waitingApproval }) => waitingApproval?.isOverdue === true],
  ['merchant-not-notified', ({ notificationFailed }) => notificationFailed === true],
]

/**
 * The gateway goes on answering about something else. It matters while a request is open, and for the payment, which may
 * be given back at any time. Of any other request that was decided it matters while the order still looks once more.
 */
const isMisled = (state: OrderState): boolean =>
  requestsOf(state).some((request) => matters(state, request) && isMisnamedFor(state, requestKey(request))) ||
  state.attempts.some((attempt) => isMisnamedFor(state, lookKey(attempt)))

const matters = ({ payment }: OrderState, { purpose, number, status, asking }: FollowedRequest): boolean =>
  !(status && isDecided(status)) ||
  asking?.isUntilAnswered === true ||
  (purpose === 'attempt' && number === payment)

/** Lists why a person has to look at the order; empty if it can do without. */
export const attentionReasons = (state: OrderState): readonly AttentionReason[] =>
  REASONS.filter(([, hasIt]) => hasIt(state)).map(([reason]) => reason)

/** Tells whether a person has to look at the order. */
export const needsAttention = (state: OrderState): boolean => attentionReasons(state).length > 0
