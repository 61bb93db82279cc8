/** Turns the events of an order's history into words. Pure. */
import type { HistoryEvent, HistoryKind } from '../../shared/order-history.ts'
import type { Words } from '../texts/en.ts'
import type { Formats } from '../texts/formats.ts'
import { type Mood, moodOf } from '../theme/status-mood.ts'

/** One line of the history, as people read it. */
export interface HistoryLine {
  /** ISO 8601. */
  readonly at: string
  readonly text: string
  /** Formatted; empty where the event has none. */
  readonly amount: string
  /** Smaller print: method, ids, codes, the key that asked. Empty for most. */
  readonly detail: string
  readonly mood: Mood
}

/** What the words need besides the events. */
export interface HistoryLanguage {
  readonly words: Words
  readonly formats: Formats
  readonly currency: string
}

/** The history, newest first. Kinds that this version does not know are shown by their name. */
export const historyLines = (history: readonly HistoryEvent[], language: HistoryLanguage): HistoryLine[] =>
  history.map((event) => lineOf(event, language)).reverse()

function lineOf(event: HistoryEvent, language: HistoryLanguage): HistoryLine {
  const { words, formats, currency } = language
  const { kind, by, amount } = event
  const template = (by !== undefined && words.eventsByKey[kind]) || words.events[kind] || kind
  return {
    at: event.at,
    text: filled(template, valuesOf(event, words)),
    amount: amount === undefined ? '' : formats.sum(amount, currency),
    detail: detailOf(event, template, words),
    mood: MOODS[kind] ?? moodOfReport(event),
  }
}

const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim()

const valuesOf = ({ attempt, operation, stage, status, by = '' }: HistoryEvent, words: Words) => ({
  n: String(attempt ?? ''),
  operation: operation ? words.operations[operation] : '',
  stage: stage ? words.stages[stage] : '',
  status: status ? (words.reported[status] ?? status) : '',
  by,
})

function detailOf(event: HistoryEvent, template: string, words: Words): string {
  const { method, step, code, gatewayCode, transaction, by, notification, deliveries = [] } = event
  const parts = [
    method && words.methods[method],
    step && words.steps[step],
    code && (words.failures[code] ?? code),
    gatewayCode && words.gatewayCode(gatewayCode),
    by && !template.includes('{by}') && words.byKey(by),
    notification,
    ...deliveries.map(({ channel, status }) => words.deliveries[channel][status]),
    transaction && words.transaction(transaction),
  ]
  return parts.filter(Boolean).join(' · ')
}

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

const moodOfReport = ({ kind, stage, status }: HistoryEvent): Mood =>
  kind !== 'gateway-reported' || status === undefined
    ? 'calm'
    : stage === 'chargeback'
      ? 'bad'
      : moodOf(status)
