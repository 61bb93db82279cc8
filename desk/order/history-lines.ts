/** The lines of an order's history. Their words stand in `texts/history-en.ts`, and in its other languages. Pure. */
import type { HistoryEvent, HistoryKind, NotificationDelivery } from '../../shared/order-history.ts'
import { isFailed, isInDoubt, isSettled, type Status } from '../../shared/order-status.ts'
import type { MerchantOrderView, OrderName } from '../../shared/order-view.ts'
import type { Words } from '../texts/en.ts'
import type { Formats } from '../texts/formats.ts'
import type { Subject } from '../texts/history-en.ts'
import type { Mood } from '../theme/outcome-mood.ts'

/** One line of the history, as people read it. */
export interface HistoryLine {
  /** ISO 8601. */
  readonly at: string
  readonly text: string
  /** Formatted; empty where the event has none. */
  readonly amount: string
  /** The order that the event names. */
  readonly order?: OrderName
  /** Smaller print: method, ids, codes, the key that asked. Empty for most. */
  readonly detail: string
  readonly mood: Mood
  /** One machine told another what people need not know. */
  readonly isTechnical: boolean
}

/** What the words need besides the events. */
export interface HistoryLanguage {
  readonly words: Words
  readonly formats: Formats
  readonly currency: string
  /** What the order's attempts are. */
  readonly subject: Subject
  /** They have the reasons of refunds. */
  readonly followUps?: MerchantOrderView['followUps']
}

/** What an order's attempts are. The first step of a payout in two steps pays nothing out. */
export const subjectOf = ({ intent, attempts }: Pick<MerchantOrderView, 'intent' | 'attempts'>): Subject =>
  attempts.some(({ method }) => method === 'payout-check') ? 'payout-check' : intent

/** The history, newest first. Kinds that this version does not know are shown by their name. */
export const historyLines = (history: readonly HistoryEvent[], language: HistoryLanguage): HistoryLine[] =>
  history.map((event) => lineOf(event, language)).reverse()

function lineOf(event: HistoryEvent, language: HistoryLanguage): HistoryLine {
  const { words, formats, currency } = language
  const { kind, by, amount } = event
  const template = (by !== undefined && words.eventsByKey[kind]) || words.events[kind] || kind
  return {
    at: event.at,
    text: filled(template, valuesOf(event, language)),
    amount: amount === undefined ? '' : formats.sum(amount, currency),
    ...(event.order && { order: event.order }),
    detail: detailOf(event, template, language),
    mood: MOODS[kind] ?? moodOfReport(event),
    isTechnical: TECHNICAL.includes(kind),
  }
}

/** A value at the beginning of a line begins with a capital letter. */
const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template
    .replace(/\{(\w+)\}/g, (_, name: string, at: number) =>
      at === 0 ? capital(values[name]) : (values[name] ?? ''),
    )
    .trim()
    // An event of an older version has no name of what was asked for.
    .replace(/\s*(?::|\(\))$/, '')

const capital = (text = '') => text.slice(0, 1).toUpperCase() + text.slice(1)

const valuesOf = (
  { attempt, operation, stage, status, by = '' }: HistoryEvent,
  { words, subject }: HistoryLanguage,
) => ({
  n: String(attempt ?? ''),
  subject: words.subjects[subject],
  refund: words.refunds[subject === 'payout-check' ? 'payout' : subject],
  operation: operation ? words.operations[operation] : '',
  stage: stage ? words.stages[subject][stage] : '',
  status: status ? (words.reported[status] ?? status) : '',
  by,
})

function detailOf(event: HistoryEvent, template: string, language: HistoryLanguage): string {
  const { words } = language
  const { method, step, code, gatewayCode, transaction, by, notification, deliveries = [] } = event
  const { shipment = {} } = event
  const parts = [
    method && words.methods[method],
    step && words.steps[step],
    code && (words.failures[code] ?? code),
    gatewayCode && words.gatewayCode(gatewayCode),
    by && !template.includes('{by}') && words.byKey(by),
    notification,
    reasonOf(event, language),
    ...[shipment.carrier, shipment.parcel],
    event.expiresAt && language.formats.exactly(event.expiresAt),
    ...deliveries.map((one) => deliveryText(one, language)),
    transaction && words.transaction(transaction),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Why a follow-up was asked for, beside the line that it went out. */
const reasonOf = ({ kind, followUp }: HistoryEvent, { followUps = [] }: HistoryLanguage) =>
  kind === 'follow-up-sent' ? followUps.find(({ number }) => number === followUp)?.comment : undefined

/** How far a message got, to whom, what came back, and when. */
function deliveryText(
  { channel, endpoint, status, at, triedAt, httpStatus, failure }: NotificationDelivery,
  { words, formats }: HistoryLanguage,
): string {
  const moment = at ?? triedAt
  const parts = [
    endpoint,
    httpStatus !== undefined && `HTTP ${httpStatus}`,
    failure && (words.deliveryFailures[failure] ?? failure),
    moment && formats.moment(moment),
  ].filter(Boolean)
  const told = words.deliveries[channel][status]
  return parts.length > 0 ? `${told} (${parts.join(', ')})` : told
}

/** Steps between machines that went as they should. What went wrong, and what people did, is never one of them. */
const TECHNICAL: readonly HistoryKind[] = [
  ...(['attempt-sent', 'attempt-accepted', 'follow-up-accepted', 'refund-accepted'] as const),
  ...(['callback-received', 'shopper-returned'] as const),
  ...(['bank-step-opened', 'bank-step-answered', 'bank-step-accepted'] as const),
  ...(['units-reserved', 'units-released', 'merchant-notified'] as const),
]

const MOODS: Readonly<Partial<Record<HistoryKind, Mood>>> = {
  'attempt-refused': 'bad',
  'attempt-reply-lost': 'notice',
  'attempt-not-accepted': 'bad',
  'follow-up-refused': 'bad',
  'follow-up-reply-lost': 'notice',
  'follow-up-not-accepted': 'bad',
  'refund-refused': 'bad',
  'refund-reply-lost': 'notice',
  'gateway-misnamed': 'notice',
  'polling-ended': 'notice',
  'bank-step-refused': 'bad',
  'bank-step-overdue': 'notice',
  'unmatched-transaction': 'notice',
  'notification-given-up': 'bad',
}

function moodOfReport({ kind, stage, status }: HistoryEvent): Mood {
  if (kind !== 'gateway-reported' || status === undefined) return 'calm'
  return stage === 'chargeback' ? 'bad' : moodOfStatus(status)
}

function moodOfStatus(status: Status): Mood {
  if (isFailed(status)) return 'bad'
  if (isInDoubt(status)) return 'notice'
  return isSettled(status) ? 'good' : 'calm'
}
