/** The one table of durations, in milliseconds. `ORDER_TIMES` overrides it for tests. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const TIMES = {
  /** One request to the gateway. Longer than its official clients wait, shorter than a platform's patience. */
  requestDeadline: 30 * SECOND,
  /** What a bank's 3-D Secure Method page gets (EMVCo 3-D Secure; gateway manual, limits). */
  methodDeadline: 10 * SECOND,
  /** Until when a challenge has to be begun, and what the shopper then gets for it (EMVCo 3-D Secure). */
  challengeStart: 30 * SECOND,
  challengeLimit: 10 * MINUTE,
  /** Asking after a return or a callback: an answer is near. */
  activeEvery: 4 * SECOND,
  activeFor: MINUTE,
  /** Asking while the shopper is at a hosted or a bank's page, counted from when they went there: most never come back. */
  waitingAfter: [
    ...[15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 10 * MINUTE],
    ...[HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY],
  ],
  /** Asking where money may have moved, and the outcome is not known. */
  minutesEvery: 5 * MINUTE,
  minutesFor: HOUR,
  hoursEvery: HOUR,
  hoursFor: DAY,
  daysEvery: DAY,
  daysFor: 30 * DAY,
  /** From when on the alarm makes up for what is done outside it: it is needed only where the object died meanwhile. */
  catchUpAfter: MINUTE,
  /** Proof that a direct charge was never taken: from when after its deadline answers count, and how far apart. */
  notAcceptedAfter: MINUTE,
  notAcceptedSpan: 10 * MINUTE,
  /** How long an attempt is followed after the shopper chose to pay another way. */
  supersededFor: 7 * DAY,
  /** A callback or return with a wrong control may be noise: it wakes no more often than this. */
  forgedWakeEvery: MINUTE,
  /** How long a limited offer is reserved for a hosted form that nobody answers; going on with it gives as much once more. */
  reservation: 30 * MINUTE,
  /** How long an order takes attempts, if its offer does not end sooner. */
  orderExpires: DAY,
  /** What a merchant's receiver, or the platform's mail, gets for one answer. */
  webhookDeadline: 15 * SECOND,
  /** Trying again what a receiver did not take: after the first, each step is twice the one before, up to the last. */
  webhookRetryFirst: 5 * SECOND,
  webhookRetryLast: 6 * HOUR,
  webhookRetriesFor: 3 * DAY,
  /** How long something that is not taken holds what happened to its order later. */
  webhookHold: 10 * MINUTE,
  /** Life of the token that pays, from opening: as long as an order is followed, so that its page can still ask. */
  payToken: 31 * DAY,
  /** Life of the token that travels in an address, and of a socket that a merchant key opened. */
  viewToken: 15 * MINUTE,
} as const satisfies Record<string, number | readonly number[]>

/** Durations in force, in milliseconds. */
export type Times = {
  readonly [Name in keyof typeof TIMES]: (typeof TIMES)[Name] extends number ? number : readonly number[]
}
