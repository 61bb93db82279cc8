import type { FaultRule } from './request-faults.ts'

/** What a rule can name besides an operation: what the gateway says without being asked. */
export const MESSAGES = ['callback', 'browser-return'] as const
export type MessageKind = (typeof MESSAGES)[number]

/** A callback or a browser return about to be made. */
export interface Message {
  readonly fields: Readonly<Record<string, string>>
  readonly delayMs: number
  /** Waits until a later one of the same merchant order was sent, but no longer than its delay. */
  readonly isOvertaken?: true
}

/** How long a callback waits to be overtaken, unless its rule says. */
const OVERTAKEN_WITHIN_MS = 60_000

type MessageFault = (messages: readonly Message[], rule: FaultRule) => readonly Message[]

/** Faults of callbacks and returns, by name: what is sent instead of the one message. */
export const MESSAGE_FAULTS: Readonly<Record<string, MessageFault>> = {
  missing: () => [],
  duplicate: (messages, rule) => [...messages, ...messages.map((message) => later(message, rule))],
  late: (messages, rule) => messages.map((message) => later(message, rule)),
  reordered: (messages, { delayMs = OVERTAKEN_WITHIN_MS }) =>
    messages.map((message) => ({ ...later(message, { delayMs }), isOvertaken: true })),
  'forged-control': (messages) =>
    messages.map((message) => ({ ...message, fields: { ...message.fields, control: '0'.repeat(40) } })),
}

const later = (message: Message, { delayMs = 0 }: Pick<FaultRule, 'delayMs'>): Message => ({
  ...message,
  delayMs: message.delayMs + delayMs,
})
