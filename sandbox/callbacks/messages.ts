/** The messages that the gateway sends on its own. A fault rule can name each, beside the operations. */
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
