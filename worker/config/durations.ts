/** The one table of durations, in milliseconds. `ORDER_TIMES` overrides it for tests. */
import { MAX_WAIT_SECONDS } from '../../shared/http-bodies.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const TIMES = {
  /** One request to the gateway. Longer than its official clients wait, shorter than the platform allows. */
  requestDeadline: 30 * SECOND,
  /** The longest that a page which pays waits for the reply of the gateway, from the attempt's start on. */
  replyWait: MAX_WAIT_SECONDS * SECOND,
  /** A request's body must arrive within this time: a phone with a bad connection sends 16 kB in it. */
  bodyDeadline: 20 * SECOND,
  /** The time of a bank's 3-D Secure Method page (EMVCo 3-D Secure; gateway manual, limits). */
  methodDeadline: 10 * SECOND,
  /** A challenge must begin within the first, and then end within the second (EMVCo 3-D Secure). */
  challengeStart: 30 * SECOND,
  challengeLimit: 10 * MINUTE,
  /** One request to the verifier of the bot check, of at most two, or for the keys of Cloudflare Access. A person waits meanwhile. */
  checkDeadline: 2 * SECOND,
  /** A passed bot check counts for this long, as its verifier says too. */
  checkLife: 5 * MINUTE,
  /** How long an order that is to be opened waits for the counters of its offers: half as long as the tag waits for the edge. */
  soldOutDeadline: 4 * SECOND,
  /** Polling after a return or a callback, when a result is near. */
  activeEvery: 4 * SECOND,
  activeFor: MINUTE,
  /** Polling while the shopper is at a hosted or bank's page, counted from their departure. Most never come back. */
  waitingAfter: [
    ...[15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 10 * MINUTE],
    ...[HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY],
  ],
  /** Polling while money may have moved and the outcome is unknown. */
  minutesEvery: 5 * MINUTE,
  minutesFor: HOUR,
  hoursEvery: HOUR,
  hoursFor: DAY,
  daysEvery: DAY,
  daysFor: 30 * DAY,
  /** The alarm repeats jobs that normally run outside it after this time, in case the object died. */
  catchUpAfter: MINUTE,
  /** Proof that the gateway never took a direct charge: replies count this long after its deadline, and this far apart. */
  notAcceptedAfter: MINUTE,
  notAcceptedSpan: 10 * MINUTE,
  /** The edge follows a superseded attempt for this long. */
  supersededFor: 7 * DAY,
  /** A callback or return with a wrong control may be noise, so it wakes an order no more often than this. */
  forgedWakeEvery: MINUTE,
  /** A refund above the limits of its key waits this long for another key to decide. */
  approvalExpires: 7 * DAY,
  /** A limited offer is reserved this long for an unanswered hosted form, and once more if the shopper continues. */
  reservation: 30 * MINUTE,
  /** An order takes attempts for this long, unless its offer expires sooner. */
  orderExpires: DAY,
  /** An order of a product of the catalogue takes attempts for this long: its price may change. */
  productOrderExpires: HOUR,
  /** How long a payment waits for one object of the limiter. */
  limiterDeadline: SECOND,
  /** An isolate asks no more often than this whether card entry is off. */
  limiterCached: 5 * SECOND,
  /** The deadline of one delivery, by webhook or e-mail. */
  webhookDeadline: 15 * SECOND,
  /** Retries of a failed delivery: each interval is twice the one before, from the first to the last. */
  webhookRetryFirst: 5 * SECOND,
  webhookRetryLast: 6 * HOUR,
  webhookRetriesFor: 3 * DAY,
  /** An undelivered notification holds later ones of its order back for this long. */
  webhookHold: 10 * MINUTE,
  /** A request that was mailed is brought to mind by itself this long before it ends. */
  reminderBefore: 3 * DAY,
  /** From an order's last change on, its shopper's data is kept for the first, and the order itself for the second. */
  personalKept: 90 * DAY,
  coreKept: 730 * DAY,
  /** Life of a `pay` token from the opening: as long as the edge follows an order, so that its page can always ask. */
  payToken: 31 * DAY,
  /** Life of a `view` token, and of a socket that a merchant key opened. */
  viewToken: 15 * MINUTE,
  /** Life of the key of a person who signed in to the desk through Cloudflare Access. Somebody taken off there works on until then. */
  deskKey: 15 * MINUTE,
} as const satisfies Record<string, number | readonly number[]>

/** The durations in use, in milliseconds. */
export type Times = {
  readonly [Name in keyof typeof TIMES]: (typeof TIMES)[Name] extends number ? number : readonly number[]
}
