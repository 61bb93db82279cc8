/** The mails of an order to its shopper: what is to be sent, and what became of the others. Pure. Names no address. */
import type { MailKind } from '../../shared/order-values.ts'
import { nextRetry, type RetryTimes } from '../outbox/notification-retries.ts'

/**
 * `waiting`: to be sent at `nextAt`. `noted`: about to be sent, written before, since such a mail goes out once or never.
 * `sent`: the platform took it. `unsure`: it may have gone out, and is not sent again. `given-up`: it was not sent.
 */
type MailStatus = 'waiting' | 'noted' | 'sent' | 'unsure' | 'given-up'

/** One mail. Its address is looked up when it is sent, so that an erased one is nowhere. */
export interface QueuedMail {
  /** From 1, within the order. */
  readonly number: number
  readonly kind: MailKind
  /** When it was wished for, in milliseconds since the epoch. */
  readonly at: number
  readonly status: MailStatus
  /** When it is due next, or when it ended; in milliseconds since the epoch. */
  readonly nextAt: number
  /** Why it was not sent at the last try: the platform's code, or ours. */
  readonly why?: string | undefined
  /** Decimal text: what a refund gives back. */
  readonly amount?: string
  /** Name of the merchant key that asked for it. */
  readonly by?: string
  /** The `Idempotency-Key` that asked for it. */
  readonly key?: string
}

/** Oldest first. Plain data, stored with the order. */
export type MailQueue = readonly QueuedMail[]

/** A mail that a change asks for, before it has a number. */
export type MailWish = Pick<QueuedMail, 'kind' | 'amount' | 'by' | 'key'>

/** A bound for the storage. The oldest that ended leave first. */
export const MAX_MAILS = 20

const isOpen = ({ status }: QueuedMail) => status === 'waiting' || status === 'noted'

/** Adds a mail, due now. A full queue drops the oldest that ended, or else the oldest. */
export function withMail(queue: MailQueue, wish: MailWish, now: number): MailQueue {
  const number = (queue.at(-1)?.number ?? 0) + 1
  const victim = queue.length < MAX_MAILS ? undefined : (queue.find((one) => !isOpen(one)) ?? queue[0])
  const kept = queue.filter((one) => one !== victim)
  return [...kept, { ...wish, number, at: now, status: 'waiting', nextAt: now }]
}

/** The mail that is due first, whenever that is. */
export const nextMail = (queue: MailQueue): QueuedMail | undefined =>
  queue.filter(({ status }) => status === 'waiting').sort((one, other) => one.nextAt - other.nextAt)[0]

/** Changes one mail; the very same queue if it is not there any more. */
export const changed = (queue: MailQueue, number: number, change: Partial<QueuedMail>): MailQueue =>
  queue.some((one) => one.number === number)
    ? queue.map((one) => (one.number === number ? { ...one, ...change } : one))
    : queue

/** An object that died while it sent: those that were noted before may have gone out. The very same queue if there is none. */
export const withoutNoted = (queue: MailQueue, now: number): MailQueue =>
  queue.some(({ status }) => status === 'noted')
    ? queue.map((one) =>
        one.status === 'noted' ? { ...one, status: 'unsure', nextAt: now, why: 'interrupted' } : one,
      )
    : queue

/** Takes out what is not sent yet. */
export const withoutOpen = (queue: MailQueue): MailQueue => queue.filter((one) => !isOpen(one))

/** Kinds that go out once or never: a person would pay twice, or be pressed. */
const ONCE: readonly MailKind[] = ['request', 'reminder']

/** Whether a mail is written down before it is sent. */
export const isNotedFirst = ({ kind }: Pick<QueuedMail, 'kind'>): boolean => ONCE.includes(kind)

/** The platform refuses these for good: the address bounced before, or no mail like this can be sent. */
const FINAL = [
  ...['E_RECIPIENT_SUPPRESSED', 'E_RECIPIENT_NOT_ALLOWED', 'E_VALIDATION_ERROR', 'E_FIELD_MISSING'],
  ...['E_CONTENT_TOO_LARGE', 'E_TOO_MANY_RECIPIENTS'],
]

/** The account may send no more today. */
export const QUOTA = 'E_DAILY_LIMIT_EXCEEDED'

/** After these the edge does not know whether the mail went out. */
const UNCLEAR = ['timeout', 'mail-refused', 'E_INTERNAL_SERVER_ERROR', 'E_DELIVERY_FAILED']

const DAY_MS = 86_400_000

/** All orders that the quota stopped would send at midnight, and reach the next one together. */
const SPREAD_MS = 3_600_000

/** A try that did not send the mail. */
export interface FailedTry {
  readonly why: string
  /** When it ended, in milliseconds since the epoch. */
  readonly now: number
  readonly times: RetryTimes
  /** From 0 to 1, at random. */
  readonly spread: number
}

/** What becomes of a mail that was not sent: another try, or its end. */
export function afterFailure(mail: QueuedMail, { why, now, times, spread }: FailedTry): Partial<QueuedMail> {
  if (FINAL.includes(why)) return { status: 'given-up', nextAt: now, why }
  if (UNCLEAR.includes(why) && isNotedFirst(mail)) return { status: 'unsure', nextAt: now, why }
  if (why === QUOTA)
    return postponed(mail, {
      why,
      now,
      times,
      until: (Math.floor(now / DAY_MS) + 1) * DAY_MS + spread * SPREAD_MS,
    })
  const offset = nextRetry(now - mail.at, times)
  return offset === undefined
    ? { status: 'given-up', nextAt: now, why }
    : { status: 'waiting', nextAt: mail.at + offset, why }
}

/** Waits for a time, unless the mail is too old by then. */
export const postponed = (
  { at }: QueuedMail,
  { why, now, times, until }: Omit<FailedTry, 'spread'> & { readonly until: number },
): Partial<QueuedMail> =>
  until - at > times.webhookRetriesFor
    ? { status: 'given-up', nextAt: now, why }
    : { status: 'waiting', nextAt: until, why }
