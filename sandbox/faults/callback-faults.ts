import type { FaultRule } from './fault-rule.ts'

/** What a rule can name besides an operation: the messages that the gateway sends on its own. */
export const MESSAGE_KINDS = ['callback', 'browser-return'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A callback or a browser return that the gateway is about to send. */
export interface Message {
  readonly params: Readonly<Record<string, string>>
  readonly delayMs: number
  /** The message waits until a later one of the same merchant order was sent, but no longer than its delay. */
  readonly isHeldBack?: true
}

/** Disturbs messages, by the fault rules that match them. */
export interface MessageFaults {
  /** @returns What the gateway sends instead of a message with these parameters. */
  messages(kind: MessageKind, clientOrderId: string, params: Message['params']): readonly Message[]
}

/** How long `reordered` holds a callback back, unless the rule has a delay. */
const HELD_BACK_MS = 60_000

type MessageFault = (messages: readonly Message[], rule: FaultRule) => readonly Message[]

/** Faults of callbacks and browser returns, by name: each returns what the gateway sends instead. To add one, add it here. */
export const MESSAGE_FAULTS: Readonly<Record<string, MessageFault>> = {
  missing: () => [],
  duplicate: (messages, rule) => [...messages, ...messages.map((message) => later(message, rule))],
  late: (messages, rule) => messages.map((message) => later(message, rule)),
  reordered: (messages, { delayMs = HELD_BACK_MS }) =>
    messages.map((message) => ({ ...later(message, { delayMs }), isHeldBack: true })),
  'forged-control': (messages) =>
    messages.map((message) => ({ ...message, params: { ...message.params, control: '0'.repeat(40) } })),
}

const later = (message: Message, { delayMs = 0 }: Pick<FaultRule, 'delayMs'>): Message => ({
  ...message,
  delayMs: message.delayMs + delayMs,
})
