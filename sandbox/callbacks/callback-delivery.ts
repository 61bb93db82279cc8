import type { Settings } from '../settings.ts'
import type { Transaction } from '../store/transaction.ts'
import { callbackParams } from './callback-params.ts'
import { CALLBACK_DEADLINE_MS, type CallbackQueue } from './callback-queue.ts'
import type { MessageFaults } from './messages.ts'
import type { ReorderedCallbacks } from './reordered-callbacks.ts'

/** What it takes to queue a callback. */
export interface CallbackStores {
  readonly callbacks: CallbackQueue
  readonly reordered: ReorderedCallbacks
  readonly faults: MessageFaults
  readonly settings: Settings
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly now: () => number
}

/** Queues the callback about a settled transaction, if the merchant asked for one. */
export function queueCallback(transaction: Transaction, stores: CallbackStores): void {
  const { callbackUrl, orderId, clientOrderId, status, callback } = transaction
  const { callbacks, reordered, faults, settings, now } = stores
  if (!callbackUrl || callback === 'lost') return
  const lateMs = callback?.delayMs ?? 0
  const params = callbackParams(transaction, settings.controlKey)
  for (const message of faults.messages('callback', clientOrderId, params)) {
    const url = withQuery(callbackUrl, message.params)
    const id = callbacks.add({ orderId, status, url, dueAt: now() + message.delayMs + lateMs })
    if (message.isHeldBack) reordered.holdBack(id, clientOrderId)
    else reordered.releaseAfter(id, clientOrderId)
  }
}

/** Adds parameters to an address. The address keeps its own query, character by character. */
export function withQuery(url: string, params: Readonly<Record<string, string>>): string {
  const [address = '', fragment] = url.split('#', 2)
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${new URLSearchParams(params)}${fragment === undefined ? '' : `#${fragment}`}`
}

/**
 * Returns the address at which the sandbox can reach a server.
 *
 * Names under `localhost` are loopback (RFC 6761 §6.3), but only browsers know that, so they become 127.0.0.1.
 */
export function reachable(url: string): string {
  const address = new URL(url)
  if (/(^|\.)localhost$/.test(address.hostname)) address.hostname = '127.0.0.1'
  return address.href
}

/** Sends one callback. @returns Whether the merchant answered 200; a redirect does not count. Never rejects. */
export async function deliver(url: string, send: typeof fetch): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CALLBACK_DEADLINE_MS)
    const response = await send(reachable(url), { redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    // Whatever the reason, the merchant did not get it: the queue has the next try.
    return false
  }
}
