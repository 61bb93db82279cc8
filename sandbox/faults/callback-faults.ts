import type { Message } from '../callbacks/messages.ts'
import type { FaultRule } from './fault-rule.ts'

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
