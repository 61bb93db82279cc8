/** An order's history as its merchant reads it: raw material for words, without personal data. */

import { toIsoTime } from '../../../shared/iso-time.ts'
import { toDecimal } from '../../../shared/money.ts'
import type {
  Chargeback,
  HistoryEvent,
  HistoryKind,
  Hold,
  NotificationDelivery,
} from '../../../shared/order-history.ts'
import { without } from '../../../shared/without.ts'
import type { Queue } from '../../outbox/notification-queue.ts'
import { type Channel, partsOf } from '../../outbox/notifications.ts'
import { isProven } from '../model/absence.ts'
import type { NotAccepted, OrderEvent, Report, Stepped } from '../model/events.ts'
import { followUpOf } from '../model/follow-ups.ts'
import { type FollowedRequest, requestOf, subjectFor } from '../model/request-purposes.ts'
import { type Purpose, type RequestRef, refTo } from '../model/request-ref.ts'
import type { FollowUp, OrderState, UnsentFollowUp } from '../model/state.ts'
import { statusOf } from '../model/status.ts'
import type { LoggedNotification, LogLine } from './event-log.ts'
import type { PersonalRead } from './personal-reads.ts'

/** What an event becomes, without the time and the order's status. */
type Told = Omit<HistoryEvent, 'at' | 'orderStatus'>

/** An order's log, the notifications that it has not delivered yet, and who read the shopper's data. */
export interface HistorySources {
  readonly log: readonly LogLine[]
  readonly queue: Queue
  readonly reads?: readonly PersonalRead[]
}

/** Lists what happened to an order, oldest first. Events that say nothing to a person are left out. */
export function historyOf(state: OrderState, { log, queue, reads = [] }: HistorySources): HistoryEvent[] {
  if (log.length === 0 && reads.length === 0) return []
  const opened: HistoryEvent = {
    at: toIsoTime(state.terms.openedAt),
    kind: 'order-opened',
    orderStatus: 'open',
  }
  // A gap moves on with every line that is dropped, so only the last mark is true.
  const gap = log.findLastIndex(({ isAfterGap }) => isAfterGap)
  const events = [
    opened,
    ...log.flatMap((line, index) =>
      withGap(eventsOf(state, { line, earlier: log.slice(0, index) }, queue), line, index === gap),
    ),
  ]
  return reads.reduce(withReadIn, events)
}

/** Puts a read of the shopper's data behind the last event before it. */
function withReadIn(events: HistoryEvent[], { by, at: readAt }: PersonalRead): HistoryEvent[] {
  const at = toIsoTime(readAt)
  const place = events.findLastIndex((event) => event.at <= at) + 1
  return events.toSpliced(place, 0, { at, kind: 'personal-data-read', by })
}

const withGap = (events: HistoryEvent[], { at }: LogLine, isAfterGap: boolean): HistoryEvent[] =>
  isAfterGap ? [{ at: toIsoTime(at), kind: 'events-omitted' }, ...events] : events

function eventsOf(state: OrderState, place: Place, queue: Queue): HistoryEvent[] {
  const { line } = place
  const at = toIsoTime(line.at)
  const told = toldOf(place, state)
  const { status, notified = [] } = line
  return [
    ...(told ? [{ at, ...told, ...(status && { orderStatus: status }) }] : []),
    ...notified.map((one) => ({ at, ...notification(one, queue) })),
  ]
}

function notification(one: LoggedNotification, queue: Queue): Told {
  const deliveries = one.channels.map((channel) => deliveryOf(one, channel, queue))
  return { kind: 'merchant-notified', notification: one.type, deliveries }
}

/** A notification that is no longer in the queue was delivered, even if the order has forgotten when. */
function deliveryOf(
  { id, deliveredAt, answered }: LoggedNotification,
  by: Channel,
  queue: Queue,
): NotificationDelivery {
  const { kind: channel, endpoint } = partsOf(by)
  const to = { channel, ...(endpoint !== undefined && { endpoint }) }
  const at = deliveredAt?.[by]
  const httpStatus = answered?.[by]
  const answer = httpStatus === undefined ? {} : { httpStatus }
  if (at !== undefined) return { ...to, status: 'delivered', at: toIsoTime(at), ...answer }
  const pending = queue.find((one) => one.id === id && one.by === by)
  if (!pending) return { ...to, status: 'delivered' }
  return { ...to, status: pending.isGivenUp ? 'given-up' : 'pending', ...lastFailure(pending) }
}

/** What came back from the last try: the receiver's status, or the kind of failure. */
function lastFailure({ lastFailure: last }: Queue[number]): Partial<NotificationDelivery> {
  if (!last) return {}
  const [, status] = /^http-(\d{3})$/.exec(last.why) ?? []
  const came = status === undefined ? { failure: last.why } : { httpStatus: Number(status) }
  return { triedAt: toIsoTime(last.at), ...came }
}

/** A line of the log, and those before it. */
interface Place {
  readonly line: LogLine
  readonly earlier: readonly LogLine[]
}

type EventOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { readonly type: Type }>

/** Type of an event → what it becomes. A type without a row is left out. */
const KINDS: {
  readonly [Type in OrderEvent['type']]?: (
    event: EventOf<Type>,
    state: OrderState,
    place: Place,
  ) => Told | undefined
} = {
  attempted: ({ key, method, by }, { attempts, terms }) => ({
    kind: 'attempt-sent',
    ...numbered('attempt', attempts.find((one) => one.key === key)?.number),
    method,
    amount: toDecimal(terms.amountMinor, terms.exponent),
    ...keyed(by),
  }),
  accepted: (event) =>
    sentKind(
      event,
      'accepted',
      'gatewayId' in event && event.gatewayId ? { transaction: event.gatewayId } : {},
    ),
  refused: (event) => sentKind(event, 'refused', failureOf(event.failure)),
  lost: (event) => sentKind(event, 'reply-lost', {}),
  reported: ({ report, ...ref }, state) =>
    report.hasNamesOnly
      ? misnamed(ref, report, requestOf(state, ref))
      : { kind: 'gateway-reported', ...about(ref), ...reportOf(report, state.terms.exponent) },
  'polling-ended': (ref) => ({ kind: 'polling-ended', ...about(ref) }),
  'refusal-confirmed': ({ attempt }, _, { line, earlier }) =>
    isFirstProof(line, earlier) ? { kind: 'attempt-not-accepted', attempt } : undefined,
  // The gateway has to say so several times. Only the last time is proof.
  'unheard-of': ({ attempt }, _, { line }) =>
    line.status === 'error' ? { kind: 'attempt-not-accepted', attempt } : undefined,
  'declared-not-accepted': ({ by, request }, state) => ({ ...declared(request, state), by }),
  woken: ({ by, attempt, gatewayId }) => ({
    kind: by === 'callback' ? 'callback-received' : 'shopper-returned',
    attempt,
    ...(gatewayId && { transaction: gatewayId }),
  }),
  registered: ({ attempt }) => ({ kind: 'recurring-payment-created', attempt }),
  'step-opened': (event) => bankStep('bank-step-opened', event),
  'step-brought': (event) => bankStep('bank-step-answered', event),
  'step-answered': (event) => bankStep('bank-step-accepted', event),
  'step-refused': (event) => bankStep('bank-step-refused', event),
  'step-overdue': (event) => bankStep('bank-step-overdue', event),
  'follow-up-wanted': ({ key, kind, amountMinor, by, decidedBy }, { followUps, terms }) => ({
    kind: decidedBy === undefined ? 'follow-up-sent' : 'approval-granted',
    ...numbered('followUp', followUps.find((one) => one.key === key)?.number),
    operation: kind,
    amount: toDecimal(amountMinor, terms.exponent),
    ...keyed(by),
  }),
  'follow-up-asked': ({ key, limit }, state) =>
    limit && askedFor('approval-asked', state, (one) => one.key === key),
  'limit-exceeded': ({ number }, state) => askedFor('approval-asked', state, (one) => one.number === number),
  'approval-refused': ({ number, by }, state) => ({
    ...askedFor('approval-refused', state, (one) => one.number === number),
    by,
  }),
  'approval-lapsed': ({ number }, state) =>
    without(
      askedFor('approval-lapsed', state, (one) => one.number === number),
      'by',
    ),
  'duplicate-refund-sent': ({ number }, { duplicateRefunds, terms }) => {
    const { amountMinor, kind, gatewayId } = duplicateRefunds[number - 1] ?? {}
    return {
      kind: 'refund-sent',
      refund: number,
      ...(kind && { operation: kind }),
      ...(gatewayId && { transaction: gatewayId }),
      ...(amountMinor !== undefined && { amount: toDecimal(amountMinor, terms.exponent) }),
    }
  },
  looked: ({ attempt, report }, state) => {
    const ref = refTo('attempt', attempt)
    const request = requestOf(state, ref)
    // That there is no second transaction is nothing to tell.
    return request && subjectFor(request, report) !== 'own' ? misnamed(ref, report, request) : undefined
  },
  'unmatched-found': ({ attempt, gatewayId }) => ({
    kind: 'unmatched-transaction',
    attempt,
    transaction: gatewayId,
  }),
  'named-late': ({ attempt, gatewayId }) => ({
    kind: 'unmatched-transaction',
    attempt,
    transaction: gatewayId,
  }),
  'card-referred': ({ by }) => ({ kind: 'card-kept', ...keyed(by) }),
  'card-not-kept': ({ attempt, failure }) => ({ kind: 'card-not-kept', attempt, ...failureOf(failure) }),
  'card-removed': () => ({ kind: 'card-removed' }),
  'limit-held': () => ({ kind: 'units-reserved' }),
  'limit-renewed': () => ({ kind: 'units-reserved' }),
  'limit-refused': () => ({ kind: 'units-refused' }),
  'limit-released': () => ({ kind: 'units-released' }),
  cancelled: ({ by }) => ({ kind: 'order-cancelled', ...keyed(by) }),
  expired: () => ({ kind: 'order-expired' }),
  'expiry-changed': ({ by, expiresAt }) => ({ kind: 'expiry-changed', expiresAt: toIsoTime(expiresAt), by }),
  followed: ({ by, order }) => ({ kind: 'order-followed', order, by }),
  seen: () => ({ kind: 'link-opened' }),
  'link-renewed': ({ by }) => ({ kind: 'link-renewed', ...keyed(by) }),
  'attempt-cancelled': ({ attempt }) => ({ kind: 'attempt-cancelled', attempt }),
  'tokens-revoked': ({ by }) => ({ kind: 'tokens-revoked', by }),
  erased: ({ by }) => ({ kind: 'personal-data-erased', ...keyed(by) }),
  'given-up': () => ({ kind: 'notification-given-up' }),
  resent: ({ by }) => ({ kind: 'notifications-resent', ...keyed(by) }),
  sent: ({ by, shipment }) => ({ kind: 'order-sent', ...(shipment && { shipment }), by }),
  noted: ({ by }) => ({ kind: 'note-written', by }),
}

/** What a key with limits asked for, which may have been sent since. */
function askedFor(
  kind: HistoryKind,
  { followUps, unsent = [], terms }: OrderState,
  isIt: (one: FollowUp | UnsentFollowUp) => boolean,
): Told {
  const found = [...followUps, ...unsent].find(isIt)
  if (!found) return { kind }
  const { number, kind: operation, amountMinor, askedBy } = found
  return {
    ...{ kind, followUp: number, operation, amount: toDecimal(amountMinor, terms.exponent) },
    ...keyed(askedBy),
  }
}

/** What a merchant declared. An older version did not keep which request it was. */
function declared(request: NotAccepted['request'], state: OrderState): Told {
  if (request?.purpose !== 'follow-up')
    return { kind: 'attempt-not-accepted', ...numbered('attempt', request?.number) }
  const { kind, amountMinor } = followUpOf(state, request.number) ?? {}
  return {
    kind: 'follow-up-not-accepted',
    followUp: request.number,
    ...(kind && { operation: kind }),
    ...(amountMinor !== undefined && { amount: toDecimal(amountMinor, state.terms.exponent) }),
  }
}

/** A row of another version may hold an event that this one does not know. */
function toldOf(place: Place, state: OrderState): Told | undefined {
  const { event } = place.line
  const tell = KINDS[event.type]
  // The table gives each type the function that takes its events.
  return tell?.(event as never, state, place)
}

/**
 * The gateway has to deny an attempt twice, some time apart, and once more at the later look. Only the second answer is the
 * conclusion. In an older version, which kept no such time, the first one was.
 */
function isFirstProof(line: LogLine, earlier: readonly LogLine[]): boolean {
  const before = earlier.filter((one) => isDenialOfSame(one, line))
  const first = before[0] ? { deniedAt: before[0].at } : {}
  const proves = ({ event, at: now }: LogLine) =>
    event.type === 'refusal-confirmed' &&
    (event.spanMs === undefined || isProven(first, { now, spanMs: event.spanMs }))
  return proves(line) && !before.some(proves)
}

const isDenialOfSame = ({ event }: LogLine, { event: other }: LogLine): boolean =>
  event.type === 'refusal-confirmed' && other.type === event.type && other.attempt === event.attempt

/**
 * An answer about something else is no outcome of this order, so its status says nothing here. Under the name of an attempt
 * it is a further transaction.
 */
function misnamed(ref: RequestRef, report: Report, request: FollowedRequest | undefined): Told {
  const { gatewayId: transaction } = report
  const isFurther = ref.purpose === 'attempt' && request && subjectFor(request, report) === 'another'
  return isFurther && transaction
    ? { kind: 'unmatched-transaction', ...about(ref), transaction }
    : { kind: 'gateway-misnamed', ...about(ref) }
}

const SENT = { attempt: 'attempt', 'follow-up': 'follow-up', 'duplicate-refund': 'refund' } as const

function sentKind(
  ref: RequestRef<keyof typeof SENT>,
  what: 'accepted' | 'refused' | 'reply-lost',
  more: Partial<Told>,
): Told {
  const kind: HistoryKind = `${SENT[ref.purpose]}-${what}`
  return { kind, ...about(ref), ...more }
}

/** Purpose of a request → the member that has its number. */
const NUMBERS = {
  attempt: 'attempt',
  'follow-up': 'followUp',
  'duplicate-refund': 'refund',
  unmatched: 'unmatched',
} as const satisfies Record<Purpose, keyof HistoryEvent>

const about = ({ purpose, number }: RequestRef): Partial<Told> => ({ [NUMBERS[purpose]]: number })

const numbered = (name: 'attempt' | 'followUp', number: number | undefined): Partial<Told> =>
  number === undefined ? {} : { [name]: number }

/** Who did it, where it was a merchant key. */
const keyed = (by: string | undefined): Partial<Told> => (by === undefined ? {} : { by })

const failureOf = ({ code, gatewayCode }: { readonly code: string; readonly gatewayCode?: string }) => ({
  code,
  ...(gatewayCode && { gatewayCode }),
})

const reportOf = (
  { status, kind, amountMinor, gatewayId, errorCode }: Report,
  exponent: number,
): Partial<Told> => ({
  status,
  stage: kind,
  ...(amountMinor !== undefined && { amount: toDecimal(amountMinor, exponent) }),
  ...(gatewayId && { transaction: gatewayId }),
  ...(errorCode && { gatewayCode: errorCode }),
})

const bankStep = (kind: HistoryKind, { attempt, step }: Pick<Stepped, 'attempt' | 'step'>): Told => ({
  kind,
  attempt,
  step,
})

/** Lists the chargebacks that the log still knows. A report that is repeated is one. */
export function chargebacksOf({ terms }: OrderState, log: readonly LogLine[]): Chargeback[] {
  const seen = new Map<string, Chargeback>()
  for (const { at, event } of log) {
    if (event.type !== 'reported') continue
    const { kind, status, gatewayId, serialNumber, amountMinor = terms.amountMinor } = event.report
    const name = `${gatewayId} ${serialNumber} ${amountMinor}`
    if (kind !== 'chargeback' || status !== 'approved' || seen.has(name)) continue
    seen.set(name, { at: toIsoTime(at), amount: toDecimal(amountMinor, terms.exponent) })
  }
  return [...seen.values()]
}

const DAY_MS = 86_400_000

/**
 * Finds the money that a preauth holds.
 *
 * @param holdDays For how long banks hold it, if the merchant said so. Counted from the first attempt, like the list
 *   does, so that it ends rather too early than too late.
 */
export function holdOf(state: OrderState, holdDays: number | undefined): Hold | undefined {
  const { terms, attempts, payment } = state
  const paid = attempts[(payment ?? 0) - 1]
  if (terms.intent !== 'preauth' || !paid || statusOf(state) !== 'approved') return undefined
  const startedAt = attempts[0]?.startedAt ?? paid.startedAt
  return {
    amount: toDecimal(terms.amountMinor, terms.exponent),
    since: toIsoTime(paid.decidedAt ?? paid.startedAt),
    ...(holdDays !== undefined && { endsAt: toIsoTime(startedAt + holdDays * DAY_MS) }),
  }
}
